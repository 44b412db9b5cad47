"""
Pairing: who meets whom, with which colour, and who is free.

Decides the publication of rounds, paired elsewhere or by the tournament's own system (`systems`). Never reports a
result and never enters or withdraws a player. Reads the announcement and the entries of registration, and the results.
"""
