"""What handlers are given by name: the door, and who asks."""

from typing import Any, TypeAlias
from uuid import UUID

from litestar import Request
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, SkipValidation

from rondel.server.answers import Banned, Denied
from rondel.server.api.door import Door
from rondel.server.api.sessions import Signed, has_token, headers_of, signed_in, token_in

TheDoor: TypeAlias = NamedDependency[SkipValidation[Door]]
WhoAsks: TypeAlias = NamedDependency[SkipValidation[Signed]]
Address: TypeAlias = NamedDependency[str]
TableId: TypeAlias = FromPath[UUID]
Key: TypeAlias = FromQuery[str | None]
"""What lets somebody in where a table is private."""


def door_of(scope: Any) -> Door:
    """The door that a request came through."""
    door: Door = scope["state"]["door"]
    return door


def the_door(request: Request[Any, Any, Any]) -> Door:
    """The door that a request came through, as it opens to the cell of the table that is asked for."""
    table = request.path_params.get("table")
    return door_of(request.scope).at(table if isinstance(table, UUID) else None)


async def the_signed(request: Request[Any, Any, Any], door: TheDoor) -> Signed:
    """Who asks; or Denied. Each asks so often, and no oftener."""
    signed = await signed_at(door, request.scope)
    await door.limit("calls", str(signed.account.id), door.node.settings.calls)
    return signed


async def signed_at(door: Door, scope: Any) -> Signed:
    """Who asks at a connection; or Denied. From one address only so many wrong tokens may be tried."""
    headers = headers_of(scope["headers"])
    token = token_in(headers, door.node.settings)
    await door.refuse_guesses("sign-ins", client_of(scope), token)
    try:
        return await signed_in(door.node, headers)
    except Banned:
        raise  # the token was right
    except Denied:
        if has_token(headers, door.node.settings):
            await door.limit_address("sign-ins", client_of(scope), door.node.settings.failed_sign_ins)
        raise


async def refuse_returning(door: Door, scope: Any) -> None:
    """Raise Banned if a browser that is banned asks for another name."""
    headers = headers_of(scope["headers"])
    if has_token(headers, door.node.settings):
        try:
            await signed_at(door, scope)
        except Banned:
            raise
        except Denied:
            return


async def the_keeper(signed: WhoAsks) -> Signed:
    """Whoever keeps the bots, by bearer token."""
    if signed.account.kind != "keeper" or signed.session.kind != "bearer":
        raise Denied.of("NOT_ALLOWED", "Only a keeper of bots may ask this.")
    return signed


def the_address(request: Request[Any, Any, Any]) -> str:
    """Where the request comes from, for limits."""
    return client_of(request.scope) or ""


def client_of(scope: Any) -> str | None:
    """Where a connection comes from, if it says."""
    client = scope.get("client")
    return str(client[0]) if client else None
