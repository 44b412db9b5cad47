"""
Reporting: tables for people and programs.

Decides only that a table is published, for good. Never pairs, takes results or rates: standings and crosstables are
computed from what the other services decided, and are the same whoever computes them. Reads the announcement and the
entries of registration, the rounds of pairing, and the results with their corrections.
"""
