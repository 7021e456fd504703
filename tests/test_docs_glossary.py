"""The glossary has a word for everything that players handle, and for nothing that the library does not know."""

from __future__ import annotations

from functools import reduce

import pytest

from arcanum import guilds, tarot
from arcanum.tarot.rules import rules
from arcanum.tarot.setup import LENGTHS
from docs.ext.glossary import Glossary, figures

GLOSSARY = Glossary.read()
ARCANUM, ARCANA = GLOSSARY.games["arcanum"], GLOSSARY.games["arcana"]
ENGLISH = rules("arcanum/en")
EVERYTHING = {
    ("arcanum", "suits"): [suit.letter for suit in tarot.Suit],
    ("arcanum", "kinds"): [kind.letter for kind in tarot.Kind],
    ("arcanum", "majors"): [str(major) for major in tarot.MAJORS],
    ("arcanum", "locations"): [str(number) for number in range(1, len(ENGLISH.locations) + 1)],
    ("arcanum", "phases"): [phase.value for phase in tarot.Phase],
    ("arcanum", "lengths"): list(LENGTHS),
    ("arcana", "guilds"): list(guilds.default_catalogue("revised").guilds),
    ("arcana", "powers"): [power.name for power in guilds.Arcanum],
    ("arcana", "kinds"): [kind.value for kind in guilds.Kind],
    ("arcana", "phases"): [phase.value for phase in guilds.Phase],
    ("arcana", "modules"): list(guilds.MODULES),
}


@pytest.mark.parametrize(("game", "group"), EVERYTHING)
def test_every_thing_of_a_group_has_its_row_and_no_other_has(game: str, group: str) -> None:
    assert list(GLOSSARY.games[game][group]) == EVERYTHING[game, group]


def test_every_figure_and_every_card_can_be_found() -> None:
    assert list(figures(ARCANUM)) == [figure.short for figure in tarot.Figure]
    ranks = {str(rank) for rank in range(1, 11)} | set(ARCANUM["kinds"])
    written = {rank + suit for rank in ranks for suit in ARCANUM["suits"]} | set(ARCANUM["majors"])
    assert written == {str(card) for card in (*tarot.MINORS, *tarot.MAJORS)}


@pytest.mark.parametrize(
    ("package", "name"),
    [(package, name) for package, game in ((tarot, ARCANUM), (guilds, ARCANA)) for name in game["terms"]],
    ids=lambda value: value if isinstance(value, str) else value.__name__,
)
def test_every_word_of_the_game_belongs_to_something_in_the_library(package: object, name: str) -> None:
    reduce(getattr, name.split("."), package)


def test_the_english_words_are_those_of_the_library() -> None:
    ours = {
        "suits": [suit.title for suit in tarot.Suit],
        "kinds": [kind.title for kind in tarot.Kind],
        "majors": [major.title for major in tarot.MAJORS],
        "locations": [location.name for location in ENGLISH.locations],
    }
    for group, titles in ours.items():
        assert [words["en"] for words in ARCANUM[group].values()] == [(title,) for title in titles]


def test_what_is_in_the_boxes_of_arcanum_has_a_name_in_every_language() -> None:
    for group in ("suits", "kinds", "majors", "locations", "phases", "lengths"):
        for words in ARCANUM[group].values():
            assert set(words) == set(GLOSSARY.columns["arcanum"])


def test_the_guilds_of_the_first_edition_are_those_of_its_catalogue() -> None:
    named = [guild for guild, words in ARCANA["guilds"].items() if "first" in words]
    assert sorted(named) == sorted(guilds.default_catalogue("first").guilds)


def test_cells_are_words_and_no_sentences() -> None:
    for game, groups in GLOSSARY.games.items():
        for rows in groups.values():
            for words in rows.values():
                assert set(words) <= set(GLOSSARY.columns[game])
                for word in (word for cell in words.values() for word in cell):
                    assert word == " ".join(word.split())
                    assert len(word.split()) <= 7
                    assert not word.endswith(".")
