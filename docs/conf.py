"""Configuration of the documentation: ``nox -s docs``."""

from __future__ import annotations

import sys
from importlib import metadata
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

project = "arcanum"
author = "The arcanum authors"
project_copyright = f"2026, {author}"
release = metadata.version("arcanum")
version = release

extensions = ["sphinx.ext.autodoc", "sphinx.ext.viewcode", "sphinx_needs", "docs.ext.clause_pages"]
exclude_patterns = ["_build", "ext"]
default_role = "literal"  # `name` in a docstring is code, as in Markdown
nitpicky = True
# Signatures name types of the standard library and of modules that are not public.
nitpick_ignore_regex = [("py:class", ".*")]

html_theme = "furo"
html_title = f"arcanum {release}"
html_static_path = ["_static"]
html_css_files = ["clauses.css"]
html_js_files = [("filter.js", {"defer": "defer"})]
html_copy_source = False
html_theme_options: dict[str, Any] = {"navigation_with_keys": True}

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_type_aliases = {"Parameter": "Parameter"}

needs_types = [
    {"directive": "clause", "title": "Clause", "prefix": "", "color": "#ffffff", "style": "node"},
    {"directive": "proof", "title": "Property", "prefix": "", "color": "#ffffff", "style": "node"},
]
needs_id_regex = r"^[A-Za-z0-9_-]+$"
needs_fields = {
    "game": {"description": "Game", "schema": {"type": "string"}, "default": ""},
}
needs_links = {
    "proves": {"outgoing": "proves", "incoming": "is proved by"},
    "settled": {"outgoing": "is settled by", "incoming": "settles"},
}
needs_role_need_template = "{{ title }}"
needs_default_layout = "focus"
needs_build_json = True
