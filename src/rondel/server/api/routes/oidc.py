"""Signing in at another site, over HTTP: begin, look whose account it is, agree."""

from typing import Any

from litestar import Request, Response, delete, get, post
from litestar.params import JSONBody

from rondel.server.api.context.api_context import ApiContext
from rondel.server.api.context.dependencies import Address, Api, Caller, signed_at
from rondel.server.api.context.sessions import (
    browser_of,
    challenge_cookie,
    cookie,
    has_token,
    headers_of,
    no_challenge_cookie,
)
from rondel.server.api.requests import LookAtPerson, OpenAccount
from rondel.server.api.responses import (
    AccountResponse,
    IdentityResponse,
    PersonResponse,
    ProviderResponse,
    account_response,
)
from rondel.server.errors import ApiError, BannedError
from rondel.server.flows.accounts import oidc
from rondel.server.flows.accounts.oidc import ATTEMPT_MS
from rondel.server.ports.people import Account


@post("/provider/start", status_code=200)
async def begin(api: Api, address: Address) -> Response[ProviderResponse]:
    """Where my browser goes to sign in."""
    await api.limit_address("provider", address, api.node.settings.constants.code_rate)
    url, browser = await oidc.begin(api.node)
    held = challenge_cookie(api.node.settings, browser, ATTEMPT_MS)
    return Response(ProviderResponse(url), cookies=[held])


@post("/provider/look", status_code=200)
async def look(
    request: Request[Any, Any, Any], api: Api, address: Address, data: JSONBody[LookAtPerson]
) -> PersonResponse:
    """Whose account it is that the other site has proven. Nobody is signed in by this."""
    await api.refuse_guesses("sign-ins", address, data.state)
    asker = await _asker(api, request)
    try:
        shown = await oidc.look(api.node, _browser(api, request), data.code, data.state, asker)
    except ApiError as no:
        await _count(api, address, no)
        raise
    return PersonResponse(*shown)


@post("/provider", status_code=200)
async def open_account(
    request: Request[Any, Any, Any], api: Api, address: Address, data: JSONBody[OpenAccount]
) -> Response[AccountResponse]:
    """Sign in as the one I was shown, or connect my account, or begin a new one under this name."""
    asker = await _asker(api, request)
    if data.account is None:
        await api.limit_address("guests", address, api.node.settings.guest_rate)
    try:
        account, token = await oidc.open_account(
            api.node,
            _browser(api, request),
            asker,
            data.account,
            name=data.name,
            language=data.language,
            invite=data.invite,
            label=request.headers.get("user-agent", "")[:200],
        )
    except ApiError as no:
        await _count(api, address, no)
        raise
    settings = api.node.settings
    fresh = [] if token is None else [cookie(settings, token, account)]
    return Response(account_response(account), cookies=[*fresh, no_challenge_cookie(settings)])


@get("/me/identities")
async def own(api: Api, signed: Caller) -> list[IdentityResponse]:
    """The other sites where I sign in."""
    found = await oidc.identities(api.node, signed.account)
    return [IdentityResponse(each.issuer, each.created_at) for each in found]


@delete("/me/identities", status_code=204)
async def disconnect(api: Api, signed: Caller) -> None:
    """Sign in at no other site any more."""
    if signed.session.kind != "cookie":
        raise ApiError.of("NOT_ALLOWED", "This is done in a browser, not by a token.")
    await oidc.disconnect(api.node, signed.account)


async def _asker(api: ApiContext, request: Request[Any, Any, Any]) -> Account | None:
    """Who is signed in in this browser; nobody by a script's token."""
    if not has_token(headers_of(request.scope["headers"]), api.node.settings):
        return None
    try:
        signed = await signed_at(api, request.scope)
    except BannedError:
        raise
    except ApiError:
        return None
    if signed.session.kind != "cookie":
        raise ApiError.of("NOT_ALLOWED", "This is done in a browser, not by a token.")
    return signed.account


async def _count(api: ApiContext, address: str, no: ApiError) -> None:
    """A sign-in that failed counts as a wrong token does."""
    if no.code == "SIGN_IN_FAILED":
        await api.limit_address("sign-ins", address, api.node.settings.constants.failed_sign_in_rate)


def _browser(api: ApiContext, request: Request[Any, Any, Any]) -> str | None:
    return browser_of(headers_of(request.scope["headers"]), api.node.settings)


HANDLERS = (begin, look, open_account, own, disconnect)
