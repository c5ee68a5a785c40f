"""What handlers are given by name: the door, and who asks."""

from typing import Any, TypeAlias
from uuid import UUID

from litestar import Request
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, SkipValidation

from rondel.server.answers import Denied
from rondel.server.api.door import Door
from rondel.server.api.sessions import Signed, address_of, headers_of, signed_in

TheDoor: TypeAlias = NamedDependency[SkipValidation[Door]]
WhoAsks: TypeAlias = NamedDependency[SkipValidation[Signed]]
Address: TypeAlias = NamedDependency[str]
TableId: TypeAlias = FromPath[UUID]
Key: TypeAlias = FromQuery[str | None]
"""What lets somebody in where a table is private."""


def the_door(state: State) -> Door:
    """The door of this app."""
    door: Door = state.door
    return door


async def the_signed(request: Request[Any, Any, Any], door: TheDoor) -> Signed:
    """Who asks; or Denied. Each asks so often, and no oftener."""
    signed = await signed_in(door.node, headers_of(request.scope["headers"]))
    await door.limit("calls", str(signed.account.id), door.node.settings.calls)
    return signed


async def the_keeper(signed: WhoAsks) -> Signed:
    """Whoever keeps the bots, by bearer token."""
    if signed.account.kind != "keeper" or signed.session.kind != "bearer":
        raise Denied.of("NOT_ALLOWED", "Only a keeper of bots may ask this.")
    return signed


def the_address(request: Request[Any, Any, Any]) -> str:
    """Where the request comes from, for limits."""
    return address_of(request.client.host if request.client is not None else None)
