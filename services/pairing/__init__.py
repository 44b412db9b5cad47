"""
Pairing: who meets whom, with which colour, and who is free.

Decides rounds: proposed by the tournament's own system (`systems`) with every reason, published as proposed or as
given, started; and what is arranged for them: lots, byes on request, players kept apart, options, pairing by hand.
Never draws a lot, never reports a result, never enters or withdraws a player. Reads the announcement and the entries of
registration, and the results.
"""
