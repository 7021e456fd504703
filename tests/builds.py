"""What can be asked of one build of the library only."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from arcanum.kernel.native import is_compiled

of_sources = pytest.mark.skipif(
    is_compiled(), reason="it watches or changes functions of the engine, not compiled ones"
)


def fields_of(value: Any) -> list[str]:
    """The fields of a value that nobody can set. A compiled state lets its memory of legal actions be set."""
    names = [field.name for field in attrs.fields(type(value))]
    return [name for name in names if not (is_compiled() and name.startswith("_"))]
