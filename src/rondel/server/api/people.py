"""People over HTTP: arrive, be called something, sign in and out, be forgotten."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from litestar import Request, Response, delete, get, patch, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, JSONBody
from msgspec.structs import replace

from rondel.server.answers import Denied
from rondel.server.api.asked import AskSignIn, Email, Guest, LookLink, NewToken, OpenLink, Rename
from rondel.server.api.provide import Address, TheDoor, WhoAsks, refuse_returning
from rondel.server.api.sessions import cookie, no_cookie
from rondel.server.api.told import (
    AccountTold,
    LinkTold,
    ServerTold,
    SessionTold,
    SitePageTold,
    account_told,
    session_told,
)
from rondel.server.flows import people
from rondel.server.flows.passkeys import are_offered


@post("/guests")
async def arrive(
    request: Request[Any, Any, Any], door: TheDoor, address: Address, data: JSONBody[Guest]
) -> Response[AccountTold]:
    """Play under a name, as a guest, by a cookie; a script that asks for it is given a bearer token."""
    await door.limit_address("guests", address, door.node.settings.guests)
    await refuse_returning(door, request.scope)
    account, token = await people.arrive(
        door.node,
        data.name,
        label=_label(request),
        language=data.language,
        by="bearer" if data.bearer else "cookie",
        invite=data.invite,
    )
    if data.bearer:
        return Response(account_told(account, token))
    return Response(account_told(account), cookies=[cookie(door.node.settings, token, account)])


@get("/server")
async def server(door: TheDoor) -> ServerTold:
    """What this server can do, for whoever asks."""
    node = door.node
    return ServerTold(
        can_mail=node.mailer.can_deliver,
        registration=node.settings.registration,
        has_passkeys=are_offered(node.settings),
        provider=None if node.provider is None else node.provider.name,
    )


@get("/server/pages/{name:str}")
async def site_page(door: TheDoor, name: FromPath[str]) -> SitePageTold:
    """A page that the host of this server has written: its imprint, or what it says about privacy."""
    found = getattr(door.branding, name) if name in door.branding.pages else None
    if found is None:
        raise Denied.of("NO_SUCH_PAGE")
    return SitePageTold(*found)


@get("/me")
async def me(door: TheDoor, signed: WhoAsks) -> AccountTold:
    """Who I am here."""
    role = door.node.standing.role_of(signed.account.id)
    told = account_told(signed.account)
    return told if role is None else replace(told, role=role)


@patch("/me")
async def rename(door: TheDoor, signed: WhoAsks, data: JSONBody[Rename]) -> AccountTold:
    """Be called otherwise."""
    return account_told(await people.rename(door.node, signed.account, data.name))


@delete("/me", status_code=204)
async def forget_me(door: TheDoor, signed: WhoAsks) -> Response[None]:
    """Be forgotten: the account and all that is personal."""
    door.sockets.end(await people.delete(door.node, signed.account))
    return Response(None, status_code=204, cookies=[no_cookie(door.node.settings)])


@get("/me/export")
async def export(door: TheDoor, signed: WhoAsks) -> Mapping[str, Any]:
    """All personal data of this account."""
    return await people.export(door.node, signed.account)


@get("/me/sessions")
async def sessions(door: TheDoor, signed: WhoAsks) -> list[SessionTold]:
    """My ways in."""
    found = await people.sessions(door.node, signed.account)
    return [session_told(session, signed.session.id) for session in found]


@delete("/me/sessions", status_code=204)
async def sign_out_everywhere(door: TheDoor, signed: WhoAsks) -> Response[None]:
    """End all my sessions, this one too."""
    door.sockets.end(await people.revoke(door.node, signed.account))
    return Response(None, status_code=204, cookies=[no_cookie(door.node.settings)])


@delete("/me/sessions/{session:uuid}", status_code=204)
async def sign_out(door: TheDoor, signed: WhoAsks, session: FromPath[UUID]) -> Response[None]:
    """End one of my sessions; this one is how to sign out."""
    door.sockets.end(await people.revoke(door.node, signed.account, session))
    is_this = session == signed.session.id
    gone: list[Cookie] = [no_cookie(door.node.settings)] if is_this else []
    return Response(None, status_code=204, cookies=gone)


@post("/me/tokens")
async def new_token(
    door: TheDoor, signed: WhoAsks, address: Address, data: JSONBody[NewToken]
) -> SessionTold:
    """A bearer token for a script or a bot of mine."""
    await door.limit_address("tokens", address, door.node.settings.tokens)
    session, token = await people.new_bearer(door.node, signed.account, data.label)
    return session_told(session, signed.session.id, token)


@post("/me/email", status_code=202)
async def ask_link(door: TheDoor, signed: WhoAsks, address: Address, data: JSONBody[Email]) -> None:
    """Have a link sent to an address. The answer is the same whether it is known here or not."""
    await door.limit_address("mails", address, door.node.settings.mails)
    await people.ask_link(door.node, signed.account, data.email)


@post("/sign-in", status_code=202)
async def ask_sign_in(door: TheDoor, address: Address, data: JSONBody[AskSignIn]) -> None:
    """Have a link sent to an address, without a session. The answer is the same for every address."""
    await door.limit_address("mails", address, door.node.settings.mails)
    await people.ask_sign_in(door.node, data.email, data.language)


@post("/links/look", status_code=200)
async def look_link(door: TheDoor, address: Address, data: JSONBody[LookLink]) -> LinkTold:
    """Whose link from a mail it is. Nobody is signed in by this, and the link stays good."""
    await door.limit_address("links", address, door.node.settings.codes)
    return LinkTold(*await people.look_link(door.node, data.token))


@post("/links", status_code=200)
async def open_link(
    request: Request[Any, Any, Any], door: TheDoor, address: Address, data: JSONBody[OpenLink]
) -> Response[AccountTold]:
    """Sign in by a link from a mail, as the one whom the link was shown to be for."""
    await door.limit_address("links", address, door.node.settings.codes)
    whose = people.Whose(data.account, data.name, data.email)
    account, token, ended = await people.use_link(door.node, data.token, whose, label=_label(request))
    door.sockets.end(ended)
    return Response(account_told(account), cookies=[cookie(door.node.settings, token, account)])


def _label(request: Request[Any, Any, Any]) -> str:
    """What the session is called in the list: the browser, as it calls itself."""
    return request.headers.get("user-agent", "")[:200]


HANDLERS = (
    arrive,
    server,
    site_page,
    me,
    rename,
    forget_me,
    export,
    sessions,
    sign_out_everywhere,
    sign_out,
    new_token,
    ask_link,
    ask_sign_in,
    look_link,
    open_link,
)
