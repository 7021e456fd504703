"""How many tables examples/web_table can serve: scripted clients at all seats, on this machine.

`python benchmarks/tables.py --json results/tables.json`. Server and clients are two processes that share the
machine, so the server has at most one core and the clients take the other. First everybody plays at the pace of people
and is sent pictures, as a browser is: that tells how long a reply takes. Then programs play as fast as they can,
without pictures: that tells how many actions a second the server carries out. Every table then waits for its reply
all the time, so replies are slow by design.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import subprocess
import sys
import time
import urllib.request
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import attrs
from websockets.asyncio.client import ClientConnection, connect

from arcanum.spec.files import stamp, write_json

ROOT = Path(__file__).parent.parent
RULES = ("arcanum/en", "arcana/revised")
SEATS = 4


@attrs.frozen
class Phase:
    """How the clients play."""

    name: str
    think: float
    """Seconds that a client thinks, on average."""
    pictures: bool


PHASES = (Phase("people", 10.0, True), Phase("programs", 0.0, False))


@attrs.define
class Measured:
    """What the clients of one phase have seen."""

    replies: list[float] = attrs.Factory(list)
    refused: int = 0
    bytes: int = 0

    def document(self, phase: Phase, tables: int, seconds: float) -> dict[str, object]:
        """The numbers that are kept."""
        ordered = sorted(self.replies)
        return {
            "phase": phase.name,
            "tables": tables,
            "connections": tables * SEATS,
            "think_seconds": phase.think,
            "pictures": phase.pictures,
            "actions": len(ordered),
            "actions_per_second": round(len(ordered) / seconds, 1),
            "reply_ms_median": round(1000 * ordered[len(ordered) // 2], 1),
            "reply_ms_99": round(1000 * ordered[len(ordered) * 99 // 100], 1),
            "refused": self.refused,
            "sent_mb": round(self.bytes / 1e6, 1),
        }


async def client(socket: ClientConnection, phase: Phase, seed: int, end: float, seen: Measured) -> None:
    """Answer whatever is asked, until the time is over."""
    chooser, sent = random.Random(seed), 0.0
    while time.perf_counter() < end:
        try:
            text = await asyncio.wait_for(socket.recv(), max(0.0, end - time.perf_counter()))
        except TimeoutError:
            return
        seen.bytes += len(text)
        message = json.loads(text)
        if message["type"] == "accepted":
            seen.replies.append(time.perf_counter() - sent)
        seen.refused += message["type"] == "refused"
        if message["type"] == "position" and message["choices"]:
            await asyncio.sleep(phase.think * chooser.uniform(0.5, 1.5))
            sent = time.perf_counter()
            chosen = chooser.choice(message["choices"])["action"]
            await socket.send(json.dumps({"do": "act", "at": message["at"], "action": chosen}))


async def measure(url: str, phase: Phase, tables: int, seconds: float) -> Measured:
    """Fill the tables, then let everybody play."""
    seen = Measured()
    async with AsyncExitStack() as stack:
        guests = []
        for number in range(tables):
            name, tokens = made(url, RULES[number % len(RULES)])
            address = f"{url.replace('http', 'ws')}api/tables/{name}/socket"
            for token in tokens:
                guests.append(await stack.enter_async_context(connect(address, max_size=None)))
                await guests[-1].send(json.dumps({"do": "hello", "token": token, "pictures": phase.pictures}))
        end = time.perf_counter() + seconds
        await asyncio.gather(*(client(socket, phase, seed, end, seen) for seed, socket in enumerate(guests)))
    return seen


def made(url: str, rules: str) -> tuple[str, list[str]]:
    """A new table, and the tokens of its seats."""
    wish = {"rules": rules, "options": {}, "seats": [{"name": f"Player {seat}"} for seat in range(SEATS)]}
    with urllib.request.urlopen(urllib.request.Request(f"{url}api/tables", json.dumps(wish).encode())) as answer:
        document = json.load(answer)
    return document["table"], document["tokens"]


def memory(process: int) -> float | None:
    """The most memory that a process has had, in MB, where the system tells."""
    status = Path(f"/proc/{process}/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((round(int(line.split()[1]) / 1024, 1) for line in lines if line.startswith("VmHWM")), None)


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30, help="how long each phase lasts")
    parser.add_argument("--note", default="", help="what else there is to say about this run")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the numbers to a file")
    arguments = parser.parse_args(argv)
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # every connection is a file
    start, found = time.perf_counter(), []
    for phase in PHASES:
        with TemporaryDirectory() as home:
            command = [sys.executable, "-m", "examples.web_table", "--port", "0", "--data", f"{home}/tables.db"]
            with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
                assert server.stdout is not None
                url = server.stdout.readline().split()[-1]
                try:
                    seen = asyncio.run(measure(url, phase, arguments.tables, arguments.seconds))
                    numbers = seen.document(phase, arguments.tables, arguments.seconds)
                    found.append({**numbers, "server_mb": memory(server.pid)})
                finally:
                    server.terminate()
        print(found[-1], flush=True)
    if arguments.json is not None:
        about = {"cores": os.cpu_count(), "load": round(os.getloadavg()[0], 1), "note": arguments.note}
        lasted = time.perf_counter() - start
        write_json(arguments.json, {**stamp("python benchmarks/tables.py", lasted), **about, "phases": found})
    return 0


if __name__ == "__main__":
    sys.exit(main())
