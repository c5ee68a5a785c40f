"""People over HTTP: arrive, be called something, sign in and out, be forgotten."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from litestar import Request, Response, delete, get, patch, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, JSONBody
from msgspec.structs import replace

from rondel.server.api.context.dependencies import Address, Api, Caller, refuse_returning
from rondel.server.api.context.sessions import cookie, no_cookie
from rondel.server.api.requests import AskSignIn, Email, Guest, LookLink, NewToken, OpenLink, Rename
from rondel.server.api.responses import (
    AccountResponse,
    LinkResponse,
    ServerResponse,
    SessionResponse,
    SitePageResponse,
    account_response,
    session_response,
)
from rondel.server.errors import ApiError
from rondel.server.flows.accounts import people
from rondel.server.flows.accounts.passkeys import are_offered


@post("/guests")
async def create_guest(
    request: Request[Any, Any, Any], api: Api, address: Address, data: JSONBody[Guest]
) -> Response[AccountResponse]:
    """Play under a name, as a guest, by a cookie; a script that asks for it is given a bearer token."""
    await api.limit_address("guests", address, api.node.settings.guest_rate)
    await refuse_returning(api, request.scope)
    account, token = await people.create_guest(
        api.node,
        data.name,
        label=_label(request),
        language=data.language,
        by="bearer" if data.bearer else "cookie",
        invite=data.invite,
    )
    if data.bearer:
        return Response(account_response(account, token))
    return Response(account_response(account), cookies=[cookie(api.node.settings, token, account)])


@get("/server")
async def server(api: Api) -> ServerResponse:
    """What this server can do, for whoever asks."""
    node = api.node
    return ServerResponse(
        can_mail=node.mailer.can_deliver,
        registration=node.settings.registration,
        has_passkeys=are_offered(node.settings),
        provider=None if node.provider is None else node.provider.name,
    )


@get("/server/pages/{name:str}")
async def site_page(api: Api, name: FromPath[str]) -> SitePageResponse:
    """A page that the host of this server has written: its imprint, or what it says about privacy."""
    found = getattr(api.branding, name) if name in api.branding.pages else None
    if found is None:
        raise ApiError.of("NO_SUCH_PAGE")
    return SitePageResponse(*found)


@get("/me")
async def me(api: Api, signed: Caller) -> AccountResponse:
    """Who I am here."""
    role = api.node.moderation_cache.role_of(signed.account.id)
    response = account_response(signed.account)
    return response if role is None else replace(response, role=role)


@patch("/me")
async def rename(api: Api, signed: Caller, data: JSONBody[Rename]) -> AccountResponse:
    """Be called otherwise."""
    return account_response(await people.rename(api.cells, signed.account, data.name))


@delete("/me", status_code=204)
async def delete_account(api: Api, signed: Caller) -> Response[None]:
    """Be forgotten: the account and all that is personal."""
    api.sockets.end(await people.delete(api.cells, signed.account))
    return Response(None, status_code=204, cookies=[no_cookie(api.node.settings)])


@get("/me/export")
async def export(api: Api, signed: Caller) -> Mapping[str, Any]:
    """All personal data of this account."""
    return await people.export(api.cells, signed.account)


@get("/me/sessions")
async def sessions(api: Api, signed: Caller) -> list[SessionResponse]:
    """My ways in."""
    found = await people.sessions(api.node, signed.account)
    return [session_response(session, signed.session.id) for session in found]


@delete("/me/sessions", status_code=204)
async def sign_out_everywhere(api: Api, signed: Caller) -> Response[None]:
    """End all my sessions, this one too."""
    api.sockets.end(await people.revoke(api.node, signed.account))
    return Response(None, status_code=204, cookies=[no_cookie(api.node.settings)])


@delete("/me/sessions/{session:uuid}", status_code=204)
async def sign_out(api: Api, signed: Caller, session: FromPath[UUID]) -> Response[None]:
    """End one of my sessions; this one is how to sign out."""
    api.sockets.end(await people.revoke(api.node, signed.account, session))
    is_this = session == signed.session.id
    gone: list[Cookie] = [no_cookie(api.node.settings)] if is_this else []
    return Response(None, status_code=204, cookies=gone)


@post("/me/tokens")
async def new_token(api: Api, signed: Caller, address: Address, data: JSONBody[NewToken]) -> SessionResponse:
    """A bearer token for a script or a bot of mine."""
    await api.limit_address("tokens", address, api.node.settings.constants.token_rate)
    session, token = await people.new_bearer(api.node, signed.account, data.label)
    return session_response(session, signed.session.id, token)


@post("/me/email", status_code=202)
async def ask_link(api: Api, signed: Caller, address: Address, data: JSONBody[Email]) -> None:
    """Have a link sent to an address. The answer is the same whether it is known here or not."""
    await api.limit_address("mails", address, api.node.settings.mail_rate)
    await people.ask_link(api.node, signed.account, data.email)


@post("/sign-in", status_code=202)
async def ask_sign_in(api: Api, address: Address, data: JSONBody[AskSignIn]) -> None:
    """Have a link sent to an address, without a session. The answer is the same for every address."""
    await api.limit_address("mails", address, api.node.settings.mail_rate)
    await people.ask_sign_in(api.node, data.email, data.language)


@post("/links/look", status_code=200)
async def preview_link(api: Api, address: Address, data: JSONBody[LookLink]) -> LinkResponse:
    """Whose link from a mail it is. Nobody is signed in by this, and the link stays good."""
    await api.limit_address("links", address, api.node.settings.constants.code_rate)
    return LinkResponse(*await people.preview_link(api.node, data.token))


@post("/links", status_code=200)
async def open_link(
    request: Request[Any, Any, Any], api: Api, address: Address, data: JSONBody[OpenLink]
) -> Response[AccountResponse]:
    """Sign in by a link from a mail, as the one whom the link was shown to be for."""
    await api.limit_address("links", address, api.node.settings.constants.code_rate)
    whose = people.LinkOwner(data.account, data.name, data.email)
    account, token, ended = await people.use_link(api.node, data.token, whose, label=_label(request))
    api.sockets.end(ended)
    return Response(account_response(account), cookies=[cookie(api.node.settings, token, account)])


def _label(request: Request[Any, Any, Any]) -> str:
    """What the session is called in the list: the browser, as it calls itself."""
    return request.headers.get("user-agent", "")[:200]


HANDLERS = (
    create_guest,
    server,
    site_page,
    me,
    rename,
    delete_account,
    export,
    sessions,
    sign_out_everywhere,
    sign_out,
    new_token,
    ask_link,
    ask_sign_in,
    preview_link,
    open_link,
)
