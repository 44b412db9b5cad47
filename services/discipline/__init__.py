"""
Discipline: who may not play, and until when.

Decides quarantines. Never cancels an entry: registration reacts to a quarantine. Reads the registration of players.
"""
