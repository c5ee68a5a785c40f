"""Row 30 of the fault catalogue: no clock depends on what a client says of its time or its lag.

There is no compensation for lag at all, so whoever claims some gains nothing.
"""

from typing import get_args
from uuid import uuid4

import pytest

from rondel.server.answers import Denied
from rondel.server.api.asked import Act as ActOverHttp
from rondel.server.flows.play import play
from rondel.wire.protocol import Act, Asked, Chat, Ping, Sit
from tests.server.nodes import Club, asked, past_the_view, plays, somebody
from tests.server.visitors import House

ADA, BOB = somebody("Ada"), somebody("Bob")
CLAIMS = ("lag", "lagMs", "at", "now", "sentAt", "time", "clientTime", "rtt")
TURN_MS = 10_000


def test_30_nothing_that_a_client_may_say_is_a_time() -> None:
    """A new field has to be looked at before it is added here."""
    fields = {kind: set(kind.__struct_fields__) for kind in (*get_args(Asked), ActOverHttp)}

    assert fields == {
        Sit: {"table", "epoch", "last", "key", "seat", "form", "patches"},
        Act: {"table", "id", "exp", "action"},
        Chat: {"table", "text"},
        Ping: {"last"},
        ActOverHttp: {"id", "action", "exp"},
    }


@pytest.mark.parametrize("claim", CLAIMS)
async def test_30_a_claim_beside_a_move_is_malformed(house: House, claim: str) -> None:
    ada = await house.visitor("Ada")
    table = str(uuid4())
    move = {"id": str(uuid4()), "action": {"type": "CONFIRM_INITIAL_VIEW"}, "exp": 1}

    for body in ({**move, claim: 10_000}, {**move, "action": {"type": "X", "payload": {}, claim: 10_000}}):
        answer = await ada.ask("POST", f"/api/tables/{table}/act", body)
        assert (answer.status_code, answer.json()["code"]) in ((400, "MALFORMED"), (404, "UNKNOWN_GAME"))
    async with ada.socket() as wire:
        for kind in ({"type": "ping", "last": {}}, {"type": "act", "table": table, **move}):
            await wire.send(**kind, **{claim: 10_000})
            assert (await wire.until("nack"))["code"] == "MALFORMED"


async def test_30_a_move_counts_when_the_server_has_it_whatever_version_it_was_meant_for() -> None:
    """Ada's time runs out while her move is under way, with the newest version she can know in it."""
    club = Club()
    table = await club.begun(ADA, BOB, turnMs=TURN_MS)
    await past_the_view(club, table, ADA, BOB)
    begun = (await club.node.rooms.room(table).current()).version
    club.clock.at += TURN_MS

    late = asked(table, "DRAW_CARD", exp=begun, source="deck")
    with pytest.raises(Denied) as denied:
        await play(club.node, ADA.id, late)
    assert denied.value.code == "STALE_VERSION"

    rows = club.cell.rows[table]
    assert rows[-1].seat is None  # the House has ended her turn, at the moment it was due
    assert rows[-1].at == club.clock.at


async def test_30_the_time_of_a_row_is_the_servers() -> None:
    club = Club()
    table = await club.begun(ADA, BOB, turnMs=TURN_MS)
    for late_ms, person in ((1, ADA), (2_345, BOB)):
        club.clock.at += late_ms
        await plays(club.node, person, table, "CONFIRM_INITIAL_VIEW", exp=1)
        assert club.cell.rows[table][-1].at == club.clock.at
