"""
The cheapest perfect matching of a general graph: one door to networkx, whose arithmetic on integers is exact.

Cubic in the number of players; the systems ask it for groups only in which simpler means do not decide.
"""

from collections.abc import Mapping

import networkx as nx  # type: ignore[import-untyped]  # ships no types


def cheapest_matching(cost: Mapping[tuple[int, int], int]) -> set[tuple[int, int]] | None:
    """
    Match everybody named in `cost` at the least total cost; None if not everybody can be matched.

    `cost` gives the edges (one, other) with one < other; costs may be of any size and sign.
    """
    network = nx.Graph()
    for (one, other), price in cost.items():
        network.add_edge(one, other, weight=-price)
    matching = nx.max_weight_matching(network, maxcardinality=True)
    if 2 * len(matching) < network.number_of_nodes():
        return None
    return {(min(edge), max(edge)) for edge in matching}
