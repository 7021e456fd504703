"""The constraints C1 to C17 on a catalogue: counts of the edition, values that the texts print, Stakes that can be won.

What a single card must look like (C10, C16, the words of C15) is checked when the card is read; here is what needs
several cards, or the text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from arcanum.guilds import abilities as a
from arcanum.guilds.cards import ALL_FIEFDOMS, POWERS, STAKE, Arcanum, Card, Kind
from arcanum.guilds.clause_ids import (
    AMB_28,
    F_SETUP_1,
    F_SETUP_2,
    R_COMP_2,
    R_COMP_3,
    R_COMP_4,
    R_COMP_5,
    R_COMP_6,
    R_COMP_7,
    R_COMP_8,
    R_COMP_9,
    R_HARL_1,
    R_TIE_3,
)
from arcanum.guilds.effects import VOCABULARY, DiscardFromHand, Draw, DrawAndPlay, Recall, Recover
from arcanum.kernel.agenda import Choose, EachOther, EachPlayer
from arcanum.kernel.cite import cites
from arcanum.kernel.words import Fault

if TYPE_CHECKING:
    from arcanum.guilds.catalogue import Catalogue

_GUILDS: Final = {
    "first": ("blades", "thieves", "usurers", "ferrymen"),
    "revised": ("blades", "thieves", "usurers", "ferrymen", "fortune-tellers", "architects"),
}
_DECK: Final = {Kind.AGENT: 9, Kind.LOCATION: 1, Kind.RELIC: 1}
_ALL_OF_A_GUILD: Final = {Kind.AGENT: 14, Kind.LOCATION: 3, Kind.RELIC: 3}
_STAKES: Final = {Kind.RELIC: 31, Kind.LOCATION: 36, Kind.PERSONALITY: 49}
_LEAST_STAKES: Final = 60
_LEAST_OBJECTIVES: Final = 16
_TOTAL: Final = 304
_HAND: Final = 4
_STATIC_FOR: Final[dict[Kind, tuple[type, ...]]] = {
    Kind.CREST: (a.TieWin, a.AgentValue, a.Threshold, a.BribeValue, a.HandSize),
    Kind.AGENT: (a.TieWin, a.CopyValues),
    Kind.PERSONALITY: (a.TieWin, a.CopyValues),
    Kind.MASTER: (a.TieWin, a.AgentValue, a.Threshold, a.BribeValue, a.HandSize, a.Thwart, a.EndPoints),
    Kind.EVENT: (a.AgentValue, a.Threshold, a.BribeValue, a.HandSize, a.Flag),
}
_GIVES_CARDS: Final = (Draw, DrawAndPlay, Recover, Recall)

_PRINTED: Final[Mapping[str, Mapping[str, object]]] = {
    "barhan-sword": {"kind": Kind.RELIC, "emblem": STAKE, "main": (Arcanum.SWORD,), "sword": 4, "ducat": 4},
    "crossbowman": {"emblem": "ferrymen", "kind": Kind.AGENT, "sword": 3},
    "funeral": {"emblem": "ferrymen", "kind": Kind.AGENT, "sword": 2, "cup": 3},
    "merchant-of-the-kraken": {"emblem": "ferrymen", "kind": Kind.AGENT, "sword": 1, "cup": 2},
    "pale": {"emblem": "usurers", "kind": Kind.AGENT, "sword": 3},
    "great-treasurer": {"staff": 6},
    "necromancer": {"cup": 3},
    "quarterstaffer": {},
    "ayane": {"kind": Kind.PERSONALITY, "main": (Arcanum.SWORD,), "ducat": 7},
    "repentants-house": {"kind": Kind.LOCATION},
    "day-of-abundance": {"kind": Kind.EVENT},
}
"""C11: what the Revised Edition prints of its cards."""
_SEVERAL_MAINS: Final = {"harlequin": 3, "penthow": 2}
"""C11: the Stakes with several Main Arcana that both texts name, and the least number of them."""


def check(catalogue: Catalogue) -> Iterator[Fault]:
    """Everything that is wrong with a catalogue whose cards are all readable."""
    yield from _unique(catalogue)
    yield from _marker_cards(catalogue)
    yield from _guilds(catalogue)
    if catalogue.edition == "revised":
        yield from _counts_of_the_revised_edition(catalogue)
    else:
        yield from _counts_of_the_first_edition(catalogue)
    yield from _printed(catalogue)
    yield from _attainable(catalogue)
    yield from _winnable(catalogue)
    yield from _bribable(catalogue)
    for card in catalogue:
        yield from _words(card, catalogue.edition)


def _unique(catalogue: Catalogue) -> Iterator[Fault]:
    for id, count in Counter(card.id for card in catalogue).items():
        if count > 1:
            yield Fault(f"card {id}", f"C1: the id is used {count} times")


@cites(R_COMP_5)
def _marker_cards(catalogue: Catalogue) -> Iterator[Fault]:
    for kind in (Kind.END_CARD, Kind.FIRST_PLAYER):
        count = len(catalogue.of(kind))
        if count != 1:
            yield Fault(kind.value, f"C8: there must be one such card, not {count}")


@cites(R_COMP_2, R_COMP_3, F_SETUP_1, F_SETUP_2, AMB_28)
def _guilds(catalogue: Catalogue) -> Iterator[Fault]:
    number = "C9" if catalogue.edition == "first" else "C2"
    crests = Counter(card.emblem for card in catalogue.of(Kind.CREST))
    for guild in _GUILDS[catalogue.edition]:
        if crests[guild] != 1:
            yield Fault("crest", f"{number}: the guild {guild!r} must have one crest, not {crests[guild]}")
        cards = catalogue.guild_cards(guild)
        whole = _DECK if catalogue.edition == "first" else _ALL_OF_A_GUILD
        yield from _counted(f"guild {guild}", number, "", Counter(card.kind for card in cards), whole)
        if catalogue.edition == "revised":
            basic = Counter(card.kind for card in cards if card.letter == "A")
            yield from _counted(f"guild {guild}", number, " lettered A", basic, _DECK)
            other = sum(card.letter == "B" for card in cards)
            if other != sum(_ALL_OF_A_GUILD.values()) - sum(_DECK.values()):
                yield Fault(f"guild {guild}", f"C2: there must be 9 cards lettered B, not {other}")
    for emblem in crests:
        if emblem not in _GUILDS[catalogue.edition]:
            yield Fault("crest", f"{number}: the {catalogue.edition} edition has no guild {emblem!r}")


def _counted(
    where: str, number: str, which: str, found: Mapping[Kind, int], wanted: Mapping[Kind, int]
) -> Iterator[Fault]:
    for kind, count in wanted.items():
        if found.get(kind, 0) != count:
            yield Fault(
                where, f"{number}: there must be {count} cards of kind {kind.value}{which}, not {found.get(kind, 0)}"
            )


@cites(R_COMP_4, R_COMP_6, R_COMP_7, R_COMP_8, R_COMP_9)
def _counts_of_the_revised_edition(catalogue: Catalogue) -> Iterator[Fault]:
    yield from _counted("Stakes", "C3", "", Counter(card.kind for card in catalogue.stakes), _STAKES)
    yield from _lettered(catalogue.stakes, "A", "C3")
    yield from _militia(catalogue, "C4")
    yield from _lettered(catalogue.of(Kind.MILITIA), "D", "C4")
    for guild in catalogue.guilds:
        count = sum(not card.is_added for card in catalogue.of(Kind.MASTER, guild))
        if count != 3:
            yield Fault(f"guild {guild}", f"C5: there must be 3 Guild Masters, not {count}")
    yield from _lettered(catalogue.of(Kind.MASTER), "E", "C5")
    for kind, wanted, letter, number in ((Kind.OBJECTIVE, 24, "C", "C6"), (Kind.EVENT, 12, "F", "C7")):
        cards = catalogue.of(kind)
        if len(cards) != wanted:
            yield Fault(kind.value, f"{number}: there must be {wanted} such cards, not {len(cards)}")
        yield from _lettered(cards, letter, number)
    for kind in (Kind.CREST, Kind.END_CARD, Kind.FIRST_PLAYER):
        yield from _lettered(catalogue.of(kind), "A", "C8")
    count = sum(not _is_added_master(card) for card in catalogue)
    if count != _TOTAL:
        yield Fault("the file", f"C17: the Revised Edition has {_TOTAL} cards, not {count}")


def _is_added_master(card: Card) -> bool:
    """Whether a house rule has added a Guild Master: such cards are not counted."""
    return card.kind is Kind.MASTER and card.is_added


def _lettered(cards: tuple[Card, ...], letter: str, number: str) -> Iterator[Fault]:
    for card in cards:
        if card.letter != letter:
            yield Fault(f"{card.kind.value} {card.id}", f"{number}: its letter must be {letter}, not {card.letter}")


def _militia(catalogue: Catalogue, number: str) -> Iterator[Fault]:
    ranks = Counter(card.rank for card in catalogue.of(Kind.MILITIA))
    if ranks != {"captain": 2, "soldier": 4}:
        yield Fault("militia", f"{number}: there must be 2 captains and 4 soldiers, not {dict(ranks)}")


def _counts_of_the_first_edition(catalogue: Catalogue) -> Iterator[Fault]:
    yield from _militia(catalogue, "C9")
    if len(catalogue.stakes) < _LEAST_STAKES:
        yield Fault("Stakes", f"C9: there must be at least {_LEAST_STAKES}, not {len(catalogue.stakes)}")
    if len(catalogue.of(Kind.OBJECTIVE)) < _LEAST_OBJECTIVES:
        count = len(catalogue.of(Kind.OBJECTIVE))
        yield Fault("objective", f"C9: there must be at least {_LEAST_OBJECTIVES} Objectives, not {count}")
    for kind in (Kind.MASTER, Kind.EVENT):
        if not all(_is_added_master(card) for card in catalogue.of(kind)):
            yield Fault(kind.value, "C9: the first edition has no such cards")
    for card in catalogue:
        if card.letter is not None:
            yield Fault(f"{card.kind.value} {card.id}", "C9: cards of the first edition have no letter")


@cites(R_HARL_1, R_TIE_3)
def _printed(catalogue: Catalogue) -> Iterator[Fault]:
    for id, wanted in _PRINTED.items():
        if id not in catalogue:
            if catalogue.edition == "revised":
                yield Fault(f"card {id}", "C11: the text names this card")
            continue
        yield from _as_printed(catalogue[id], wanted)
    for id, least in _SEVERAL_MAINS.items():
        if id not in catalogue:
            yield Fault(f"card {id}", "C11: the text names this card")
        elif len(catalogue[id].main) < least:
            yield Fault(f"personality {id}", f"C11: it must have at least {least} Main Arcana")
    if "penthow" in catalogue and any(catalogue["penthow"].values[each] != 2 for each in catalogue["penthow"].main):
        yield Fault("personality penthow", "C11: 2 is the least that wins it")
    if "harlequin" in catalogue and not any(isinstance(each, a.CopyValues) for each in catalogue["harlequin"].statics):
        yield Fault("personality harlequin", "C11: it copies the values of another Agent")
    for guild, word in (("ferrymen", a.TieWin(main=Arcanum.STAFF)), ("thieves", a.TieWin(kind="relic"))):
        if guild in catalogue.crests and catalogue.crests[guild].statics != (word,):
            yield Fault(f"crest of the {guild}", "C11: the text prints what ties it wins")
    house = catalogue.cards and "repentants-house" in catalogue and catalogue["repentants-house"].program
    if house and not (
        len(house) == 1 and isinstance(house[0], DrawAndPlay) and (house[0].draw, house[0].play) == (2, 1)
    ):
        yield Fault("location repentants-house", "C11: it draws two cards and plays one of them")
    ogrokh = [card.count for card in catalogue.of(Kind.OBJECTIVE) if card.fiefdom == "ogrokh"]
    if catalogue.edition == "revised" and 3 not in ogrokh:
        yield Fault("objective", "C11: one of them asks for 3 Stakes of ogrokh")


def _as_printed(card: Card, wanted: Mapping[str, object]) -> Iterator[Fault]:
    for field, value in wanted.items():
        power = next((each for each in POWERS if each.name.lower() == field), None)
        found = getattr(card, field) if power is None else card.values[power]
        if found != value:
            shown = value.value if isinstance(value, Kind) else value
            yield Fault(f"{card.kind.value} {card.id}", f"C11: the text prints {field} {shown}")


def _attainable(catalogue: Catalogue) -> Iterator[Fault]:
    stakes = Counter(card.fiefdom for card in catalogue.stakes)
    for card in catalogue.of(Kind.OBJECTIVE):
        most = stakes[card.fiefdom] + stakes[ALL_FIEFDOMS]
        if not 1 <= card.count <= most:
            yield Fault(f"objective {card.id}", f"C12: it asks for {card.count} Stakes, and there are {most}")
        if card.reward < 1:
            yield Fault(f"objective {card.id}", "C12: it must be worth a point at least")


def _winnable(catalogue: Catalogue) -> Iterator[Fault]:
    for guild in catalogue.guilds:
        agents = [card.values for card in catalogue.starting_deck(guild) if card.kind is Kind.AGENT]
        for arcanum in POWERS:
            best = sum(sorted((values[arcanum] for values in agents), reverse=True)[:_HAND])
            for card in catalogue.stakes:
                if arcanum in card.main and card.values[arcanum] > best:
                    what = f"{arcanum.name.lower()} {card.values[arcanum]}"
                    yield Fault(
                        f"{card.kind.value} {card.id}",
                        f"C13: it takes {what}, and four Agents of the {guild} have {best}",
                    )


def _bribable(catalogue: Catalogue) -> Iterator[Fault]:
    prices = [card.ducat for card in catalogue.of(Kind.PERSONALITY)]
    dashes = prices.count(None)
    if prices and not 0 < dashes < len(prices) / 2:
        yield Fault("personality", f"C14: some show a dash and most a price, but {dashes} of {len(prices)} show a dash")


def _words(card: Card, edition: str) -> Iterator[Fault]:
    """C15: each word where it works. In the first edition only guild cards break ties."""
    where = f"{card.kind.value} {card.id}: ability"
    if edition == "first" and card.kind is not Kind.CREST and any(isinstance(word, a.TieWin) for word in card.statics):
        yield Fault(where, "C15: in the first edition only the guild's own card wins ties")
    for word in card.statics:
        if not isinstance(word, _STATIC_FOR.get(card.kind, ())):
            yield Fault(where, f"C15: the word {VOCABULARY.name_of(word)!r} does not work on a card of this kind")
    if card.program and card.kind not in (Kind.LOCATION, Kind.MASTER, Kind.EVENT):
        yield Fault(where, "C15: nothing carries out the words of such a card; it can only have words in force")
    if card.kind is Kind.MASTER and card.statics and card.program:
        yield Fault(where, "C15: a Guild Master has words in force or words carried out, not both")
    if card.kind is Kind.MASTER and a.Thwart() in card.statics and not card.once_per_round:
        yield Fault(where, "C15: 'thwart' works once a round")
    if card.kind is Kind.MASTER and card.program and not card.once_per_round:
        pays = isinstance(card.program[0], DiscardFromHand)
        if not pays or any(isinstance(word, _GIVES_CARDS) for word in _all_words(card.program)):
            yield Fault(
                where, "C15: without a limit it must begin with 'discard' and give no card back, or it never ends"
            )


def _all_words(program: tuple[object, ...]) -> Iterator[object]:
    for word in program:
        yield word
        if isinstance(word, EachOther | EachPlayer):
            yield from _all_words(word.program)
        elif isinstance(word, Choose):
            for each in word.alternatives:
                yield from _all_words(each.program)
