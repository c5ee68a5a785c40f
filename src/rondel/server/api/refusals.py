"""What a connection is answered that a limit refuses before the application sees it; JSON, as all errors."""

from http import HTTPStatus
from typing import Final

import msgspec

from rondel.server.answers import Code, Denied
from rondel.server.api.connections import Limit
from rondel.server.api.told import ErrorTold


def _response(status: HTTPStatus, code: Code, because: str, then: str) -> bytes:
    denied = Denied.of(code, because, then)
    body = msgspec.json.encode(ErrorTold(denied.code, denied.because, denied.next))
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
        "The header of this request is too large.",
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
        "The body of this request is too large.",
        "Send less at once.",
    ),
    "body_time": _response(
        HTTPStatus.REQUEST_TIMEOUT,
        "MALFORMED",
        "The body of this request did not arrive in time.",
        "Send it again.",
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
        "This node has as many connections as it can serve.",
        "Try again in a moment.",
    ),
    "descriptors": _response(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "UNAVAILABLE",
        "This node has no room for another connection.",
        "Try again in a moment.",
    ),
}
