"""Dependencies that handlers receive by name: the context and the caller."""

from typing import Annotated, Any, TypeAlias
from uuid import UUID

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath, HeaderParameter, SkipValidation

from rondel.server.api.context.api_context import ApiContext
from rondel.server.api.context.sessions import Authenticated, has_token, headers_of, signed_in, token_in
from rondel.server.errors import ApiError, BannedError

Api: TypeAlias = NamedDependency[SkipValidation[ApiContext]]
Caller: TypeAlias = NamedDependency[SkipValidation[Authenticated]]
Address: TypeAlias = NamedDependency[str]
TableId: TypeAlias = FromPath[UUID]
Key: TypeAlias = Annotated[str | None, HeaderParameter(name="Rondel-Key", max_length=64)]
"""The key of a private table. In a header, because addresses get into logs, histories and previews."""


def api_context_of(scope: Any) -> ApiContext:
    """Return the API context of a connection."""
    api: ApiContext = scope["state"]["api"]
    return api


def get_api(request: Request[Any, Any, Any]) -> ApiContext:
    """Return the ApiContext of a request."""
    return api_context_of(request.scope)


async def the_signed(request: Request[Any, Any, Any], api: Api) -> Authenticated:
    """Authenticate the caller; rate-limited per account. Raises ApiError."""
    signed = await signed_at(api, request.scope)
    await api.limit("calls", str(signed.account.id), api.node.settings.request_rate)
    return signed


async def signed_at(api: ApiContext, scope: Any) -> Authenticated:
    """Authenticate a connection. Raises ApiError, also after too many wrong tokens from one address."""
    headers = headers_of(scope["headers"])
    token = token_in(headers, api.node.settings)
    await api.refuse_guesses("sign-ins", client_of(scope), token)
    try:
        return await signed_in(api.node, headers)
    except BannedError:
        raise  # the token was valid
    except ApiError:
        if has_token(headers, api.node.settings):
            await api.limit_address(
                "sign-ins", client_of(scope), api.node.settings.constants.failed_sign_in_rate
            )
        raise


def refuse_banned(api: ApiContext, scope: Any) -> None:
    """Raise BannedError if the address is in a banned network."""
    ban = api.node.moderation_cache.ban_of_address(client_of(scope))
    if ban is not None:
        raise BannedError(ban.reason, ban.until, is_account=False)


async def not_banned(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Apply `refuse_banned` as a Litestar guard. Pages and health checks are for everybody."""
    refuse_banned(api_context_of(connection.scope), connection.scope)


async def refuse_returning(api: ApiContext, scope: Any) -> None:
    """Raise BannedError if a banned browser requests a new guest account."""
    headers = headers_of(scope["headers"])
    if has_token(headers, api.node.settings):
        try:
            await signed_at(api, scope)
        except BannedError:
            raise
        except ApiError:
            return


async def the_bot_runner(signed: Caller) -> Authenticated:
    """Authenticate the bot runner by bearer token."""
    if signed.account.kind != "bot_runner" or signed.session.kind != "bearer":
        raise ApiError.of("NOT_ALLOWED", "This requires a bot runner's token.")
    return signed


def the_address(request: Request[Any, Any, Any]) -> str:
    """Return the client's address, for rate limits."""
    return client_of(request.scope) or ""


def client_of(scope: Any) -> str | None:
    """Return the address of a connection; None if it has none."""
    client = scope.get("client")
    return str(client[0]) if client else None
