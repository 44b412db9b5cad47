"""
The pairing systems of the regulations, one file each, all pure and all behind one interface.

`interface` says what a system is given and what it gives back; `catalogue` lists the systems by name.
"""
