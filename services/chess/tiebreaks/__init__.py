"""Tie-breaks and standings of individual events; `criteria` opens with the coverage table of FIDE C.07."""

from services.chess.tiebreaks.criteria import Criterion, Unit, criterion, value_text, values
from services.chess.tiebreaks.editions import Edition, edition_of
from services.chess.tiebreaks.encounter import Encounter, direct_encounter
from services.chess.tiebreaks.standings import Standing, standings
from services.chess.tiebreaks.unplayed import (
    Contribution,
    adjusted_score,
    adjusted_scores,
    contributions,
    kept,
    sums,
)

__all__ = [
    "Contribution",
    "Criterion",
    "Edition",
    "Encounter",
    "Standing",
    "Unit",
    "adjusted_score",
    "adjusted_scores",
    "contributions",
    "criterion",
    "direct_encounter",
    "edition_of",
    "kept",
    "standings",
    "sums",
    "value_text",
    "values",
]
