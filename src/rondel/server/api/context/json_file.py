"""JSON that is the same for everybody while the server runs: sent packed, and once to a browser."""

import gzip
from typing import Annotated, Any, NamedTuple

import msgspec
from litestar import MediaType, Response
from litestar.params import HeaderParameter

from rondel.server.api.pages.files import tag_of

Tag = Annotated[str | None, HeaderParameter(name="If-None-Match")]
"""The ETag of the answer that a browser has."""

Takes = Annotated[str, HeaderParameter(name="Accept-Encoding")]


class JsonFile(NamedTuple):
    """The bytes, the same packed, and their ETag."""

    content: bytes
    packed: bytes
    tag: str

    @classmethod
    def of(cls, content: Any) -> "JsonFile":
        """Encode and pack this value."""
        encoded = msgspec.json.encode(content)
        return cls(encoded, gzip.compress(encoded, 9, mtime=0), tag_of(encoded).decode())

    def response(self, tag: str | None, takes: str) -> Response[bytes | None]:
        """Return the bytes, packed for who takes them packed; none to a browser that has them."""
        headers = {"cache-control": "no-cache", "etag": self.tag, "vary": "Accept-Encoding"}
        if tag == self.tag:
            return Response(None, status_code=304, headers=headers)
        if "gzip" in takes:
            return Response(
                self.packed, media_type=MediaType.JSON, headers={**headers, "content-encoding": "gzip"}
            )
        return Response(self.content, media_type=MediaType.JSON, headers=headers)
