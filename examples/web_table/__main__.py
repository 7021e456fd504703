"""`python -m examples.web_table`, from a checkout: serve tables until somebody presses Ctrl-C."""

from __future__ import annotations

import argparse
import socket
import sys
from collections.abc import Sequence
from pathlib import Path


def main(argv: Sequence[str] | None = None) -> int:
    """Run the server."""
    parser = argparse.ArgumentParser(
        prog="python -m examples.web_table", description="Tables for both games, on the web."
    )
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen at (default: this machine only)")
    parser.add_argument("--port", type=int, default=8000, help="the port (default: %(default)s)")
    parser.add_argument("--data", type=Path, default=Path("tables.db"), help="the SQLite file (default: %(default)s)")
    parser.add_argument("--pace", type=float, default=0.6, help="seconds before a computer player acts")
    arguments = parser.parse_args(argv)
    try:
        from .app import make_server
    except ImportError as error:
        print(f"the web table needs the package {error.name}: pip install 'arcanum[web]'", file=sys.stderr)
        return 2
    try:
        listening = socket.create_server((arguments.host, arguments.port))
    except OSError as error:
        print(f"cannot listen at {arguments.host}:{arguments.port}: {error.strerror}", file=sys.stderr)
        return 1
    host, port = listening.getsockname()[:2]
    print(f"tables at http://{host}:{port}/", flush=True)
    make_server(arguments.data, arguments.pace).run(sockets=[listening])
    return 0


if __name__ == "__main__":
    sys.exit(main())
