"""A round as it lies on the table: who sits where, and what becomes of it when an arbiter changes something."""

import msgspec

from contracts.arrangements import Change, ExchangePlayers, FreePlayer, PairPlayers, ReverseColours
from contracts.ids import PlayerId
from contracts.pairing import Board, Bye

Pair = tuple[PlayerId, PlayerId]
"""White and Black."""


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    """Pairs in board order, and byes; whoever is in neither is still to be paired."""

    pairs: tuple[Pair, ...] = ()
    byes: tuple[Bye, ...] = ()

    @property
    def boards(self) -> tuple[Board, ...]:
        """The pairs as boards, numbered from 1."""
        return tuple(
            Board(number=number, white=white, black=black) for number, (white, black) in enumerate(self.pairs, start=1)
        )

    @property
    def named(self) -> set[PlayerId]:
        """Everybody who has a place."""
        return {player for pair in self.pairs for player in pair} | {bye.player for bye in self.byes}


def layout(boards: tuple[Board, ...], byes: tuple[Bye, ...]) -> Layout:
    """Lay out the boards in the order of their numbers."""
    ordered = sorted(boards, key=lambda board: board.number)
    return Layout(pairs=tuple((board.white, board.black) for board in ordered), byes=byes)


def changed(before: Layout, change: Change) -> Layout:
    """Make one change; one that finds no place to change leaves everything as it is."""
    match change:
        case ExchangePlayers(first=first, second=second):
            return _renamed(before, {first: second, second: first})
        case ReverseColours(white=white, black=black):
            pairs = tuple((black, white) if pair == (white, black) else pair for pair in before.pairs)
            return Layout(pairs=pairs, byes=before.byes)
        case PairPlayers(white=white, black=black):
            return _paired(before, white, black)
        case FreePlayer(player=player, kind=kind):
            without = _without(before, {player})
            return Layout(pairs=without.pairs, byes=(*without.byes, Bye(player=player, kind=kind)))


def _renamed(before: Layout, names: dict[PlayerId, PlayerId]) -> Layout:
    return Layout(
        pairs=tuple((names.get(white, white), names.get(black, black)) for white, black in before.pairs),
        byes=tuple(Bye(player=names.get(bye.player, bye.player), kind=bye.kind) for bye in before.byes),
    )


def _paired(before: Layout, white: PlayerId, black: PlayerId) -> Layout:
    """Seat two at the highest board one of them had, or at a new last one."""
    places = [place for place, pair in enumerate(before.pairs) if white in pair or black in pair]
    without = _without(before, {white, black})
    place = places[0] if places else len(without.pairs)
    return Layout(pairs=(*without.pairs[:place], (white, black), *without.pairs[place:]), byes=without.byes)


def _without(before: Layout, players: set[PlayerId]) -> Layout:
    return Layout(
        pairs=tuple(pair for pair in before.pairs if not players.intersection(pair)),
        byes=tuple(bye for bye in before.byes if bye.player not in players),
    )
