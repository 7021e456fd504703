"""Records come back as they were written, lead to the same states, and are refused at the first line that is wrong."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arcanum
from arcanum import records
from arcanum.kernel import records as kernel
from arcanum.kernel.randomness import below
from arcanum.records import Record, RecordError
from arcanum.spec import soak
from arcanum.tarot import Rules

GAMES = pytest.mark.parametrize("game", arcanum.games())
OLD = sorted((Path(__file__).parent / "data" / "records").glob("*.txt"))
HOUSE_RULES = sorted((Path(__file__).parents[1] / "examples" / "house_rules").glob("*.toml"))
WHOLE = 1_000_000
"""More actions than any game has."""
NAMES = ("Žofie", "李雷", "Ørjan B. the 3rd", "Zoë", "Δ")


@attrs.frozen(eq=False)
class Played:
    """A random game: its record, and every state as it came about."""

    record: Record
    states: tuple[arcanum.State, ...]

    @property
    def text(self) -> str:
        return records.text(self.record)


def play(
    rules: str | Path | arcanum.RuleSet,
    players: int,
    seed: int,
    most: int,
    names: Iterable[str] = (),
    **options: object,
) -> Played:
    """A game by random choices, broken off after so many actions."""
    states = [arcanum.new_game(rules, players=players, seed=seed, **options)]
    rng, actions = seed, list[arcanum.Action]()
    while (legal := arcanum.legal_actions(states[-1])) and len(actions) < most:
        rng, index = below(rng, len(legal))
        actions.append(legal[index])
        states.append(arcanum.apply(states[-1], legal[index]))
    record = records.make(rules, players=players, seed=seed, actions=actions, names=names, **options)
    return Played(record, tuple(states))


@cache
def played(game: str, number: int, most: int = WHOLE) -> Played:
    """Game number so-and-so of the soak."""
    plan = soak.plan(game, number)
    names = NAMES[: plan.players] if number % 2 else ()
    return play(plan.rules, plan.players, plan.seed, most, names, **plan.options)


numbers = st.sampled_from(range(0, 6 * 53, 53))
"""A few games of all kinds; the plans of neighbours are alike."""


def refused(text: str) -> RecordError:
    """Why a text is no record."""
    with pytest.raises(RecordError) as caught:
        records.parse(text)
    return caught.value


def sealed(lines: Sequence[str]) -> str:
    """The text of a record with these lines, and all digits right: only what the lines say can be wrong."""
    check, found = "", ""
    for line in lines:
        check = kernel.checksum(check, line)
        found += f"{check} {line}\n"
    return found


def bare(text: str) -> list[str]:
    """The lines of a record without the digits."""
    return [line[7:] for line in text.splitlines()]


# --- records come back ------------------------------------------------------------------------------------------------


@GAMES
@settings(max_examples=6)
@given(number=numbers)
def test_a_record_comes_back_from_its_text(game: str, number: int) -> None:
    made = played(game, number)
    again = records.parse(made.text)
    assert again == made.record
    assert records.text(again) == made.text
    assert again.names == made.record.names


@GAMES
@settings(max_examples=6)
@given(number=numbers)
def test_a_record_comes_back_from_a_document(game: str, number: int) -> None:
    made = played(game, number)
    assert arcanum.loads(arcanum.dumps(made.record)) == made.record


@GAMES
@settings(max_examples=6)
@given(number=numbers)
def test_a_replay_reaches_every_state_that_there_was(game: str, number: int) -> None:
    made = played(game, number)
    again = records.parse(made.text)
    steps = tuple(again.replay())
    assert tuple(done.state for done in steps) == made.states
    assert [records.fingerprint(done.state) for done in steps] == list(map(records.fingerprint, made.states))
    assert tuple(again.replay()) == steps


@GAMES
@given(data=st.data())
def test_a_replay_stops_where_it_is_told(game: str, data: st.DataObject) -> None:
    made = played(game, 1)
    to = data.draw(st.integers(0, len(made.record.actions)))
    assert made.record.state(to) == made.states[to]
    assert len(list(made.record.replay(to))) == to + 1


@pytest.mark.parametrize("to", [-1, 3, "2", 1.5])
def test_a_replay_beyond_the_record_is_refused(to: int) -> None:
    made = played("arcanum", 0, 2)
    with pytest.raises(arcanum.BadCall, match="the record has 2 actions; there is no state after"):
        made.record.state(to)


@GAMES
def test_the_events_of_a_replay_are_those_of_the_game(game: str) -> None:
    made = played(game, 2, 60)
    opening, *steps = made.record.replay()
    assert opening.before is None
    for before, action, done in zip(made.states, made.record.actions, steps, strict=False):
        assert done == arcanum.step(before, action)
        assert done.before == before


@GAMES
def test_a_record_is_a_value(game: str) -> None:
    made = played(game, 1, 10)
    assert records.parse(made.text) in {made.record}
    assert attrs.evolve(made.record, seed=made.record.seed + 1) != made.record
    assert repr(made.record).startswith("<record of arcan")


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
def test_a_record_from_before_a_ruling_leads_to_the_same_end(path: Path) -> None:
    kept = records.read(path)
    assert not arcanum.legal_actions(kept.state())
    (before,) = kept.rules.game.earlier(arcanum.rules(path.stem.partition("-")[0].replace("_", "/")))
    assert kept.rules == before


@GAMES
def test_every_line_of_a_record_is_short_and_says_what_it_is(game: str) -> None:
    lines = bare(played(game, 1).text)
    words = {line.partition(" ")[0] for line in lines if not line[0].isdigit()}
    assert {"arcanum-record", "rules", "players", "seat", "seed", "result", "state", "end"} <= words
    assert all(len(line) < 200 for line in lines)
    assert [line.partition(" ")[0] for line in lines if line[0].isdigit()] == [
        str(each) for each in range(1, len(played(game, 1).record.actions) + 1)
    ]


def test_a_game_that_is_not_over_can_be_recorded_at_any_action() -> None:
    made = played("arcanum", 4)
    for many in range(0, len(made.record.actions), 17):
        part = attrs.evolve(made.record, actions=made.record.actions[:many])
        text = records.text(part)
        assert "\n".join(bare(text)).endswith(
            f"result none\nstate {records.fingerprint(made.states[many])}\nend {many}"
        )
        assert records.parse(text) == part


def test_the_result_says_scores_winners_and_reason() -> None:
    made = played("arcanum", 4)
    result = arcanum.outcome(made.states[-1])
    assert result is not None
    (line,) = (line for line in bare(made.text) if line.startswith("result "))
    scores, winners = " ".join(map(str, result.scores)), " ".join(map(str, result.winners))
    assert line == f"result {scores}, {winners} won: {result.reason}"


def test_actions_can_be_given_as_texts_or_as_values() -> None:
    made = played("arcanum", 0, 5)
    record = made.record
    texts = records.make(
        record.rules, players=record.players, seed=record.seed, actions=map(str, record.actions), **record.options
    )
    assert attrs.evolve(texts, names=record.names) == record


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_both_kinds_of_line_ends_are_read(end: str, tmp_path: Path) -> None:
    made = played("arcanum", 1, 12)
    file = tmp_path / "game.record"
    file.write_bytes(made.text.replace("\n", end).encode())
    assert records.read(file) == made.record


def test_names_are_kept_letter_by_letter(tmp_path: Path) -> None:
    names = ("Žofie", "李雷", "Noël (le grand)", "🂡 Joker")
    made = play("arcana/revised", 4, 3, 9, names)
    records.write(tmp_path / "game.record", made.record)
    assert records.read(tmp_path / "game.record").names == names
    assert "seat 1 李雷\n" in (tmp_path / "game.record").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "names",
    [("Anna",), ("Anna", "Bruno", ""), ("Anna", "Bruno", "a\nb"), ("Anna", "Bruno", " x"), ("A", "B", "C" * 61)],
)
def test_names_that_would_not_come_back_are_refused(names: tuple[str, ...]) -> None:
    with pytest.raises(arcanum.BadCall, match="names: expected 3 names of at most 60 printable characters"):
        records.make("arcanum/en", players=3, seed=1, names=names)


def test_one_text_is_not_taken_for_many_names() -> None:
    with pytest.raises(arcanum.BadCall, match="names must be a list of names, not 'Ann'"):
        records.make("arcanum/en", players=3, seed=1, names="Ann")


@pytest.mark.parametrize("seed", [0, -1, 7, 2**64, -(2**64) - 5, 10**30 - 1])
def test_seeds_come_back(seed: int) -> None:
    record = records.make("arcanum/en", players=3, seed=seed)
    assert records.parse(records.text(record)).seed == seed


def test_what_could_not_be_read_again_is_not_written() -> None:
    with pytest.raises(arcanum.BadCall, match="seed: expected a whole number of at most 30 digits"):
        records.make("arcanum/en", players=3, seed=10**30)
    made = played("arcana", 0, 3).record
    for wrong in (
        attrs.evolve(made, seed=10**30),
        attrs.evolve(made, options={"modules": "militia,\nobjectives"}),
        attrs.evolve(made, names=("Anna\n",) * made.players),
        attrs.evolve(made, actions=made.actions * 20_000),
    ):
        with pytest.raises(arcanum.BadCall):
            records.text(wrong)


def test_an_action_that_the_rules_forbid_is_not_written() -> None:
    record = records.make("arcanum/en", players=3, seed=1, actions=("hide 1S", "hide 1S"))
    with pytest.raises(arcanum.IllegalAction, match="hide 1S: "):
        records.text(record)


# --- rules ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", HOUSE_RULES, ids=lambda path: path.stem)
def test_a_record_carries_its_house_rules(path: Path, tmp_path: Path) -> None:
    rules = arcanum.rules(path)
    made = play(path, max(rules.players), 5, 40)
    file = tmp_path / "game.record"
    records.write(file, made.record)
    again = records.read(file)
    assert again == made.record
    assert again.rules == rules
    assert again.state() == made.states[-1]
    assert str(path) not in file.read_text(encoding="utf-8")
    assert path.name not in file.read_text(encoding="utf-8")


def test_a_record_carries_the_cards_it_was_played_with(tmp_path: Path) -> None:
    text = files("arcanum.guilds").joinpath("catalogue_revised.toml").read_text(encoding="utf-8")
    cards = tmp_path / "my-cards.toml"
    cards.write_text(text.replace('name = "Crossbowman"', 'name = "My Crössbowman"'), encoding="utf-8")
    made = play("arcana/revised", 3, 2, 30, catalogue=cards, modules=("objectives",))
    records.write(tmp_path / "game.record", made.record)
    cards.unlink()
    again = records.read(tmp_path / "game.record")
    assert again == made.record
    assert again.state() == made.states[-1]
    assert "catalogue" not in again.options
    assert "My Cr\\u00f6ssbowman" in made.text
    assert "my-cards" not in made.text
    assert str(tmp_path) not in made.text


def test_options_that_only_make_sense_together_come_back(tmp_path: Path) -> None:
    path = tmp_path / "beginners.toml"
    path.write_text('base = "arcanum/it"\nname = "Without Majors"\n[rules]\nmajor_variants = ["none"]\n')
    made = play(path, 3, 1, 5, length="short", majors="none")
    assert made.text.index("option length short") < made.text.index("option majors none")
    assert records.parse(made.text) == made.record


def test_rules_that_no_file_could_say_are_not_written() -> None:
    rules = arcanum.rules("arcanum/en")
    assert isinstance(rules, Rules)
    with pytest.raises(arcanum.BadCall, match="name: expected a name of 1 to 60 printable characters without '/'"):
        records.text(records.make(attrs.evolve(rules, name="a/b"), players=3, seed=1))


# --- whatever was changed is found at its line ------------------------------------------------------------------------


def short_records() -> list[Played]:
    """Short games: with names, with options, and with rules of their own."""
    return [
        play("arcanum/en", 3, 1, 4, NAMES[:3]),
        play("arcana/revised", 2, 1, 3, modules=("objectives", "militia"), round_limit=4),
        play(HOUSE_RULES[0], 2, 1, 2),
    ]


SHORT = pytest.mark.parametrize("made", short_records(), ids=["names", "options", "house rules"])


@SHORT
def test_every_part_of_a_record_is_refused_where_it_breaks_off(made: Played) -> None:
    text = made.text
    for end in range(len(text)):
        error = refused(text[:end])
        assert error.line == text.count("\n", 0, end) + 1, repr(text[:end])


@SHORT
@pytest.mark.parametrize("other", ["0", "f", "x", " ", "\n", "\r", "\t", "é", "\x00"])
def test_every_changed_character_is_refused_at_its_line(made: Played, other: str) -> None:
    text = made.text
    for at, old in enumerate(text):
        if old == other:
            continue
        error = refused(text[:at] + other + text[at + 1 :])
        assert error.line == text.count("\n", 0, at) + 1, f"{old!r} at {at}"


@GAMES
@settings(max_examples=20)
@given(data=st.data())
def test_a_changed_character_of_a_whole_game_is_refused_at_its_line(game: str, data: st.DataObject) -> None:
    text = played(game, data.draw(numbers)).text
    at = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.characters(codec="utf-8").filter(lambda new: new != text[at]))
    assert refused(text[:at] + other + text[at + 1 :]).line == text.count("\n", 0, at) + 1


@GAMES
@settings(max_examples=20)
@given(data=st.data())
def test_whatever_is_put_in_between_is_refused(game: str, data: st.DataObject) -> None:
    text = played(game, data.draw(numbers)).text
    at = data.draw(st.integers(0, len(text) - 1))
    more = data.draw(st.text(st.characters(codec="utf-8", exclude_characters="\r"), min_size=1, max_size=20))
    changed = text[:at] + more + text[at:]
    first = next(place for place, (old, new) in enumerate(zip(text, changed, strict=False)) if old != new)
    assert refused(changed).line == text.count("\n", 0, first) + 1


@SHORT
def test_a_line_that_was_left_out_is_missed(made: Played) -> None:
    lines = made.text.splitlines(keepends=True)
    for gone in range(len(lines)):
        assert refused("".join(lines[:gone] + lines[gone + 1 :])).line == gone + 1


@SHORT
def test_a_line_that_stands_twice_is_noticed(made: Played) -> None:
    lines = made.text.splitlines(keepends=True)
    for twice in range(len(lines)):
        assert refused("".join(lines[: twice + 1] + lines[twice:])).line == twice + 2


@SHORT
def test_lines_that_changed_places_are_noticed(made: Played) -> None:
    lines = made.text.splitlines(keepends=True)
    for one in range(len(lines)):
        for other in range(one + 1, len(lines)):
            mixed = list(lines)
            mixed[one], mixed[other] = lines[other], lines[one]
            assert refused("".join(mixed)).line == one + 1


def test_two_records_are_not_one() -> None:
    text = played("arcanum", 0, 3).text
    assert refused(text + text).line == text.count("\n") + 1
    assert refused(text + "\n\n\nmore").line == text.count("\n") + 4


FOREIGN = {
    "nothing": b"",
    "an empty line": b"\n",
    "a document": arcanum.dumps(arcanum.new_game("arcanum/en", players=3, seed=1)).encode(),
    "a game of chess": b'[Event "F/S Return Match"]\n[Site "Belgrade"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2\n',
    "a picture": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
    "an archive": b"PK\x03\x04\n\x00\x00\n\xff\xfe\x00\n",
    "a program": Path(sys.executable).resolve().read_bytes()[:5000],
    "wide letters": "a48195 arcanum-record 1\n".encode("utf-16"),
    "an uppercase record": b"A48195 ARCANUM-RECORD 1\n",
}


@pytest.mark.parametrize("content", FOREIGN.values(), ids=FOREIGN)
def test_what_is_no_record_is_refused_at_its_first_line(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "foreign"
    file.write_bytes(content)
    with pytest.raises(RecordError) as caught:
        records.read(file)
    assert caught.value.line == 1
    assert str(caught.value).startswith("line 1: ")


def test_letters_that_are_none_are_refused_at_their_line(tmp_path: Path) -> None:
    text = played("arcanum", 1, 3).text
    file = tmp_path / "game.record"
    file.write_bytes(text.encode().replace("Žofie".encode(), b"\xc5ofie"))
    with pytest.raises(RecordError, match="not UTF-8 text") as caught:
        records.read(file)
    assert "seat 0" in text.splitlines()[caught.value.line - 1]
    assert refused(text.replace("Žofie", "\ud800ofie")).line == caught.value.line


@pytest.mark.parametrize("path", ["", "no/such/file", "a\x00b", "/dev/zero", 7, None], ids=repr)
def test_a_path_from_which_no_record_can_be_read_is_refused(path: str) -> None:
    with pytest.raises(arcanum.BadCall):
        records.read(path)


@pytest.mark.parametrize("text", [b"a48195 arcanum-record 1\n", None, 7])
def test_what_is_no_text_is_refused(text: str) -> None:
    with pytest.raises(arcanum.BadCall, match="expected the text of a record"):
        records.parse(text)


def test_what_is_too_long_is_refused() -> None:
    with pytest.raises(arcanum.BadCall, match="at most 2000000 bytes"):
        records.parse("a" * 2_000_001)


# --- what the lines say is checked too --------------------------------------------------------------------------------

GOOD = bare(play("arcanum/en", 3, 1, 3, ("Anna", "Bruno", "Clara"), length="long", majors="from-turn-3").text)
"""The lines of a good record, which the next tests spoil; the digits are always right."""


def test_the_lines_to_spoil_are_good() -> None:
    assert records.parse(sealed(GOOD)).state().players
    assert [line.partition(" ")[0] for line in GOOD] == [
        *("arcanum-record", "rules", "players", "option", "option", "seat", "seat", "seat", "seed"),
        *("1", "2", "3", "result", "state", "end"),
    ]


@pytest.mark.parametrize(
    ("line", "instead", "message"),
    [
        (1, "arcanum-record 2", "this version reads records of format 1, not '2'"),
        (1, "arcanum-recorder 1", "this is no record of arcanum"),
        (2, "rules 0123456789abcdef arcanum/en", "other rules of the name 'arcanum/en': '0123456789abcdef', while"),
        (2, f"{GOOD[1]}n", "no rule set is called 'arcanum/enn'; did you mean 'arcanum/en'?"),
        (2, GOOD[1].replace("/en", "/de"), "the game was played by other rules of the name 'arcanum/de'"),
        (2, "rule", "expected a line that begins with 'rules'"),
        (3, "players 6", "arcanum/en is for 3, 4, 5 players, not 6"),
        (3, "players 03", "expected a number, got '03'"),
        (3, "players ٣", "expected a number"),
        (3, "players -3", "expected a number"),
        (4, "option lenght long", "a record of arcanum/en has no option 'lenght'; did you mean 'length'?"),
        (4, "option length lnog", "did you mean 'long'?"),
        (4, "option length", "expected the name of an option"),
        (4, "option catalogue /etc/passwd", "has no option 'catalogue'"),
        (5, "option length short", "expected the name of an option that has not been said"),
        (5, "option majors some", "Known: all, from-turn-3, none."),
        (6, "seat 1 Anna", "expected seat 0 and a name"),
        (7, "seat 1 ", "expected seat 1 and a name"),
        (7, "seat 1 \u202eanna", "expected seat 1 and a name"),
        (8, "seed 1", "expected the names of 3 players, got 2"),
        (9, "seat 3 Dario", "expected seat 3 and a name"),
        (9, "seed 01", "expected a whole number of at most 30 digits"),
        (9, "seed 1e3", "expected a whole number"),
        (9, f"seed {10**30}", "expected a whole number of at most 30 digits"),
        (9, "seeds 1", "expected a line that begins with 'seed'"),
        (10, "2 2 hide 1S", "expected action 1 or the result"),
        (10, "1 0 hide 1S", "expected an action of seat 2, which has to hide a Minor"),
        (10, "1 2 hide 99S", "'99S' is no card"),
        (10, "1 2 hide M1", "[HIDE-3]"),
        (10, "1 2", "is no action"),
        (10, "# a remark", "expected action 1 or the result"),
        (12, "3 1 hide KC", "[HIDE-3]"),
        (13, "result 1 2 3, 0 won: most points", "leads to 'result none', not to"),
        (13, "results", "expected action 4 or the result"),
        (14, "state 0123456789abcdef", "the game that stands here leads to 'state "),
        (15, "end 4", "leads to 'end 3', not to 'end 4'"),
        (15, "end", "leads to 'end 3'"),
    ],
)  # fmt: skip
def test_a_line_that_says_something_wrong_is_refused_by_name(line: int, instead: str, message: str) -> None:
    error = refused(sealed([*GOOD[: line - 1], instead, *GOOD[line:]]))
    assert message in error.message
    assert error.line == line
    assert str(error) == f"line {line}: {error.message}"
    assert "\n" not in str(error)


def test_another_game_with_the_same_beginning_ends_differently() -> None:
    other = [line.replace("seed 1", "seed 2") for line in GOOD]
    assert refused(sealed(other)).line in (10, 11, 12)


def test_after_the_end_of_a_game_no_action_is_read() -> None:
    lines = bare(played("arcanum", 0).text)
    more = [*lines[:-3], f"{int(lines[-1][4:]) + 1} 0 pass", *lines[-3:]]
    error = refused(sealed(more))
    assert "the game is over" in error.message
    assert error.line == len(lines) - 2


@pytest.mark.parametrize(
    ("house", "message"),
    [
        ("{", "expected the house rules as JSON"),
        pytest.param("[" * 100_000, "expected the house rules as JSON", id="deep"),
        ("[]", "expected the house rules 'Duel' with a base"),
        ('{"base": "arcanum/xx", "name": "Duel"}', "with a base"),
        ('{"base": ["arcanum/en"], "name": "Duel"}', "with a base"),
        ('{"base": {}, "name": "Duel"}', "with a base"),
        ('{"base": {"base": "arcanum/xx", "name": "x"}, "name": "Duel"}', "with a base"),
        ('{"base": {"base": "arcanum/en", "name": "x", "rule": {}}, "name": "Duel"}', "base.rule: unknown key 'rule'"),
        pytest.param('{"name": "Duel", "base": ' * 70 + '"arcanum/en"' + "}" * 70, "more than 64 house", id="high"),
        ('{"base": "arcanum/en", "name": "Other"}', "with a base"),
        ('{"base": "arcanum/en", "name": "Duel", "rule": {}}', "rule: unknown key 'rule'; did you mean 'rules'?"),
        ('{"base": "arcanum/en", "name": "Duel", "rules": {"hand_limit": NaN, "final_tie": 1}}', "; rules.final_tie: "),
        ('{"base": "arcana/revised", "name": "Duel", "rules": {"catalogue": "/etc/passwd"}}', "as a table"),
    ],
)
def test_house_rules_that_are_none_are_refused_at_their_line(house: str, message: str) -> None:
    error = refused(sealed([GOOD[0], "rules 0123456789abcdef Duel", f"house {house}", *GOOD[2:]]))
    assert message in error.message
    assert error.line == 3
    assert "\n" not in error.message


def test_house_rules_that_were_exchanged_are_refused_by_their_digest() -> None:
    nine = next(path for path in HOUSE_RULES if path.stem == "nine_cards")
    lines = bare(play(nine, 3, 1, 2).text)
    spoilt = [*lines[:2], lines[2].replace('"hand_limit": 9', '"hand_limit": 10'), *lines[3:]]
    assert spoilt != lines
    error = refused(sealed(spoilt))
    assert "other rules of the name 'Nine cards in hand'" in error.message
    assert error.line == 2


# --- writing ----------------------------------------------------------------------------------------------------------


def test_a_record_is_written_as_a_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.record"
    records.write(file, played("arcanum", 0, 3).record)
    before = file.read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        records.write(file, played("arcanum", 0, 9).record)
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


def test_an_interruption_leaves_no_draft(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(self: Path, target: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        records.write(tmp_path / "game.record", played("arcanum", 0, 3).record)
    assert list(tmp_path.iterdir()) == []


def test_a_record_that_cannot_be_replayed_leaves_the_old_one_alone(tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    records.write(file, played("arcanum", 0, 3).record)
    before = file.read_bytes()
    with pytest.raises(arcanum.IllegalAction):
        records.write(file, records.make("arcanum/en", players=3, seed=1, actions=("hide 1S", "hide 1S")))
    assert file.read_bytes() == before


def test_another_process_reads_the_same_game(tmp_path: Path) -> None:
    paths, wanted = list[str](), list[str]()
    for game in arcanum.games():
        for number in (0, 1):
            made = played(game, number)
            path = tmp_path / f"{game}{number}.record"
            records.write(path, made.record)
            paths.append(str(path))
            actions = len(made.record.actions)
            wanted.append(f"{path}: good, {made.record.rules.name}, {made.record.players} players, {actions} actions, ")
    done = subprocess.run(
        [sys.executable, "-m", "arcanum", "verify", *paths],
        env={**os.environ, "PYTHONHASHSEED": "12345", "PYTHONUTF8": "1"},
        capture_output=True, text=True, timeout=60, check=False, encoding="utf-8",
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    for line, start in zip(done.stdout.splitlines(), wanted, strict=True):
        assert line.startswith(start)
        assert "won by" in line
