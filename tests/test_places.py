"""Where things stand in a TOML file: every key and every entry has the line on which it was written."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcanum.kernel.places import DEEPEST, TooDeep, lines_of, nearest_line
from arcanum.kernel.words import inside

Data = dict[str, Any]

hard_texts = st.text(st.sampled_from(list("ab.[]{}#=,'\"\\ \n\té")), max_size=8)
keys = st.sampled_from(["a", "b-c", "7", "a.b", "x y", "", "#", '"', "'", "]", "é"]) | hard_texts
scalars = (
    st.integers(-9, 99)
    | st.booleans()
    | st.sampled_from([1.5, -2e10])
    | hard_texts
    | st.dates()
    | st.datetimes().map(lambda moment: moment.replace(microsecond=0))
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3), max_leaves=8
)
documents = st.dictionaries(
    keys,
    values | st.lists(st.dictionaries(keys, values, min_size=1, max_size=3), min_size=1, max_size=3),
    max_size=5,
)


class Writer:
    """Writes data as TOML in a layout that Hypothesis chooses, and remembers on which line each place begins."""

    def __init__(self, data: st.DataObject) -> None:
        self.draw = data.draw
        self.text = ""
        self.lines: dict[str, int] = {}

    def note(self, where: str) -> None:
        self.lines.setdefault(where, self.text.count("\n") + 1)

    def pick(self, *options: str) -> str:
        return self.draw(st.sampled_from(options))

    def key(self, key: str) -> None:
        bare = key.isascii() and key.replace("-", "").replace("_", "").isalnum()
        forms = [json.dumps(key)]
        if bare:
            forms.append(key)
        if "'" not in key and key.isprintable():
            forms.append(f"'{key}'")
        self.text += self.pick(*forms)

    def scalar(self, value: object) -> None:
        if isinstance(value, bool):
            self.text += "true" if value else "false"
        elif isinstance(value, str):
            self.string(value)
        else:
            self.text += str(value)

    def string(self, value: str) -> None:
        forms = [json.dumps(value), '"""\n' + json.dumps(value)[1:-1] + '"""']
        if "'" not in value and "\n" not in value:
            forms.append(f"'{value}'")
        if "'''" not in value:
            forms.append(f"'''\n{value}'''" if not value.endswith("'") else json.dumps(value))
        if '"""' not in value and "\\" not in value and not value.endswith('"'):
            forms.append(f'"""\n{value}"""')
        if value in ('"', '""', 'a"'):
            forms.append(f'"""\n{value}"""')
        self.text += self.pick(*forms)

    def value(self, value: object, where: str, *, flat: bool = False) -> None:
        if isinstance(value, list):
            gap = " " if flat else self.pick("", " ", "\n", " # ] } ,\n\n\t")
            self.text += "[" + gap
            for at, each in enumerate(value):
                self.note(inside(where, at))
                self.value(each, inside(where, at), flat=flat)
                self.text += ("," if at + 1 < len(value) or not flat else "") + gap
            self.text += "]"
        elif isinstance(value, dict):
            self.text += "{ "
            for at, (key, each) in enumerate(value.items()):
                self.note(inside(where, key))
                self.text += ", " if at else ""
                self.key(key)
                self.text += " = "
                self.value(each, inside(where, key), flat=True)
            self.text += " }"
        else:
            self.scalar(value)

    def pairs(self, table: Data, where: str, dotted: tuple[str, ...] = ()) -> None:
        """`a = 1`, or `a.b = 1` for a table within."""
        for key, each in table.items():
            here = inside(where, key)
            if isinstance(each, dict) and each and self.draw(st.booleans()):
                self.pairs(each, here, (*dotted, key))
                continue
            self.text += self.pick("", "  ", "# a = [\n", "\n")
            place = ""
            for part in self.path(where, dotted):
                place = part
                self.note(place)
            self.note(here)
            for part in dotted:
                self.key(part)
                self.text += self.pick(".", " . ")
            self.key(key)
            self.text += self.pick("=", " = ")
            self.value(each, here)
            self.text += self.pick("\n", "  # comment ' \" ]\n", "\n\n")

    def path(self, where: str, dotted: tuple[str, ...]) -> Iterator[str]:
        """The places that a dotted key mentions on the way, outermost first."""
        found = []
        for part in reversed(dotted):
            found.append(where)
            assert where.endswith(inside("", part))
            where = where[: len(where) - len(inside("", part))].removesuffix(".")
        return reversed(found)

    def document(self, data: Data) -> None:
        late = {key: each for key, each in data.items() if self.as_table(each) and self.draw(st.booleans())}
        self.pairs({key: each for key, each in data.items() if key not in late}, "")
        for key, each in late.items():
            here = inside("", key)
            for at, table in enumerate(each if isinstance(each, list) else [each]):
                self.text += self.pick("", "\n", "# [[a]]\n")
                self.note(here)
                several = isinstance(each, list)
                if several:
                    self.note(inside(here, at))
                self.text += "[[" if several else "["
                self.key(key)
                self.text += "]]\n" if several else self.pick("]\n", " ] # ]\n")
                self.pairs(table, inside(here, at) if several else here)

    @staticmethod
    def as_table(value: object) -> bool:
        tables = value if isinstance(value, list) else [value]
        return bool(tables) and all(isinstance(table, dict) for table in tables)


@given(st.data(), documents)
def test_every_place_has_the_line_on_which_it_was_written(data: st.DataObject, document: Data) -> None:
    writer = Writer(data)
    writer.document(document)
    assert tomllib.loads(writer.text) == document
    assert lines_of(writer.text) == writer.lines
    assert lines_of(writer.text.replace("\n", "\r\n")) == writer.lines


def test_a_table_within_an_array_of_tables_belongs_to_the_last_entry() -> None:
    text = "[[a]]\nx = 1\n[a.b]\ny = 2\n[[a]]\n[a.b]\ny = 3\n[[a.c]]\n[[a.c]]\nz = 4\n"
    lines = lines_of(text)
    assert (lines["a"], lines["a[0].b.y"], lines["a[1].b.y"], lines["a[1].c[1].z"]) == (1, 4, 7, 10)


@pytest.mark.parametrize("string", ['"""x"""""', "'''x'''''", '"\\\\"', "'\\'"])
def test_the_end_of_a_string_is_found(string: str) -> None:
    text = f"a = {string}\nb = 1"
    assert set(tomllib.loads(text)) == {"a", "b"}
    assert lines_of(text) == {"a": 1, "b": 2}


def test_what_the_file_does_not_mention_stands_where_its_table_does() -> None:
    lines = lines_of("[major.2]\nprogram = [\n{},\n]")
    assert nearest_line(lines, "major.2.program[0].points") == 3
    assert nearest_line(lines, "major.3.program") == 1
    assert nearest_line(lines, "rules.hand_limit") is None


@pytest.mark.parametrize("text", ["a = {}{}", "a{} = 1{}", "[a{}]{}"])
def test_nothing_stands_too_deep(text: str) -> None:
    opening, closing = ("[", "]") if text == "a = {}{}" else (".a", "")
    lines_of("\n" + text.format(opening * (DEEPEST - 1), closing * (DEEPEST - 1)))
    with pytest.raises(TooDeep, match="more than 64 deep") as caught:
        lines_of("\n" + text.format(opening * (DEEPEST + 2), closing * (DEEPEST + 2)))
    assert caught.value.line == 2
