"""The size of an answer over HTTP tells a step of size, and nothing of what it says."""

from uuid import uuid4

from rondel.wire.protocol import padded
from tests.server.visitors import House, Visitor, open_house, settings

LONG_MS = 600_000
CONFIRM = {"type": "CONFIRM_INITIAL_VIEW"}
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
    async with open_house(settings(limited=False, open_tables=1000)) as house:
        ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
        while len(sizes) < 2:
            answer = await ada.act(await begun(house, ada, bob), DRAW)
            rank = answer.json()["view"]["held"]["card"]["rank"]
            sizes.setdefault(len(rank), set()).add(len(answer.content))

    assert sizes == {1: {2048}, 2: {2048}}


async def test_every_answer_about_a_table_is_padded() -> None:
    """A View, a move, a move sent again, a refusal, what was played, and the past of it."""
    async with open_house() as house:
        ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
        table = await begun(house, ada, bob)
        again = str(uuid4())
        asked = [
            *[await ada.act(table, DRAW, by=again) for _ in range(2)],
            await bob.act(table, DRAW),
            await ada.act(table, {"type": "NO_SUCH"}),
            *[await ada.ask("GET", f"/api/tables/{table}/{what}") for what in READ],
            await ada.ask("GET", f"/api/game/{table}/scores"),
            await bob.ask("POST", f"/api/game/{table}/cambio", {}),
            await ada.ask("POST", f"/api/game/{await begun(house, ada, bob)}/cambio", {}),
        ]

    for answer in asked:
        assert answer.json(), answer.url
        assert len(answer.content) == len(padded(answer.content)), (answer.url, answer.text)


async def test_a_no_to_a_socket_is_padded() -> None:
    async with open_house() as house:
        ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
        table = await begun(house, ada, bob)
        async with bob.socket() as wire:
            await wire.sit(table)
            await wire.send(type="act", id=str(uuid4()), table=table, action=DRAW, exp=3)
            answer = b""
            while b'"nack"' not in answer:
                answer = str(await wire.connection.recv()).encode()

    assert len(answer) == len(padded(answer))
