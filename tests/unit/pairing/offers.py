"""Rounds of the small tournament as they are offered, and commands that publish or make them."""

from collections.abc import Sequence

import msgspec

from contracts.ids import PlayerId
from contracts.messages import EventData
from contracts.pairing import Bye, MakeRound, PublishRound, RoundProposed, RoundPublished
from contracts.points import ByeKind
from contracts.registration import PlayerEntered, PlayerWithdrawn, Title
from services import pairing
from services.pairing.state import State, evolve, initial
from tests.support.story import Service, Story
from tests.support.summer import (
    ANNA,
    ANNOUNCED,
    BO,
    CARL,
    DORA,
    ENTRIES,
    SUMMER,
    published,
)

given = Service(pairing).given

EVA = PlayerId("eva")
FIVE = (*ENTRIES, msgspec.structs.replace(ENTRIES[0], player=EVA, name="Eva", start_number=5))
DRAWN = (ANNOUNCED, *ENTRIES)


def bye(player: PlayerId, kind: ByeKind = ByeKind.PAIRING_ALLOCATED) -> Bye:
    return Bye(player=player, kind=kind)


def free(player: PlayerId, against: PlayerId) -> Bye:
    return Bye(player=player, kind=ByeKind.ZERO_POINT, against=against)


def publish(number: int, *boards: tuple[PlayerId, PlayerId], byes: Sequence[Bye] = ()) -> PublishRound:
    return PublishRound(tournament=SUMMER, round=number, boards=published(number, *boards).boards, byes=tuple(byes))


def withdrawn(player: PlayerId, after_round: int) -> PlayerWithdrawn:
    return PlayerWithdrawn(tournament=SUMMER, player=player, after_round=after_round, reason="ill")


def make(number: int) -> MakeRound:
    return MakeRound(tournament=SUMMER, round=number)


def made(story: Story, number: int, published: RoundPublished) -> None:
    """A round is proposed and published in one."""
    proposed, made = story.decided(make(number))
    assert isinstance(proposed, RoundProposed)
    assert made == msgspec.structs.replace(published, proposal=proposed.proposal)


OFFER_1 = publish(1, (ANNA, CARL), (DORA, BO))
OFFER_2 = publish(2, (BO, ANNA), (CARL, DORA))


def field(players: int) -> list[PlayerEntered]:
    return [
        PlayerEntered(
            tournament=SUMMER,
            player=PlayerId(f"player-{number}"),
            name=f"Player {number}",
            federation="DEN",
            title=Title.NONE,
            start_number=number,
            rating=None,
        )
        for number in range(1, players + 1)
    ]


def folded(*events: EventData) -> State:
    state = initial()
    for event in events:
        state = evolve(state, event)
    return state
