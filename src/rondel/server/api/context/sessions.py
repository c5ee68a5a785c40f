"""Sessions: authentication by cookie or bearer token, and CSRF checks."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

import msgspec
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.handlers.base import BaseRouteHandler

from rondel.kernel import Ms
from rondel.server.cells.node_context import NodeContext
from rondel.server.errors import ApiError
from rondel.server.flows.accounts.people import SESSION_MS, sign_in_by
from rondel.server.ports.people import Account, Session
from rondel.server.settings import Settings

SAFE: Final = frozenset(("GET", "HEAD", "OPTIONS"))
CSRF_HEADER: Final = "x-rondel"
"""No other site can send it without being asked first, and is never told yes."""

NO_ORIGIN: Final = (
    "The request has a session cookie but no Origin header, so nobody can tell which page made it. "
    "Nothing was changed."
)
PLAIN_CLIENT: Final = (
    "Without a browser, use a token instead of the cookie: POST /api/guests with "
    '{"name": "...", "bearer": true}, then send the header Authorization: Bearer TOKEN. '
    "To stay with the cookie, send the headers Origin, with this server's address, and X-Rondel: 1."
)
"""What a client that is no browser does next."""

Headers = Mapping[str, str]


class Authenticated(msgspec.Struct, frozen=True):
    """The caller's account and session."""

    account: Account
    session: Session


def headers_of(raw: Iterable[tuple[bytes, bytes]]) -> Headers:
    """Return headers by name. A repeated header joins both values, so it matches no allowed one."""
    headers: dict[str, str] = {}
    for name, value in raw:
        key, text = name.decode("latin-1").lower(), value.decode("latin-1")
        headers[key] = f"{headers[key]}; {text}" if key in headers else text
    return headers


def bearer_of(headers: Headers) -> str | None:
    """Return the token in the Authorization header; None without one."""
    kind, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" and token.strip() else None


def cookie_of(headers: Headers, settings: Settings) -> str | None:
    """Return the token in the session cookie; None without one."""
    return _cookie_named(headers, settings.cookie)


def browser_of(headers: Headers, settings: Settings) -> str | None:
    """Return the secret that binds a challenge to this browser; None without one."""
    return _cookie_named(headers, settings.challenge_cookie)


def _cookie_named(headers: Headers, name: str) -> str | None:
    """Return the value of this cookie; None if it is missing or repeated."""
    pairs = (pair.strip().partition("=") for pair in headers.get("cookie", "").split(";"))
    found = [value for key, _, value in pairs if key == name]
    return found[0] if len(found) == 1 and found[0] else None


def token_in(headers: Headers, settings: Settings) -> str | None:
    """Return the token that the request carries, if any."""
    return bearer_of(headers) or cookie_of(headers, settings)


def has_token(headers: Headers, settings: Settings) -> bool:
    """Return whether the request carries credentials."""
    return token_in(headers, settings) is not None


async def signed_in(node: NodeContext, headers: Headers) -> Authenticated:
    """Authenticate a request by its headers. Raises ApiError."""
    token = token_in(headers, node.settings)
    if token is None:
        raise ApiError.of("NOT_SIGNED_IN")
    account, session = await sign_in_by(node, token)
    if (session.kind == "bearer") != (bearer_of(headers) is not None):
        raise ApiError.of("NOT_SIGNED_IN")
    return Authenticated(account, session)


def check_page(method: str, headers: Headers, settings: Settings) -> None:
    """Raise ApiError for a change by cookie that was not sent by a script of this site (CSRF)."""
    if method in SAFE or bearer_of(headers) is not None:
        return
    origin = headers.get("origin")
    has_cookie = cookie_of(headers, settings) is not None
    if origin is None and has_cookie:
        raise ApiError.of("ORIGIN_NOT_ALLOWED", NO_ORIGIN, PLAIN_CLIENT)
    if origin is not None and origin not in settings.origins:
        raise ApiError.of("ORIGIN_NOT_ALLOWED")
    if has_cookie and headers.get(CSRF_HEADER) != "1":
        raise ApiError.of("CSRF_MISSING", hint=PLAIN_CLIENT)


def check_socket(headers: Headers, settings: Settings) -> None:
    """Raise ApiError unless a page of this site, or a script with a bearer token, opens the socket."""
    origin = headers.get("origin")
    if origin is None and bearer_of(headers) is not None:
        return
    if origin not in settings.origins:
        raise ApiError.of("ORIGIN_NOT_ALLOWED")


async def guard(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Apply `check_page` as a Litestar guard."""
    scope = connection.scope
    settings: Settings = scope["state"]["api"].node.settings
    check_page(str(scope.get("method")), headers_of(scope["headers"]), settings)


def cookie(settings: Settings, token: str, account: Account) -> Cookie:
    """Return the session cookie."""
    return _cookie(settings, token, SESSION_MS[account.kind] // 1000)


def no_cookie(settings: Settings) -> Cookie:
    """Return a cookie that deletes the session cookie."""
    return _cookie(settings, "", 0)


def challenge_cookie(settings: Settings, browser: str, lasts_ms: Ms) -> Cookie:
    """Return the cookie that binds a challenge to the browser that requested it."""
    return replace(
        _cookie(settings, browser, lasts_ms // 1000), key=settings.challenge_cookie, samesite="strict"
    )


def no_challenge_cookie(settings: Settings) -> Cookie:
    """Return a cookie that deletes the challenge cookie."""
    return challenge_cookie(settings, "", 0)


def _cookie(settings: Settings, token: str, max_age_s: int) -> Cookie:
    return Cookie(
        key=settings.cookie,
        value=token,
        max_age=max_age_s,
        path="/",
        secure=not settings.plain_http,
        httponly=True,
        samesite="lax",
    )
