"""A player's last socket is closed: how many seconds until the table plays on without them (Cambio 9.1)."""

import time
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from tests.acceptance.client import Client, of_event, opened
from tests.load.lateness import Span

LATE_S: Final = 40.0
"""After so long nobody waits any more."""


class Gone(NamedTuple):
    """From the closing of the socket until the others heard of it, and what the table made of it."""

    span: Span
    events: list[str]
    scores: dict[str, Any]

    @property
    def seconds(self) -> float:
        """How long that was."""
        return self.span.ms / 1000


async def confirmed(clients: Sequence[Client], **options: Any) -> str:
    """A table where all listen, and have looked at their two cards."""
    table = await opened(clients, **options)
    for client in clients:
        await client.listen(table)
        await client.do(table, {"type": "CONFIRM_INITIAL_VIEW"})
    for client in clients:
        await client.until(of_event("TURN_STARTED"))
    return table


async def turn(client: Client, table: str) -> None:
    """A turn without a power: draw, discard, skip."""
    seat = client.frame["view"]["you"]
    await client.until(of_event("TURN_STARTED", seat=seat))
    await drawn(client, table)
    answer = (await client.do(table, {"type": "DISCARD_CARD"})).json()
    if answer["view"]["power"] is not None:
        await client.do(table, {"type": "SKIP_POWER"})


async def drawn(client: Client, table: str) -> None:
    answer = await client.do(table, {"type": "DRAW_CARD", "payload": {"source": "deck"}})
    assert answer.status_code == 200, answer.text


async def in_the_final_round(clients: Sequence[Client], *, in_own_turn: bool, **options: Any) -> Gone:
    """Three play; seat 0 calls; seat 1 or, in seat 1's turn, seat 2 closes its socket."""
    table = await confirmed(clients, **options)
    answer = await clients[0].do(table, {"type": "CALL_CAMBIO"})
    assert answer.json()["phase"] == "final_round", answer.text
    gone, other = (1, 2) if in_own_turn else (2, 1)
    await clients[gone].until(of_event("CAMBIO_CALLED"))
    if in_own_turn:
        await drawn(clients[gone], table)  # a request just before the socket is closed

    await clients[gone].hang_up()
    is_forfeit = of_event("FINAL_TURN_TAKEN", seat=gone, forfeited=True)
    forfeit = await clients[0].until(is_forfeit, timeout_s=LATE_S)
    await turn(clients[other], table)
    await clients[0].until(of_event("GAME_COMPLETED"))

    events = [event["type"] for event in forfeit.frame["events"]]
    scores = await clients[0].get(f"/api/game/{table}/scores")
    return Gone(Span(clients[gone].closed_at, forfeit.at), events, scores)


async def with_a_power_open(clients: Sequence[Client], **options: Any) -> tuple[Gone, str]:
    """Two play until one has a power to use; then its player closes the socket. Also the table's id."""
    table = await confirmed(clients, **options)
    until, number = time.monotonic() + 60, 0
    while time.monotonic() < until:
        client, other = clients[number % 2], clients[1 - number % 2]
        number += 1
        await client.until(of_event("TURN_STARTED", turnNumber=number))
        await drawn(client, table)
        answer = (await client.do(table, {"type": "DISCARD_CARD"})).json()
        if answer["view"]["power"] is None:
            continue
        if number < 3:  # the first ones are used up, so that there is something that must not be there twice
            await client.do(table, {"type": "SKIP_POWER"})
            continue
        await client.hang_up()
        seat = answer["view"]["you"]
        received = await other.until(of_event("POWER_CANCELLED", seat=seat), timeout_s=LATE_S)
        events = [event["type"] for event in received.frame["events"]]
        return Gone(Span(client.closed_at, received.at), events, {}), table
    raise AssertionError("no power card was drawn within a minute")
