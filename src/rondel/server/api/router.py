"""The HTTP API of a node. Every endpoint is in the OpenAPI schema."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from time import perf_counter
from typing import Any, Final, Protocol

import msgspec
from litestar import Litestar, Request, Response, Router
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.types import Message, Scope
from litestar.utils.path import normalize_path

from rondel.server.api.context.api_context import ApiContext
from rondel.server.api.context.dependencies import (
    api_context_of,
    client_of,
    get_api,
    not_banned,
    the_address,
    the_bot_runner,
    the_signed,
)
from rondel.server.api.context.errors import TOO_MANY, answer_to, respond
from rondel.server.api.context.sessions import guard
from rondel.server.api.context.strict import MAX_BODY_BYTES, StrictRequest
from rondel.server.api.openapi import Schema
from rondel.server.api.pages.faces import face_pages
from rondel.server.api.pages.files import Pages
from rondel.server.api.pages.first_page import Link
from rondel.server.api.responses import ErrorResponse
from rondel.server.api.routes import (
    admin,
    alerts,
    bots,
    documents,
    health,
    lessons,
    oidc,
    own,
    passkeys,
    past,
    people,
    play,
    reports,
    tables,
)
from rondel.server.api.transport.client_addresses import Proxies
from rondel.server.api.transport.protocols import SOCKET_PATH
from rondel.server.api.websocket.socket import Receive, Send, refuse_socket, serve_socket
from rondel.server.errors import ApiError
from rondel.server.flows.tables.invitation import Invitation, invitation
from rondel.server.ports.value import StoreUnavailableError
from rondel.wire.faces import faces
from rondel.wire.padding import padded
from rondel.wire.strict import MalformedError

_HEADERS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
)
_NO_STORE: Final = ((b"cache-control", b"no-store"), (b"vary", b"Cookie, Authorization, Rondel-Key"))


async def _secure(message: Message, scope: Scope) -> None:
    """Add security headers to every response. /api responses are not cached, unless a handler allows it."""
    if message["type"] == "http.response.start":
        is_api = scope["path"].startswith("/api")
        is_for_all = any(name == b"cache-control" for name, _ in message["headers"])
        no_store = _NO_STORE if is_api and not is_for_all else ()
        message["headers"] = [*message["headers"], *_HEADERS, *no_store]


def _answer(request: Request[Any, Any, Any], error: Exception) -> Response[ErrorResponse]:
    api = api_context_of(request.scope)
    answer = respond(api.cells, request, error)
    if answer.status_code == TOO_MANY:
        api.connections.refused(client_of(request.scope))
    return answer


@cache
def http_app() -> Litestar:
    """Build the HTTP app, once per process. The scope of a request carries its node's API context."""
    calls = [
        *people.HANDLERS,
        *passkeys.HANDLERS,
        *oidc.HANDLERS,
        *alerts.HANDLERS,
        *tables.HANDLERS,
        *documents.HANDLERS,
        *play.HANDLERS,
        *past.HANDLERS,
        *own.HANDLERS,
        *lessons.HANDLERS,
        *bots.HANDLERS,
        *reports.HANDLERS,
        Router("/admin", route_handlers=admin.HANDLERS, guards=[admin.staff_only]),
    ]
    return Litestar(
        [Router("/api", route_handlers=calls, guards=[not_banned, guard]), *health.HANDLERS],
        dependencies={
            "api": Provide(get_api, sync_to_thread=False),
            "signed": Provide(the_signed),
            "bot_runner": Provide(the_bot_runner),
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
            description="Server for turn-based games with hidden information.",
            openapi_router=Schema().router,
        ),
        logging_config=None,
    )


async def _refuse(api: ApiContext, scope: Any, receive: Receive, send: Send, error: Exception) -> None:
    """Answer a request or a handshake that has no route."""
    if scope["type"] == "websocket":
        await refuse_socket(api, scope, receive, send, error)
        return
    answer = answer_to(error, api.cells, None)
    headers = [(b"content-type", b"application/json"), *_HEADERS, *_NO_STORE]
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": padded(msgspec.json.encode(answer.body))})


def _routed(scope: Any) -> Any:
    """Return the scope with the path as the router reads it, so that nothing else decides by another one.

    Raises MalformedError for an address with U+0000, which PostgreSQL cannot store.
    """
    if "\0" in scope["path"] or b"%00" in scope["query_string"]:
        raise MalformedError("The address has the character U+0000, which cannot be stored.")
    path = normalize_path(scope["path"])
    return scope if path == scope["path"] else {**scope, "path": path, "raw_path": path.encode()}


class LocalPage(Protocol):
    """A page that only browsers of this machine reach."""

    def serves(self, scope: Any) -> bool:
        """Return whether the request is for this page, from this machine."""
        ...

    async def __call__(self, scope: Any, send: Any) -> None:
        """Answer the request."""
        ...


class AsgiApp:
    """The whole server as one ASGI app: WebSockets, static pages and the HTTP API."""

    def __init__(self, api: ApiContext, local_pages: Sequence[LocalPage] = ()) -> None:
        self.api = api
        self._local_pages = local_pages
        self.pages = Pages(
            invited=self.invited, faces=face_pages(faces(api.node.games)), branding=api.branding
        )
        self._proxies = Proxies(api.node.settings.trusted_proxies)
        self.http = http_app()

    async def invited(self, link: Link, scope: Any) -> Invitation | None:
        """Return the invitation of a link; None over the rate limit, so that codes cannot be guessed."""
        settings = self.api.node.settings
        is_code = isinstance(link, str)
        what, rate = (
            ("invitations", settings.constants.code_rate) if is_code else ("pages", settings.request_rate)
        )
        try:
            await self.api.limit_address(what, client_of(scope), rate)
        except (ApiError, StoreUnavailableError):
            return None
        return await invitation(self.api.cells, link)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Serve one connection or request."""
        scope = self._proxies.seen(scope)
        try:
            scope = _routed(scope)
        except MalformedError as error:
            await _refuse(self.api, scope, receive, send, error)
            return
        if scope["type"] == "websocket" and scope["path"] == SOCKET_PATH:
            await serve_socket(self.api, scope, receive, send)
        elif local_page := next((page for page in self._local_pages if page.serves(scope)), None):
            await local_page(scope, send)
        elif self.pages.serves(scope):
            with self._timed("pages", send) as timed:
                await self.pages(scope, timed)
        else:
            scope["state"] = {"api": self.api}
            if admin.is_admin_path(scope["path"]):
                scope = await admin.hidden(self.api, scope)
            with self._timed(scope, send) as timed:
                await self.http(scope, receive, timed)

    @contextmanager
    def _timed(self, route: Any, send: Send) -> Iterator[Send]:
        """Time a response under its route template, never under the path itself."""
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
            self.api.node.metrics.request(name, status, perf_counter() - began)
