"""What stands on a card, in words: its values, and each word of its ability as a piece of a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from arcanum.guilds import abilities as a
from arcanum.guilds import effects as e
from arcanum.guilds.cards import ALL_FIEFDOMS, POWERS, Arcanum, Card, Kind
from arcanum.guilds.rules import Rules
from arcanum.kernel.agenda import EachOther, EachPlayer
from arcanum.kernel.listing import CardLine, Origin, origin_of
from arcanum.kernel.tell import number

_FLAGS: Final[dict[str, str]] = {
    "all-face-up": "every card is assigned faceup",
    "all-face-down": "every card is assigned facedown",
    "no-bribes": "nobody can be bribed",
    "no-militia": "no Militia can be hired",
    "ties-to-first-player": "the first player wins their ties, unless another tied player has a card for it",
    "no-locations": "Locations can only be discarded",
}
_LOOKS: Final[dict[str, str]] = {
    "agents": "look at the facedown cards of a District",
    "pile": "look at the next Stake of a District",
    "hand": "look at another player's hand",
}
_WHERE: Final[dict[str, str]] = {
    "any": "",
    "friendly": " in a Friendly District",
    "enemy": " in an Enemy District",
    "neutral": " in the Neutral District",
}
_DULL: Final = ("name", "emblem", "letter", "vp", "rank", "once_per_round", "main", "fiefdom")
"""Fields whose being printed tells nothing about the numbers or the ability of a card."""


def last_round(rules: Rules, number: int) -> str:
    """Which round is the last, with a warning where Agents are worth nothing unless they come home."""
    lost = "" if rules.cards_in_play_score else ", and cards left in Districts give no points"
    return f"round {number} is the last{lost}"


def card_line(card: Card) -> CardLine:
    """A card as one line of a list."""
    return CardLine(
        id=card.id,
        name=card.name,
        kind=card.kind.value,
        emblem=card.emblem or "",
        values=values_of(card),
        ability=ability_of(card),
        origin=origin(card),
    )


def origin(card: Card) -> Origin:
    """Whether the numbers and the ability of a card are printed in a rulebook; failing those, its other fields."""
    fields = [name for name in numbered(card) if name not in _DULL] or ["name"]
    rest = card.sources.get("*", "invented")
    return origin_of(card.sources.get(name, rest).startswith("text:") for name in fields)


def numbered(card: Card) -> list[str]:
    """The fields that say something about a card."""
    found = [power.name.lower() for power in POWERS if card.values[power]]
    found += ["ducat"] if card.ducat is not None else []
    found += ["count", "reward"] if card.kind is Kind.OBJECTIVE else []
    return found + (["ability"] if card.statics or card.program else [])


def values_of(card: Card) -> str:
    """The numbers on a card; a Main Arcanum has a star."""
    if card.kind is Kind.OBJECTIVE:
        return f"{card.count} of {card.fiefdom}, {number(card.reward, 'point')}"
    parts = [
        f"{power.name.lower()} {card.values[power]}{'*' if power in card.main else ''}"
        for power in POWERS
        if card.values[power] or power in card.main
    ]
    if card.ducat is not None or card.kind is Kind.PERSONALITY:
        parts.append(f"ducat {'-' if card.ducat is None else card.ducat}")
    if card.vp:
        parts.append(f"{card.vp} VP")
    if card.fiefdom is not None:
        parts.append("all fiefdoms" if card.fiefdom == ALL_FIEFDOMS else card.fiefdom)
    if card.rank is not None:
        parts.append(card.rank)
    return ", ".join(parts)


def ability_of(card: Card) -> str:
    """The ability of a card as one sentence."""
    text = said((*card.statics, *card.program))
    if not text:
        return ""
    return f"{'once a round: ' if card.once_per_round else ''}{text}"


def said(program: Iterable[object]) -> str:
    """Words one after the other."""
    return ", then ".join(_TOLD[type(word)](word) for word in program)


def _one(what: str) -> str:
    """One of a kind of thing, with its article.

    >>> _one("Agent"), _one("Relic")
    ('an Agent', 'a Relic')
    """
    return f"{'an' if what[0] in 'AEIOU' else 'a'} {what}"


def _cards(count: int) -> str:
    return "a card" if count == 1 else f"{count} cards"


def _more(amount: int, what: str = "") -> str:
    return f"{abs(amount)}{what} {'more' if amount >= 0 else 'less'}"


def _in(arcanum: Arcanum | None) -> str:
    return "each arcanum" if arcanum is None else arcanum.title


def _kind(kind: str | None) -> str:
    return "card" if kind is None else kind.capitalize()


def _stakes(kind: str | None) -> str:
    return "Stakes" if kind is None else {"personality": "Personalities"}.get(kind, f"{kind.capitalize()}s")


def _tie_win(word: a.TieWin) -> str:
    counted = "" if word.main is None else f" when counting {word.main.title}"
    return f"wins ties for {_stakes(word.kind)}{counted}"


def _agent_value(word: a.AgentValue) -> str:
    where = _WHERE[word.where]
    if word.amount is None:
        return f"each Agent{where} counts {word.set} in {_in(word.arcanum)}"
    return f"each Agent{where} counts {_more(word.amount)} in {_in(word.arcanum)}"


def _threshold(word: a.Threshold) -> str:
    return f"{_stakes(word.kind)} take {_more(word.amount)} to win"


def _end_points(word: a.EndPoints) -> str:
    what = _stakes(word.kind) if word.fiefdom is None else f"Stakes of {word.fiefdom}"
    return f"at the end {word.points} VP for each of its owner's {what}"


def _win_stake(word: e.WinStake) -> str:
    which = "Stake" if word.kind is None else _kind(word.kind)
    return f"win {_one(which)} that takes at most {word.threshold}{_WHERE[word.where]}, with an Agent there"


def _draw_and_play(word: e.DrawAndPlay) -> str:
    if word.draw == 1:
        return "draw a card and play it"
    rest = "" if word.play >= word.draw else ", discard the rest"
    return f"draw {_cards(word.draw)}, play {word.play if rest else 'all'} of them{rest}"


def _move(word: e.MoveAgent) -> str:
    whose = {"own": "one of one's own Agents", "foreign": "an Agent of another player", "any": "an Agent"}[word.whose]
    return f"move {whose} to another District"


def _choose(word: e.Choose) -> str:
    options = " / ".join(f"{each.name}: {said(each.program)}" for each in word.alternatives)
    return f"{'perhaps ' if word.optional else ''}one of [{options}]"


_TOLD: Final[dict[type, Callable[[Any], str]]] = {
    a.TieWin: _tie_win,
    a.CopyValues: lambda word: "takes the values of another Agent in its District",
    a.AgentValue: _agent_value,
    a.Threshold: _threshold,
    a.BribeValue: lambda word: f"a bribe comes to {_more(word.amount)}",
    a.HandSize: lambda word: f"draws {_more(word.amount)} at the start of a round",
    a.Flag: lambda word: _FLAGS[word.name],
    a.Thwart: lambda word: "may undo a Location that another player plays",
    a.EndPoints: _end_points,
    e.Draw: lambda word: f"draw {_cards(word.count)}",
    e.DrawAndPlay: _draw_and_play,
    e.DiscardFromHand: lambda word: f"discard {_cards(word.count)}",
    e.Recover: lambda word: f"take {_one(_kind(word.kind))} from one's own Discard Pile",
    e.Recall: lambda word: f"take {_one(_kind(word.kind))} of one's own back from a District",
    e.Banish: lambda word: f"send another player's Agent{_WHERE[word.where]} away",
    e.MoveAgent: _move,
    e.Look: lambda word: _LOOKS[word.at],
    e.Reveal: lambda word: "turn up all facedown cards of a District",
    e.SwapStakes: lambda word: "exchange the Stakes of two Districts",
    e.CycleStake: lambda word: "put a Stake beneath its pile and turn up the next",
    e.ShufflePile: lambda word: "shuffle the pile of a District",
    e.WinStake: _win_stake,
    e.Strengthen: lambda word: f"one's total in a District is {_more(word.amount)} in {_in(word.arcanum)} this round",
    e.ExtraAction: lambda word: "take another action" if word.count == 1 else f"take {word.count} more actions",
    e.Choose: _choose,
    EachOther: lambda word: f"every other player: {said(word.program)}",
    EachPlayer: lambda word: f"every player: {said(word.program)}",
}
