"""Components, and what stands on the cards: how many there are of each kind, the arcana, emblems, letters, fiefdoms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import attrs
from hypothesis import assume, given
from hypothesis import strategies as st

import arcanum
from arcanum.guilds import Arcanum, Card, Kind, State, default_catalogue
from arcanum.guilds.clause_ids import (
    AMB_06,
    F_SETUP_4,
    HOUSE_3,
    R_ARC_1,
    R_ARC_2,
    R_ARC_3,
    R_ARC_4,
    R_ARC_5,
    R_COMP_1,
    R_COMP_2,
    R_COMP_3,
    R_COMP_4,
    R_COMP_5,
    R_COMP_6,
    R_COMP_7,
    R_COMP_8,
    R_COMP_9,
    R_EVT_1,
    R_OBJ_1,
)
from arcanum.guilds.events import RoundBegan, Settled
from arcanum.spec import proves
from arcanum.spec.games import refuses
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
    sound,
    threshold,
)

from .modules_kit import added_masters
from .setup_kit import (
    CARD_FILES,
    GUILD_KINDS,
    RULESETS,
    Agreement,
    Face,
    agreements,
    card_file,
    one_too_few_or_too_many,
    places,
    stated,
    table,
    with_faces,
)

"""Loading a card file takes its time."""
STAKE_KINDS = ("relic", "location", "personality")


def guilds_of(edition: str) -> tuple[str, ...]:
    """The guilds of an edition, as the index names them."""
    return tuple(map(str, row(R_COMP_2, "guilds", edition)))


# --- players ----------------------------------------------------------------------------------------------------------


@proves(R_COMP_1)
@given(RULESETS, st.integers(-2, 10), st.integers(0, 2**32))
def test_a_game_begins_with_two_three_or_four_players_only(ruleset: str, players: int, seed: int) -> None:
    """Two to four people can sit down to play; for any other number there is no game."""
    rules = guild_rules(ruleset)
    if players in row(R_COMP_1, "players", rules.printing):
        assert len(sound(arcanum.new_game(rules, players=players, seed=seed)).players) == players
    else:
        assert refuses(arcanum.BadCall, lambda: arcanum.new_game(rules, players=players, seed=seed), R_COMP_1)


# --- how many cards there are -----------------------------------------------------------------------------------------


@proves(R_COMP_2)
@given(RULESETS, st.data())
def test_every_guild_has_one_crest(ruleset: str, data: st.DataObject) -> None:
    """There is a crest for each guild; a file that lacks one, or has two for a guild, is refused."""
    edition, catalogue = edition_of(ruleset), guild_rules(ruleset).catalogue
    crests = Counter(card.emblem for card in catalogue.of(Kind.CREST))
    assert crests == dict.fromkeys(guilds_of(edition), stated(R_COMP_2, "per_guild", edition))
    assert crests.total() == expected(R_COMP_2, "crests", edition)
    file = card_file(edition)
    assert data.draw(one_too_few_or_too_many(file, file.faces("crest"))).is_refused


@proves(R_COMP_3)
@given(RULESETS, st.data())
def test_every_guild_owns_the_same_numbers_of_agents_locations_and_relics(ruleset: str, data: st.DataObject) -> None:
    """A guild has 14 Agents, 3 Locations and 3 Relics (9, 1 and 1 in the first edition), and the file is held to it."""
    edition, catalogue = edition_of(ruleset), guild_rules(ruleset).catalogue
    counts = {kind: stated(R_COMP_3, f"{kind}s", edition) for kind in GUILD_KINDS}
    owned = [card for card in catalogue if card.emblem in guilds_of(edition) and card.kind.value in GUILD_KINDS]
    for guild in guilds_of(edition):
        assert Counter(card.kind.value for card in owned if card.emblem == guild) == counts
    assert sum(counts.values()) == expected(R_COMP_3, "each", edition)
    assert len(owned) == expected(R_COMP_3, "total", edition)
    file = card_file(edition)
    guild = data.draw(st.sampled_from(guilds_of(edition)), "guild")
    assert data.draw(one_too_few_or_too_many(file, file.faces(*GUILD_KINDS, emblem=guild))).is_refused


@proves(R_COMP_4)
@given(RULESETS, st.data())
def test_the_stock_of_stakes_is_complete(ruleset: str, data: st.DataObject) -> None:
    """There are so many Relics, Locations and Personalities among the Stakes; the Revised Edition's file must agree."""
    edition, catalogue = edition_of(ruleset), guild_rules(ruleset).catalogue
    stakes = [card for card in catalogue if card.emblem == "stake"]
    names = {"relic": "relics", "location": "locations", "personality": "personalities"}
    counts = {kind: stated(R_COMP_4, name, edition) for kind, name in names.items()}
    assert Counter(card.kind.value for card in stakes) == counts
    assert len(stakes) == expected(R_COMP_4, "stakes", edition)
    if edition == "revised":  # the other count is from a review, and an owner may know better
        file = card_file(edition)
        assert data.draw(one_too_few_or_too_many(file, file.faces(*STAKE_KINDS, emblem="stake"))).is_refused


@proves(R_COMP_5)
@given(games())
def test_there_is_always_one_first_player_and_one_end_card(game: Game) -> None:
    """The First Player card lies before one seat, which begins the round; the end card is in one zone, never in two."""
    for state in game.states:
        assert len(places(state, Kind.END_CARD)) == game.expected(R_COMP_5, "end_card")
        assert state.first_player in range(game.players)
    leaders = [event for event in game.events if isinstance(event, RoundBegan)]
    assert [event.first_player for event in leaders] == [
        next(state.first_player for state in game.states if state.round == event.round) for event in leaders
    ]


@proves(R_COMP_5)
@given(RULESETS, st.sampled_from(("first_player", "end_card")), st.data())
def test_there_is_one_card_of_either(ruleset: str, kind: str, data: st.DataObject) -> None:
    """A file must have one First Player card and one end card."""
    edition, catalogue = edition_of(ruleset), guild_rules(ruleset).catalogue
    assert len(catalogue.of(Kind(kind))) == expected(R_COMP_5, kind, edition)
    file = card_file(edition)
    assert data.draw(one_too_few_or_too_many(file, file.faces(kind))).is_refused


@proves(R_COMP_6)
@given(RULESETS, st.data())
def test_the_militia_are_two_captains_and_four_soldiers(ruleset: str, data: st.DataObject) -> None:
    """There are two Captains and four Soldiers; a file with other numbers, or with a rank changed, is refused."""
    edition, catalogue = edition_of(ruleset), guild_rules(ruleset).catalogue
    militia = catalogue.of(Kind.MILITIA)
    ranks = {rank: stated(R_COMP_6, f"{rank}s", edition) for rank in ("captain", "soldier")}
    assert Counter(card.rank for card in militia) == ranks
    assert len(militia) == expected(R_COMP_6, "militia", edition)
    file = card_file(edition)
    faces = file.faces("militia")
    other = {"captain": "soldier", "soldier": "captain"}
    promoted = st.sampled_from(faces).map(lambda face: file.changed(face, rank=other[str(face["rank"])]))
    assert data.draw(st.one_of(promoted, one_too_few_or_too_many(file, faces))).is_refused


@proves(R_COMP_7)
@given(editions(R_COMP_7), st.data())
def test_every_guild_has_three_masters(ruleset: str, data: st.DataObject) -> None:
    """Three Guild Masters belong to each guild; a file with other numbers, or with one in another guild, is refused."""
    edition, catalogue = edition_of(ruleset), guild_rules(ruleset).catalogue
    masters = catalogue.of(Kind.MASTER)
    per_guild = stated(R_COMP_7, "per_guild", edition)
    added = added_masters(expected(HOUSE_3, "added", edition))
    wanted = {guild: per_guild + added[guild] for guild in guilds_of(edition)}
    assert Counter(card.emblem for card in masters) == wanted
    assert len(masters) - added.total() == expected(R_COMP_7, "masters", edition)
    file = card_file(edition)
    faces = file.faces("master")
    master, guild = data.draw(st.sampled_from(faces), "master"), data.draw(st.sampled_from(guilds_of(edition)), "guild")
    assume(guild != master["emblem"])
    moved = file.changed(master, emblem=guild)
    assert data.draw(st.one_of(st.just(moved), one_too_few_or_too_many(file, faces))).is_refused


@proves(R_COMP_8)
@given(agreements(rulesets=editions(R_COMP_8, R_OBJ_1), modules=module_sets(always=("objectives",))), st.data())
def test_there_are_objectives_for_everybody(agreement: Agreement, data: st.DataObject) -> None:
    """The Objectives are as many as the edition has, and with any number of players each gets four of his own."""
    edition = agreement.edition
    assert len(agreement.catalogue.of(Kind.OBJECTIVE)) == expected(R_COMP_8, "objectives", edition)
    dealt = [player.objectives for player in agreement.set_up().players]
    assert {len(cards) for cards in dealt} == {stated(F_SETUP_4, "dealt", edition)}
    assert len({card for cards in dealt for card in cards}) == sum(map(len, dealt))
    if edition == "revised":  # the other count is from a review, and an owner may know better
        file = card_file(edition)
        assert data.draw(one_too_few_or_too_many(file, file.faces("objective"))).is_refused


@proves(R_COMP_9)
@given(agreements(rulesets=editions(R_COMP_9, R_EVT_1), modules=module_sets(always=("events",))), st.data())
def test_the_end_card_is_not_one_of_the_twelve_events(agreement: Agreement, data: st.DataObject) -> None:
    """There are twelve Events, and the pile of the module holds them and the end card."""
    catalogue = agreement.catalogue
    events = {card.id for card in catalogue.of(Kind.EVENT)}
    (end,) = catalogue.of(Kind.END_CARD)
    assert len(events) == expected(R_COMP_9, "events", agreement.edition)
    assert end.id not in events
    pile = agreement.set_up().events
    assert len(pile) == expected(R_COMP_9, "pile", agreement.edition)
    assert set(pile) == events | {end.id}
    file = card_file(agreement.edition)
    assert data.draw(one_too_few_or_too_many(file, file.faces("event"))).is_refused


# --- arcana -----------------------------------------------------------------------------------------------------------


def arcana_named(value: object) -> Iterator[object]:
    """Every arcanum that a card names in its ability."""
    if isinstance(value, dict):
        for key, each in value.items():
            if key in ("main", "arcanum"):
                yield each
            yield from arcana_named(each)
    elif isinstance(value, list):
        for each in value:
            yield from arcana_named(each)


@proves(R_ARC_1)
@given(CARD_FILES, st.from_regex(r"[a-z]{3,8}", fullmatch=True), st.data())
def test_there_are_four_arcana_and_no_fifth(edition: str, name: str, data: st.DataObject) -> None:
    """Staff, Sword, Cup and Ducat are the arcana; no card uses another, and one that does is refused."""
    arcana = set(table(R_ARC_1, "arcana", edition))
    assert {arcanum.name.lower() for arcanum in Arcanum} == arcana
    file = card_file(edition)
    for _, face in file.cards:
        mains = face.get("main", [])
        assert isinstance(mains, list)
        assert arcana.issuperset([*mains, *arcana_named(face.get("ability"))])
    assume(name not in arcana and name not in {field for _, face in file.cards for field in face})
    stake = data.draw(st.sampled_from(file.faces(*STAKE_KINDS, emblem="stake")), "Stake")
    crest = data.draw(st.sampled_from(file.faces("crest")), "crest")
    broken = (
        file.changed(stake, main=[name]),
        file.changed(stake, **{name: 1}),
        file.changed(crest, ability=[{"word": "tie-win", "main": name}]),
    )
    assert data.draw(st.sampled_from(broken)).is_refused


@proves(R_ARC_2, AMB_06)
@given(RULESETS, st.data())
def test_a_stake_has_main_arcana_out_of_three(ruleset: str, data: st.DataObject) -> None:
    """Each Stake has at least one Main Arcanum: Staff, Sword or Cup, never Ducat. One without any is refused."""
    edition, catalogue = edition_of(ruleset), guild_rules(ruleset).catalogue
    allowed = set(row(R_ARC_2, "mains", edition))
    assert ("ducat" in allowed) is expected(AMB_06, "ducat_main", edition)
    for card in catalogue:
        if card.emblem == "stake":
            assert len(card.main) >= stated(R_ARC_2, "fewest", edition)
            assert {arcanum.name.lower() for arcanum in card.main} <= allowed
    file = card_file(edition)
    stake = data.draw(st.sampled_from(file.faces(*STAKE_KINDS, emblem="stake")), "Stake")
    assert file.changed(stake, main=data.draw(st.sampled_from((None, [])))).is_refused


@proves(AMB_06)
@given(CARD_FILES, st.lists(st.sampled_from(("staff", "sword", "cup")), unique=True), st.data())
def test_no_stake_is_won_with_ducats(edition: str, others: list[str], data: st.DataObject) -> None:
    """A Stake whose Main Arcanum is Ducat, alone or beside others, is refused when it is loaded."""
    assert expected(AMB_06, "ducat_main", edition) is False
    file = card_file(edition)
    stake = data.draw(st.sampled_from(file.faces(*STAKE_KINDS, emblem="stake")), "Stake")
    assert file.changed(stake, main=data.draw(st.permutations([*others, "ducat"]))).is_refused


@attrs.frozen
class Struggle:
    """A player's Agents in a District that shows a Stake, and nobody else's."""

    state: State
    stake: Card
    agents: tuple[Card, ...]

    def winner(self) -> int | None:
        """Who wins the Stake."""
        (event,) = (
            event for event in settled(self.state).events if isinstance(event, Settled) and event.district == "N"
        )
        return event.winner

    def total(self, arcanum: Arcanum) -> int:
        """What the Agents come to."""
        return sum(agent.values[arcanum] for agent in self.agents)


@st.composite
def struggles(draw: st.DrawFn) -> Struggle:
    """Some Agents of a guild, Personalities among them, fight for a Stake; none has an ability."""
    ruleset = draw(RULESETS)
    state = fresh(ruleset, draw(st.permutations(guilds_of(edition_of(ruleset))))[: draw(any_players(ruleset))])
    plain = [card for card in state.rules.catalogue if not card.statics and not card.program]
    own = [card for card in plain if card.kind is Kind.AGENT and card.emblem == state.players[0].guild]
    hired = [card for card in plain if card.kind is Kind.PERSONALITY]
    agents = draw(st.lists(st.sampled_from([*own, *hired]), min_size=1, max_size=4, unique_by=lambda card: card.id))
    stakes = [card for card in state.rules.catalogue if card.emblem == "stake" and card not in agents]
    stake = draw(st.sampled_from(stakes))
    state = with_stake(state, "N", stake.id)
    return Struggle(with_cards(state, "N", [(agent.id, 0, True) for agent in agents]), stake, tuple(agents))


@proves(R_ARC_2)
@given(struggles(), st.tuples(*[st.integers(-2, 2)] * 3))
def test_the_main_arcanum_of_a_stake_is_its_threshold(struggle: Struggle, more: tuple[int, ...]) -> None:
    """Whoever reaches the card's own value in a Main Arcanum wins it alone; whoever is one short in each does not."""
    surplus = threshold(struggle.state, 50) - 50
    values = [max(1, struggle.total(Arcanum(at)) + extra - surplus) for at, extra in enumerate(more)]
    face = attrs.evolve(struggle.stake, values=(values[0], values[1], values[2]))
    reached = any(struggle.total(arcanum) >= threshold(struggle.state, values[arcanum]) for arcanum in face.main)
    changed = attrs.evolve(struggle, state=with_faces(struggle.state, face))
    assert changed.winner() == (0 if reached else None)


@proves(R_ARC_3)
@given(struggles(), st.lists(st.integers(0, 20), min_size=4, max_size=4))
def test_ducats_on_an_agent_count_in_no_power_struggle(struggle: Struggle, ducats: list[int]) -> None:
    """The struggle ends the same whatever Ducats the Agents show, and is decided by Staff, Sword and Cup."""
    faces = [attrs.evolve(agent, ducat=ducat) for agent, ducat in zip(struggle.agents, ducats, strict=False)]
    rich = attrs.evolve(struggle, state=with_faces(struggle.state, *faces))
    takes = {arcanum: threshold(struggle.state, struggle.stake.values[arcanum]) for arcanum in struggle.stake.main}
    reached = any(struggle.total(arcanum) >= least for arcanum, least in takes.items())
    assert rich.winner() == struggle.winner() == (0 if reached else None)


@proves(R_ARC_3)
@given(CARD_FILES, st.data())
def test_agents_have_staff_sword_and_cup(edition: str, data: st.DataObject) -> None:
    """Agents, Personalities and Militia show three whole numbers from 0 up; one without, or below 0, is refused."""
    arcana = [str(name) for name in row(R_ARC_3, "arcana", edition)]
    lowest = stated(R_ARC_3, "lowest", edition)
    file = card_file(edition)
    kinds = ("agent", "personality", "militia")
    for face in file.faces(*kinds):
        shown = default_catalogue(edition)[str(face["id"])].values
        assert list(shown) == [face[name] for name in arcana]
        assert all(type(value) is int and value >= lowest for value in shown)
    face, name = data.draw(st.sampled_from(file.faces(*kinds)), "card"), data.draw(st.sampled_from(arcana), "arcanum")
    wrong = data.draw(st.one_of(st.none(), st.integers(-9, lowest - 1), st.just("2"), st.just(True)), "value")
    assert file.changed(face, **{name: wrong}).is_refused


@proves(R_ARC_3)
@given(CARD_FILES, st.integers(0, 9), st.data())
def test_no_agent_shows_ducats(edition: str, ducat: int, data: st.DataObject) -> None:
    """Agents and Militia have no value for Ducat; one that shows any is refused."""
    file = card_file(edition)
    faces = file.faces("agent", "militia")
    assert all(default_catalogue(edition)[str(face["id"])].ducat is None for face in faces)
    assert file.changed(data.draw(st.sampled_from(faces), "Agent"), ducat=ducat).is_refused


# --- card faces -------------------------------------------------------------------------------------------------------

LETTER_OF_KIND = {"objective": "objectives", "militia": "militia", "master": "masters", "event": "events"}
"""The module that a kind of card belongs to; all others are basic, or guild cards of the customising module."""
SHOWN = {
    "crest": ("emblem", "ability"),
    "agent": ("emblem", "staff", "sword", "cup"),
    "location": ("emblem", "ability"),
    "relic": ("emblem", "ducat"),
    "personality": ("emblem", "main", "staff", "sword", "cup", "ducat"),
    "militia": ("staff", "sword", "cup"),
    "master": ("emblem", "ability"),
    "objective": ("fiefdom", "count", "reward"),
    "event": ("ability",),
}
"""What a card of a kind must show, beside its letter."""


def letters_of(kind: str, face: Face, edition: str) -> set[object]:
    """The letters that a card of a kind may bear."""
    modules = table(R_ARC_4, "modules", edition)
    if kind in LETTER_OF_KIND:
        return {modules[LETTER_OF_KIND[kind]]}
    basic = expected(R_ARC_4, "basic", edition)
    return {basic, modules["customise"]} if kind in GUILD_KINDS and face["emblem"] != "stake" else {basic}


@proves(R_ARC_4)
@given(CARD_FILES, st.data())
def test_a_card_shows_an_emblem_its_values_and_its_letter(edition: str, data: st.DataObject) -> None:
    """Every card has what cards of its kind show, and a file in which one lacks any of it is refused."""
    file = card_file(edition)
    lettered = bool(expected(R_ARC_4, "basic", edition))
    for kind, face in file.cards:
        card = default_catalogue(edition)[str(face["id"])]
        assert card.letter in letters_of(kind, face, edition) if lettered else card.letter is None
        assert card.emblem == face.get("emblem")
        assert all(field in face for field in SHOWN.get(kind, ()))
    kind = data.draw(st.sampled_from(sorted({kind for kind, _ in file.cards} & set(SHOWN))), "kind")
    face, field = data.draw(st.sampled_from(file.faces(kind))), data.draw(st.sampled_from(SHOWN[kind]))
    assert file.changed(face, **{field: None}).is_refused


def is_refused_with_another_letter(edition: str, kind: str, data: st.DataObject) -> bool:
    """Whether a card of a kind is refused without its letter, or with a wrong one; where there are none, with any."""
    file = card_file(edition)
    face = data.draw(st.sampled_from(file.faces(kind)), "card")
    assert ("letter" in face) == bool(expected(R_ARC_4, "basic", edition))
    wrong = [letter for letter in (None, *"ABCDEFGZ") if letter != face.get("letter")]
    return file.changed(face, letter=data.draw(st.sampled_from(wrong), "letter")).is_refused


@proves(R_ARC_4)
@given(CARD_FILES, st.sampled_from((*GUILD_KINDS, "personality", *LETTER_OF_KIND)), st.data())
def test_a_card_bears_the_letter_of_its_rules(edition: str, kind: str, data: st.DataObject) -> None:
    """A guild card, Stake or module card with another letter is refused; in the first edition one with any letter."""
    assume(card_file(edition).faces(kind))
    assert is_refused_with_another_letter(edition, kind, data)


@proves(R_ARC_4)
@given(CARD_FILES, st.sampled_from(("crest", "end_card", "first_player")), st.data())
def test_crests_and_the_two_single_cards_bear_the_basic_letter(edition: str, kind: str, data: st.DataObject) -> None:
    """All cards outside the modules are lettered A, crests, end card and First Player card too."""
    assert is_refused_with_another_letter(edition, kind, data)


@proves(R_ARC_5)
@given(RULESETS, st.from_regex(r"[a-z]{3,8}", fullmatch=True), st.data())
def test_a_stake_names_its_fiefdom(ruleset: str, name: str, data: st.DataObject) -> None:
    """Each Stake has one of the fiefdoms, or the mark that it belongs to all; one with none, or another, is refused."""
    edition, catalogue = edition_of(ruleset), guild_rules(ruleset).catalogue
    file = card_file(edition)
    fiefdoms = file.head["fiefdoms"]
    assert isinstance(fiefdoms, list)
    wild = expected(R_ARC_5, "wild", edition)
    for card in catalogue:
        if card.emblem == "stake":
            assert card.fiefdom in (*fiefdoms, wild)
    assume(name not in fiefdoms)
    stake = data.draw(st.sampled_from(file.faces(*STAKE_KINDS, emblem="stake")), "Stake")
    assert file.changed(stake, fiefdom=data.draw(st.sampled_from((None, name, "")))).is_refused
