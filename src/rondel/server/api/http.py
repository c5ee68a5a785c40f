"""The HTTP side of a node: every call has an address, every address is in the schema."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from time import perf_counter
from typing import Any, Final

import msgspec
from litestar import Litestar, Request, Response, Router
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.types import Message, Scope

from rondel.server.answers import Banned, Denied
from rondel.server.api import (
    admin,
    alerts,
    bots,
    documents,
    health,
    lessons,
    own,
    passkeys,
    past,
    people,
    play,
    provider,
    reports,
    tables,
)
from rondel.server.api.addresses import Proxies
from rondel.server.api.demo import DemoLink
from rondel.server.api.dev import DevPage
from rondel.server.api.door import Door
from rondel.server.api.errors import TOO_MANY, answer_to, respond
from rondel.server.api.faces import face_pages
from rondel.server.api.first_page import Link
from rondel.server.api.pages import Pages
from rondel.server.api.provide import client_of, door_of, the_address, the_door, the_keeper, the_signed
from rondel.server.api.schema import OurSchema
from rondel.server.api.sessions import guard
from rondel.server.api.strict import MAX_BODY_BYTES, StrictRequest
from rondel.server.api.told import ErrorTold
from rondel.server.api.transport import SOCKET_PATH
from rondel.server.api.websocket import Receive, Send, refuse_socket, serve_socket
from rondel.server.flows.invitation import Invitation, invitation
from rondel.server.ports import Unavailable
from rondel.wire.faces import faces

_HEADERS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
)
_NO_STORE: Final = ((b"cache-control", b"no-store"), (b"vary", b"Cookie, Authorization"))


_BANNED_FROM: Final = ("/api/", SOCKET_PATH)
"""What a banned address is refused. Pages are files, and show the sentence."""


async def _turn_away(door: Door, scope: Any, receive: Receive, send: Send, error: Denied) -> None:
    """Answer a connection from a banned address, of either kind."""
    if scope["type"] == "websocket":
        await refuse_socket(door, scope, receive, send, error)
        return
    told = answer_to(error, door.node, None)
    headers = [(b"content-type", b"application/json"), *_HEADERS, *_NO_STORE]
    await send({"type": "http.response.start", "status": told.status, "headers": headers})
    await send({"type": "http.response.body", "body": msgspec.json.encode(told.told)})


async def _secure(message: Message, scope: Scope) -> None:
    """Headers on everything; nothing under /api is kept by anybody, unless its handler says otherwise."""
    if message["type"] == "http.response.start":
        is_api = scope["path"].startswith("/api")
        is_for_all = any(name == b"cache-control" for name, _ in message["headers"])
        no_store = _NO_STORE if is_api and not is_for_all else ()
        message["headers"] = [*message["headers"], *_HEADERS, *no_store]


def _answer(request: Request[Any, Any, Any], error: Exception) -> Response[ErrorTold]:
    door = door_of(request.scope)
    answer = respond(door.node, request, error)
    if answer.status_code == TOO_MANY:
        door.connections.refused(client_of(request.scope))
    return answer


@cache
def http_app() -> Litestar:
    """All calls over HTTP, made once in a process: each request brings the door it came through."""
    calls = [
        *people.HANDLERS,
        *passkeys.HANDLERS,
        *provider.HANDLERS,
        *alerts.HANDLERS,
        *tables.HANDLERS,
        *documents.HANDLERS,
        *play.HANDLERS,
        *past.HANDLERS,
        *own.HANDLERS,
        *lessons.HANDLERS,
        *bots.HANDLERS,
        *reports.HANDLERS,
        Router("/admin", route_handlers=admin.HANDLERS),
    ]
    return Litestar(
        [Router("/api", route_handlers=calls, guards=[guard]), *health.HANDLERS],
        dependencies={
            "door": Provide(the_door, sync_to_thread=False),
            "signed": Provide(the_signed),
            "keeper": Provide(the_keeper),
            "staff": Provide(admin.the_staff),
            "address": Provide(the_address, sync_to_thread=False),
        },
        request_class=StrictRequest,
        request_max_body_size=MAX_BODY_BYTES,
        exception_handlers={Exception: _answer},
        before_send=[_secure],
        openapi_config=OpenAPIConfig(
            title="Rondel",
            version="1",
            description="A home for turn-based games that have secrets.",
            path="/schema",
            render_plugins=[OurSchema()],
        ),
        logging_config=None,
    )


class Front:
    """The whole door as one ASGI app: sockets go to their loop, pages are files, all else is HTTP."""

    def __init__(self, door: Door) -> None:
        self.door = door
        self.pages = Pages(
            invited=self.invited, faces=face_pages(faces(door.node.games)), branding=door.branding
        )
        self.dev: DevPage | None = None
        self.demo: DemoLink | None = None
        self._proxies = Proxies(door.node.settings.trusted_proxies)
        self.http = http_app()

    async def invited(self, link: Link, scope: Any) -> Invitation | None:
        """What a link says; nothing to whoever asks too often: codes are not to be guessed here, either."""
        settings = self.door.node.settings
        is_code = isinstance(link.table, str)
        what, rate = ("invitations", settings.codes) if is_code else ("pages", settings.calls)
        try:
            await self.door.limit_address(what, client_of(scope), rate)
        except (Denied, Unavailable):
            return None
        return await invitation(self.door.node, link.table, link.key)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Answer one connection or request."""
        scope = self._proxies.seen(scope)
        if scope["path"].startswith(_BANNED_FROM):
            ban = self.door.node.standing.ban_of_address(client_of(scope))
            if ban is not None:
                await _turn_away(
                    self.door, scope, receive, send, Banned(ban.reason, ban.until, is_account=False)
                )
                return
        if scope["type"] == "websocket" and scope["path"] == SOCKET_PATH:
            await serve_socket(self.door, scope, receive, send)
        elif self.dev is not None and self.dev.serves(scope):
            await self.dev(scope, send)
        elif self.demo is not None and self.demo.serves(scope):
            await self.demo(scope, send)
        elif self.pages.serves(scope):
            with self._timed("pages", send) as timed:
                await self.pages(scope, timed)
        else:
            scope["state"] = {"door": self.door}
            if admin.is_admin_path(scope["path"]):
                scope = await admin.hidden(self.door, scope)
            with self._timed(scope, send) as timed:
                await self.http(scope, receive, timed)

    @contextmanager
    def _timed(self, route: Any, send: Send) -> Iterator[Send]:
        """Count an answer by its route, or by that of its scope: the template, never the path itself."""
        began, status = perf_counter(), 500

        async def timed(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            yield timed
        finally:
            name = route if isinstance(route, str) else route.get("path_template", "unknown")
            self.door.node.metrics.request(name, status, perf_counter() - began)
