"""Take part in the luck of a table, and check at its end that the luck was fair."""

from typing import Any
from urllib.parse import quote
from uuid import UUID

from rondel.client.http import Answer, Http
from rondel.client.player import SentAway
from rondel.client.witness import Witnesses
from rondel.wire.proof import Proof, verify
from rondel.wire.shelf import take
from rondel.wire.transcript import read


async def take_seat(
    doors: Http, table: str, witnesses: Witnesses, *, seat: int | None = None, key: str | None = None
) -> int:
    """Take a seat with a nonce of one's own, having kept the server's commitment first; which seat it is.

    Raises SentAway if the server says no, and Unreachable if it says nothing.
    """
    path = f"/api/tables/{UUID(table)}"
    known = _good(await doors.ask("GET", path if key is None else f"{path}?key={quote(key)}"))
    witnesses.saw(table, commitment=known["commitment"])
    body = {"seat": seat, "nonce": witnesses.offer(table), "key": key}
    taken = _good(await doors.ask("POST", f"{path}/seat", body))
    witnesses.sat(table, taken["seat"], taken["nonce"])
    return int(taken["seat"])


async def check_proof(doors: Http, table: str, witnesses: Witnesses) -> Proof:
    """Prove the transcript of a table that has ended, and compare it with what this program saw.

    A transcript without its secret has a fault: its luck cannot be checked.

    Raises SentAway if there is none yet, and NotOnTheShelf if the game is not installed here.
    """
    answer = await doors.ask("GET", f"/api/tables/{UUID(table)}/transcript")
    if answer.status != 200:
        raise SentAway(answer.code(), answer.because())
    return verify(take(read(answer.content).header.game), answer.content, witnesses.of(table))


def _good(answer: Answer) -> dict[str, Any]:
    if answer.status != 200:
        raise SentAway(answer.code(), answer.because())
    told: dict[str, Any] = answer.json()
    return told
