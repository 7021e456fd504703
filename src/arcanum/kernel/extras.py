"""Packages that the library does without until somebody asks for what needs them: its extras."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from arcanum.kernel.errors import ArcanumError


class MissingExtra(ArcanumError, ImportError):
    """A package is missing that comes with an extra of the library."""


def needed(module: str, extra: str, what: str) -> ModuleType:
    """A module of a package that comes with an extra; the error says which one to install for what.

    >>> needed("json", "validate", "validation").__name__
    'json'
    """
    package = module.partition(".")[0]
    if find_spec(package) is None:
        raise MissingExtra(f"{what} needs the package {package}: pip install 'arcanum[{extra}]'")
    return import_module(module)
