"""Dice, a game by others: Tally by another name, in its own package. Its functions fail on demand."""

import sys
from collections.abc import Callable
from typing import Any
from uuid import UUID

from tests.server.visitors import House, Visitor
from tests.wire.packages import Packages

DICE = '''
from dataclasses import replace

from rondel.kernel import Call, Face, Presence, Record, Scene
from tests.kernel.tally import TALLY, Abandon, Add

armed = {}
"""What a function does instead of its work, by name."""


def rigged(name, whole):
    def called(*arguments):
        return armed[name](*arguments) if name in armed else whole(*arguments)

    return called


FUNCTIONS = ("start", "to_act", "legal", "decide", "evolve", "view", "audience", "knows", "deadline")
RIGGED = {name: rigged(name, getattr(TALLY, name)) for name in (*FUNCTIONS, "outcome", "clock", "bots")}
GAME = replace(
    TALLY,
    name="dice",
    title="Dice",
    **RIGGED,
    summary=rigged("summary", lambda view: None),
    forecast=rigged("forecast", lambda known, action: None),
    older_options=rigged("older_options", lambda options, rules: options),
    opened=rigged("opened", lambda state, view: view),
    calls={
        "count": Call(respond=rigged("tell", lambda view, events, players: {"players": len(players)})),
        "more": Call(
            body=Add,
            ask=rigged("ask", lambda body, asker: body),
            respond=rigged("tell", lambda view, events, players: {}),
        ),
    },
    presence=Presence(
        report=rigged("report", lambda seat, connected: Abandon()),
        is_connected=rigged("is_connected", lambda state, seat: True),
        grace_ms=rigged("grace_ms", lambda state: 3_600_000),
    ),
    record=Record(rows=rigged("rows", lambda before, events, after, commit: {})),
    face=Face(scene=rigged("scene", lambda view: Scene()), moves=rigged("moves", lambda event: ())),
)
'''

ADD = {"type": "ADD", "payload": {"amount": 1}}


def install_dice(packages: Packages) -> None:
    """Install the package that has Dice."""
    packages.install("dice-box", games={"dice": "dice_game:GAME"}, dice_game=DICE)


def arm(function: str, fault: Callable[..., Any]) -> None:
    """From now on this function of Dice does that instead."""
    sys.modules["dice_game"].armed[function] = fault


def disarm() -> None:
    """Every function of Dice does its work again."""
    sys.modules["dice_game"].armed.clear()


def fails(*arguments: Any) -> Any:
    """Raise what says all that it was given."""
    raise LookupError(f"not found in {arguments}")


async def table_of_dice(*visitors: Visitor, start: bool = True) -> str:
    """A table of Dice where these sit, and play has begun."""
    table: str = (await visitors[0].post("/api/tables", {"game": "dice", "seats": len(visitors)}))["id"]
    for visitor in visitors:
        await visitor.post(f"/api/tables/{table}/seat", {})
        await visitor.post(f"/api/tables/{table}/ready", {"isReady": True})
    if start:
        await visitors[0].post(f"/api/tables/{table}/start")
    return table


async def reason_at(house: House, table: str) -> str | None:
    """Why a table is halted."""
    found = await house.cell.tables.get(UUID(table))
    assert found is not None
    return None if found.halted is None else f"{found.halted}: {found.halted_text}"
