"""The text of an SVG document, built from elements that escape whatever is put into them."""

from __future__ import annotations

import re
from typing import Final

import attrs

Value = str | int | float

_FORBIDDEN: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML cannot hold, not even escaped: a name may have it all the same."""
_ESCAPES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def escaped(text: str) -> str:
    """A text as it may stand in an element or between the quotes of an attribute.

    >>> escaped('Tom & "Jerry" <3')
    'Tom &amp; &quot;Jerry&quot; &lt;3'
    """
    return _FORBIDDEN.sub("\ufffd", text).translate(_ESCAPES)


@attrs.frozen
class Element:
    """An element of a document with what is in it: elements and text."""

    tag: str
    attributes: tuple[tuple[str, Value], ...] = ()
    children: tuple[Element | str, ...] = ()

    def __str__(self) -> str:
        opening = "".join([f' {name}="{_written(value)}"' for name, value in self.attributes])
        if not self.children:
            return f"<{self.tag}{opening}/>"
        inside = "".join([escaped(each) if isinstance(each, str) else str(each) for each in self.children])
        return f"<{self.tag}{opening}>{inside}</{self.tag}>"


def element(tag: str, *children: Element | str | None, **attributes: Value | None) -> Element:
    """An element; what is None is left out. `class_` is the attribute `class`, `data_card` is `data-card`.

    >>> print(element("g", element("title", "4 < 5"), class_="card", data_card=None, x=1.50))
    <g class="card" x="1.5"><title>4 &lt; 5</title></g>
    """
    named = [(name.rstrip("_").replace("_", "-"), value) for name, value in attributes.items() if value is not None]
    return Element(tag, tuple(named), tuple([each for each in children if each is not None]))


def _written(value: Value) -> str:
    return escaped(value) if isinstance(value, str) else f"{round(value, 2):g}"
