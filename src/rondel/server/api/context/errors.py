"""Errors as HTTP responses. No module below the API knows status codes."""

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
from rondel.server.api.context.padded_response import Padded
from rondel.server.api.responses import ErrorResponse
from rondel.server.cells.cells import Cells
from rondel.server.cells.node_context import NodeContext
from rondel.server.errors import ANSWERS, ApiError, BannedError, Code, HaltedError
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.rooms.position import Position
from rondel.wire.strict import MalformedError

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
    404: ("NOT_FOUND", "Not found.", "Compare it with /schema/openapi.json."),
    405: ("NOT_FOUND", "Method not allowed.", "Compare it with /schema/openapi.json."),
    413: ("TOO_LARGE", *ANSWERS["TOO_LARGE"]),
}

RETRY_AFTER_S: Final = 1

_LOCKED: Final = "Another session of the database has locked this. The request has changed nothing."

_HUNG_UP: Final = "client disconnected prematurely"
"""Litestar's text when a client disconnects before its body has arrived: not a server error."""


def status_of(denied: ApiError) -> int:
    """Return the HTTP status of an API error."""
    return STATUS.get(denied.code, 409)


def status_of_refusal(game: AnyGame | None, code: str) -> int:
    """Return the HTTP status of a game's refusal, by its declared blame."""
    blame = None if game is None else game.error_blame.get(code)
    return 409 if blame is None else _BLAMED[blame]


class Answer(msgspec.Struct, frozen=True):
    """An error response."""

    status: int
    body: ErrorResponse
    headers: Mapping[str, str] = {}


def answer_to(error: Exception, cells: Cells, table: UUID | None) -> Answer:
    """Return the response for an error, at a table or elsewhere."""
    if isinstance(error, MalformedError):
        error = ApiError.of("MALFORMED", error.message)
    if isinstance(error, InternalServerException) and error.detail == _HUNG_UP:
        error = ApiError.of("MALFORMED", "The connection was closed before the body had arrived.")
    if isinstance(error, StoreUnavailableError):
        error = ApiError.of("UNAVAILABLE", _LOCKED if error.cause == "contention" else None)
    if isinstance(error, Refusal):
        return _refused(error, cells, table)
    if isinstance(error, ApiError):
        return _denied(error, cells, table)
    if isinstance(error, HTTPException) and error.status_code < 500:
        return _of_http(error)
    return _failed(error, cells.node, table)


def _refused(refusal: Refusal, cells: Cells, table: UUID | None) -> Answer:
    position = None if table is None else _known(cells, table)
    game = None if position is None else position.game
    version = None if position is None else position.version
    body = ErrorResponse(refusal.code, refusal.message, None, _text(table), version)
    return Answer(status_of_refusal(game, refusal.code), body)


def _denied(denied: ApiError, cells: Cells, table: UUID | None) -> Answer:
    status = status_of(denied)
    head = None
    if table is not None and denied.code not in _SAYS_NOTHING_OF_THE_TABLE:
        position = _known(cells, table)
        head = None if position is None else position.version
    body = ErrorResponse(denied.code, denied.message, denied.hint, _text(table), head)
    if isinstance(denied, BannedError):
        body = msgspec.structs.replace(body, reason=denied.reason, until=denied.until)
    if isinstance(denied, HaltedError):
        fault = msgspec.UNSET if denied.fault is None else denied.fault
        body = msgspec.structs.replace(body, halted=denied.halted, fault=fault)
    headers = {}
    if denied.after_ms is not None or status in (TOO_MANY, 503):
        headers["Retry-After"] = str(max(RETRY_AFTER_S, -(-(denied.after_ms or 0) // 1000)))
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return Answer(status, body, headers)


def _known(cells: Cells, table: UUID) -> Position | None:
    try:
        return cells.at(table).rooms.known(table)
    except StoreUnavailableError:
        return None


def _of_http(error: HTTPException) -> Answer:
    code, message, then = _OF_HTTP.get(error.status_code, ("MALFORMED", *ANSWERS["MALFORMED"]))
    headers = {name: value for name, value in (error.headers or {}).items() if name.lower() == "allow"}
    return Answer(error.status_code, ErrorResponse(code, message, then), headers)


def _failed(error: Exception, node: NodeContext, table: UUID | None) -> Answer:
    """Return an internal error. The log has its type and place, never its text, which may hold secrets."""
    where = [f"{frame.name}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)]
    _log.error("request.failed", error=type(error).__name__, where=where, table=_text(table))
    node.metrics.failed()
    return Answer(
        500,
        ErrorResponse(
            "INTERNAL", "Internal server error.", "Try again; if it persists, tell the server's operator."
        ),
    )


def _text(table: UUID | None) -> str | None:
    return None if table is None else str(table)


def respond(cells: Cells, request: Request[Any, Any, Any], error: Exception) -> Response[ErrorResponse]:
    """Return the response for a failed request."""
    scope: Any = request.scope  # without a matching route it has no parameters
    table = scope.get("path_params", {}).get("table")
    answer = answer_to(error, cells, table if isinstance(table, UUID) else None)
    return Padded(
        answer.body, status_code=answer.status, headers=dict(answer.headers), media_type=MediaType.JSON
    )
