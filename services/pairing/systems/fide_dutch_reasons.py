"""Why a pair, a float, a colour or a bye is as it is under a Dutch system, in sentences with the article."""

from typing import Final

import msgspec

from contracts.points import points_text
from services.chess.colours import Colour
from services.pairing.systems.fide_colours import ranked
from services.pairing.systems.fide_players import Edition, FidePlayer, Strength
from services.pairing.systems.interface import Reason


class Articles(msgspec.Struct, frozen=True, kw_only=True):
    """Where an edition says what: `colour` is followed by the step 1-5, `criterion` by its name."""

    rule: str
    group: str
    moved_down: str
    floats: str
    colour: str
    bye: str


ARTICLES: Final = {
    Edition.DUTCH_2026: Articles(
        rule="FIDE C.04.3 (2026)",
        group="1.3",
        moved_down="1.4.1, [C4], [C6], [C7]",
        floats="1.4.2",
        colour="5.2.",
        bye="[C2]",
    ),
    Edition.DUTCH_2017: Articles(
        rule="FIDE C.04.3 (2017)", group="A.3", moved_down="A.4.a, C.4-C.6", floats="A.4.b", colour="E.", bye="C.2"
    ),
}

_RULE: Final = "FIDE C.04.3 (2026)"
_NAMES: Final = {Colour.WHITE: "White", Colour.BLACK: "Black"}
_STRENGTHS: Final = {
    Strength.NONE: "no",
    Strength.MILD: "a mild",
    Strength.STRONG: "a strong",
    Strength.ABSOLUTE: "an absolute",
}
_CRITERIA: Final = {
    "C6": "players of the bracket float down",
    "C7": "of them had moved down into it",
    "C8": "players of the next bracket will float down too",
    "C9": "unplayed rounds of the player who gets the bye",
    "C10": "topscorers or their opponents get a colour difference above two",
    "C11": "topscorers or their opponents get a colour three times running",
    "C12": "players do not get the colour they prefer",
    "C13": "players do not get a colour they strongly prefer",
    "C14": "players float down a second time running",
    "C15": "players are met from above a second time running",
    "C16": "players float down as two rounds ago",
    "C17": "players are met from above as two rounds ago",
    "C18": "players who floated down last round float on",
    "C19": "players who floated up last round are met from far above",
    "C20": "players who floated down two rounds ago float on",
    "C21": "players who floated up two rounds ago are met from far above",
}
_OF_A_PAIR: Final = {
    "C10": "A topscorer or his opponent gets a colour difference above two",
    "C11": "A topscorer or his opponent gets a colour three times running",
    "C12": "One of the two does not get the colour he prefers",
    "C13": "One of the two does not get the colour he strongly prefers",
    "C15": "The lower of the two is met from above a second time running",
    "C17": "The lower of the two is met from above as two rounds ago",
}


def of_pair(one: FidePlayer, other: FidePlayer, step: int, initial: Colour, edition: Edition) -> tuple[Reason, ...]:
    """Give the reasons of one pair: who met whom and why, the floats, and the step that gave the colours."""
    articles = ARTICLES[edition]
    first, second = ranked(one, other)
    met = (_level if first.pairing_score == second.pairing_score else _floated)(first, second, articles)
    colour = Reason(rule=f"{articles.rule} {articles.colour}{step}", text=colour_text(step, first, second, initial))
    return (*met, colour)


def colour_text(step: int, first: FidePlayer, second: FidePlayer, initial: Colour) -> str:
    """Say in a sentence why step 1-5 of the colour rules gave the colours; `first` is the higher-ranked."""
    return _COLOUR_TEXT[step](first, second, initial)


def of_criteria(unmet: dict[str, int]) -> tuple[Reason, ...]:
    """Name the criteria of 2026 that a pair falls short of; those on floaters are the bracket's, see `of_bracket`."""
    return tuple(
        Reason(rule=f"{_RULE} [{name}]", text=f"{text}; the best pairing of the bracket needs it.")
        for name, text in _OF_A_PAIR.items()
        if name in unmet
    )


def of_bye(one: FidePlayer, edition: Edition) -> tuple[Reason, ...]:
    """Give the reasons of the pairing-allocated bye; in 2017 it falls to whom the last bracket leaves over."""
    articles = ARTICLES[edition]
    allowed = Reason(
        rule=f"{articles.rule} {articles.bye}", text=f"{one.number} has had no bye and no win without play."
    )
    if edition is Edition.DUTCH_2017:
        left = Reason(rule=f"{articles.rule} C.5", text=f"The last bracket leaves {one.number} over.")
        return (allowed, left)
    return (
        allowed,
        Reason(
            rule=f"{_RULE} [C5]",
            text=f"{points_text(one.pairing_score)} is the lowest score at which the rest of the round can be paired.",
        ),
        Reason(
            rule=f"{_RULE} [C9]",
            text=f"{one.number} has {one.unplayed} unplayed rounds; all above being equal, the fewest decide.",
        ),
    )


def of_bracket(score: int, standing: tuple[int, ...], floating: tuple[int, ...], unmet: dict[str, int]) -> Reason:
    """Note a bracket: who stood in it, who left it downwards, and which criteria could not be met in full."""
    text = f"Bracket of {points_text(score)}: {_list(standing)}."
    if floating:
        text += f" Left unpaired, to the next bracket: {_list(floating)}."
    if unmet:
        counts = ", ".join(f"[{name}] {value} ({_CRITERIA[name]})" for name, value in unmet.items())
        text += f" Not met in full: {counts}."
    return Reason(rule=f"{_RULE} 3", text=text)


def _level(first: FidePlayer, second: FidePlayer, articles: Articles) -> tuple[Reason, ...]:
    text = f"{first.number} and {second.number} stand in the score group of {points_text(first.pairing_score)}."
    return (Reason(rule=f"{articles.rule} {articles.group}", text=text),)


def _floated(first: FidePlayer, second: FidePlayer, articles: Articles) -> tuple[Reason, ...]:
    above, below = points_text(first.pairing_score), points_text(second.pairing_score)
    return (
        Reason(
            rule=f"{articles.rule} {articles.moved_down}",
            text=f"{first.number} was left unpaired with {above} and moved down to the bracket of {below}.",
        ),
        Reason(
            rule=f"{articles.rule} {articles.floats}",
            text=f"{first.number} ({above}) gets a downfloat, {second.number} ({below}) an upfloat.",
        ),
    )


def _granted(first: FidePlayer, second: FidePlayer, _initial: Colour) -> str:
    return f"Both preferences are granted: {_wish(first)}, {_wish(second)}."


def _stronger(first: FidePlayer, second: FidePlayer, _initial: Colour) -> str:
    return (
        f"The stronger preference is granted: {_wish(first)} (difference {first.difference:+d}), "
        f"{_wish(second)} (difference {second.difference:+d})."
    )


def _alternated(first: FidePlayer, second: FidePlayer, _initial: Colour) -> str:
    return (
        f"Equal preferences: the colours alternate from the last round in which {first.number} "
        f"({first.colours}) and {second.number} ({second.colours}) had different ones."
    )


def _higher(first: FidePlayer, second: FidePlayer, _initial: Colour) -> str:
    return f"Equal histories: the preference of {first.number}, ranked above {second.number}, is granted."


def _lot(first: FidePlayer, _second: FidePlayer, initial: Colour) -> str:
    parity = "odd" if first.tpn % 2 else "even"
    given = initial if first.tpn % 2 else initial.other
    return (
        f"Nobody has a preference: {first.number} has the {parity} pairing number {first.tpn} and gets "
        f"{_NAMES[given]}; the initial colour is {_NAMES[initial]}."
    )


_COLOUR_TEXT: Final = {1: _granted, 2: _stronger, 3: _alternated, 4: _higher, 5: _lot}


def _wish(one: FidePlayer) -> str:
    colour = f" for {_NAMES[one.wants]}" if one.wants is not None else ""
    return f"{one.number} has {_STRENGTHS[one.strength]} preference{colour}"


def _list(numbers: tuple[int, ...]) -> str:
    return ", ".join(str(number) for number in numbers)
