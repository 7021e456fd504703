"""Pictures read back: the groups of an SVG document with their data, and where their boxes and texts are."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import matplotlib
from PIL import ImageFont

SPACE = "{http://www.w3.org/2000/svg}"
Node = ElementTree.Element


class Area(NamedTuple):
    """A rectangle in a picture."""

    left: float
    top: float
    right: float
    bottom: float

    def holds(self, other: Area, slack: float = 0.5) -> bool:
        """Whether another one lies within it."""
        return (
            self.left - slack <= other.left
            and other.right <= self.right + slack
            and self.top - slack <= other.top
            and other.bottom <= self.bottom + slack
        )

    def meets(self, other: Area, slack: float = 0.5) -> bool:
        """Whether both share some ground."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        return wide > slack and min(self.bottom, other.bottom) - max(self.top, other.top) > slack


def read(picture: str) -> Node:
    """The root of a document."""
    return ElementTree.fromstring(picture)


def groups(root: Node, kind: str) -> list[Node]:
    """All groups of a kind, in the order in which they are drawn."""
    return [node for node in root.iter(f"{SPACE}g") if kind in node.get("class", "").split()]


def title(node: Node) -> str:
    """What a group, or the whole, is called."""
    found = node.find(f"{SPACE}title")
    assert found is not None
    assert found.text
    return found.text


def shown(node: Node) -> str:
    """What a text element shows: not its title."""
    return (node.text or "") + "".join(child.tail or "" for child in node)


def texts(node: Node) -> list[str]:
    """All that can be read in a group."""
    return [shown(each) for each in node.iter(f"{SPACE}text")]


def said(root: Node) -> str:
    """Everything that is written anywhere in a picture but its style: texts, titles, data."""
    style = root.find(f"{SPACE}style")
    nodes = [node for node in root.iter() if node is not style]
    return "\n".join(text for node in nodes for text in (node.text, node.tail, *node.attrib.values()) if text)


def reached(root: Node) -> set[int]:
    """The positions of all actions that something drawn stands for."""
    return {int(at) for node in groups(root, "legal") for at in node.attrib["data-actions"].split()}


@cache
def font(bold: bool) -> ImageFont.FreeTypeFont:
    """A wide font that is on many machines."""
    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    return ImageFont.truetype(Path(matplotlib.get_data_path()) / "fonts" / "ttf" / name, 100)


def text_area(node: Node) -> Area:
    """The ground of a text: from the height of its capitals to its base line."""
    size, x, y = (float(node.attrib[name]) for name in ("font-size", "x", "y"))
    width = font("b" in node.attrib["class"].split()).getlength(shown(node)) * size / 100
    left = {"start": x, "middle": x - width / 2, "end": x - width}[node.get("text-anchor", "start")]
    return Area(left, y - 0.72 * size, left + width, y)


def edge(node: Node) -> Area | None:
    """The ground of a group: that of the first thing in it, if it is a box."""
    first = next((child for child in node if child.tag != f"{SPACE}title"), None)
    if first is None or "edge" not in first.get("class", "").split():
        return None
    if first.tag == f"{SPACE}rect":
        x, y, width, height = (float(first.attrib[name]) for name in ("x", "y", "width", "height"))
        return Area(x, y, x + width, y + height)
    start, _, rest = first.attrib["d"].partition(" V")  # a figure: up, an arch, down
    left, bottom = map(float, start.removeprefix("M").split())
    shoulder, radius, _, _, _, _, right, *_ = rest.replace("A", "").split()
    return Area(left, float(shoulder) - float(radius), float(right), bottom)


def areas(node: Node, around: Area) -> Iterator[tuple[str, Area, Area]]:
    """Every text and every box below a node, with the box around it."""
    ground = (edge(node) if node.tag == f"{SPACE}g" else None) or around
    if ground is not around:
        yield node.get("class", ""), ground, around
    for child in node:
        if child.tag == f"{SPACE}text":
            yield f"text {shown(child)!r}", text_area(child), ground
        else:
            yield from areas(child, ground)
