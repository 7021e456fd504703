"""A second scorer, written from the rulebook's prose and sharing no code with the engine.

It moves tokens and compares cards the way people at a table do: slowly, one thing after the other, with words for
suits and its own copy of the scoring area. Properties and `scoring_soak` let it and the engine score the same
positions.
"""

from __future__ import annotations

Hidden = list[tuple[str, int]]
"""One player's hidden cards: suit by name, and the number of the card with the court from 11 to 14.

The Fool is not among them; once its owner has named a House, `lay_fool` puts it to the cards of that suit.
"""

Area = dict[int, list[int]]

SCORING_AREA: Area = {1: [16, 8, 4], 2: [12, 6, 3], 3: [10, 5, 2], 4: [8, 4, 2]}
"""What stands beside each space: for dominating, influencing, having a presence."""

SPECIAL_AREA: Area = {1: [8, 4, 0], 2: [6, 3, 0], 3: [5, 2, 0], 4: [4, 2, 0]}
"""The same when the World is played."""


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


def lay_fool(hidden: list[Hidden], owner: int, house: str) -> list[Hidden]:
    """The hidden cards with the Fool as one more card of a suit, worth nothing."""
    table = [list(cards) for cards in hidden]
    table[owner].append((house, 0))
    return table


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


def score(prestige: dict[str, int], hidden: list[Hidden], area: Area = SCORING_AREA) -> dict[str, list[int]]:
    """What every House pays to every player, the Houses in the order in which they are evaluated."""
    paid = {}
    for space, houses in place_tokens(prestige).items():
        for house in houses:
            paid[house] = score_house(house, area[space], hidden)
    return paid


def totals(prestige: dict[str, int], hidden: list[Hidden], area: Area = SCORING_AREA) -> list[int]:
    """The points of the whole scoring, by player."""
    points = [0] * len(hidden)
    for paid in score(prestige, hidden, area).values():
        for player, gained in enumerate(paid):
            points[player] += gained
    return points


def tokens_afterwards(prestige: dict[str, int], *, special: bool) -> dict[str, int]:
    """Where the tokens of the Houses are when all is scored."""
    return dict(prestige) if special else dict.fromkeys(prestige, 0)


def final_ranking(points: list[int], hands: list[int]) -> list[list[int]]:
    """The players from the first place to the last; those who share a place stand together.

    More points are better; with the same points, more cards left in hand.
    """
    ranking: list[list[int]] = []
    left = list(range(len(points)))
    while left:
        ahead = [left[0]]
        for player in left[1:]:
            leader = ahead[0]
            if points[player] > points[leader]:
                ahead = [player]
            elif points[player] == points[leader]:
                if hands[player] > hands[leader]:
                    ahead = [player]
                elif hands[player] == hands[leader]:
                    ahead.append(player)
        ranking.append(ahead)
        left = [player for player in left if player not in ahead]
    return ranking
