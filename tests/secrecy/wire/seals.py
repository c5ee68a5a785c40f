"""Seals in what an observer was sent: each is what the published formula gives, and is then set aside.

The two worlds have other journals, so their seals differ. Each is computed again from the world's own secret
and rows; after that a constant of the same length stands in its place.
"""

import hmac
from typing import Any, Final
from uuid import UUID

import msgspec

from rondel.kernel import HOUSE
from rondel.kernel.digest import first_digest, next_digest
from rondel.server.adapters.memory.database import MemoryDatabase

SET_ASIDE: Final = "0" * 64


class WrongSealError(AssertionError):
    """A seal is missing, or is not the one that the journal and the secret give."""


class Seals:
    """The seals of one table at one server, by its journal."""

    def __init__(self, memory: MemoryDatabase, table: UUID) -> None:
        self._memory, self._table = memory, table
        header = memory.tables[table].header
        assert header is not None
        self._digests = [first_digest(header)]
        self._key = hmac.digest(memory.secrets[table], b"rondel seal 1", "sha256")

    def at(self, version: int) -> str:
        """The seal of a version."""
        for row in self._memory.rows[self._table][len(self._digests) - 1 : version]:
            seat = HOUSE if row.seat is None else row.seat
            self._digests.append(
                next_digest(
                    self._digests[-1], row.version, row.at, seat, row.rules, row.action, row.events, row.draws
                )
            )
        message = version.to_bytes(8, "big") + self._digests[version]
        return hmac.digest(self._key, message, "sha256").hex()

    def set_aside(self, sent: bytes) -> bytes:
        """What was sent, with zeros for its seal; raises WrongSealError unless it has the right one."""
        frame = _decoded(sent)
        if not isinstance(frame, dict) or frame.get("type") not in ("view", "step"):
            return sent
        seal = self.at(frame["version"])
        if frame.get("seal") != seal:
            raise WrongSealError(f"version {frame['version']} is sealed {frame.get('seal')}, not {seal}")
        return sent.replace(f'"seal":"{seal}"'.encode(), f'"seal":"{SET_ASIDE}"'.encode(), 1)


def _decoded(sent: bytes) -> Any:
    try:
        return msgspec.json.decode(sent)
    except msgspec.DecodeError:
        return None
