"""What this program saw of its tables, kept until their transcripts can be compared with it."""

import secrets
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
from msgspec.structs import replace

from rondel.kernel.chance import NONCE_BYTES
from rondel.wire.witness import Witness, put_back_from, shown_by, with_step, with_view


class Witnesses:
    """One Witness for each table: in memory, and in a folder if one is given, for the next program.

    A file of the folder, TABLE.json, is what `rondel verify --witness` takes.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._seen: dict[str, Witness] = {}

    def of(self, table: str) -> Witness:
        """What was seen of this table."""
        table = str(UUID(table))
        if table not in self._seen and self._folder is not None and self._file(table).exists():
            self._seen[table] = msgspec.json.decode(self._file(table).read_bytes(), type=Witness)
        return self._seen.get(table) or Witness(table=table)

    def save(self, table: str, path: Path) -> None:
        """Write the file that `rondel verify --witness` takes."""
        path.write_bytes(msgspec.json.encode(self.of(table)))

    def opened(self, table: str, *, commitment: str, rules: int) -> None:
        """Keep what the server has committed to. What was seen first stays, so a later lie is found."""
        before = self.of(table)
        rules = rules if before.rules is None else before.rules
        self._keep(before, replace(before, commitment=before.commitment or commitment, rules=rules))

    def offer(self, table: str) -> str:
        """The nonce to take a seat with, kept before it is sent; the same one when it is sent again."""
        before = self.of(table)
        nonce = before.nonce or secrets.token_hex(NONCE_BYTES)
        self._keep(before, replace(before, nonce=nonce))
        return nonce

    def seated(self, table: str, seat: int, nonce: str | None) -> bool:
        """The server has seated us with this nonce: whether it is the one that was offered, if one was."""
        before = self.of(table)
        if before.nonce is None:
            after = replace(before, seat=seat)
        elif before.nonce == nonce:
            after = replace(before, seat=seat, refused=None)
        else:
            after = replace(before, seat=seat, nonce=None, refused=before.nonce)
        self._keep(before, after)
        return before.nonce in (None, nonce)

    def view(self, frame: Mapping[str, Any]) -> int | None:
        """Keep what a `view` frame says; the version seen before, if it shows that the host put it back."""
        before, shown = self.of(frame["table"]), shown_by(frame)
        self._keep(before, with_view(before, shown, _clock()))
        return put_back_from(before, shown)

    def step(self, frame: Mapping[str, Any], seat: int | None, *, is_live: bool) -> None:
        """Keep the seal and the events of a `step` frame."""
        before = self.of(frame["table"])
        after = with_step(
            before,
            frame["version"],
            frame.get("seal"),
            frame["events"],
            seat=seat,
            is_live=is_live,
            clock=_clock(),
        )
        self._keep(before, after)

    def _keep(self, before: Witness, after: Witness) -> None:
        assert after.table is not None
        self._seen[after.table] = after
        if self._folder is not None and after != before:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            half = self._file(after.table).with_suffix(".half")
            half.write_bytes(msgspec.json.encode(after))
            half.replace(self._file(after.table))

    def _file(self, table: str) -> Path:
        assert self._folder is not None
        return self._folder / f"{table}.json"


def _clock() -> int:
    return time.time_ns() // 1_000_000
