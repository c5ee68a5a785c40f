"""Bodies: JSON and nothing else, looked at before it is decoded, then read into the one type asked for."""

from typing import Any, Final

import msgspec
from litestar import Request
from litestar.datastructures import State
from litestar.types import Empty

from rondel.server.errors import ApiError
from rondel.wire.strict import MalformedError, scan

MAX_BODY_BYTES: Final = 65536


class StrictRequest(Request[Any, Any, State]):
    """A request whose `data` is read strictly: no unknown fields, no key twice, no text for a number."""

    async def json(self) -> Any:
        """The body, as the type the call asks for."""
        if self._json is Empty:
            data = self.route_handler.parsed_data_field
            assert data is not None
            self._json = decoded(await body_of(self), data.annotation)
        return self._json


async def body_of(request: Request[Any, Any, Any]) -> bytes:
    """The bytes of the body, scanned; empty if there is none."""
    if (announced := request.content_length) is not None and announced > MAX_BODY_BYTES:
        raise ApiError.of("TOO_LARGE")
    body = await request.body()
    if not body:
        return body
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise MalformedError("The body's Content-Type is not application/json.")
    if request.headers.get("content-encoding", "identity").lower() != "identity":
        raise MalformedError("The body has a Content-Encoding.")
    scan(body, max_bytes=MAX_BODY_BYTES)
    return body


def decoded(body: bytes, kind: Any) -> Any:
    """The body as this type, or Malformed."""
    try:
        return msgspec.json.decode(body, type=kind)
    except ValueError as error:  # msgspec's own, or of bytes that are no UTF-8
        raise MalformedError(f"{error}.") from None
