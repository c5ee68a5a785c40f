"""Row 30 of the fault catalogue: no clock depends on what a client says of its time or its lag.

There is no compensation for lag at all, so whoever claims some gains nothing.
"""

from typing import get_args
from uuid import uuid4

import pytest

from rondel.server.api.requests import MoveRequest as ActOverHttp
from rondel.server.errors import ApiError
from rondel.server.flows.play.move import play
from rondel.wire.protocol import Act, Chat, ClientFrame, Ping, Watch
from tests.server.nodes import Club, new_move, past_the_view, plays, somebody
from tests.server.visitors import House

ADA, BOB = somebody("Ada"), somebody("Bob")
CLAIMS = ("lag", "lagMs", "at", "now", "sentAt", "time", "clientTime", "rtt")
TURN_MS = 10_000


def test_30_nothing_that_a_client_may_say_is_a_time() -> None:
    """A new field has to be looked at before it is added here."""
    fields = {kind: set(kind.__struct_fields__) for kind in (*get_args(ClientFrame), ActOverHttp)}

    assert fields == {
        Watch: {"table", "epoch", "last_version", "key", "seat", "form", "patches", "scene"},
        Act: {"table", "id", "expected_version", "action"},
        Chat: {"table", "text"},
        Ping: {"last_versions"},
        ActOverHttp: {"id", "action", "expected_version"},
    }


@pytest.mark.parametrize("claim", CLAIMS)
async def test_30_a_claim_beside_a_move_is_malformed(house: House, claim: str) -> None:
    ada = await house.visitor("Ada")
    table = str(uuid4())
    move = {"id": str(uuid4()), "action": {"type": "CONFIRM_INITIAL_VIEW"}, "expectedVersion": 1}

    for body in ({**move, claim: 10_000}, {**move, "action": {"type": "X", "payload": {}, claim: 10_000}}):
        answer = await ada.ask("POST", f"/api/tables/{table}/act", body)
        assert (answer.status_code, answer.json()["code"]) in ((400, "MALFORMED"), (404, "UNKNOWN_GAME"))
    async with ada.socket() as wire:
        for kind in ({"type": "ping", "lastVersions": {}}, {"type": "act", "table": table, **move}):
            await wire.send(**kind, **{claim: 10_000})
            assert (await wire.until("nack"))["code"] == "MALFORMED"


async def test_30_a_move_counts_when_the_server_has_it_whatever_version_it_was_meant_for() -> None:
    """Ada's time runs out while her move is under way, with the newest version she can know in it."""
    club = Club()
    table = await club.begun(ADA, BOB, turnMs=TURN_MS)
    await past_the_view(club, table, ADA, BOB)
    begun = (await club.cell.rooms.room(table).current()).version
    club.clock.at += TURN_MS

    late = new_move(table, "DRAW_CARD", expected_version=begun, source="deck")
    with pytest.raises(ApiError) as denied:
        await play(club.cell, ADA.id, late)
    assert denied.value.code == "STALE_VERSION"

    rows = club.memory.rows[table]
    assert rows[-1].seat is None  # the House has ended her turn, at the moment it was due
    assert rows[-1].at == club.clock.at


async def test_30_the_time_of_a_row_is_the_servers() -> None:
    club = Club()
    table = await club.begun(ADA, BOB, turnMs=TURN_MS)
    for late_ms, person in ((1, ADA), (2_345, BOB)):
        club.clock.at += late_ms
        await plays(club.cell, person, table, "CONFIRM_INITIAL_VIEW", expected_version=1)
        assert club.memory.rows[table][-1].at == club.clock.at
