"""Whether this node lives, can serve, and what it has counted."""

import asyncio
import hmac
import ipaddress
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

import structlog
from litestar import MediaType, Request, Response, get

from rondel.server.answers import Denied
from rondel.server.api.door import Door
from rondel.server.api.provide import TheDoor
from rondel.server.api.sessions import bearer_of, headers_of
from rondel.server.api.told import ReadyTold
from rondel.server.metrics import CONTENT_TYPE
from rondel.server.ports import Unavailable

CHECK_S: Final = 2.0
DEGRADES: Final = frozenset({"redis"})
"""What a node can do without: moves are made and acknowledged, and reach other nodes within a second."""

_log = structlog.get_logger()


@get("/healthz", media_type=MediaType.TEXT)
async def alive() -> str:
    """This process answers."""
    return "alive"


@get("/readyz")
async def ready(door: TheDoor) -> Response[ReadyTold]:
    """Whether what this node needs answers; one that is being drained or has no room is not ready.

    Without Redis it is ready, and `checks` says that Redis failed.
    """
    checks = {name: await _says(check) for name, check in door.checks.items()}
    if door.sockets.is_draining:
        checks["draining"] = "yes"
    if (shortage := door.connections.shortage()) is not None:
        checks[shortage] = "exhausted"
    failed = {name: said for name, said in checks.items() if said != "ok"}
    is_ready = failed.keys() <= DEGRADES
    _log_change(door, failed)
    return Response(ReadyTold(is_ready, checks), status_code=200 if is_ready else 503)


async def _says(check: Callable[[], Awaitable[None]]) -> str:
    try:
        async with asyncio.timeout(CHECK_S):
            await check()
    except TimeoutError:
        return "failed: timeout"
    except Unavailable as error:
        return "failed" if error.cause is None else f"failed: {error.cause}"
    except Exception:  # noqa: BLE001 - whatever it is, this node is not ready
        return "failed"
    return "ok"


def _log_change(door: Door, failed: Mapping[str, str]) -> None:
    """One line when other checks fail than at the last look, however often somebody looks."""
    if failed == door.failed_checks:
        return
    door.failed_checks = failed
    because = [f"{name} {said}" for name, said in failed.items()]
    _log.warning("not ready" if failed.keys() - DEGRADES else "ready", because=because)


@get("/metrics", include_in_schema=False)
async def metrics(request: Request[Any, Any, Any], door: TheDoor) -> Response[bytes]:
    """What was counted, for this machine or for whoever has the token."""
    token = bearer_of(headers_of(request.scope["headers"]))
    wanted = door.node.settings.metrics_token
    if wanted is None:
        may = _is_loopback(request)
    else:
        may = token is not None and hmac.compare_digest(token.encode(), wanted.encode())
    if not may:
        raise Denied.of("NOT_ALLOWED")
    return Response(door.node.metrics.text(), headers={"Content-Type": CONTENT_TYPE})


def _is_loopback(request: Request[Any, Any, Any]) -> bool:
    try:
        return request.client is not None and ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False


HANDLERS = (alive, ready, metrics)
