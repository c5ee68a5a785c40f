"""Sessions: who asks, by cookie or bearer token; and whether their own page let them."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

import msgspec
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.handlers.base import BaseRouteHandler

from rondel.kernel import Ms
from rondel.server.answers import Denied
from rondel.server.flows.people import SESSION_MS, sign_in_by
from rondel.server.node import Node
from rondel.server.ports import Account, Session
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


class Signed(msgspec.Struct, frozen=True):
    """Who asks, and by which session."""

    account: Account
    session: Session


def headers_of(raw: Iterable[tuple[bytes, bytes]]) -> Headers:
    """Headers by name; one that came twice is both, so that it equals none that is allowed."""
    told: dict[str, str] = {}
    for name, value in raw:
        key, text = name.decode("latin-1").lower(), value.decode("latin-1")
        told[key] = f"{told[key]}; {text}" if key in told else text
    return told


def bearer_of(headers: Headers) -> str | None:
    """The token in the Authorization header."""
    kind, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" and token.strip() else None


def cookie_of(headers: Headers, settings: Settings) -> str | None:
    """The token in the session's cookie."""
    return _cookie_named(headers, settings.cookie)


def browser_of(headers: Headers, settings: Settings) -> str | None:
    """The secret by which a browser that was asked to prove something is known again."""
    return _cookie_named(headers, settings.challenge_cookie)


def _cookie_named(headers: Headers, name: str) -> str | None:
    """The value of this cookie; two cookies of that name are none."""
    pairs = (pair.strip().partition("=") for pair in headers.get("cookie", "").split(";"))
    found = [value for key, _, value in pairs if key == name]
    return found[0] if len(found) == 1 and found[0] else None


def token_in(headers: Headers, settings: Settings) -> str | None:
    """The token by which somebody wants to sign in."""
    return bearer_of(headers) or cookie_of(headers, settings)


def has_token(headers: Headers, settings: Settings) -> bool:
    """Whether somebody tries to be somebody."""
    return token_in(headers, settings) is not None


async def signed_in(node: Node, headers: Headers) -> Signed:
    """Who asks; or Denied."""
    token = token_in(headers, node.settings)
    if token is None:
        raise Denied.of("NOT_SIGNED_IN")
    account, session = await sign_in_by(node, token)
    if (session.kind == "bearer") != (bearer_of(headers) is not None):
        raise Denied.of("NOT_SIGNED_IN")
    return Signed(account, session)


def check_page(method: str, headers: Headers, settings: Settings) -> None:
    """A change that is asked for by cookie is asked for by a page of ours, and by its script."""
    if method in SAFE or bearer_of(headers) is not None:
        return
    origin = headers.get("origin")
    has_cookie = cookie_of(headers, settings) is not None
    if origin is None and has_cookie:
        raise Denied.of("ORIGIN_NOT_ALLOWED", NO_ORIGIN, PLAIN_CLIENT)
    if origin is not None and origin not in settings.origins:
        raise Denied.of("ORIGIN_NOT_ALLOWED")
    if has_cookie and headers.get(CSRF_HEADER) != "1":
        raise Denied.of("CSRF_MISSING", next=PLAIN_CLIENT)


def check_socket(headers: Headers, settings: Settings) -> None:
    """A socket is opened by a page of ours; or by a script, with a bearer token and from no page at all."""
    origin = headers.get("origin")
    if origin is None and bearer_of(headers) is not None:
        return
    if origin not in settings.origins:
        raise Denied.of("ORIGIN_NOT_ALLOWED")


async def guard(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Litestar's guard for `check_page`."""
    scope = connection.scope
    settings: Settings = scope["state"]["door"].node.settings
    check_page(str(scope.get("method")), headers_of(scope["headers"]), settings)


def cookie(settings: Settings, token: str, account: Account) -> Cookie:
    """The cookie that signs in."""
    return _cookie(settings, token, SESSION_MS[account.kind] // 1000)


def no_cookie(settings: Settings) -> Cookie:
    """The cookie that signs out."""
    return _cookie(settings, "", 0)


def challenge_cookie(settings: Settings, browser: str, lasts_ms: Ms) -> Cookie:
    """The cookie that binds a challenge to the browser that asked for it."""
    return replace(
        _cookie(settings, browser, lasts_ms // 1000), key=settings.challenge_cookie, samesite="strict"
    )


def no_challenge_cookie(settings: Settings) -> Cookie:
    """Nothing is asked of this browser any more."""
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
