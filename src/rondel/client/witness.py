"""What this program saw of its tables, kept until their transcripts can be compared with it."""

import secrets
from pathlib import Path
from uuid import UUID

import msgspec

from rondel.kernel.chance import NONCE_BYTES
from rondel.wire.witness import Witness


class Witnesses:
    """One Witness for each table: in memory, and in a folder if one is given, for the next program."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._seen: dict[str, Witness] = {}

    def of(self, table: str) -> Witness:
        """What was seen of this table."""
        table = str(UUID(table))
        if table not in self._seen and self._folder is not None and self._file(table).exists():
            self._seen[table] = msgspec.json.decode(self._file(table).read_bytes(), type=Witness)
        return self._seen.get(table, Witness())

    def saw(
        self,
        table: str,
        *,
        commitment: str | None = None,
        header: str | None = None,
    ) -> None:
        """Keep what is new. What was seen first stays: a server that says otherwise later is found out."""
        before = self.of(table)
        after = msgspec.structs.replace(
            before,
            commitment=before.commitment or commitment,
            header=before.header or header,
        )
        self._keep(str(UUID(table)), before, after)

    def offer(self, table: str) -> str:
        """The nonce to take a seat with, kept before it is sent; the same one when it is sent again."""
        before = self.of(table)
        nonce = before.nonce or secrets.token_hex(NONCE_BYTES)
        self._keep(str(UUID(table)), before, msgspec.structs.replace(before, nonce=nonce))
        return nonce

    def sat(self, table: str, seat: int, nonce: str) -> None:
        """The server has seated us with this nonce: it may be one that another program of ours sent first."""
        before = self.of(table)
        ours = before.nonce if before.nonce == nonce else None
        self._keep(str(UUID(table)), before, msgspec.structs.replace(before, seat=seat, nonce=ours))

    def _keep(self, table: str, before: Witness, after: Witness) -> None:
        self._seen[table] = after
        if self._folder is not None and after != before:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            half = self._file(table).with_suffix(".half")
            half.write_bytes(msgspec.json.encode(after))
            half.replace(self._file(table))

    def _file(self, table: str) -> Path:
        assert self._folder is not None
        return self._folder / f"{table}.json"
