"""FIDE's reference checker, asked for tie-break values: an oracle that shares no code with ours."""

from decimal import Decimal

from gacrux.tiebreak import tiebreak
from gacrux.trf2json import trf2json
from msgspec import structs

from services.chess.tiebreaks import Edition
from services.chess.trf import Trf, write

_STARTS = {Edition.FIDE_2024: "2024-10-01", Edition.FIDE_2026: "2026-04-02"}


def checker_values(
    event: Trf, rounds: int, codes: list[str], edition: Edition, *, round_robin: bool = False
) -> dict[int, list[Decimal]]:
    """
    Return the checker's values of each code and, last, its rank, by start number.

    The checker chooses its edition by the event's start; it reads the file our own writer makes.
    """
    dated = structs.replace(event, start=_STARTS[edition], type="Individual: Swiss-System", unknown=())
    reader = trf2json()
    reader.parse_file(write(dated), 0)
    tournament = reader.get_tournament(1)
    params = {"tiebreak": list(codes), "check": False, "swiss": not round_robin, "pre_determined": round_robin}
    result = tiebreak(tournament, rounds, params).compute_tiebreaks(tournament, params)
    return {one["cid"]: [*one["tiebreakScore"], one["rank"]] for one in result["competitors"]}
