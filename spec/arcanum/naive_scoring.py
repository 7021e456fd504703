"""A second scorer, written from the rulebook's prose and sharing no code with the engine.

It moves tokens and compares cards the way people at a table do: slowly, one thing after the other, with words for
suits and its own copy of the scoring area. It knows no Fool. `test_scoring` lets it and the engine score the same
positions.
"""

from __future__ import annotations

Hidden = list[tuple[str, int]]
"""One player's hidden cards: suit by name, and the number of the card with the court from 11 to 14."""

SCORING_AREA = {1: [16, 8, 4], 2: [12, 6, 3], 3: [10, 5, 2], 4: [8, 4, 2]}
"""What stands beside each space: for dominating, influencing, having a presence."""


def place_tokens(prestige: dict[str, int]) -> dict[int, list[str]]:
    """Take the tokens off the track, the foremost first, and put them on the spaces of the scoring area."""
    spaces: dict[int, list[str]] = {1: [], 2: [], 3: [], 4: []}
    on_track = dict(prestige)
    while on_track:
        foremost = max(on_track.values())
        together = [house for house, square in on_track.items() if square == foremost]
        space = 1
        for tokens in spaces.values():
            space += len(tokens)
        for house in together:
            spaces[space].append(house)
            del on_track[house]
    return spaces


def score_house(house: str, values: list[int], hidden: list[Hidden]) -> list[int]:
    """What each player gets for a House whose space shows these values."""
    points = [0] * len(hidden)
    showing = {}
    for player, cards in enumerate(hidden):
        shown = [number for suit, number in cards if suit == house]
        if shown:
            showing[player] = shown
    left = list(values)
    while showing and left:
        most_cards = max(len(shown) for shown in showing.values())
        with_most = {player: shown for player, shown in showing.items() if len(shown) == most_cards}
        highest = max(sum(shown) for shown in with_most.values())
        equal = [player for player, shown in with_most.items() if sum(shown) == highest]
        pot = 0
        for player in equal:
            if left:
                pot += left.pop(0)
            del showing[player]
        while pot >= len(equal):
            for player in equal:
                points[player] += 1
                pot -= 1
    return points


def score(prestige: dict[str, int], hidden: list[Hidden]) -> dict[str, list[int]]:
    """What every House pays to every player, the Houses in the order in which they are evaluated."""
    paid = {}
    for space, houses in place_tokens(prestige).items():
        for house in houses:
            paid[house] = score_house(house, SCORING_AREA[space], hidden)
    return paid


def totals(prestige: dict[str, int], hidden: list[Hidden]) -> list[int]:
    """The points of the whole scoring, by player."""
    points = [0] * len(hidden)
    for paid in score(prestige, hidden).values():
        for player, gained in enumerate(paid):
            points[player] += gained
    return points
