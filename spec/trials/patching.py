"""Putting a changed function in the place of the one that runs, within this process.

A function object keeps its identity and gets other code, so whoever holds it runs the new one. That works for bodies of
functions and methods, not for what is decided when a module is imported: constants, decorators, defaults, class fields.
"""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import attrs

from spec.trials import watching

_CACHED = type(cache(lambda: None))
_OURS = ("arcanum", "spec")
_TRIALS = __package__
"""What the trials themselves remember knows nothing of how the engine behaves, and it is large."""
_INDEX = str(Path(watching.PACKAGE) / "kernel" / "clauses.py")


class Cold(Exception):
    """A change that only a new process can make; the text says why."""


@attrs.frozen
class Patch:
    """New code for functions, by the file and the name of each."""

    codes: Mapping[tuple[str, str], CodeType]

    def make(self) -> None:
        """Put the code in place, and forget everything that was computed with the old."""
        for key, code in self.codes.items():
            for function in _found().functions.get(key, ()):
                function.__code__ = code
        forget(index=any(file == _INDEX for file, _ in self.codes))


@attrs.frozen
class _Found:
    """The functions of the library, and everything that remembers results."""

    functions: dict[tuple[str, str], list[FunctionType]]
    caches: list[Any]


@cache
def _found() -> _Found:
    functions: dict[tuple[str, str], list[FunctionType]] = {}
    caches = []
    gc.unfreeze()  # what is frozen is not among the objects
    for each in gc.get_objects():
        if type(each) is FunctionType and each.__code__.co_filename.startswith(watching.PACKAGE):
            functions.setdefault(watching.key(each.__code__), []).append(each)
        elif isinstance(each, _CACHED) and _is_ours(each.__wrapped__.__module__):
            caches.append(each)
    return _Found(functions, caches)


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] in _OURS and not module.startswith(_TRIALS)


def prepare() -> None:
    """Look for everything that patches need; to be called when all is imported."""
    _found()


def forget(index: bool = False) -> None:
    """Clear every cache of the library and of the specification.

    The clause index takes longer to read than most properties to fail, so it is kept unless it must not be.
    """
    for each in _found().caches:
        if index or not _reads_index(each):
            each.cache_clear()


def _reads_index(cached: Any) -> bool:
    code = getattr(cached.__wrapped__, "__code__", None)  # a class has none
    return code is not None and bool(code.co_filename == _INDEX)


def patch(path: Path, text: str) -> Patch:
    """The patch that turns a module as it is on disk into another text; Cold if no patch can."""
    if path.suffix != ".py":
        raise Cold("data is read when the library is imported")
    old, new = _outline(path.read_text(encoding="utf-8")), _outline(text)
    if old.frame != new.frame:
        raise Cold("more than the bodies of functions is different")
    if str(path).startswith(watching.PACKAGE) and not any(file == str(path) for file, _ in _found().functions):
        raise Cold("the module is imported only when somebody needs it")
    changed = {name for name, body in new.bodies.items() if body != old.bodies[name]}
    for name in changed:
        if (str(path), name) in watching.called:
            raise Cold(f"{name} runs while the library is imported")
    found = {code.co_qualname: code for code in codes(compile(text, str(path), "exec"))}
    return Patch({(str(path), name): found[name] for name in changed})


def codes(code: CodeType) -> Iterator[CodeType]:
    """The code of every function in a module or class, not of those within functions."""
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            if not each.co_flags & 0x02:  # a class body has no fast locals; what is in it is found in there
                yield from codes(each)


@attrs.frozen
class _Outline:
    """A module without the bodies of its functions, and these."""

    frame: str
    bodies: dict[str, str]


def _outline(text: str) -> _Outline:
    bodies: dict[str, str] = {}
    tree = _Emptied(bodies).visit(ast.parse(text))
    return _Outline(ast.dump(tree), bodies)


class _Emptied(ast.NodeTransformer):
    """Takes the bodies out of the functions; a name that is there twice stands for all of them."""

    def __init__(self, bodies: dict[str, str]) -> None:
        self.bodies = bodies
        self.within: list[str] = []

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        self.within.append(node.name)
        self.generic_visit(node)
        self.within.pop()
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        name = ".".join([*self.within, node.name])
        self.bodies[name] = self.bodies.get(name, "") + ast.dump(ast.Module(node.body, []))
        node.body = []
        return node
