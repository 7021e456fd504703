"""The oracles give the rulebooks' own examples, with no engine in between."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import pytest

from arcanum.kernel.clauses import index_of

from . import bribes, minors, scoring, struggles
from .asp import Answer, Atom
from .guild_table import ARCANA, card_facts, faces

TAROT, GUILDS = index_of("arcanum.tarot"), index_of("arcanum.guilds")
PRINTINGS = ("consensus", *TAROT.printings)
FERRYMEN, USURERS, BLADES, THIEVES = range(4)
GUILD_NAMES = ("ferrymen", "usurers", "blades", "thieves")


def only(answers: frozenset[Answer]) -> Answer:
    """The one way in which things can go on."""
    (answer,) = answers
    return answer


# --- Arcanum ----------------------------------------------------------------------------------------------------------

LUCA, PIERO, MARIO = range(3)
EXAMPLE: tuple[Atom, ...] = (
    *(("seat", seat) for seat in (LUCA, PIERO, MARIO)),
    ("players", 4),  # the example has three players score in turn 3, in which only more than three do
    ("length", "short"),
    ("turn", 3),
    ("occasion", "turn"),
    ("prestige", "swords", 10),
    ("prestige", "pentacles", 8),
    ("prestige", "wands", 8),
    ("prestige", "chalices", 3),
    *(("hides", LUCA, *card) for card in (("swords", 5), ("pentacles", 10), ("wands", 8))),
    *(("hides", LUCA, *card) for card in (("chalices", 2), ("chalices", "knave"))),
    *(("hides", PIERO, *card) for card in (("swords", 1), ("swords", 9), ("pentacles", "queen"), ("wands", 7))),
    *(("hides", MARIO, *card) for card in (("pentacles", 2), ("pentacles", 4), ("wands", "king"))),
)


@pytest.mark.parametrize("printing", PRINTINGS)
def test_the_scoring_that_every_printing_counts_through(printing: str) -> None:
    answer = only(scoring.COMPARISON.oracle.judge(printing, EXAMPLE).answers)
    totals = Counter[int]()
    for atom in answer:
        match atom:
            case ("standing", _, int(seat), _, _, int(points)):
                totals[seat] += points
    assert tuple(totals[seat] for seat in (LUCA, PIERO, MARIO)) == TAROT["SCORE-22"].parameter("totals", printing)
    ranks = TAROT["SCORE-3"].parameter("ranks", printing)
    assert isinstance(ranks, Mapping)
    assert {atom[1]: atom[2] for atom in answer if atom[0] == "rank"} == dict(ranks)


@pytest.mark.parametrize("printing", PRINTINGS)
def test_a_queen_moves_to_one_of_the_nine_other_locations(printing: str) -> None:
    facts: list[Atom] = [("holds", "pentacles", "queen"), ("stands", "queen", "pentacles", 9)]
    answer = only(minors.COMPARISON.oracle.judge(printing, facts).answers)
    locations = sorted(location for name, *_, location in answer if name == "played" and isinstance(location, int))
    assert locations == [location for location in range(1, 11) if location != 9]
    assert len(locations) == TAROT["MIN-B6"].parameter("destinations", printing)


@pytest.mark.parametrize("printing", PRINTINGS)
def test_the_four_of_swords_moves_a_blue_figure_that_is_not_there_yet(printing: str) -> None:
    facts: list[Atom] = [("holds", "swords", 4), ("stands", "king", "swords", 4), ("stands", "knave", "swords", 7)]
    facts += [("stands", "knave", suit, 7) for suit in ("wands", "pentacles", "chalices")]
    answer = only(minors.COMPARISON.oracle.judge(printing, facts).answers)
    assert [atom for atom in answer if atom[0] == "played"] == [("played", "swords", 4, "knave", "swords", 4)]


# --- Arcana -----------------------------------------------------------------------------------------------------------


def table(stake: str, cards: Iterable[tuple[str, int]], also: Sequence[str] = ()) -> list[Atom]:
    """Guilds around a Stake in the Neutral District, with faceup cards there."""
    lying = list(cards)
    named = [stake, *(card for card, _ in lying), *also, *(f"crest-{guild}" for guild in GUILD_NAMES)]
    return [
        ("players", len(GUILD_NAMES)),
        ("first_player", THIEVES),
        *(atom for seat, guild in enumerate(GUILD_NAMES) for atom in (("seat", seat), ("guild", seat, guild))),
        *(("friend", "D0", seat) for seat in (FERRYMEN, USURERS)),
        ("top", "N", stake),
        *(("placed", "N", card, owner, "faceup") for card, owner in lying),
        *(atom for card in named if card in faces("revised") for atom in card_facts("revised", card)),
    ]


def settled(stake: str, *cards: tuple[str, int]) -> list[Answer]:
    """All ways in which a struggle can end."""
    return list(struggles.ORACLE.judge("revised", [*table(stake, cards), ("here", "N")]).answers)


def claims(answer: Answer) -> dict[object, object]:
    """Who claims how much."""
    return {atom[1]: atom[2] for atom in answer if atom[0] == "claim"}


def winner(answer: Answer) -> int | None:
    """Who wins."""
    return next((int(atom[1]) for atom in answer if atom[0] == "winner"), None)


def test_the_barhan_sword_goes_to_the_ferrymen() -> None:
    (answer,) = settled("barhan-sword", ("crossbowman", FERRYMEN), ("funeral", FERRYMEN), ("pale", USURERS))
    assert (claims(answer), winner(answer)) == ({FERRYMEN: 5, USURERS: 3}, FERRYMEN)
    assert {("goes", "pale", USURERS), ("goes", "barhan-sword", FERRYMEN)} <= answer


def test_without_the_crossbowman_nobody_gets_the_barhan_sword() -> None:
    (answer,) = settled("barhan-sword", ("funeral", FERRYMEN), ("pale", USURERS))
    assert (claims(answer), winner(answer)) == ({FERRYMEN: 2, USURERS: 3}, None)
    assert {("stays", "funeral", "faceup"), ("stays", "pale", "faceup")} <= answer


def test_six_staffs_beat_five_cups_for_the_harlequin() -> None:
    cards = (("funeral", FERRYMEN), ("merchant-of-the-kraken", FERRYMEN), ("great-treasurer", USURERS))
    (answer,) = settled("harlequin", *cards)
    assert (claims(answer), winner(answer)) == ({FERRYMEN: 5, USURERS: 6}, USURERS)


def test_the_harlequin_may_copy_the_necromancer() -> None:
    cards = (("harlequin", USURERS), ("necromancer", USURERS), ("quarterstaffer", BLADES))
    answers = settled("self-filling-alembic", *cards)
    (copied,) = (answer for answer in answers if ("copies", "harlequin", "necromancer") in answer)
    assert claims(copied)[USURERS] == GUILDS["R-HARL-6"].parameter("total")
    assert len(answers) == len(cards) - 1


@pytest.mark.parametrize("number", range(3))
def test_ferrymen_and_thieves_break_ties_unless_both_can(number: int) -> None:
    cases = GUILDS["R-TIE-3"].parameter("cases")
    assert isinstance(cases, tuple)
    case = cases[number]
    assert isinstance(case, Mapping)
    facts = table("a Stake", (("an Agent", FERRYMEN), ("another", THIEVES)))
    facts += [("card", "a Stake", str(case["kind"])), ("emblem", "a Stake", "stake")]
    facts += [("main", "a Stake", str(case["main"])), ("card", "an Agent", "agent"), ("card", "another", "agent")]
    facts += [("value", card, each, 3) for card in ("a Stake", "an Agent", "another") for each in ARCANA]
    found = winner(only(struggles.ORACLE.judge("revised", [*facts, ("here", "N")]).answers))
    assert ("" if found is None else GUILD_NAMES[found]) == case["winner"]


def test_the_ferrymen_bribe_ayane() -> None:
    cards = [("merchant-of-the-kraken", FERRYMEN), ("funeral", FERRYMEN), ("pale", USURERS)]
    facts = [*table("ayane", cards, ["barhan-sword"]), ("acts", FERRYMEN), ("holds", "barhan-sword")]
    answers = bribes.COMPARISON.oracle.judge("revised", [*facts, ("next", "N", "harlequin")]).answers
    (answer,) = (answer for answer in answers if ("does", "bribe", "barhan-sword", "funeral") in answer)
    assert ("bribed", 7, 7, "won") in answer
    assert {("goes", "pale", USURERS), ("goes", "ayane", FERRYMEN), ("shown", "harlequin")} <= answer
