"""The size of an answer over HTTP tells a step of size, and nothing of what it says."""

from uuid import uuid4

import pytest

from rondel.wire import padding
from rondel.wire.padding import padded
from tests.server.visitors import House, Visitor, open_house, settings

LONG_MS = 600_000
CONFIRM = {"type": "CONFIRM_INITIAL_VIEW"}
READ_WITH_CARDS = ("/api/tables/{}/view", "/api/game/{}/state", "/api/cambio/{}/state")
READ = ("note", "view", "log", "past", "observed", "last-move")
DRAW = {"type": "DRAW_CARD", "payload": {"source": "deck"}}


async def begun(house: House, *visitors: Visitor) -> str:
    table = await house.table(*visitors, initialViewMs=60_000, turnMs=LONG_MS, powerDecisionMs=LONG_MS)
    for visitor in visitors:
        await visitor.act(table, CONFIRM)
    return table


async def test_a_drawn_ace_and_a_drawn_ten_are_answered_in_as_many_bytes() -> None:
    """As many tables as it takes for ranks of one character and of two."""
    sizes: dict[int, set[int]] = {}
    async with open_house(settings(rate_limits=False, open_tables=1000)) as house:
        ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
        while len(sizes) < 2:
            answer = await ada.act(await begun(house, ada, bob), DRAW)
            rank = answer.json()["view"]["held"]["card"]["rank"]
            sizes.setdefault(len(rank), set()).add(len(answer.content))

    assert sizes == {1: {2048}, 2: {2048}}


async def test_a_card_is_told_in_as_many_bytes_whichever_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """In steps of one byte, so that it holds at every boundary: frames, Views, answers and calls."""
    monkeypatch.setattr(padding, "SMALL_STEPS_BYTES", ())
    monkeypatch.setattr(padding, "STEP_BYTES", 1)
    ranks: set[str] = set()
    sizes: set[tuple[int, ...]] = set()
    async with open_house(settings(rate_limits=False, open_tables=1000)) as house:
        ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
        while len(ranks) < 9:
            table = await begun(house, ada, bob)
            async with ada.socket() as wire:
                await wire.sit(table, patches=True)
                answer = await ada.act(table, DRAW)
                step = str(await wire.connection.recv())
                await wire.send(type="watch", table=table, form="documents")
                documented = str(await wire.connection.recv())
            reads = [await ada.ask("GET", path.format(table)) for path in READ_WITH_CARDS]
            swapped = await ada.ask("POST", f"/api/game/{table}/swap", {"position": 2})
            ranks.add(answer.json()["view"]["held"]["card"]["rank"])
            contents = [each.text for each in (answer, *reads, swapped)]
            sizes.add(tuple(map(len, (step, documented, *contents))))

    assert len(sizes) == 1, sorted(sizes)


async def test_every_answer_about_a_table_is_padded() -> None:
    """A View, a move, a move sent again, a refusal, what was played, and the past of it."""
    async with open_house() as house:
        ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
        table = await begun(house, ada, bob)
        again = str(uuid4())
        responses = [
            *[await ada.act(table, DRAW, by=again) for _ in range(2)],
            await bob.act(table, DRAW),
            await ada.act(table, {"type": "NO_SUCH"}),
            *[await ada.ask("GET", f"/api/tables/{table}/{what}") for what in READ],
            await ada.ask("GET", f"/api/game/{table}/scores"),
            await bob.ask("POST", f"/api/game/{table}/cambio", {}),
            await ada.ask("POST", f"/api/game/{await begun(house, ada, bob)}/cambio", {}),
        ]

    for answer in responses:
        assert answer.json(), answer.url
        assert answer.status_code < 500, answer.text
        assert len(answer.content) == len(padded(answer.content)), (answer.url, answer.text)


async def test_a_no_to_a_socket_is_padded() -> None:
    async with open_house() as house:
        ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
        table = await begun(house, ada, bob)
        async with bob.socket() as wire:
            await wire.sit(table)
            await wire.send(type="act", id=str(uuid4()), table=table, action=DRAW, expectedVersion=3)
            answer = b""
            while b'"nack"' not in answer:
                answer = str(await wire.connection.recv()).encode()

    assert len(answer) == len(padded(answer))
