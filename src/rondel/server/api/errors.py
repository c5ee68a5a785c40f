"""Errors: what an answer is called in HTTP. Below the door nobody knows these numbers."""

import traceback
from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

import msgspec
import structlog
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, InternalServerException

from rondel.kernel import AnyGame, Refusal
from rondel.kernel.hosting import Blame
from rondel.server.answers import ANSWERS, Banned, Code, Denied
from rondel.server.api.padding import Padded
from rondel.server.api.told import ErrorTold
from rondel.server.node import Node
from rondel.server.ports import Unavailable
from rondel.server.position import Position
from rondel.wire.strict import Malformed

_log = structlog.get_logger()

TOO_MANY: Final = 429

STATUS: Final[Mapping[Code, int]] = {
    "MALFORMED": 400,
    "NAME_NOT_ALLOWED": 400,
    "EMAIL_NOT_ALLOWED": 400,
    "NO_SUCH_BOT": 400,
    "HOOK_NOT_ALLOWED": 400,
    "DEVICE_NOT_ALLOWED": 400,
    "NOT_SIGNED_IN": 401,
    "NOT_ALLOWED": 403,
    "INVITATION_NEEDED": 403,
    "MEMBERS_ONLY": 403,
    "BANNED": 403,
    "ORIGIN_NOT_ALLOWED": 403,
    "CSRF_MISSING": 403,
    "NO_SEAT": 403,
    "NOT_HOST": 403,
    "UNKNOWN_GAME": 404,
    "UNKNOWN_PLAYER": 404,
    "NO_SUCH_GAME": 404,
    "SIGN_IN_FAILED": 403,
    "LINK_EXPIRED": 404,
    "NO_SUCH_PAGE": 404,
    "LINK_NOT_VALID": 404,
    "TOO_LARGE": 413,
    "TOO_MANY": TOO_MANY,
    "TOO_MANY_TABLES": 409,
    "NEWER_RULES": 503,
    "UNAVAILABLE": 503,
}
"""Every other code is about the moment: 409."""

_BLAMED: Final[Mapping[Blame, int]] = {"request": 400, "asker": 403, "missing": 404}

_SAYS_NOTHING_OF_THE_TABLE: Final = frozenset(
    (
        "UNKNOWN_GAME",
        "UNAVAILABLE",
        "NOT_SIGNED_IN",
        "NOT_ALLOWED",
        "BANNED",
        "ORIGIN_NOT_ALLOWED",
        "CSRF_MISSING",
        "TOO_MANY",
        "MALFORMED",
        "TOO_LARGE",
    )
)

_OF_HTTP: Final[Mapping[int, tuple[str, str, str]]] = {
    404: ("NOT_FOUND", "There is nothing at this address.", "Compare it with /schema/openapi.json."),
    405: ("NOT_FOUND", "This address does not take that method.", "Compare it with /schema/openapi.json."),
    413: ("TOO_LARGE", *ANSWERS["TOO_LARGE"]),
}

RETRY_AFTER_S: Final = 1

_HUNG_UP: Final = "client disconnected prematurely"
"""What Litestar says when a client is gone before its body has arrived: no mistake of ours."""


def status_of(denied: Denied) -> int:
    """What the door's no is called in HTTP."""
    return STATUS.get(denied.code, 409)


def status_of_refusal(game: AnyGame | None, code: str) -> int:
    """What the rules' no is called in HTTP, by what it blames."""
    blame = None if game is None else game.blames.get(code)
    return 409 if blame is None else _BLAMED[blame]


class Answer(msgspec.Struct, frozen=True):
    """An error as it goes out."""

    status: int
    told: ErrorTold
    headers: Mapping[str, str] = {}


def answer_to(error: Exception, node: Node, table: UUID | None) -> Answer:
    """The answer to whatever went wrong at a table, or at none."""
    if isinstance(error, Malformed):
        error = Denied.of("MALFORMED", error.because)
    if isinstance(error, InternalServerException) and error.detail == _HUNG_UP:
        error = Denied.of("MALFORMED", "The connection was closed before the body had arrived.")
    if isinstance(error, Unavailable):
        error = Denied.of("UNAVAILABLE")
    if isinstance(error, Refusal):
        return _refused(error, node, table)
    if isinstance(error, Denied):
        return _denied(error, node, table)
    if isinstance(error, HTTPException) and error.status_code < 500:
        return _of_http(error)
    return _failed(error, node, table)


def _refused(refusal: Refusal, node: Node, table: UUID | None) -> Answer:
    position = None if table is None else _known(node, table)
    game = None if position is None else position.game
    version = None if position is None else position.version
    told = ErrorTold(refusal.code, refusal.because, None, _text(table), version)
    return Answer(status_of_refusal(game, refusal.code), told)


def _denied(denied: Denied, node: Node, table: UUID | None) -> Answer:
    status = status_of(denied)
    head = None
    if table is not None and denied.code not in _SAYS_NOTHING_OF_THE_TABLE:
        position = _known(node, table)
        head = None if position is None else position.version
    told = ErrorTold(denied.code, denied.because, denied.next, _text(table), head)
    if isinstance(denied, Banned):
        told = msgspec.structs.replace(told, reason=denied.reason, until=denied.until)
    headers = {}
    if denied.after_ms is not None or status in (TOO_MANY, 503):
        headers["Retry-After"] = str(max(RETRY_AFTER_S, -(-(denied.after_ms or 0) // 1000)))
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return Answer(status, told, headers)


def _known(node: Node, table: UUID) -> Position | None:
    try:
        return node.cells.at(table).rooms.known(table)
    except Unavailable:
        return None


def _of_http(error: HTTPException) -> Answer:
    code, because, then = _OF_HTTP.get(error.status_code, ("MALFORMED", *ANSWERS["MALFORMED"]))
    headers = {name: value for name, value in (error.headers or {}).items() if name.lower() == "allow"}
    return Answer(error.status_code, ErrorTold(code, because, then), headers)


def _failed(error: Exception, node: Node, table: UUID | None) -> Answer:
    """Our own mistake. The log names its kind and its place, never what it says: that may be hidden."""
    where = [f"{frame.name}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)]
    _log.error("request failed", error=type(error).__name__, where=where, table=_text(table))
    node.metrics.failed()
    return Answer(500, ErrorTold("INTERNAL", "This is a fault of ours.", "Try again, or tell us."))


def _text(table: UUID | None) -> str | None:
    return None if table is None else str(table)


def respond(node: Node, request: Request[Any, Any, Any], error: Exception) -> Response[ErrorTold]:
    """The answer to a request that went wrong."""
    scope: Any = request.scope  # where no route was found it has no parameters
    table = scope.get("path_params", {}).get("table")
    answer = answer_to(error, node, table if isinstance(table, UUID) else None)
    return Padded(
        answer.told, status_code=answer.status, headers=dict(answer.headers), media_type=MediaType.JSON
    )
