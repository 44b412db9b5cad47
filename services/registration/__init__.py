"""
Registration: who plays, and in what.

Decides the register of players, announcements, entries and withdrawals, and takes a banned player out of the
tournaments he is entered in. Never pairs, and never bans. Reads the quarantines of discipline, the rounds pairing has
published, the completion of tournaments, and the events abroad that rating knows.
"""
