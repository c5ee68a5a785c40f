"""What a connection is answered that a limit refuses before the application sees it; JSON, as all errors."""

from http import HTTPStatus
from typing import Final

import msgspec

from rondel.server.api.responses import ErrorResponse
from rondel.server.api.transport.connections import Limit
from rondel.server.errors import ApiError, Code

LINGER_S: Final = 1.0
LINGER_BYTES: Final = 1 << 18
"""How long, and how many bytes, a refused client may go on sending until it is reset: it should read why."""


def _response(status: HTTPStatus, code: Code, message: str, then: str) -> bytes:
    denied = ApiError.of(code, message, then)
    body = msgspec.json.encode(ErrorResponse(denied.code, denied.message, denied.hint))
    retry = "retry-after: 1\r\n" if status in (429, 503) else ""
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: application/json\r\n"
        f"content-length: {len(body)}\r\ncache-control: no-store\r\n{retry}connection: close\r\n\r\n"
    )
    return head.encode() + body


RESPONSES: Final[dict[Limit, bytes]] = {
    "header_bytes": _response(
        HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
        "TOO_LARGE",
        "Request header too large.",
        "Send fewer or shorter header fields.",
    ),
    "header_time": _response(
        HTTPStatus.REQUEST_TIMEOUT,
        "MALFORMED",
        "The header of this request did not arrive in time.",
        "Send it again.",
    ),
    "body_bytes": _response(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        "TOO_LARGE",
        "Request body too large.",
        "Send less.",
    ),
    "body_time": _response(
        HTTPStatus.REQUEST_TIMEOUT,
        "MALFORMED",
        "The body of this request did not arrive in time.",
        "Send it again.",
    ),
    "early_data": _response(
        HTTPStatus.BAD_REQUEST,
        "MALFORMED",
        "Data arrived before the handshake was answered.",
        "Send frames after the answer 101.",
    ),
    "handshake_body": _response(
        HTTPStatus.BAD_REQUEST,
        "MALFORMED",
        "The request to open a WebSocket has a body.",
        "Send it without one.",
    ),
    "address": _response(
        HTTPStatus.TOO_MANY_REQUESTS,
        "TOO_MANY",
        "There are too many open connections from this address.",
        "Close some of them, or try again in a moment.",
    ),
    "new_connections": _response(
        HTTPStatus.TOO_MANY_REQUESTS,
        "TOO_MANY",
        "Connections are opened too fast from this address.",
        "Keep a connection open for several requests, or try again in a moment.",
    ),
    "connections": _response(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "UNAVAILABLE",
        "Server at connection limit.",
        "Try again in a moment.",
    ),
    "descriptors": _response(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "UNAVAILABLE",
        "This node has no room for another connection.",
        "Try again in a moment.",
    ),
}
