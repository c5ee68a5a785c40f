"""Whole games through the doors against PostgreSQL, and whether the database says what the journal says."""

import asyncio
import random
from typing import Any
from uuid import UUID

import asyncpg
import msgspec

from rondel.kernel import HOUSE, Commit
from rondel.server.ports.journal import StoredRow
from rondel.table.fold import line_of
from rondel.wire.registry import load_game
from rondel.wire.transcript import Header, row_of
from tests.server.visitors import House, Visitor, Wire

CAMBIO = load_game("cambio")


def chosen(legal: list[Any], dice: random.Random, turn: int) -> Any:
    """Powers whenever there is one; Cambio after a few turns, so that a game has everything in it."""
    powers = [action for action in legal if action["type"] == "USE_POWER"]
    calls = [action for action in legal if action["type"] == "CALL_CAMBIO"]
    if powers:
        return dice.choice(powers)
    if calls and turn > 14:
        return calls[0]
    discards = [action for action in legal if action["type"] == "DISCARD_CARD"]
    if discards and dice.random() < 0.7:
        return discards[0]
    return dice.choice([action for action in legal if action not in calls])


async def over_http(table: str, players: list[Visitor], dice: random.Random) -> None:
    """Every action by HTTP, powers and the call by the calls of the game's own."""
    while True:
        for player in players:
            frame = await player.get(f"/api/tables/{table}/view")
            if frame["status"] != "active":
                return
            if frame["legal"]:
                await _by_http(player, table, frame, dice)
        await asyncio.sleep(0.01)


async def _by_http(player: Visitor, table: str, frame: Any, dice: random.Random) -> None:
    action = chosen(frame["legal"], dice, frame["view"]["turnNumber"])
    if action["type"] == "CALL_CAMBIO":
        answer = await player.ask("POST", f"/api/game/{table}/cambio", {"expectedVersion": frame["version"]})
    elif action["type"] == "USE_POWER":
        answer = await player.ask("POST", f"/api/game/{table}/power", action["payload"])
    else:
        answer = await player.act(table, action, expected_version=frame["version"])
    assert answer.status_code in (200, 409), answer.text


async def over_sockets(table: str, players: list[Visitor], dice: random.Random) -> None:
    """Every action by a socket."""
    await asyncio.gather(*(_by_socket(table, player, dice) for player in players))


async def _by_socket(table: str, player: Visitor, dice: random.Random) -> None:
    async with player.socket() as wire:
        frame = await wire.sit(table)
        while frame.get("status") in ("open", "active"):
            if frame["legal"]:
                await _moved(wire, table, frame, dice)
            frame = await _newest(wire)


async def _moved(wire: Wire, table: str, frame: Any, dice: random.Random) -> None:
    action = chosen(frame["legal"], dice, frame["view"]["turnNumber"])
    move = str(UUID(int=dice.getrandbits(128)))
    await wire.send(type="act", table=table, id=move, expectedVersion=frame["version"], action=action)


async def _newest(wire: Wire) -> dict[str, Any]:
    """The next frame with a View."""
    while True:
        frame = await wire.until("view", "step", timeout_s=90)
        if "view" in frame:
            return frame


async def differences(url: str, table: str) -> list[str]:
    """Where the relational record is not what the journal implies."""
    connection = await asyncpg.connect(url)
    try:
        implied = await _implied(connection, UUID(table))
        return [
            difference
            for name, rows in implied.items()
            for row_id, row in rows.items()
            for difference in await _compared(connection, name, row_id, row)
        ] + [
            f"{name}: {count} rows, {len(implied.get(name, {}))} implied"
            for name in ("card", "turn", "special_power", "game_score")
            if (
                count := await connection.fetchval(
                    f"SELECT count(*) FROM {name} WHERE game_session_id = $1", UUID(table)
                )
            )
            != len(implied.get(name, {}))
        ]
    finally:
        await connection.close()


async def _implied(connection: Any, table: UUID) -> dict[str, dict[str, dict[str, Any]]]:
    """The rows of the record, made anew from the journal alone."""
    header = msgspec.json.decode(
        await connection.fetchval("SELECT header FROM game_session WHERE id = $1", table), type=Header
    )
    players = [
        str(row["id"])
        for row in await connection.fetch(
            "SELECT id FROM player WHERE game_session_id = $1 ORDER BY seat", table
        )
    ]
    options = msgspec.json.decode(bytes(header.options), type=CAMBIO.types.options)
    state = CAMBIO.start(options, [line.sitter for line in header.seats])
    implied: dict[str, dict[str, dict[str, Any]]] = {}
    assert CAMBIO.record is not None
    for stored in await connection.fetch("SELECT * FROM journal WHERE table_id = $1 ORDER BY version", table):
        fields = {name: stored[name] for name in StoredRow.__struct_fields__}
        row = row_of(CAMBIO, line_of(StoredRow(**fields)))
        assert row.actor is HOUSE or isinstance(row.actor, int)
        before = state
        for event in row.events:
            state = CAMBIO.evolve(state, event, row.at)
        commit = Commit(str(table), row.version, row.at, tuple(players))
        for name, rows in CAMBIO.record.rows(before, row.events, state, commit).items():
            for each in rows:
                implied.setdefault(name, {}).setdefault(each["id"], {}).update(each)
    return implied


async def _compared(connection: Any, name: str, row_id: str, row: dict[str, Any]) -> list[str]:
    stored = await connection.fetchrow(
        f"SELECT to_jsonb({name}) AS row FROM {name} WHERE id = $1", UUID(row_id)
    )
    if stored is None:
        return [f"{name} {row_id} is missing"]
    actual = msgspec.json.decode(stored["row"])
    return [
        f"{name} {row_id}: {column} is {actual[column]!r}, the journal implies {value!r}"
        for column, value in row.items()
        if not column.endswith(("_at", "_until"))
        and (value is not None or name == "card")
        and actual[column] != value
    ]


async def begun(house: House, *names: str) -> tuple[str, list[Visitor]]:
    """A table with these guests, in play."""
    players = [await house.visitor(name) for name in names]
    return await house.table(*players), players
