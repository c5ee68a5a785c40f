"""Signing in at another site, over HTTP: begin, look whose account it is, agree."""

from typing import Any

from litestar import Request, Response, delete, get, post
from litestar.params import JSONBody

from rondel.server.answers import Banned, Denied
from rondel.server.api.asked import LookAtPerson, OpenAccount
from rondel.server.api.door import Door
from rondel.server.api.provide import Address, TheDoor, WhoAsks, signed_at
from rondel.server.api.sessions import (
    browser_of,
    challenge_cookie,
    cookie,
    has_token,
    headers_of,
    no_challenge_cookie,
)
from rondel.server.api.told import AccountTold, IdentityTold, PersonTold, ProviderTold, account_told
from rondel.server.flows import provider
from rondel.server.flows.provider import ATTEMPT_MS
from rondel.server.ports import Account


@post("/provider/start", status_code=200)
async def begin(door: TheDoor, address: Address) -> Response[ProviderTold]:
    """Where my browser goes to sign in."""
    await door.limit_address("provider", address, door.node.settings.codes)
    url, browser = await provider.begin(door.node)
    held = challenge_cookie(door.node.settings, browser, ATTEMPT_MS)
    return Response(ProviderTold(url), cookies=[held])


@post("/provider/look", status_code=200)
async def look(
    request: Request[Any, Any, Any], door: TheDoor, address: Address, data: JSONBody[LookAtPerson]
) -> PersonTold:
    """Whose account it is that the other site has proven. Nobody is signed in by this."""
    await door.refuse_guesses("sign-ins", address, data.state)
    asker = await _asker(door, request)
    try:
        shown = await provider.look(door.node, _browser(door, request), data.code, data.state, asker)
    except Denied as no:
        await _count(door, address, no)
        raise
    return PersonTold(*shown)


@post("/provider", status_code=200)
async def open_account(
    request: Request[Any, Any, Any], door: TheDoor, address: Address, data: JSONBody[OpenAccount]
) -> Response[AccountTold]:
    """Sign in as the one I was shown, or connect my account, or begin a new one under this name."""
    asker = await _asker(door, request)
    if data.account is None:
        await door.limit_address("guests", address, door.node.settings.guests)
    try:
        account, token = await provider.open_account(
            door.node,
            _browser(door, request),
            asker,
            data.account,
            name=data.name,
            language=data.language,
            invite=data.invite,
            label=request.headers.get("user-agent", "")[:200],
        )
    except Denied as no:
        await _count(door, address, no)
        raise
    settings = door.node.settings
    fresh = [] if token is None else [cookie(settings, token, account)]
    return Response(account_told(account), cookies=[*fresh, no_challenge_cookie(settings)])


@get("/me/identities")
async def own(door: TheDoor, signed: WhoAsks) -> list[IdentityTold]:
    """The other sites where I sign in."""
    found = await provider.identities(door.node, signed.account)
    return [IdentityTold(each.issuer, each.created_at) for each in found]


@delete("/me/identities", status_code=204)
async def disconnect(door: TheDoor, signed: WhoAsks) -> None:
    """Sign in at no other site any more."""
    if signed.session.kind != "cookie":
        raise Denied.of("NOT_ALLOWED", "This is done in a browser, not by a token.")
    await provider.disconnect(door.node, signed.account)


async def _asker(door: Door, request: Request[Any, Any, Any]) -> Account | None:
    """Who is signed in in this browser; nobody by a script's token."""
    if not has_token(headers_of(request.scope["headers"]), door.node.settings):
        return None
    try:
        signed = await signed_at(door, request.scope)
    except Banned:
        raise
    except Denied:
        return None
    if signed.session.kind != "cookie":
        raise Denied.of("NOT_ALLOWED", "This is done in a browser, not by a token.")
    return signed.account


async def _count(door: Door, address: str, no: Denied) -> None:
    """A sign-in that failed counts as a wrong token does."""
    if no.code == "SIGN_IN_FAILED":
        await door.limit_address("sign-ins", address, door.node.settings.failed_sign_ins)


def _browser(door: Door, request: Request[Any, Any, Any]) -> str | None:
    return browser_of(headers_of(request.scope["headers"]), door.node.settings)


HANDLERS = (begin, look, open_account, own, disconnect)
