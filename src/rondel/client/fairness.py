"""Take part in the luck of a table, and check at its end that the luck was fair."""

from typing import Any
from uuid import UUID

from rondel.client.http import Http, HttpResponse
from rondel.client.player import ClientRejectedError
from rondel.client.witness import Witnesses
from rondel.wire.registry import find_game
from rondel.wire.transcript import read
from rondel.wire.verdict import Verdict, judge
from rondel.wire.witness import Witness


class NonceRefusedError(Exception):
    """The server has seated us with another nonce than the one that this program has sent."""

    def __init__(self, seat: int) -> None:
        super().__init__(
            "The server says that you took this seat on another device. "
            "If you did not, do not trust this table."
        )
        self.seat = seat


async def take_seat(
    doors: Http, table: str, witnesses: Witnesses, *, seat: int | None = None, key: str | None = None
) -> int:
    """Take a seat with a nonce of one's own, having kept the server's commitment first; which seat it is.

    `key` opens a private table. A program that has a seat already sends no nonce.

    Raises ClientRejectedError if the server says no, ServerUnreachableError if it says nothing, and
    NonceRefusedError if it has put another nonce in the place of this one.
    """
    path, headers = f"/api/tables/{UUID(table)}", _opening(key)
    known = _good(await doors.ask("GET", path, headers=headers))
    witnesses.opened(table, commitment=known["commitment"], rules=known["rules"])
    if known["seat"] is None:
        body = {"seat": seat, "nonce": witnesses.offer(table)}
        known = _good(await doors.ask("POST", f"{path}/seat", body, headers=headers))
    if not witnesses.seated(table, known["seat"], known["nonce"]):
        raise NonceRefusedError(known["seat"])
    return int(known["seat"])


async def check_proof(
    doors: Http, table: str, witnesses: Witnesses, *others: Witness, key: str | None = None
) -> Verdict:
    """Judge the transcript of a table that has ended by what this program saw, and `others`.

    `key` opens a private table to a spectator. Raises ClientRejectedError if there is no transcript yet.
    """
    path, headers = f"/api/tables/{UUID(table)}", _opening(key)
    answer = await doors.ask("GET", f"{path}/transcript", headers=headers)
    if answer.status != 200:
        raise ClientRejectedError(answer.code(), answer.message())
    # it may have been put back since
    witnesses.view(_good(await doors.ask("GET", f"{path}/view", headers=headers)))
    game = find_game(read(answer.content).header.game)
    return judge(game, answer.content, (witnesses.of(table), *others))


def _opening(key: str | None) -> dict[str, str]:
    """The header that opens a private table: an address, which is logged on its way, never holds its key."""
    return {} if key is None else {"Rondel-Key": key}


def _good(answer: HttpResponse) -> dict[str, Any]:
    if answer.status != 200:
        raise ClientRejectedError(answer.code(), answer.message())
    body: dict[str, Any] = answer.json()
    return body
