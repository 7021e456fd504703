"""Setup: guilds, Decks, the piles of Stakes, the end card, the first player."""

from __future__ import annotations

from collections import Counter

import attrs
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum import records
from arcanum.guilds import MODULES, Card, Kind
from arcanum.guilds.abilities import TieWin
from arcanum.guilds.clause_ids import (
    AMB_28,
    R_ARC_4,
    R_COMP_2,
    R_SETUP_1,
    R_SETUP_2,
    R_SETUP_3,
    R_SETUP_4,
    R_SETUP_5,
    R_SETUP_6,
    R_SETUP_7,
    R_SETUP_8,
    R_SETUP_9,
    R_SETUP_10,
    R_SETUP_11,
    R_SETUP_12,
)
from arcanum.guilds.events import EndCardShown, RoundBegan, Settled, StakeShown
from arcanum.guilds.state import Phase
from arcanum.kernel.events import Seat
from arcanum.spec import proves
from arcanum.spec.chance import is_even, is_shuffled
from arcanum.spec.games import fitting, refuses, step
from arcanum.spec.guilds.arrange import fresh, settled, with_cards, with_stake
from arcanum.spec.guilds.games import (
    Game,
    any_players,
    edition_of,
    editions,
    expected,
    games,
    guild_rules,
    module_sets,
    row,
    saying,
    threshold,
)

from .setup_kit import (
    GUILD_KINDS,
    RULESETS,
    Agreement,
    agreements,
    boxed_stakes,
    end_card_place,
    live_cards,
    many_tables,
    places,
    seated,
    seen,
    stated,
    table,
    with_faces,
)

KINDS_SET_ASIDE = {
    "militia": Kind.MILITIA,
    "masters": Kind.MASTER,
    "objectives": Kind.OBJECTIVE,
    "events": Kind.EVENT,
}


def starting_cards(ruleset: str, guild: str) -> list[str]:
    """The cards that a guild starts with: those with the letter that the index names."""
    return lettered(ruleset, guild, expected(R_SETUP_2, "letter", edition_of(ruleset)) or None)


def lettered(ruleset: str, guild: str, letter: object) -> list[str]:
    """The cards of a guild's Deck with a letter."""
    own = [card for card in guild_rules(ruleset).catalogue if card.emblem == guild and card.kind.value in GUILD_KINDS]
    return [card.id for card in own if card.letter == letter]


# --- what stays in the box --------------------------------------------------------------------------------------------


@proves(R_SETUP_1)
@given(games(rulesets=editions(R_SETUP_1), modules=module_sets(never=MODULES)))
def test_without_modules_their_cards_stay_out_of_the_game(game: Game) -> None:
    """In no state of a basic game is a Militia, a Guild Master, an Objective, an Event or a lettered card about."""
    kinds = {KINDS_SET_ASIDE[str(name)] for name in row(R_SETUP_1, "aside", game.printing)}
    assert kinds == set(KINDS_SET_ASIDE.values())
    for state in game.states:
        live = [state.card(card) for card in live_cards(state)]
        assert not kinds & {card.kind for card in live}
        assert {card.letter for card in live} == {expected(R_ARC_4, "basic", game.printing)}


@proves(R_SETUP_3)
@given(games(rulesets=editions(R_SETUP_3), modules=module_sets(never=("customise",))))
def test_the_guild_cards_lettered_b_are_laid_aside(game: Game) -> None:
    """Each guild has nine more cards; unless players customise their guilds nobody ever meets one of them."""
    letter = expected(R_SETUP_3, "letter", game.printing)
    guilds = map(str, row(R_COMP_2, "guilds", game.printing))
    other = {guild: set(lettered(game.ruleset, guild, letter)) for guild in guilds}
    assert {len(cards) for cards in other.values()} == {stated(R_SETUP_3, "cards", game.printing)}
    aside = set().union(*other.values())
    assert all(aside.isdisjoint(live_cards(state)) for state in game.states)


# --- guilds and Decks -------------------------------------------------------------------------------------------------


@proves(R_SETUP_2)
@given(agreements(modules=module_sets(never=("customise",))), st.data())
def test_everybody_starts_with_the_eleven_cards_of_the_guild_he_picks(
    agreement: Agreement, data: st.DataObject
) -> None:
    """Players get the guilds they ask for, and the Deck before the first draw is that guild's eleven A cards."""
    known = row(R_COMP_2, "guilds", agreement.edition)
    guilds = tuple(map(str, data.draw(st.permutations(known), "guilds")))[: agreement.players]
    state = agreement.set_up(guilds=guilds)
    assert tuple(player.guild for player in state.players) == guilds
    for player in state.players:
        cards = starting_cards(agreement.ruleset, player.guild)
        assert len(cards) == expected(R_SETUP_2, "cards", agreement.edition)
        assert Counter(player.deck) == Counter(cards)


@proves(R_SETUP_2)
@given(games(modules=module_sets(never=("customise", "events")), rounds=1))
def test_after_the_first_draw_deck_and_hand_are_the_eleven_cards(game: Game) -> None:
    """At the first turn everybody's Deck and hand are his guild's cards (without Events, which may change hands)."""
    first = next(state for state in game.states if state.phase is Phase.INTRIGUE)
    for player in first.players:
        assert player.hand
        assert Counter((*player.deck, *player.hand)) == Counter(starting_cards(game.ruleset, player.guild))


@proves(AMB_28)
@given(agreements(modules=module_sets(never=("customise",))))
def test_a_starting_deck_has_nine_agents_a_location_and_a_relic(agreement: Agreement) -> None:
    """Whatever the guild, its first Deck is of nine Agents, one Location and one Relic."""
    counts = {kind: stated(AMB_28, f"{kind}s", agreement.edition) for kind in GUILD_KINDS}
    state = agreement.set_up()
    for player in state.players:
        assert Counter(state.card(card).kind.value for card in player.deck) == counts


@proves(R_SETUP_4)
@given(games())
def test_a_crest_lies_open_before_its_player(game: Game) -> None:
    """Crests get into no Deck, hand, pile or District, and everybody sees who leads which guild."""
    guilds = [player.guild for player in game.first.players]
    for state in game.states:
        assert not places(state, Kind.CREST)
    for state in (game.first, game.last):
        for seat in (None, *range(game.players)):
            view = seen(state, seat)
            assert [player.guild for player in view.players] == guilds


@proves(R_SETUP_4)
@given(RULESETS, st.data())
def test_the_ability_of_a_crest_works_from_the_first_round_on(ruleset: str, data: st.DataObject) -> None:
    """A tie in the first round is won by the one tied player whose crest wins such ties, and by nobody if both do."""
    edition = edition_of(ruleset)
    known = [str(guild) for guild in row(R_COMP_2, "guilds", edition)]
    guilds = data.draw(st.permutations(known), "guilds")[: data.draw(any_players(ruleset))]
    state, catalogue = fresh(ruleset, guilds), guild_rules(ruleset).catalogue
    assert state.round == expected(R_SETUP_4, "from_round", edition)
    plain = [card for card in catalogue if not card.statics and card.kind is Kind.AGENT]
    agents = [next(card for card in plain if card.emblem == guild) for guild in guilds[:2]]
    singles = [card for card in catalogue if len(card.main) == 1]
    stake = data.draw(st.sampled_from(singles), "Stake")
    takes = threshold(state, stake.values[stake.main[0]])
    strong = [attrs.evolve(agent, values=(takes, takes, takes)) for agent in agents]
    tied = with_cards(
        with_stake(state, "N", stake.id), "N", [(card.id, seat, True) for seat, card in enumerate(agents)]
    )
    able = [seat for seat, guild in enumerate(guilds[:2]) if _wins(catalogue.crests[guild], stake)]
    done = settled(with_faces(tied, *strong))
    (event,) = (event for event in done.events if isinstance(event, Settled) and event.district == "N")
    assert event.winner == (able[0] if len(able) == 1 else None)


def _wins(crest: Card, stake: Card) -> bool:
    """Whether a crest says that it wins ties for a Stake."""
    words = [word for word in crest.statics if isinstance(word, TieWin)]
    return any(word.main in (None, stake.main[0]) and word.kind in (None, stake.kind.value) for word in words)


@proves(R_SETUP_5)
@given(seated())
def test_guilds_that_nobody_asks_for_are_drawn_by_lot(table_of: tuple[str, int]) -> None:
    """No two players lead one guild, and over many games each comes to each seat, after each other, equally often."""
    ruleset, players = table_of
    edition = edition_of(ruleset)
    assert expected(R_SETUP_5, "distinct", edition) is True
    drawn = [[player.guild for player in state.players] for state in many_tables(ruleset, players)]
    assert all(len(guilds) == players for guilds in drawn)
    assert is_shuffled(drawn, row(R_COMP_2, "guilds", edition))


@proves(R_SETUP_5)
@given(agreements(), st.data())
def test_no_guild_can_be_taken_twice(agreement: Agreement, data: st.DataObject) -> None:
    """Players who ask for a guild that another has are told so, and the same seed always draws the same guilds."""
    known = [str(guild) for guild in row(R_COMP_2, "guilds", agreement.edition)]
    twice = data.draw(st.sampled_from(known), "guild")
    others = [guild for guild in known if guild != twice][: agreement.players - 2]
    asked = data.draw(st.permutations([twice, twice, *others]), "guilds")
    assert refuses(arcanum.BadCall, lambda: agreement.set_up(guilds=tuple(asked)), R_SETUP_5)
    assert agreement.set_up().options.guilds == agreement.set_up().options.guilds


@proves(R_SETUP_6)
@given(agreements(modules=module_sets(never=("customise",))))
def test_the_deck_lies_facedown_and_the_discard_pile_is_empty(agreement: Agreement) -> None:
    """Before the first draw there are eleven cards in the Deck, of which one sees the number only, and no discards."""
    state = agreement.set_up()
    for player in state.players:
        assert len(player.deck) == expected(R_SETUP_6, "deck", agreement.edition)
        assert len(player.discard) == expected(R_SETUP_6, "discard", agreement.edition)
    for seat in (None, *range(agreement.players)):
        for player_seen in seen(agreement.begin()[0], seat).players:
            assert type(player_seen.deck) is int


@proves(R_SETUP_6)
@given(seated())
def test_every_deck_is_shuffled(table_of: tuple[str, int]) -> None:
    """Over many games each of the eleven cards lies at each place, and on each other card, equally often."""
    ruleset, players = table_of
    edition = edition_of(ruleset)
    size = stated(R_SETUP_6, "deck", edition)
    numbers = {
        card: number
        for guild in map(str, row(R_COMP_2, "guilds", edition))
        for number, card in enumerate(starting_cards(ruleset, guild))
    }
    for seat in range(players):
        decks = [state.players[seat].deck for state in many_tables(ruleset, players)]
        assert is_shuffled(([numbers[card] for card in deck] for deck in decks), range(size))


# --- the Districts ----------------------------------------------------------------------------------------------------


@proves(R_SETUP_7)
@given(agreements())
def test_every_district_is_a_pile_of_twelve_stakes(agreement: Agreement) -> None:
    """Twelve different Stakes lie in each District, and none of them in two."""
    state = agreement.set_up()
    piles = [[card for card in district.pile if state.card(card).emblem == "stake"] for district in state.districts]
    assert {len(pile) for pile in piles} == {stated(R_SETUP_7, "pile", agreement.edition)}
    dealt = [card for pile in piles for card in pile]
    assert len(set(dealt)) == len(dealt)
    assert all(district.stake is None for district in state.districts)


@proves(R_SETUP_7)
@given(seated())
def test_the_stakes_are_shuffled_before_they_are_laid_out(table_of: tuple[str, int]) -> None:
    """Over many games each Stake lies at each place of each pile, and on each other Stake, equally often."""
    ruleset, players = table_of
    stakes = {card.id for card in guild_rules(ruleset).catalogue if card.emblem == "stake"}
    tables = many_tables(ruleset, players)
    laid = [[card for district in state.districts for card in district.pile if card in stakes] for state in tables]
    assert is_shuffled(laid, stakes)


@proves(R_SETUP_8)
@given(agreements())
def test_the_number_of_districts_follows_from_the_players(agreement: Agreement) -> None:
    """There are five Districts for two and for four players, four for three."""
    districts = table(R_SETUP_8, "districts", agreement.edition)[str(agreement.players)]
    assert len(agreement.set_up().districts) == len(agreement.begin()[0].districts) == districts


@proves(R_SETUP_9)
@given(games())
def test_stakes_that_are_left_over_never_come_back(game: Game) -> None:
    """As many Stakes as the Districts do not need go to the box, and not one of them is seen again."""
    left_over = boxed_stakes(game.first)
    assert len(left_over) == table(R_SETUP_9, "boxed", game.printing)[str(game.players)]
    assert all(left_over <= boxed_stakes(state) for state in game.states)


# --- the end card -----------------------------------------------------------------------------------------------------


@proves(R_SETUP_10)
@given(agreements(modules=module_sets(never=("events",))))
def test_the_end_card_is_among_the_last_cards_of_the_neutral_pile(agreement: Agreement) -> None:
    """Counted from the top it is at place 8 to 13 of the 13 cards of the Neutral District (without Events)."""
    state = agreement.set_up()
    neutral = state.districts[-1]
    assert len(neutral.pile) == expected(R_SETUP_10, "pile", agreement.edition)
    highest, lowest = (stated(R_SETUP_10, name, agreement.edition) for name in ("highest_place", "lowest_place"))
    assert highest <= end_card_place(state) <= lowest


@proves(R_SETUP_10)
@given(seated())
def test_the_end_card_is_equally_likely_at_each_of_the_last_places(table_of: tuple[str, int]) -> None:
    """Over many games it lies at each of the six places about equally often."""
    ruleset, players = table_of
    edition = edition_of(ruleset)
    highest, lowest = (stated(R_SETUP_10, name, edition) for name in ("highest_place", "lowest_place"))
    assert lowest - highest == expected(R_SETUP_10, "last", edition)
    assert is_even(map(end_card_place, many_tables(ruleset, players)), range(highest, lowest + 1))


@proves(R_SETUP_11)
@given(agreements())
def test_the_top_card_of_every_pile_is_turned_up(agreement: Agreement) -> None:
    """Each District shows the card that lay on top, with eleven Stakes below it; the end card is never shown."""
    before = agreement.set_up()
    after, events = agreement.begin()
    if stated(R_SETUP_10, "highest_place", agreement.edition) == 1:
        fitting(not any(isinstance(event, EndCardShown) for event in events))
    shown = [(event.district, event.card) for event in events if isinstance(event, StakeShown)]
    assert shown == [(district.name, district.pile[-1]) for district in before.districts]
    for district, view in zip(after.districts, seen(after, None).districts, strict=True):
        assert district.stake is not None
        assert after.card(district.stake).emblem == "stake"
        assert view.stake == district.stake
        below = [card for card in district.pile if after.card(card).emblem == "stake"]
        assert len(below) == expected(R_SETUP_11, "below", agreement.edition)
    assert Counter(name for name, _ in shown) == {
        district.name: stated(R_SETUP_11, "faceup", agreement.edition) for district in after.districts
    }


# --- the first player -------------------------------------------------------------------------------------------------

BY_LOT = saying(R_SETUP_12, "first_player_init", "random")


@proves(R_SETUP_12)
@given(seated(BY_LOT))
def test_every_seat_is_first_player_equally_often(table_of: tuple[str, int]) -> None:
    """Over many games everybody begins about as often."""
    ruleset, players = table_of
    assert is_even((state.first_player for state in many_tables(ruleset, players)), range(players))


@proves(R_SETUP_12)
@given(agreements(rulesets=BY_LOT), st.none() | st.integers(0, 3))
def test_whom_a_die_has_chosen_begins(agreement: Agreement, seat: Seat | None) -> None:
    """The die of the table, whose seat is named, or that of the library; a record of the game begins with the same."""
    if seat is not None and seat >= agreement.players:
        assert refuses(arcanum.BadCall, lambda: agreement.set_up(first_player=seat), R_SETUP_12)
        return
    state, events = agreement.begin(first_player=seat)
    while state.round == 0:
        chosen = step(state, arcanum.legal_actions(state)[0])
        state, events = chosen.after, chosen.events
    (began,) = (event for event in events if isinstance(event, RoundBegan))
    begins = agreement.set_up().first_player if seat is None else seat
    assert began.first_player == state.first_player == arcanum.to_act(state) == begins
    rules, players = guild_rules(agreement.ruleset), agreement.players
    kept = records.make(rules, players=players, seed=agreement.seed, modules=agreement.modules, first_player=begins)
    assert arcanum.loads(arcanum.dumps(kept)).state().first_player == begins
