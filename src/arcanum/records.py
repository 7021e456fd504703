"""Records: whole games as text files that a person can read and a program can replay.

>>> import arcanum
>>> from arcanum import records
>>> record = records.make("arcanum/en", players=3, seed=1, actions=("hide 1S",), names=("Anna", "Bruno", "Clara"))
>>> print(records.text(record))  # doctest: +ELLIPSIS
a48195 arcanum-record 1
... rules ... arcanum/en
... players 3
... seat 0 Anna
... seat 1 Bruno
... seat 2 Clara
... seed 1
... 1 2 hide 1S
... result none
... state ...
... end 1
<BLANKLINE>
"""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike

import arcanum
from arcanum.kernel import records as _records
from arcanum.kernel import replay as _replay
from arcanum.kernel.actions import Action
from arcanum.kernel.documents import shapes_of
from arcanum.kernel.errors import brief
from arcanum.kernel.records import RecordError, fingerprint
from arcanum.kernel.replay import Record

__all__ = ["Record", "RecordError", "fingerprint", "make", "parse", "read", "text", "write"]


def make(
    rules: str | PathLike[str] | arcanum.RuleSet,
    *,
    players: int,
    seed: int,
    actions: Iterable[Action | str] = (),
    names: Iterable[str] = (),
    **options: object,
) -> Record:
    """The record of a game that was begun with these arguments and in which these actions were taken."""
    if isinstance(names, str):
        raise arcanum.BadCall(f"names must be a list of names, not {brief(names)}")
    chosen = arcanum.begin(rules, players=players, seed=seed, **options).state.rules
    parse = shapes_of(chosen.game, chosen).texts[Action].read
    taken = [parse(action) if isinstance(action, str) else action for action in actions]
    options.pop("catalogue", None)  # it is part of the rules now
    return _replay.record_of(chosen, players, seed, options, tuple(names), taken)


def text(record: Record) -> str:
    """The record as a text; raises `IllegalAction` if its actions cannot be replayed."""
    return _records.text_of(record)


def parse(text: str) -> Record:
    """The record in a text; raises `RecordError` at the first line that is wrong."""
    return _records.parse_record(text, arcanum._game, arcanum.rulesets())


def write(path: str | PathLike[str], record: Record) -> None:
    """Write a record into a file, as a whole or not at all."""
    _records.write_record(path, record)


def read(path: str | PathLike[str]) -> Record:
    """The record in a file; raises `RecordError` at the first line that is wrong."""
    return _records.read_record(path, arcanum._game, arcanum.rulesets())
