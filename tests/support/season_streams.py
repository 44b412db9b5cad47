"""What happens in a random season beside its tournaments: registrations, numbers given, changes, merges, abroad."""

import datetime as dt
from collections.abc import Sequence
from random import Random

from contracts.envelope import Fact
from contracts.ids import PlayerId, TournamentId
from contracts.messages import EventData
from contracts.points import DRAW, LOSS, WIN
from contracts.rating import (
    Basis,
    ForeignEventReported,
    ForeignGame,
    ListLine,
    ListPublished,
    RatingsAdjusted,
    RatingsCoordinated,
    StartRatingSet,
)
from contracts.registration import (
    PlayerRegistered,
    PlayersMerged,
    PlayersSplit,
)
from tests.support.facts import fact

JANUARY = dt.date(2024, 1, 1)
DAYS = 200
Stream = tuple[Fact[EventData], ...]
"""The events of one unit, in their order."""

PLAYERS = tuple(PlayerId(name) for name in ("anna", "bo", "carl", "dora", "eva", "finn", "gerd"))


def day(number: int) -> dt.date:
    return JANUARY + dt.timedelta(days=number)


def stream_of(unit: str, *told: tuple[EventData, int]) -> Stream:
    return tuple(
        fact(data, command=f"{unit}-{index}", effective=day(number)) for index, (data, number) in enumerate(told)
    )


def registered(random: Random) -> list[Stream]:
    return [
        stream_of(f"player-{player}", (PlayerRegistered(player=player, name=player, federation="DEN", born=born), 0))
        for player in PLAYERS
        if (born := random.choice((None, 2005, 2007, 1980)))
    ]


def started(random: Random, rules: Sequence[str]) -> list[Stream]:
    return [
        stream_of(
            f"start-{player}",
            (
                StartRatingSet(
                    player=player,
                    rating=random.choice((random.randint(1390, 2500), random.randint(700, 1250))),
                    rules=random.choice(("", "", *(one for one in rules if one in {"dsu-2007", "fide-2024"}))),
                ),
                random.choice((0, 0, 0, 0, 30, 70, 100)),
            ),
        )
        for player in random.sample(PLAYERS, random.randint(4, 7))
    ]


def changed(random: Random) -> list[Stream]:
    """The adjustments of the year, a coordination, a number given anew."""
    june, march = dt.date(2024, 6, 1), dt.date(2024, 3, 1)
    changes: list[EventData] = [
        RatingsAdjusted(adjustment="dsu-adjustment-2024", digest="", federation="dsu", day=june),
        RatingsAdjusted(adjustment="fide-adjustment-2024", digest="", federation="fide", day=march),
        RatingsCoordinated(
            rules="dsu-2007",
            digest="",
            day=day(random.randint(50, 150)),
            own_list=june,
            fide_list=june,
            mean_own="",
            mean_fide="",
            compared=2,
            n=random.choice((25, 40)),
            direction=random.choice((1, -1)),
            players=tuple(random.sample(PLAYERS, 3)),
            changes=(),
        ),
        StartRatingSet(
            player=random.choice(PLAYERS),
            rating=random.randint(1400, 2300),
            rules=random.choice(("", "dsu-2007", "fide-2024")),
            day=day(random.randint(0, DAYS)),
            basis=random.choice((Basis.FIRST, Basis.ASSESSED)),
        ),
    ]
    changes += [_list(random, number) for number in range(2)]
    return [stream_of(f"change-{place}", (one, 0)) for place, one in enumerate(changes) if random.random() < 0.3]


def _list(random: Random, number: int) -> ListPublished:
    """A list on which some stand higher than they ever will by replay."""
    lines = tuple(
        ListLine(player=player, rating=random.randint(2250, 2450), games=0) for player in random.sample(PLAYERS, 3)
    )
    return ListPublished(
        list=f"list{number}",
        federation="fide",
        day=day(random.randint(0, DAYS)),
        rules=random.choice(("fide-2000", "fide-2024")),
        digest="",
        sha256="",
        part=1,
        parts=1,
        lines=lines,
    )


def merged(random: Random) -> list[Stream]:
    """A player turns out to be another one, perhaps is split from him again, perhaps there are two such."""
    streams = []
    for player, into in (random.sample(PLAYERS, 2) for _ in range(random.choice((0, 0, 1, 1, 2)))):
        story: list[EventData] = [PlayersMerged(player=player, into=into, reason="one person")]
        if random.random() < 0.4:
            story.append(PlayersSplit(player=player, into=into, reason="two persons"))
        streams.append(stream_of(f"merge-{player}", *((one, 0) for one in story)))
    return streams if len({one[0].data.player for one in streams}) == len(streams) else streams[:1]  # type: ignore[attr-defined]  # merges, all of them


def abroad(random: Random, rules: str) -> Stream:
    reported = day(random.randint(0, DAYS))
    games = tuple(
        ForeignGame(opponent=random.randint(1500, 2400), score=random.choice((LOSS, DRAW, WIN)))
        for _ in range(random.randint(1, 7))
    )
    event = ForeignEventReported(
        event=TournamentId("abroad"),
        player=random.choice(PLAYERS),
        name="Abroad",
        starts=reported,
        ends=reported,
        reported=reported,
        rules=rules,
        games=games,
    )
    return stream_of("abroad", (event, 0))
