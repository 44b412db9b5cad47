"""
Rating: what a player's games are worth in numbers.

Decides start ratings, and that the book of ratings records what a finished tournament did to its players, again after
every correction. Never takes results or pairs. Reads the announcement and the entries of registration, the rounds of
pairing, the results with their corrections, and which players are registered.
"""
