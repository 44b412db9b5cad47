"""
Rating: what a player's games are worth in numbers.

Decides numbers that are given, that the book of ratings records what a finished tournament did to its players and again
what a correction, a merge or a withdrawal reached, dated adjustments, games abroad, and which lists are published.
Never takes results or pairs. Reads the announcement and the entries of registration with its merges, the rounds of
pairing, the results with their corrections, and which players are registered.

A federation's numbers are a register: `book` holds one, `ledger` changes it, `cascade` computes what is due,
`settlement` makes a number of results; `registers` keeps them side by side. All that is known is in `known`, changed
by the events in `taking`; `answering` is asked about it.
"""
