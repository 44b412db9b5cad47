"""
Gladiatorskak: a round knows no draws (DSU §42f, §65f, 4.10.8; RULES §7.2). **Reconstruction**: DSU's text is lost.

| what | source | here |
|---|---|---|
| after a draw a new game, colours reversed, until somebody wins | Danish championship 2006 (B) | `next_game` |
| 100 min/40 moves + 30 min + 30 s; then 25 min + 10 s; then 10 min + 5 s | the same (B) | `CONTROLS` |
| the winner takes the whole point | the same (B) | `encounter.round_points` |
| the pairing is that of another system | all-play-all in 2006; ours otherwise (R) | `pair` |
| colours of the pairing history are those of game 1 | R | the caller's: `PastRound.colour` |
| only game 1 is rated, with its real result | R, from DSU §12's minimum of time | `encounter.rated_game` |
| a limit on blitz games, armageddon | no rule known | not done |
"""

from services.pairing.systems import berger, encounter, field, monrad
from services.pairing.systems.encounter import Game, NextGame, Speed, TimeControl
from services.pairing.systems.interface import Proposal, Reason, Request

RULE = "Omkamp reconstruction of DSU 4.10.8"
CONTROLS = (
    TimeControl(speed=Speed.CLASSICAL, minutes=100, moves=40, rest_minutes=30, increment=30),
    TimeControl(speed=Speed.RAPID, minutes=25, increment=10),
    TimeControl(speed=Speed.BLITZ, minutes=10, increment=5),
)
"""Game 1, game 2, and every game after that."""

LARGEST_ALL_PLAY_ALL = 10
_SYSTEMS = {"all_play_all": berger.pair, "monrad": monrad.pair_dsu}


def pair(request: Request) -> Proposal:
    """
    Pair the round by another system, and say so; the encounters then follow `next_game`.

    Options: `pairing` (all_play_all, monrad; by default all-play-all up to ten players, Monrad above), and every
    option of the system chosen.
    """
    name = request.options.get("pairing", "")
    if not name:
        name = "all_play_all" if len(request.contestants) <= LARGEST_ALL_PLAY_ALL else "monrad"
    field.options(_only(request, {"pairing"}, keep=True), {"pairing": tuple(_SYSTEMS)}, "Gladiatorskak")
    proposal = _SYSTEMS[name](_only(request, {"pairing"}, keep=False))
    text = f"DSU's text is lost; paired as {name.replace('_', '-')}, a drawn game is played again until somebody wins"
    return Proposal(
        pairs=proposal.pairs,
        bye=proposal.bye,
        bye_reasons=proposal.bye_reasons,
        free=proposal.free,
        notes=(Reason(rule=RULE, text=text), *proposal.notes),
    )


def _only(request: Request, names: set[str], *, keep: bool) -> Request:
    """Keep, or leave out, the options of these names."""
    chosen = {name: value for name, value in request.options.items() if (name in names) is keep}
    return Request(
        round=request.round,
        rounds=request.rounds,
        contestants=request.contestants,
        initial_colour=request.initial_colour,
        forbidden=request.forbidden,
        bye_points=request.bye_points,
        options=chosen,
    )


def next_game(white: int, black: int, games: tuple[Game, ...]) -> NextGame | None:
    """Say what is played next, colours reversed after each draw; None when somebody has won (or both have lost)."""
    return encounter.next_game(white, black, games, CONTROLS)
