"""What somebody is told who makes a mistake in a house-rule file: the text of a file, and every message, word by word.

These are mistakes that people make. What nobody does by accident, and what goes together, is in the tests beside.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import arcanum
from arcanum.kernel.house import HouseRuleError
from arcanum.kernel.mistakes import not_toml

EXAMPLES = Path(__file__).parents[1] / "examples" / "house_rules"
ARCANUM = 'base = "arcanum/it"\nname = "Test"\n'
ARCANA = 'base = "arcana/revised"\nname = "Test"\n'

MISTAKES: dict[str, tuple[str, ...]] = {
    'base = "Arcanum/IT"\nname="x"': ("base (line 1): unknown rule set 'Arcanum/IT'; did you mean 'arcanum/it'?",),
    'base = "arcanum"\nname="x"': ("base (line 1): unknown rule set 'arcanum'; did you mean 'arcanum/it'?",),
    'base = "it"\nname="x"': ("base (line 1): unknown rule set 'it'; did you mean 'arcanum/it'?",),
    'Base = "arcanum/it"\nName="x"': (
        "Base (line 1): unknown key 'Base'; did you mean 'base'?",
        "Name (line 2): unknown key 'Name'; did you mean 'name'?",
        "base: the key 'base' is missing: the rule set that is changed, one of arcanum/en, arcanum/de, "
        "arcanum/it, arcanum/fr, arcanum/es, arcanum/it-b, arcanum/fr-b, arcanum/consensus, "
        "arcana/revised, arcana/first",
        "name: the key 'name' is missing",
    ),
    ARCANUM + "[rule]\nhand_limit = 9": ("rule (line 3): unknown key 'rule'; did you mean 'rules'?",),
    ARCANUM + "[Rules]\nhand_limit = 9": ("Rules (line 3): unknown key 'Rules'; did you mean 'rules'?",),
    ARCANUM + "hand_limit = 9": ("hand_limit (line 3): 'hand_limit' belongs below [rules]",),
    ARCANUM + "[rules]\nhand-limit = 9": (
        "rules.hand-limit (line 4): unknown key 'hand-limit'; did you mean 'hand_limit'?",
    ),
    ARCANUM + "[rules]\nHand_limit = 9": (
        "rules.Hand_limit (line 4): unknown key 'Hand_limit'; did you mean 'hand_limit'?",
    ),
    ARCANUM + "[rules]\nhand_limit = -1": ("rules.hand_limit (line 4): expected a whole number from 1 to 60, got -1",),
    ARCANUM + "[rules]\nhand_limit = [9]": (
        "rules.hand_limit (line 4): expected a whole number from 1 to 60, got [9]; did you mean 9?",
    ),
    ARCANUM + "[rules]\nhand_limit = 9.0": (
        "rules.hand_limit (line 4): expected a whole number from 1 to 60, got 9.0; did you mean 9?",
    ),
    ARCANUM + '[rules]\nhand_limit = "9"': (
        "rules.hand_limit (line 4): expected a whole number from 1 to 60, got '9'; did you mean 9?",
    ),
    ARCANUM + '[rules]\nsuits_apart = "true"': (
        "rules.suits_apart (line 4): expected true or false, got 'true'; did you mean true?",
    ),
    ARCANUM + "[rules]\nplayers = 3": (
        "rules.players (line 4): expected a list of 1 to 20, each a whole number from 2 to 10, got 3; "
        "did you mean [3]?",
    ),
    ARCANUM + "[rules]\nplayers = [3, 4, 5,, 6]": ("the file (line 4): a value is missing before the comma",),
    ARCANUM + '[rules]\nfinal_tie = ["shared"]': (
        "rules.final_tie (line 4): expected 'hand' or 'shared', got ['shared']; did you mean 'shared'?",
    ),
    ARCANUM + '[rules]\nfinal_tie = "Shared"': (
        "rules.final_tie (line 4): expected 'hand' or 'shared', got 'Shared'; did you mean 'shared'?",
    ),
    ARCANUM + '[locations.6]\nname="x"': ("locations (line 3): unknown key 'locations'; did you mean 'location'?",),
    ARCANUM + "[majors.2]\nprogram=[]": ("majors (line 3): unknown key 'majors'; did you mean 'major'?",),
    ARCANUM + '[location]\nname="x"': ("location.name (line 4): expected a table such as [location.1], got 'x'",),
    ARCANUM + '[location.6]\nprogram = "gain-points"': (
        'location.6.program (line 4): expected a list of words such as [{ word = "gain-points", ... }], '
        "got 'gain-points'",
    ),
    ARCANUM + '[location.6]\nprogram = ["gain-points"]': (
        "location.6.program[0] (line 4): expected a table such as { word = \"gain-points\", ... }, got 'gain-points'",
    ),
    ARCANUM + '[location.6]\nprogram = { word = "gain-points", points = 1 }': (
        'location.6.program (line 4): expected a list of words such as [{ word = "gain-points", ... }], '
        "got { word = 'gain-points', points = 1 }",
    ),
    ARCANUM + '[location.6]\nprogram = [{ word = "gain_points", points = 1 }]': (
        "location.6.program[0].word (line 4): unknown word 'gain_points'; did you mean 'gain-points'?",
    ),
    ARCANUM + "[location.6]\nprogram = [{ gain-points = 1 }]": (
        'location.6.program[0] (line 4): expected a table such as { word = "gain-points", ... }, got { '
        "gain-points = 1 }",
    ),
    ARCANUM + '[location.6]\nprogram = [{ word = "gain-points", point = 1 }]': (
        "location.6.program[0].point (line 4): unknown key 'point'; did you mean 'points'?",
        "location.6.program[0] (line 4): the key 'points' is missing",
    ),
    ARCANUM + '[location.6]\nprogram = [{ word = "gain-points" }]': (
        "location.6.program[0] (line 4): the key 'points' is missing",
    ),
    ARCANUM + "[location.6]\nprograms = []": (
        "location.6.programs (line 4): unknown key 'programs'; did you mean 'program'?",
    ),
    ARCANUM + '[location.0]\nname="x"': ("location.0 (line 3): there is no location '0': locations are 1 to 10",),
    ARCANUM + '[location.fields]\nname="x"': (
        "location.fields (line 3): there is no location 'fields': locations are 1 to 10; did you mean 6, Fields?",
    ),
    ARCANUM + "[major.22]\nprogram=[]": ("major.22 (line 3): there is no Major '22': Majors are 0 to 21",),
    ARCANUM + "[major.world]\nprogram=[]": (
        "major.world (line 3): there is no Major 'world': Majors are 0 to 21; did you mean 21, World?",
    ),
    ARCANUM + "[major.-1]\nprogram=[]": ("major.-1 (line 3): there is no Major '-1': Majors are 0 to 21",),
    ARCANUM + '[major.2]\nprogram = [{word="draw", pile="minors", count="2"}]': (
        "major.2.program[0].pile (line 4): expected 'minor' or 'major', got 'minors'; did you mean 'minor'?",
        "major.2.program[0].count (line 4): expected a whole number from 1 to 20, got '2'; did you mean 2?",
    ),
    ARCANUM + "[card.x]\nvp=1": ("card (line 3): [card] is a table of arcana, and this file changes arcanum/it",),
    ARCANUM + "[rules]\npile_size=4": (
        "rules.pile_size (line 4): 'pile_size' is a value of arcana, and this file changes arcanum/it",
    ),
    ARCANUM + '[rules]\ncatalogue="x.toml"': (
        "rules.catalogue (line 4): 'catalogue' is a value of arcana, and this file changes arcanum/it",
    ),
    ARCANUM + "[rules]\ncalendar = [3,6]": (
        "rules.calendar (line 4): expected a table with 'short' and 'long', got [3, 6]",
    ),
    ARCANUM + "[rules]\ncalendar = { short = 3, long=[6,3] }": (
        "rules.calendar.short (line 4): expected a list of 1 to 20, each a whole number from 1 to 99, "
        "got 3; did you mean [3]?",
        "rules.calendar.long (line 4): the turns must rise, unlike [6, 3]",
    ),
    ARCANUM + "[rules]\ncalendar = { short = [3,2], long=[6,3] }": (
        "rules.calendar.short (line 4): the turns must rise, unlike [3, 2]",
        "rules.calendar.long (line 4): the turns must rise, unlike [6, 3]",
    ),
    ARCANUM + "[rules]\nfirst_deal = 5": (
        "rules.first_deal (line 4): expected a list of 2, each a whole number from 0 to 10, got 5",
    ),
    ARCANUM + "[rules]\nfirst_deal = [4,1,0]": (
        "rules.first_deal (line 4): expected a list of 2, each a whole number from 0 to 10, got [4, 1, 0]",
    ),
    ARCANUM + "[rules]\nscoring_table = [16,4]": (
        "rules.scoring_table (line 4): expected a list of 4, each a list of 1 to 20, each a whole number "
        "from 0 to 99, got [16, 4]",
    ),
    ARCANUM + "[rules]\nscoring_table = [[16,4],[12,3],[10,2]]": (
        "rules.scoring_table (line 4): expected a list of 4, each a list of 1 to 20, each a whole number "
        "from 0 to 99, got [[16, 4], [12, 3], [10, 2]]",
    ),
    ARCANUM + '[rules]\nboard="boards/nothing.toml"': (
        "rules.board (line 4): a board file 'boards/nothing.toml': cannot be read: No such file or directory",
    ),
    ARCANUM + '[rules]\nboard="board"': (
        "rules.board (line 4): a board file 'board': cannot be read: No such file or directory",
    ),
    ARCANUM + 'name="y"': ("the file (line 3): the key 'name' is there twice",),
    'base = "arcanum/it"\n': ("name: the key 'name' is missing",),
    ARCANUM + "[[rules]]\nhand_limit=9": ("rules (line 3): expected a table [rules], got tables [[rules]]",),
    ARCANUM + "[rules]\nhand_limit = 9 cards": ("the file (line 4): expected the end of the line, got 'cards'",),
    ARCANUM + '[rules]\nmajor_variants="none"': (
        "rules.major_variants (line 4): expected a list of 1 to 3, each 'all' or 'from-turn-3' or "
        "'none', got 'none'; did you mean ['none']?",
    ),
    ARCANUM + "[rules]\nhand_limit=0\nfirst_deal=[5,4]": (
        "rules.hand_limit (line 4): expected a whole number from 1 to 60, got 0",
    ),
    ARCANA + "[rules]\nhand_limit=9": (
        "rules.hand_limit (line 4): 'hand_limit' is a value of arcanum, and this file changes arcana/revised",
    ),
    ARCANA + "[rules]\nhand_size=99": ("rules.hand_size (line 4): expected a whole number from 1 to 20, got 99",),
    ARCANA + "[card.halberdier-2]\nvp=1": (
        "card.halberdier-2 (line 3): there is no card 'halberdier-2'; did you mean 'halberdier'? [card] "
        "changes cards and adds none: a Guild Master is added with [master.NAME], any other card with a card file "
        'that has it, catalogue = "..." under [rules]',
    ),
    ARCANA + "[cards.halberdier]\nvp=1": ("cards (line 3): unknown key 'cards'; did you mean 'card'?",),
    ARCANA + "[card.Halberdier]\nvp=1": (
        "card.Halberdier (line 3): there is no card 'Halberdier'; did you mean 'halberdier'? [card] "
        "changes cards and adds none: a Guild Master is added with [master.NAME], any other card with a card file "
        'that has it, catalogue = "..." under [rules]',
    ),
    ARCANA + '[card."Barhan Sword"]\nvp=1': (
        "card.'Barhan Sword' (line 3): there is no card 'Barhan Sword'; did you mean 'barhan-sword'? [card] "
        "changes cards and adds none: a Guild Master is added with [master.NAME], any other card with a card file "
        'that has it, catalogue = "..." under [rules]',
    ),
    ARCANA + '[card.halberdier]\nvp="1"\nstaff=-1\nname=""': (
        "card.halberdier.vp (line 4): expected a whole number from 0 to 99, got '1'",
        "card.halberdier.staff (line 5): expected a whole number from 0 to 99, got -1",
        "card.halberdier.name (line 6): expected a name, got ''",
    ),
    ARCANA + '[card.halberdier]\nability = [{ word = "drw" }]\nvp = "2"': (
        "card.halberdier.ability[0] (line 4): unknown word 'drw'; did you mean 'draw'?",
        "card.halberdier.vp (line 5): expected a whole number from 0 to 99, got '2'",
    ),
    ARCANA + '[card.halberdier]\nability="draw"': (
        "card.halberdier.ability (line 4): expected a list of words such as [{ word = \"draw\", ... }], got 'draw'",
    ),
    ARCANA + "[card]\nvp=1": ("card.vp (line 4): expected a table such as [card.crest-blades], got 1",),
    ARCANA + "[major.2]\nprogram=[]": (
        "major (line 3): [major] is a table of arcanum, and this file changes arcana/revised",
    ),
    ARCANA + '[rules]\noptional="events"': (
        "rules.optional (line 4): expected a list of 0 to 6, each 'customise' or 'objectives' or "
        "'militia' or 'masters' or 'events' or 'tactical', got 'events'; did you mean ['events']?",
    ),
    ARCANA + '[rules]\nbuilt_in=["Events"]': (
        "rules.built_in[0] (line 4): expected 'customise' or 'objectives' or 'militia' or 'masters' or "
        "'events' or 'tactical', got 'Events'; did you mean 'events'?",
    ),
    ARCANA + '[rules]\nfirst_player="random player"': (
        "rules.first_player (line 4): expected 'random' or 'given', got 'random player'; did you mean 'random'?",
    ),
    ARCANA + '[rules]\nsurplus_needed="+1"': (
        "rules.surplus_needed (line 4): expected a whole number from -20 to 20, got '+1'; did you mean 1?",
    ),
    ARCANA + '[card.barhan-sword]\nfiefdom="x"\nmain="sword"': (
        "card.barhan-sword.fiefdom (line 4): unknown fiefdom 'x'; known: ashglass, copperwharf, "
        "drowned-stairs, highbelfry, ogrokh, tallow-rows, thornwall, vesper-isle",
        "card.barhan-sword.main (line 5): expected a list such as ['sword'], got 'sword'",
    ),
    ARCANA + '[rules]\ncatalogue="cards.toml"': (
        "rules.catalogue (line 4): a card file 'cards.toml': cannot be read: No such file or directory",
    ),
    'base = "arcana"\nname="x"': ("base (line 1): unknown rule set 'arcana'; did you mean 'arcana/first'?",),
    'base="examples/nine_cards.toml"\nname="x"': (
        "base (line 1): the base 'examples/nine_cards.toml': cannot be read: No such file or directory",
    ),
    'base="nine_card.toml"\nname="x"': (
        "base (line 1): the base 'nine_card.toml': cannot be read: No such file or directory",
    ),
    'base=["arcanum/it"]\nname="x"': (
        "base (line 1): unknown rule set ['arcanum/it']; known: arcana/first, arcana/revised, "
        "arcanum/consensus, arcanum/de, arcanum/en, arcanum/es, arcanum/fr, arcanum/fr-b, arcanum/it, "
        "arcanum/it-b, or the path of a file that ends with '.toml'",
    ),
    'base="arcanum/it"\nname="Nine/Ten"': (
        "name (line 2): expected a name of 1 to 60 printable characters without '/', got 'Nine/Ten'",
    ),
    'base="arcanum/it"\nname=" x"': (
        "name (line 2): expected a name of 1 to 60 printable characters without '/', got ' x'",
    ),
    'base="arcanum/it"\nname="x"\nauthor="me"\ndescription=""': (
        "author (line 3): unknown key 'author'; known: base, description, location, major, name, rules",
        "description (line 4): expected a text of 1 to 2000 characters, got ''",
    ),
    ARCANUM + '[rules.location.6]\nname="x"': (
        "rules.location (line 3): [location] is a table of its own, not one in [rules]",
    ),
    ARCANUM + "[rules]\nlocation=6": ("rules.location (line 4): [location] is a table of its own, not one in [rules]",),
    ARCANA + "hand_size = 3": ("hand_size (line 3): 'hand_size' belongs below [rules]",),
    ARCANUM + '[rules]\nplayers = "3"': (
        "rules.players (line 4): expected a list of 1 to 20, each a whole number from 2 to 10, got '3'",
    ),
    ARCANUM + '[rules]\ncalendar = "short"': (
        "rules.calendar (line 4): expected a table with 'short' and 'long', got 'short'",
    ),
    ARCANUM + '[rules]\nprestige_top = "20"': (
        "rules.prestige_top (line 4): expected a whole number from 1 to 99, got '20'; did you mean 20?",
    ),
    ARCANUM + '[location.6]\nprogram = [{ word = "draw", count = [1], pile = "Minor" }]': (
        "location.6.program[0].pile (line 4): expected 'minor' or 'major', got 'Minor'; did you mean 'minor'?",
        "location.6.program[0].count (line 4): expected a whole number from 1 to 20, got [1]; did you mean 1?",
    ),
    ARCANUM + '[major.5]\nprogram = [{ word = "hide-from-hand", optional = "yes" }]': (
        "major.5.program[0].optional (line 4): expected true or false, got 'yes'",
    ),
    'base = nine_cards.toml\nname = "x"': ("the file (line 1): a text needs quotes: 'nine_cards.toml'",),
    "base = 'nine_cards'\nname='x'": (
        "base (line 1): unknown rule set 'nine_cards'; did you mean the file 'nine_cards.toml'?",
    ),
    'base = "arcanum/it"\nname = “Test”': ("the file (line 2): texts stand between straight quotes, not “",),
    'base: "arcanum/it"\nname: "x"': ("the file (line 1): expected '=' after the key 'base', got ': \"arcanum/it\"'",),
    '# My rule\nbase = "arcanum/it\nname = "Test"\n': (
        "the file (line 2): a text begins with a quote and does not end with one in the same line",
    ),
    ARCANUM + "[rules]\nfinal_tie = shared\n": ("the file (line 4): a text needs quotes: 'shared'",),
    ARCANUM + "[rules]\nsuits_apart = True\n": ("the file (line 4): write true in small letters, not True",),
    ARCANUM + "[rules\nhand_limit = 9\n": (
        "the file (line 3): the name of a table ends with ']', and the line ends there",
    ),
    ARCANUM + "[rules]\nplayers = [3, 4\nhand_limit = 9\n": (
        "the file (line 5): in a list, a comma or ']' is missing before 'hand_limit = 9'",
    ),
    ARCANUM + "[rules]\nplayers = [3 4]\n": ("the file (line 4): in a list, a comma or ']' is missing before '4]'",),
    ARCANUM + '[location.6]\nprogram = [\n    { word = "draw-up-to" }\n    { word = "discard-from-hand" },\n]\n': (
        "the file (line 6): in a list, a comma or ']' is missing before '{ word = \"discard-from-hand\" },'",
    ),
    ARCANUM + '[major.2]\nprogram = [{ word = "draw" pile = "minor", count = 1 }]\n': (
        "the file (line 4): in a table in { }, a comma or '}' is missing before 'pile = \"minor\", count = 1 }]'",
    ),
    ARCANUM + '[major.2]\nprogram = [{ word = "draw",\n pile = "minor", count = 1 }]\n': (
        "the file (line 4): a table in { } stands in one line",
    ),
    ARCANUM + "[rules]\nhand_limit == 9\n": (
        "the file (line 4): the key 'hand_limit' is followed by one '=' and its value, not by '=='",
    ),
    ARCANUM + "[rules]\nhand limit = 9\n": ("the file (line 4): expected '=' after the key 'hand', got 'limit = 9'",),
    ARCANUM + "[rules]\nhand_limit = 9,\n": (
        "the file (line 4): there is no comma at the end of a line, but in a list of several lines",
    ),
    ARCANUM + "[rules]\nhand_limit = 9 // was 7\n": ("the file (line 4): a comment begins with '#', not with '//'",),
    ARCANUM + "// nine cards\n": ("the file (line 3): a comment begins with '#', got '// nine cards'",),
    ARCANUM + "[rules]\nhand_limit = 9\n[rules]\nplayers = [3]\n": ("the file (line 5): '[rules]' is there already",),
    ARCANUM + "[rules]\nhand_limit = 9\nhand_limit = 8\nplayers = [3]\n": (
        "the file (line 5): the key 'hand_limit' is there twice",
    ),
    ARCANUM + "[rules]\nhand_limit =\n": ("the file (line 4): a value is missing after '='",),
    ARCANUM + '[rules]\nboard = "boards\\qwin.toml"\n': (
        "the file (line 4): a text between \" has a '\\' that means nothing: write two of them, or put the "
        "text between '",
    ),
    '{ "base": "arcanum/it" }\n': (
        "the file (line 1): expected lines such as 'base = \"arcanum/en\"', got '{' as in JSON",
    ),
    ARCANUM + "[rules]\nhand_limit = null\n": ("the file (line 4): there is no null: leave the key out",),
    ARCANUM + "[rules]\nhand_limit = nine\n": ("the file (line 4): a text needs quotes: 'nine'",),
    ARCANUM + "[rules]\nhand_limit = 1,000\n": ("the file (line 4): expected the end of the line, got ',000'",),
    ARCANUM + "\t[rules]\n\thand_limit\t=\t0\n": (
        "rules.hand_limit (line 4): expected a whole number from 1 to 60, got 0",
    ),
}


@pytest.mark.parametrize("text", MISTAKES)
def test_a_mistake_is_told_in_words_that_its_author_knows(text: str, tmp_path: Path) -> None:
    (tmp_path / "nine_cards.toml").write_bytes((EXAMPLES / "nine_cards.toml").read_bytes())
    (tmp_path / "house.toml").write_text(text, encoding="utf-8")
    with pytest.raises(HouseRuleError) as caught:
        arcanum.rules(tmp_path / "house.toml")
    assert tuple(map(str, caught.value.faults)) == MISTAKES[text]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[towers]\n", "a board file 'board.toml': unknown key 'towers'"),
        ("[tower\n", "a board file 'board.toml': line 1: the name of a table ends with ']', and the line ends there"),
        ("a = 'x\n", "a board file 'board.toml': line 1: a text begins with a quote and does not end with one in the"),
    ],
)
def test_a_mistake_in_a_file_beside_is_told_with_its_line(content: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "board.toml").write_text(content, encoding="utf-8")
    (tmp_path / "house.toml").write_text(f"{ARCANUM}[rules]\nboard = 'board.toml'\n", encoding="utf-8")
    with pytest.raises(HouseRuleError) as caught:
        arcanum.rules(tmp_path / "house.toml")
    assert str(caught.value.faults[0]).startswith("rules.board (line 4): a board file 'board.toml': ")
    assert message in str(caught.value)


def test_what_depends_on_a_value_with_an_error_is_not_told_as_another_error(tmp_path: Path) -> None:
    """Whoever mends the one may find the other good."""
    file = tmp_path / "house.toml"
    file.write_text(f"{ARCANUM}[rules]\nhand_limit = '9'\nfirst_deal = [8, 1]\n", encoding="utf-8")
    with pytest.raises(HouseRuleError) as caught:
        arcanum.rules(file)
    assert [fault.where for fault in caught.value.faults] == ["rules.hand_limit"]
    file.write_text(f"{ARCANUM}[rules]\nhand_limit = 9\nfirst_deal = [8, 1]\n", encoding="utf-8")
    assert arcanum.rules(file).name == "Test"
    file.write_text(f"{ARCANA}[rules]\ndeck_size = 12\n[card.halberdier]\nvp = '1'\n", encoding="utf-8")
    with pytest.raises(HouseRuleError) as caught:
        arcanum.rules(file)
    assert [fault.where for fault in caught.value.faults] == ["card.halberdier.vp"]


@given(st.text(max_size=40), st.text(max_size=40))
def test_any_text_that_is_not_toml_has_a_sentence_and_a_line_of_its_own(before: str, after: str) -> None:
    text = f'{before}\n[rules]\nname = "x"\n{after}'
    try:
        tomllib.loads(text)
    except ValueError as error:
        message, line = not_toml(error, text)
        assert message
        assert "\n" not in message
        assert line is None or 1 <= line <= text.count("\n") + 1
