"""
The published language of Omkamp: what the services say to each other and to the world.

Standard library and msgspec only; imports nothing else of ours.
"""
