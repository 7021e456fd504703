"""The server: pages, a few routes, and a WebSocket for each guest, with limits on all that strangers can send."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from os import PathLike
from pathlib import Path
from typing import Final

import attrs
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

import arcanum

from .hosting import Guest, Host, House
from .storage import Store
from .tables import Refused, arranged, offer

PAGES: Final = Path(__file__).parent / "static"
HEADERS: Final = {
    # Scripts only from our own files. Pictures of positions bring a <style> of their own.
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-cache",
}


@attrs.frozen(kw_only=True)
class Limits:
    """What strangers may ask of the server."""

    body: int = 8_192
    """Bytes of a request."""
    message: int = 2_048
    """Characters of a WebSocket message; the server closes connections that send more than eight times that."""
    rate: float = 20.0
    """Messages a second, on average."""
    burst: int = 40
    """Messages at once; whoever goes on after as many refusals is disconnected."""
    guests: int = 24
    """Connections to one table."""
    connections: int = 2_000
    tables: int = 10_000
    keep_days: int = 30
    """How long a table that nobody plays at is safe when room is needed."""
    hello: float = 10.0
    """Seconds until a connection must have said who it is."""


class Pace:
    """Counts the messages of one connection: a bucket that fills at a steady rate and is emptied by messages."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._left = float(limits.burst)
        self._at = time.monotonic()
        self._refused = 0

    def count(self) -> None:
        """One more message; refused if they come too fast."""
        now = time.monotonic()
        self._left = min(self._limits.burst, self._left + (now - self._at) * self._limits.rate)
        self._at = now
        if self._left < 1:
            self._refused += 1
            raise Refused("too-fast", f"more than {self._limits.rate:g} messages a second")
        self._left -= 1

    @property
    def exhausted(self) -> bool:
        """Whether somebody goes on and on."""
        return self._refused > self._limits.burst


class Server:
    """Answers requests."""

    def __init__(self, path: str | PathLike[str], limits: Limits, pace: float) -> None:
        self._path = path
        self._limits = limits
        self._pace = pace
        self._connections = 0
        self.house: House

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Opens the store, and closes it when the server goes."""
        self.house = House(Store(self._path, self._limits.tables, self._limits.keep_days), self._pace)
        try:
            yield
        finally:
            self.house.close()

    async def page(self, request: Request) -> Response:
        """The page that makes a table."""
        return FileResponse(PAGES / "index.html")

    async def table_page(self, request: Request) -> Response:
        """The page of a table; who somebody is stands behind the # of the link and never comes here."""
        return FileResponse(PAGES / "table.html")

    async def games(self, request: Request) -> Response:
        """What a table can be made of."""
        return JSONResponse(offer())

    async def clause(self, request: Request) -> Response:
        """The text of a clause."""
        game, wanted = request.path_params["game"], request.path_params["clause"]
        found = [each for each in arcanum.clauses(game) if each.id == wanted] if game in arcanum.games() else []
        if not found:
            raise Refused("no-clause", "there is no such clause")
        (clause,) = found
        parts = {"id": clause.id, "section": clause.section_title, "text": clause.text, "ruling": clause.ruling}
        return JSONResponse({**parts, "reason": clause.reason, "printings": dict(clause.printings)})

    async def create(self, request: Request) -> Response:
        """Make a table, and give out the tokens of its seats, for the only time."""
        body = b""
        async for chunk in request.stream():
            body += chunk
            if len(body) > self._limits.body:
                raise Refused("too-large", f"a request has at most {self._limits.body} bytes")
        setup, tokens = arranged(_read(body))
        name = secrets.token_urlsafe(9)
        await self.house.store.add(name, setup)
        return JSONResponse({"table": name, "tokens": tokens}, 201)

    async def record(self, request: Request) -> Response:
        """The record of a finished game."""
        host = await self.house.host(request.path_params["table"])
        guest = host.join(None, pictures=False)
        try:
            return PlainTextResponse(host.table.record())
        finally:
            await self.house.leave(host, guest)

    async def socket(self, socket: WebSocket) -> None:
        """A guest's connection, from hello to the end."""
        await socket.accept()
        if self._connections >= self._limits.connections:
            await _turn_away(socket, Refused("too-many", "the server is full; try again later"))
            return
        self._connections += 1
        try:
            await self._welcome(socket)
        except WebSocketDisconnect:
            pass  # without a word
        finally:
            self._connections -= 1

    async def _welcome(self, socket: WebSocket) -> None:
        pace = Pace(self._limits)
        try:
            hello = await asyncio.wait_for(self._next(socket, pace), self._limits.hello)
            if hello.get("do") != "hello":
                raise Refused("bad-message", "the first message has to be hello")
            host, guest = await self._seat(socket.path_params["table"], hello)
        except TimeoutError:
            await _turn_away(socket, Refused("too-slow", f"no hello in {self._limits.hello:g} seconds"))
            return
        except Refused as refusal:
            await _turn_away(socket, refusal)
            return
        try:
            async with asyncio.TaskGroup() as both:
                await socket.send_json(guest.listener.welcome())
                writer = both.create_task(_write(socket, host, guest))
                await self._listen(socket, host, guest, pace)
                writer.cancel()
        except* WebSocketDisconnect:
            pass  # guests come and go
        finally:
            await self.house.leave(host, guest)

    async def _seat(self, name: str, hello: dict[str, object]) -> tuple[Host, Guest]:
        host = await self.house.host(name)
        # Nothing is awaited from here on until the guest sits.
        if len(host.guests) >= self._limits.guests:
            raise Refused("too-many", f"{self._limits.guests} are connected to this table already")
        token = hello.get("token")
        if token is not None and not isinstance(token, str):
            raise Refused("bad-message", "expected `token` to be a text, or null to watch")
        seat = None if token is None else host.table.seat_of(token)
        return host, host.join(seat, pictures=hello.get("pictures") is True)

    async def _next(self, socket: WebSocket, pace: Pace) -> dict[str, object]:
        received: Message = await socket.receive()
        if received["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(received.get("code", 1005))
        pace.count()
        text = received.get("text")
        if text is None:
            raise Refused("bad-message", "expected text, not bytes")
        if len(text) > self._limits.message:
            raise Refused("too-large", f"a message has at most {self._limits.message} characters")
        message = _read(text)
        if not isinstance(message, dict):
            raise Refused("bad-message", "expected a JSON object")
        return message

    async def _listen(self, socket: WebSocket, host: Host, guest: Guest, pace: Pace) -> None:
        while not pace.exhausted:
            tag: dict[str, object] = {}
            try:
                message = await self._next(socket, pace)
                tag = {key: message[key] for key in ("at", "id") if isinstance(message.get(key), int)}
                await socket.send_json(await _answer(host, guest, message) | tag)
            except Refused as refusal:
                await socket.send_json(refusal.message(**tag))
        await socket.close(1008, "too many messages")


async def _answer(host: Host, guest: Guest, message: dict[str, object]) -> dict[str, object]:
    seat = guest.listener.seat
    match message.get("do"):
        case "act":
            await host.play(seat, message.get("at"), message.get("action"))
            return {"type": "accepted"}
        case "ask":
            return {"type": "reasons", "answers": host.table.why_not(seat, message.get("actions"))}
    raise Refused("bad-message", "expected `do` to be act or ask")


async def _write(socket: WebSocket, host: Host, guest: Guest) -> None:
    async for text in host.news(guest):
        await socket.send_text(text)


async def _turn_away(socket: WebSocket, refusal: Refused) -> None:
    await socket.send_json(refusal.message())
    await socket.close(4000, refusal.code)


def _read(text: str | bytes) -> object:
    """What a JSON text says; anything else is refused, however it is wrong."""
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        raise Refused("bad-message", "this is not JSON") from None
    return value


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    status = 404 if error.code.startswith("no-") else 503 if error.code == "too-many" else 400
    return JSONResponse(error.message(), status)


class _Headers:
    """Adds the security headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] += [(name.encode(), value.encode()) for name, value in HEADERS.items()]
            await send(message)

        await self._app(scope, receive, sending)


def make_server(path: str | PathLike[str], pace: float = 0.6) -> uvicorn.Server:
    """The server, with its tables in a file; computer players wait `pace` seconds, so that people can follow."""
    limits = Limits()
    config = uvicorn.Config(
        make_app(path, limits, pace),
        ws="websockets-sansio",
        ws_max_size=8 * limits.message,  # what is larger is never put together in memory
        log_level="warning",
    )
    return uvicorn.Server(config)


def make_app(path: str | PathLike[str], limits: Limits, pace: float) -> Starlette:
    """The application."""
    server = Server(path, limits, pace)
    routes = [
        Route("/", server.page),
        Route("/table/{table}", server.table_page),
        Route("/api/games", server.games),
        Route("/api/clauses/{game}/{clause}", server.clause),
        Route("/api/tables", server.create, methods=["POST"]),
        Route("/api/tables/{table}/record", server.record),
        WebSocketRoute("/api/tables/{table}/socket", server.socket),
        Mount("/static", StaticFiles(directory=PAGES)),
    ]
    return Starlette(
        routes=routes,
        lifespan=server.lifespan,
        middleware=[Middleware(_Headers)],
        exception_handlers={Refused: _refused},
    )
