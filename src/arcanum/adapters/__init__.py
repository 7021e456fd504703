"""Bridges to other libraries: PettingZoo (reinforcement learning) and OpenSpiel (search and game theory).

Both speak in numbers, so both rest on `encoding`: a number for every action, a vector for every view. Nothing here is
imported by the library itself; whoever wants an adapter imports it and has installed its extra.
"""

from __future__ import annotations

from importlib.util import find_spec

from arcanum.kernel.extras import MissingExtra

if find_spec("numpy") is None:
    raise MissingExtra("an adapter needs the package numpy: pip install 'arcanum[pettingzoo]' or 'arcanum[openspiel]'")
