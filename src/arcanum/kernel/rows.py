"""Rows: tuples that stand for hands, piles and whatever else has an order. A row that changes is a new row."""

from __future__ import annotations

from typing import TypeVar

ItemT = TypeVar("ItemT")


def without(row: tuple[ItemT, ...], item: ItemT) -> tuple[ItemT, ...]:
    """The row and one item less.

    >>> without(("a", "b", "c"), "b")
    ('a', 'c')
    """
    at = row.index(item)
    return row[:at] + row[at + 1 :]
