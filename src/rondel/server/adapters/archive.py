"""The archive: ended tables as compressed transcripts in an object store, one object for each table.

A transcript there has the rows as they stood, byte by byte. In the database an archived table still has its
record, its secret, its newest snapshot and the last row of its journal.
"""

import asyncio
import gzip
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit
from urllib.request import url2pathname
from uuid import UUID

import obstore
from obstore.exceptions import BaseError
from obstore.store import from_url

from rondel.server.ports.journal import NO_ACTION, StoredRow
from rondel.server.ports.value import StoreUnavailableError
from rondel.wire.transcript import draws_bytes, read

CACHED: Final = 8
"""How many tables are kept in memory: a replay asks for the rows of one again and again."""


class Archive:
    """An object store: `file:///DIRECTORY` or `s3://BUCKET/PREFIX`; whatever fails there is Unavailable.

    An S3 store is told by the variables that its other programs know: AWS_ACCESS_KEY_ID,
    AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL, and AWS_ALLOW_HTTP for one without TLS.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._cached: dict[UUID, Sequence[StoredRow]] = {}

    @cached_property
    def _store(self) -> Any:
        """The store, from the first time on that it is there: a directory may be mounted later."""
        path = urlsplit(self._url).path
        if urlsplit(self._url).scheme == "file" and not Path(url2pathname(path)).is_dir():
            raise StoreUnavailableError(f"the archive {path} is no directory")
        return from_url(self._url)

    async def check(self) -> None:
        """Whether it answers; raises Unavailable if it does not."""
        try:
            await obstore.list(self._store, chunk_size=1).__anext__()
        except StopAsyncIteration:
            pass
        except (BaseError, OSError) as error:
            raise _lost(error) from None

    async def put(self, table: UUID, text: bytes) -> int:
        """Store a transcript; how many bytes it takes."""
        packed = await asyncio.to_thread(gzip.compress, text, 9, mtime=0)
        try:
            await obstore.put_async(self._store, _key(table), packed)
        except (BaseError, OSError) as error:
            raise _lost(error) from None
        return len(packed)

    async def get(self, table: UUID) -> bytes | None:
        """The transcript of a table; None if it is not here."""
        try:
            found = await obstore.get_async(self._store, _key(table))
            packed = bytes(await found.bytes_async())
        except FileNotFoundError:
            return None
        except (BaseError, OSError) as error:
            raise _lost(error) from None
        return await asyncio.to_thread(gzip.decompress, packed)

    async def rows(self, table: UUID) -> Sequence[StoredRow]:
        """The rows of a table, from the first one on; none if it is not here."""
        cached = self._cached.pop(table, None)
        if cached is None:
            text = await self.get(table)
            cached = () if text is None else await asyncio.to_thread(rows_of, text)
        if cached:
            self._cached[table] = cached
            while len(self._cached) > CACHED:
                del self._cached[next(iter(self._cached))]
        return cached


def rows_of(text: bytes) -> Sequence[StoredRow]:
    """The rows of a transcript; which request made each is not in it."""
    return tuple(
        StoredRow(
            line.version,
            NO_ACTION,
            line.seat,
            line.rules,
            bytes(line.action),
            bytes(line.events),
            line.at,
            bytes.fromhex(line.digest),
            draws_bytes(line.draws),
        )
        for line in read(text).lines
    )


def _key(table: UUID) -> str:
    return f"{table.hex[-2:]}/{table}.jsonl.gz"


def _lost(error: Exception) -> StoreUnavailableError:
    why = str(error).partition("\n")[0]
    return StoreUnavailableError(f"the archive says: {why or type(error).__name__}")
