"""Whether this node lives, can serve, and what it has counted."""

import asyncio
import hmac
import ipaddress
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

import structlog
from litestar import MediaType, Request, Response, get

from rondel.server.api.context.api_context import ApiContext
from rondel.server.api.context.dependencies import Api
from rondel.server.api.context.sessions import bearer_of, headers_of
from rondel.server.api.responses import ReadyResponse
from rondel.server.errors import ApiError
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.runtime.metrics import CONTENT_TYPE

CHECK_S: Final = 2.0
DEGRADES: Final = frozenset({"redis"})
"""What a node can do without: moves are made and acknowledged, and reach other nodes within a second."""

_log = structlog.get_logger()


@get("/healthz", media_type=MediaType.TEXT)
async def alive() -> str:
    """This process answers."""
    return "alive"


@get("/readyz")
async def ready(api: Api) -> Response[ReadyResponse]:
    """Whether what this node needs answers; one that is being drained or has no room is not ready.

    Without Redis it is ready, and `checks` says that Redis failed.
    """
    checks = {name: await _says(check) for name, check in api.checks.items()}
    if api.sockets.is_draining:
        checks["draining"] = "yes"
    if (shortage := api.connections.shortage()) is not None:
        checks[shortage] = "exhausted"
    failed = {name: result for name, result in checks.items() if result != "ok"}
    is_ready = failed.keys() <= DEGRADES
    _log_change(api, failed)
    return Response(ReadyResponse(is_ready, checks), status_code=200 if is_ready else 503)


async def _says(check: Callable[[], Awaitable[None]]) -> str:
    try:
        async with asyncio.timeout(CHECK_S):
            await check()
    except TimeoutError:
        return "failed: timeout"
    except StoreUnavailableError as error:
        return "failed" if error.cause is None else f"failed: {error.cause}"
    except Exception:  # noqa: BLE001 - whatever it is, this node is not ready
        return "failed"
    return "ok"


def _log_change(api: ApiContext, failed: Mapping[str, str]) -> None:
    """Log once when the failing checks change, however often they are read."""
    if api.has_new_failures(failed):
        message = [f"{name} {result}" for name, result in failed.items()]
        kind = "not ready" if failed.keys() - DEGRADES else "ready"
        _log.warning("readiness.changed", kind=kind, reason=message)


@get("/metrics", include_in_schema=False)
async def metrics(request: Request[Any, Any, Any], api: Api) -> Response[bytes]:
    """What was counted, for this machine or for whoever has the token."""
    token = bearer_of(headers_of(request.scope["headers"]))
    wanted = api.node.settings.metrics_token
    if wanted is None:
        may = _is_loopback(request)
    else:
        may = token is not None and hmac.compare_digest(token.encode(), wanted.encode())
    if not may:
        raise ApiError.of("NOT_ALLOWED")
    return Response(api.node.metrics.text(), headers={"Content-Type": CONTENT_TYPE})


def _is_loopback(request: Request[Any, Any, Any]) -> bool:
    try:
        return request.client is not None and ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False


HANDLERS = (alive, ready, metrics)
