"""
Results: how games ended.

Decides reports, corrections with their scope, games left open until a day, cancellations of games, the later games of
an encounter, and the completion of rounds and tournaments. Never pairs, ranks or rates. Reads the announcement and the
entries of registration, and the rounds pairing has published.
"""
