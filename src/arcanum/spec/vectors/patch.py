"""What is different between two JSON values, as a JSON Patch (RFC 6902), and a patch put into effect.

Only `add`, `replace` and `remove` are written, and only those are understood. Where a list would need a longer patch
than its new value is, the list is replaced as a whole. This module knows nothing but JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

Operation = dict[str, Any]

_MISSING: Final = object()


class BadPatch(ValueError):
    """A patch does not fit the value; the text says which operation and why."""


def compact(value: object) -> str:
    r"""The shortest JSON text of a value, in ASCII.

    >>> compact({"a": [1, 2], "b": "\\u2660"})
    '{"a":[1,2],"b":"\\\\u2660"}'
    """
    return json.dumps(value, separators=(",", ":"))


# --- finding differences ----------------------------------------------------------------------------------------------


def difference(before: Any, after: Any, at: str = "") -> list[Operation]:
    """The operations that make the second value of the first, to be carried out in their order.

    >>> difference({"hand": ["1S", "2S", "3S", "4S"]}, {"hand": ["1S", "3S", "4S"]})
    [{'op': 'remove', 'path': '/hand/1'}]
    """
    if same(before, after):
        return []
    whole: Operation = {"op": "replace", "path": at, "value": after}
    if isinstance(before, dict) and isinstance(after, dict):
        found = _of_tables(before, after, at)
    elif isinstance(before, list) and isinstance(after, list):
        found = _of_lists(before, after, at)
    else:
        return [whole]
    return found if len(compact(found)) < len(compact([whole])) else [whole]


def same(one: Any, other: Any) -> bool:
    """Whether two JSON values are the same; Python takes `True` for 1, JSON does not."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


def _of_tables(before: Mapping[str, Any], after: Mapping[str, Any], at: str) -> list[Operation]:
    found: list[Operation] = [{"op": "remove", "path": f"{at}/{_token(key)}"} for key in before if key not in after]
    for key, value in after.items():
        path = f"{at}/{_token(key)}"
        if key in before:
            found += difference(before[key], value, path)
        else:
            found.append({"op": "add", "path": path, "value": value})
    return found


def _of_lists(before: Sequence[Any], after: Sequence[Any], at: str) -> list[Operation]:
    """What is alike at both ends stays; in between entries are compared one by one, then added or removed."""
    start = _alike(before, after)
    end = _alike(before[start:][::-1], after[start:][::-1])
    old, new = before[start : len(before) - end], after[start : len(after) - end]
    both = min(len(old), len(new))
    found: list[Operation] = []
    for index in range(both):
        found += difference(old[index], new[index], f"{at}/{start + index}")
    # From the last to the first, so that no index is moved by another removal.
    found += [{"op": "remove", "path": f"{at}/{start + index}"} for index in range(len(old) - 1, both - 1, -1)]
    for index in range(both, len(new)):
        found.append({"op": "add", "path": f"{at}/{start + index}", "value": new[index]})
    return found


def _alike(one: Sequence[Any], other: Sequence[Any]) -> int:
    """How many entries are the same from the first on."""
    return next(
        (at for at, pair in enumerate(zip(one, other, strict=False)) if not same(*pair)), min(len(one), len(other))
    )


def _token(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


# --- putting them into effect -----------------------------------------------------------------------------------------


def applied(value: Any, patch: list[Operation]) -> Any:
    """The value after all operations of a patch; the one passed in stays as it is.

    >>> applied({"vp": 0}, [{"op": "replace", "path": "/vp", "value": 4}, {"op": "add", "path": "/won", "value": True}])
    {'vp': 4, 'won': True}
    """
    if not isinstance(patch, list):
        raise BadPatch(f"not a list of operations: {compact(patch)[:200]}")
    for operation in patch:
        match operation:
            case {"op": "add" | "replace" as op, "path": str(path), "value": new}:
                value = _changed(value, _tokens(path), op, new)
            case {"op": "remove", "path": str(path)}:
                value = _changed(value, _tokens(path), "remove", _MISSING)
            case _:
                raise BadPatch(f"not an operation: {compact(operation)[:200]}")
    return value


def _tokens(path: str) -> list[str]:
    if path and not path.startswith("/"):
        raise BadPatch(f"not a path: {path!r}")
    return [token.replace("~1", "/").replace("~0", "~") for token in path.split("/")[1:]]


def _changed(value: Any, tokens: Sequence[str], op: str, new: Any) -> Any:
    """A copy of the value in which one operation has been carried out; what it does not touch is shared."""
    if not tokens:
        return new
    token, *rest = tokens
    if isinstance(value, dict):
        return _changed_table(value, token, rest, op, new)
    if isinstance(value, list):
        return _changed_list(value, token, rest, op, new)
    raise BadPatch(f"there is nothing at {token!r}")


def _changed_table(table: dict[str, Any], token: str, rest: Sequence[str], op: str, new: Any) -> dict[str, Any]:
    if token not in table and (rest or op != "add"):
        raise BadPatch(f"there is no key {token!r}")
    if op == "remove" and not rest:
        return {key: value for key, value in table.items() if key != token}
    return {**table, token: _changed(table.get(token), rest, op, new)}


def _changed_list(entries: list[Any], token: str, rest: Sequence[str], op: str, new: Any) -> list[Any]:
    adding = op == "add" and not rest
    index = len(entries) if token == "-" else int(token) if token.isascii() and token.isdigit() else -1
    if not 0 <= index < len(entries) + adding:
        raise BadPatch(f"there is no entry {token!r}")
    if adding:
        return [*entries[:index], new, *entries[index:]]
    kept = [] if op == "remove" and not rest else [_changed(entries[index], rest, op, new)]
    return [*entries[:index], *kept, *entries[index + 1 :]]
