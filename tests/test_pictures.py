"""Pictures of views: they show what a view holds, nothing else, and every legal action can be found in them."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum import guilds, tarot
from arcanum.pictures.style import DARK, LIGHT, THEMES
from arcanum.spec.secrets import everybody, named_in
from tests.drawn import SPACE, Area, Node, areas, groups, reached, read, said, shown, texts, title
from tests.played import GAMES, position, record

NAMED = ("card", "figure", "location", "house", "district", "seat")
KINDS = dict.fromkeys(("offer", "aside", "objective", "master"), "card")
"""Cards to be read, wherever they lie."""
NUMBERS = range(0, 24 * 37, 37)
STRANGE = (
    "<script>alert('&')</script>",
    "",
    "Wilhelmina " * 9,
    "\u202e\u05d0\u05dc\u05d9\u05d4\u05d5 \u05d4\u05e0\u05d1\u05d9\u05d0\x00\x1b",
    "\ud800 \U0001f469\u200d\U0001f467 <!-- ]]>",
)


def view_of(game: str, data: st.DataObject) -> Any:
    """A view of any state of a random game, most often of the seat that is to act."""
    state = position(game, data)
    seats = [arcanum.to_act(state), *everybody(state)]
    return arcanum.observe(state, data.draw(st.sampled_from(seats)))


# --- the legal actions ------------------------------------------------------------------------------------------------


def places_of(root: Node) -> dict[int, set[str]]:
    """For each action, what stands for it: `card 4S`, `location 3`, `stake D0`, `placed N 2`, `button`."""
    found: dict[int, set[str]] = {}
    for district in (root, *groups(root, "district")):
        inside = district.get("data-district", "")
        for node in groups(district, "legal"):
            kind = node.attrib["class"].split()[0]
            if (kind in ("placed", "stake")) != (district is not root):
                continue  # a card in a District is known by its place there
            own = {"stake": inside, "placed": f"{inside} {node.get('data-place')}", "hidden": node.get("data-card")}
            named = own.get(kind) or next(
                (node.attrib[f"data-{name}"] for name in NAMED if f"data-{name}" in node.attrib), ""
            )
            for at in node.attrib["data-actions"].split():
                found.setdefault(int(at), set()).add(f"{KINDS.get(kind, kind)} {named}".strip())
    return found


def expected(game: str, action: str) -> set[str]:
    """What should stand for an action, by its short form; nothing on the table is a button."""
    match game, action.split():
        case _, ["pass"] | ["choose", *_]:
            return {"button"}
        case "arcanum", ["reveal", card]:
            return {f"hidden {card}"}
        case "arcanum", ["swap", card, hidden]:
            return {f"card {card}", f"hidden {hidden}"}
        case "arcanum", ["move" | "return", figure, number]:
            return {f"figure {figure}", f"location {number}"}
        case "arcanum", ["remove", figure]:
            return {f"figure {figure}"}
        case "arcanum", ["tower", *numbers]:
            return {f"location {number}" for number in numbers}
        case "arcanum", ["raise" | "lower" | "assign", house]:
            return {f"house {house}"}
        case "arcana", ["assign", card, district]:
            return {f"card {card}", f"district {district}"}
        case "arcana", ["keep", *cards]:
            return {f"card {card}" for card in cards}
        case "arcana", ["at" | "settle", district]:
            return {f"district {district}"}
        case "arcana", ["select", district, place]:
            return {f"placed {district} {place}"}
        case "arcana", ["move", district, place, destination]:
            return {f"placed {district} {place}", f"district {destination}"}
        case "arcana", ["swap", one, other]:
            return {f"stake {one}", f"stake {other}"}
        case "arcana", ["seat", seat]:
            return {f"player {seat}"}
        case "arcana", ["turn-up", _]:
            return set()
        case _, [_, card, *_]:
            return {f"card {card}"}
    raise AssertionError(action)


def check_reached(view: Any) -> None:
    """Every action can be reached, at everything that it is about, and only what is about nothing has a button."""
    root = read(arcanum.svg(view))
    assert reached(root) == set(range(len(view.legal_actions)))
    game = root.attrib["data-game"]
    for at, places in places_of(root).items():
        wanted = expected(game, str(view.legal_actions[at]))
        assert wanted <= places, view.legal_actions[at]
        assert ("button" in places) == ("button" in wanted)


@GAMES
def test_every_legal_action_of_a_whole_game_can_be_reached(game: str) -> None:
    shortest = min((record(game, number) for number in NUMBERS), key=lambda played: len(played.states))
    for state in shortest.states:
        check_reached(arcanum.observe(state, arcanum.to_act(state)))


@GAMES
def test_every_legal_action_of_every_kind_of_decision_can_be_reached(game: str) -> None:
    """Two decisions of each kind, with each number of players, wherever they occur in many games."""
    found: dict[tuple[str, int], int] = {}
    for number in NUMBERS:
        for state in record(game, number).states:
            view: Any = arcanum.observe(state, arcanum.to_act(state))
            kind = (re.sub("[0-9]+", "", str(view.prompt)), len(view.players))
            found[kind] = found.get(kind, 0) + 1
            if found[kind] <= 2:
                check_reached(view)
    assert len(found) > 40


@GAMES
@given(data=st.data())
def test_what_is_marked_names_what_its_actions_are_about(game: str, data: st.DataObject) -> None:
    view = view_of(game, data)
    teller = arcanum.narrator(view.rules, ["?"] * len(view.players))
    for node in groups(read(arcanum.svg(view)), "legal"):
        actions = [view.legal_actions[int(at)] for at in node.attrib["data-actions"].split()]
        for name in ("card", "figure", "location", "district", "house"):
            about = node.get(f"data-{name}")
            if about is not None and node.attrib["class"].split()[0] not in ("placed", "stake"):
                assert all(about in str(action).split() for action in actions)
        if len(actions) == 1:
            label = teller.choice(actions[0])
            assert label[1:].replace("?", "") in title(node) or "?" in label


@GAMES
@given(data=st.data())
def test_without_highlights_nothing_is_marked_and_everything_else_is_there(game: str, data: st.DataObject) -> None:
    view = view_of(game, data)
    plain, marked = (read(arcanum.svg(view, highlight=each)) for each in (False, True))
    assert reached(plain) == set()
    assert not groups(plain, "button")
    kinds = [[node.attrib["class"].split()[0] for node in root.iter(f"{SPACE}g")] for root in (plain, marked)]
    assert kinds[0] == [kind for kind in kinds[1] if kind != "button"]


@GAMES
@given(data=st.data())
def test_buttons_are_labelled_and_do_one_thing_each(game: str, data: st.DataObject) -> None:
    view = view_of(game, data)
    for node in groups(read(arcanum.svg(view)), "button"):
        assert int(node.attrib["data-actions"]) in range(len(view.legal_actions))
        assert texts(node)[0]


# --- nothing but the view ---------------------------------------------------------------------------------------------


@GAMES
@given(data=st.data(), seed=st.integers(0, 99))
def test_states_that_look_alike_to_a_seat_have_the_same_picture(game: str, data: st.DataObject, seed: int) -> None:
    state = position(game, data)
    seat = data.draw(st.sampled_from(everybody(state)))
    view = arcanum.observe(state, seat)
    other = arcanum.determinize(view, seed)
    assert arcanum.svg(arcanum.observe(other, seat)) == arcanum.svg(view)


@given(data=st.data())
def test_a_picture_of_arcanum_names_no_card_that_the_view_does_not_hold(data: st.DataObject) -> None:
    view = view_of("arcanum", data)
    root = read(arcanum.svg(view))
    known = {str(card) for card in named_in(view, (*tarot.MINORS, *tarot.MAJORS))}
    assert {node.attrib["data-card"] for node in root.iter() if "data-card" in node.attrib} <= known
    written = set(re.findall(r"\b\d+ of (?:Swords|Pentacles|Wands|Chalices)", said(root)))
    assert written <= {tarot.parse_card(card).title for card in known}


@given(data=st.data())
def test_a_picture_of_arcana_names_no_card_that_the_view_does_not_hold(data: st.DataObject) -> None:
    view = view_of("arcana", data)
    root = read(arcanum.svg(view))
    catalogue = view.rules.catalogue
    known = named_in(view, [card.id for card in catalogue])
    assert {node.attrib["data-card"] for node in root.iter() if "data-card" in node.attrib} <= known
    rest = said(root)
    crests = [catalogue.crests[player.guild].name for player in view.players]
    for name in sorted([*(catalogue[card].name for card in known), *crests], key=len, reverse=True):
        rest = rest.replace(name, "")
    fiefdoms = [each.replace("-", " ").capitalize() for each in catalogue.fiefdoms]
    strangers = [card.name for card in catalogue if card.id not in known and card.name not in fiefdoms]
    assert [name for name in strangers if name in rest and re.search(rf"\b{re.escape(name)}\b", rest)] == []


@GAMES
@given(data=st.data())
def test_the_same_view_has_the_same_picture_also_after_a_journey(game: str, data: st.DataObject) -> None:
    view = view_of(game, data)
    assert arcanum.svg(arcanum.loads(arcanum.dumps(view))) == arcanum.svg(view)


# --- what is drawn ----------------------------------------------------------------------------------------------------


@given(data=st.data())
def test_a_picture_of_arcanum_shows_the_whole_table(data: st.DataObject) -> None:
    check_arcanum(view_of("arcanum", data))


@pytest.mark.parametrize("number", NUMBERS[:6])
def test_a_picture_of_arcanum_shows_the_whole_table_at_the_end(number: int) -> None:
    check_arcanum(arcanum.observe(record("arcanum", number).states[-1], None))


def check_arcanum(view: Any) -> None:
    """Everything that the view holds is there, as often as it should be."""
    root = read(arcanum.svg(view))
    places = groups(root, "location")
    assert [int(node.attrib["data-location"]) for node in places] == list(range(1, 11))
    pairs = [(figure, place) for place in places for figure in groups(place, "figure")]
    standing = {figure.attrib["data-figure"]: int(place.attrib["data-location"]) for figure, place in pairs}
    assert standing == {figure.short: at for figure, at in view.figures.items() if at is not None}
    assert len(groups(root, "figure")) == len(tarot.Figure)
    assert [int(node.attrib["data-location"]) for node in groups(root, "closed")] == list(view.tower)
    houses = {node.attrib["data-house"]: int(node.attrib["data-prestige"]) for node in groups(root, "house")}
    assert houses == {house.letter: view.prestige[house] for house in tarot.Suit}
    piles = {node.attrib["data-pile"]: int(node.attrib["data-count"]) for node in groups(root, "pile")}
    assert piles["minor-deck"] == view.minor_deck
    assert piles["major-deck"] == view.major_deck
    assert piles["minor-discard"] == len(view.minor_discard)
    assert piles["major-discard"] == len(view.major_discard)
    own = () if view.seat is None else view.players[view.seat].hand
    assert [node.attrib["data-card"] for node in groups(root, "card")] == [str(card) for card in own]
    for player, node in zip(view.players, groups(root, "player"), strict=True):
        cards = [hidden.get("data-card") for hidden in groups(node, "hidden")]
        assert cards == [None if hidden.card is None else str(hidden.card) for hidden in player.hidden]
        assert {str(player.vp), str(player.hand_size)} <= set(texts(node))


@given(data=st.data())
def test_a_picture_of_arcana_shows_the_whole_table(data: st.DataObject) -> None:
    check_arcana(view_of("arcana", data))


@pytest.mark.parametrize("number", NUMBERS[:6])
def test_a_picture_of_arcana_shows_the_whole_table_at_the_end(number: int) -> None:
    check_arcana(arcanum.observe(record("arcana", number).states[-1], None))


def check_arcana(view: Any) -> None:
    """Everything that the view holds is there, as often as it should be."""
    root = read(arcanum.svg(view))
    drawn = groups(root, "district")
    assert [node.attrib["data-district"] for node in drawn] == [district.name for district in view.districts]
    for district, node in zip(view.districts, drawn, strict=True):
        stakes = [stake.attrib["data-card"] for stake in groups(node, "stake")]
        assert stakes == ([] if district.stake is None else [district.stake])
        placed = [
            (each.get("data-card"), int(each.attrib["data-owner"]), "faceup" in each.attrib["class"].split())
            for each in groups(node, "placed")
        ]
        assert placed == [(each.card, each.owner, each.face_up) for each in district.cards]
        assert any(text.startswith(f"{district.pile} more" if district.pile else "none") for text in texts(node))
        assert district.next is None or any(text.startswith("next: ") for text in texts(node))
    own = None if view.seat is None else view.players[view.seat]
    assert [node.attrib["data-card"] for node in groups(root, "card")] == list(own.hand if own else ())
    masters = [own.master] if own and own.master else []
    assert [node.attrib["data-card"] for node in groups(root, "master")] == masters
    objectives = [card for player in view.players for card in player.objectives or ()]
    assert [node.attrib["data-card"] for node in groups(root, "objective")] == objectives
    events = [card for card in (view.event, view.next_event) if card]
    assert [node.attrib["data-card"] for node in groups(root, "event")] == events
    aside = [each.card for each in view.aside if each.card]
    assert [node.attrib["data-card"] for node in groups(root, "aside")] == aside
    for player, node in zip(view.players, groups(root, "player"), strict=True):
        lines = "\n".join(texts(node))
        assert f"hand {player.hand_size} · Deck {player.deck}" in lines
        assert f"discard {len(player.discard)}" in lines
        assert not player.tucked or f"beneath the crest {len(player.tucked)}" in lines
        assert not player.objective_count or f"Objectives {player.objective_count}" in lines
        assert player.master is None or view.rules.catalogue[player.master].name in title(node)


@GAMES
@given(data=st.data())
def test_a_picture_says_who_is_asked_what(game: str, data: st.DataObject) -> None:
    view = view_of(game, data)
    names = [f"Player-{seat}" for seat in range(len(view.players))]
    root = read(arcanum.svg(view, names=names))
    (question,) = groups(root, "question")
    if view.to_act is None:
        assert title(question) == "The game is over"
    else:
        assert title(question) == f"{'You' if view.to_act == view.seat else names[view.to_act]}: {view.prompt}"
    assert set(names) <= set(said(root).split())


@GAMES
@given(data=st.data())
def test_everything_has_a_name_for_who_cannot_see_it(game: str, data: st.DataObject) -> None:
    root = read(arcanum.svg(view_of(game, data)))
    assert root.attrib["role"] == "img"
    assert title(root).startswith(game.capitalize())
    told = root.find(f"{SPACE}desc")
    assert told is not None
    assert told.text
    for node in root.iter(f"{SPACE}g"):
        assert title(node)


# --- text and boxes ---------------------------------------------------------------------------------------------------


def check_geometry(picture: str) -> None:
    """Everything lies within what it belongs to, and nothing on anything else; with a font wider than most."""
    root = read(picture)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    found = list(areas(root, Area(0, 0, width, height)))
    for name, area, around in found:
        assert around.holds(area), f"{name} sticks out: {area} of {around}"
    written = [(name, area) for name, area, _ in found if name.startswith("text ")]
    for (one, first), (other, second) in combinations(written, 2):
        assert not first.meets(second), f"{one} lies on {other}"
    boxes = [(name, area) for name, area, _ in found if not name.startswith("text ")]
    for (one, first), (other, second) in combinations(boxes, 2):
        assert not first.meets(second) or first.holds(second), f"{one} lies on {other}"


@GAMES
@given(data=st.data())
def test_texts_fit_their_boxes_and_nothing_overlaps(game: str, data: st.DataObject) -> None:
    view = view_of(game, data)
    names = data.draw(st.sampled_from((None, ["Wilhelmina von Wattenwyl"] * len(view.players))))
    check_geometry(arcanum.svg(view, names=names))


def house_games() -> Iterator[arcanum.State]:
    """Tables that no printing knows: ten players, names that are too long or not meant for XML, large numbers."""
    rules = arcanum.rules("arcanum/en")
    assert isinstance(rules, tarot.Rules)
    places = tuple(attrs.evolve(place, name=f"<{place.name}> & Wittgensteinstraße") for place in rules.locations)
    rules = attrs.evolve(
        rules, name="<Our & your> " * 9, players=(2, 10), locations=places, prestige_top=99, hand_limit=40,
        minors_drawn=8, first_deal=(5, 2), scoring_table=((99, 80, 40, 20, 10, 9, 8, 7, 6, 5),) * 4,
    )  # fmt: skip
    yield arcanum.new_game(rules, players=2, seed=1, length="long")
    yield arcanum.new_game(rules, players=10, seed=1)
    other = arcanum.rules("arcana/revised")
    assert isinstance(other, guilds.Rules)
    cards = [attrs.evolve(card, name=f"<{card.name}> & Donaudampfschifffahrtsgesellschaft") for card in other.catalogue]
    catalogue = attrs.evolve(other.catalogue, cards=tuple(cards))
    yield arcanum.new_game(attrs.evolve(other, name="x" * 300, catalogue=catalogue), players=4, seed=3)


@pytest.mark.parametrize("state", list(house_games()), ids=lambda state: f"{len(state.players)} players")
def test_house_rules_with_strange_names_and_large_numbers_are_drawn_all_the_same(state: arcanum.State) -> None:
    for at in range(120):
        if at % 10 == 0:
            view = arcanum.observe(state, arcanum.to_act(state))
            picture = arcanum.svg(view, names=[STRANGE[seat % len(STRANGE)] for seat in range(len(view.players))])
            check_geometry(picture)
            assert reached(read(picture)) == set(range(len(view.legal_actions)))
        legal = arcanum.legal_actions(state)
        state = arcanum.apply(state, legal[(at * 7) % len(legal)])


@GAMES
def test_strange_names_are_written_as_they_are(game: str) -> None:
    state = record(game, 0).states[0]
    view = arcanum.observe(state, None)
    names = [STRANGE[seat % len(STRANGE)] for seat in range(len(view.players))]
    root = read(arcanum.svg(view, names=names))
    kept = [re.sub("[\x00\x1b\ud800]", "\ufffd", name) for name in names]
    assert [title(node).partition(":")[0] for node in groups(root, "player")] == kept
    assert not list(root.iter("script"))


def test_what_is_cut_off_is_in_the_title() -> None:
    view = arcanum.observe(record("arcanum", 0).states[0], None)
    long = "Wilhelmina von Wattenwyl zu Habsburg"
    root = read(arcanum.svg(view, names=[long] * len(view.players)))
    cut = [node for node in root.iter(f"{SPACE}text") if shown(node).endswith("…")]
    assert len(cut) >= len(view.players)
    assert {title(node) for node in cut} == {long}


# --- themes -----------------------------------------------------------------------------------------------------------


def test_a_theme_is_light_or_dark_or_what_the_reader_prefers() -> None:
    view = arcanum.observe(record("arcanum", 0).states[0], 0)
    pictures = {theme: arcanum.svg(view, theme=theme) for theme in THEMES}
    assert LIGHT["paper"] in pictures["light"]
    assert DARK["paper"] not in pictures["light"]
    assert DARK["paper"] in pictures["dark"]
    assert LIGHT["paper"] not in pictures["dark"]
    light, dark = pictures["auto"].split("@media(prefers-color-scheme:dark)")
    assert LIGHT["paper"] in light
    assert DARK["paper"] in dark
    bodies = {re.sub("<style>.*</style>|arcanum-(auto|light|dark)", "", picture) for picture in pictures.values()}
    assert len(bodies) == 1


@GAMES
def test_pictures_in_one_page_leave_each_other_alone(game: str) -> None:
    view = arcanum.observe(record(game, 0).states[0], 0)
    for theme in THEMES:
        root = read(arcanum.svg(view, theme=theme))
        assert not [node for node in root.iter() if "id" in node.attrib]
        style = root.findtext(f"{SPACE}style") or ""
        rules = re.findall(r"([^{}]+)\{[^{}]*\}", style.replace("@media(prefers-color-scheme:dark){", ""))
        assert rules
        assert all(selector.startswith(f".arcanum-{theme} ") for rule in rules for selector in rule.split(","))
        colours = {name for node in root.iter() for name in node.get("class", "").split() if name[:2] in ("f-", "s-")}
        assert all(f".arcanum-{theme} .{name}{{" in style for name in colours)


def luminance(colour: str) -> float:
    """How bright a colour is, as WCAG counts it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_what_is_written_stands_out_from_its_ground(palette: dict[str, str]) -> None:
    suits, seats = [suit.name.lower() for suit in tarot.Suit], [f"seat{seat}" for seat in range(5)]
    pairs = [(ink, ground) for ink in ("ink", "soft") for ground in ("paper", "panel", "quiet", "glow")]
    pairs += [("onfill", ground) for ground in (*suits, *seats, "accent", "soft", "back")]
    pairs += [(suit, "panel") for suit in suits] + [("accent", "panel"), ("paper", "ink")]
    for ink, ground in pairs:
        light, dark = sorted((luminance(palette[ink]), luminance(palette[ground])), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, f"{ink} on {ground}"


# --- the call ---------------------------------------------------------------------------------------------------------


@GAMES
def test_a_view_shows_itself_in_a_notebook(game: str) -> None:
    view: Any = arcanum.observe(record(game, 0).states[0], 0)
    assert view._repr_svg_() == arcanum.svg(view)


def test_a_wrong_call_is_refused_in_a_sentence() -> None:
    state = record("arcanum", 0).states[0]
    view: Any = arcanum.observe(state, 0)
    wrong: Any = state
    with pytest.raises(arcanum.BadCall, match=r"expected a view \(from arcanum.observe\), got <arcanum/"):
        arcanum.svg(wrong)
    with pytest.raises(arcanum.BadCall, match="no theme is called 'drak'; did you mean 'dark'"):
        arcanum.svg(view, theme="drak")
    with pytest.raises(arcanum.BadCall, match=f"there are {len(view.players)} players, .* not 1"):
        arcanum.svg(view, names=["Anna"])
    for names in ("Anna", [1] * len(view.players), 7):
        call: Any = names
        with pytest.raises(arcanum.BadCall, match="expected a list of names, one for each seat"):
            arcanum.svg(view, names=call)


def test_importing_the_library_does_not_load_the_pictures() -> None:
    program = "import sys, arcanum, arcanum.tarot, arcanum.guilds; print([n for n in sys.modules if 'pictures' in n])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_picture_shows_the_hands_that_lie_open() -> None:
    rules = arcanum.rules(Path(__file__).parents[1] / "examples" / "house_rules" / "open_lesson.toml")
    state: Any = arcanum.new_game(rules, players=3, seed=3)
    for seat in (None, 0, 1, 2):
        for other, node in enumerate(groups(read(arcanum.svg(arcanum.observe(state, seat))), "player")):
            held = () if other == seat else state.players[other].hand
            assert [card.attrib["data-card"] for card in groups(node, "held")] == [str(card) for card in held]


def test_a_picture_of_arcana_shows_the_hands_that_lie_open() -> None:
    rules = arcanum.rules(Path(__file__).parents[1] / "examples" / "house_rules" / "open_table.toml")
    state: Any = arcanum.new_game(rules, players=3, seed=3)
    for seat in (None, 0, 1, 2):
        shown = [node.attrib["data-card"] for node in groups(read(arcanum.svg(arcanum.observe(state, seat))), "held")]
        assert shown == [card for other, each in enumerate(state.players) if other != seat for card in each.hand]
