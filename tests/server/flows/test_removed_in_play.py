"""The host removes somebody who has gone from a running table: a bot plays on, the person is a spectator."""

from uuid import UUID, uuid4

import msgspec
import pytest

from rondel.kernel import Refusal
from rondel.server.errors import ApiError
from rondel.server.flows.play.chat import latest
from rondel.server.flows.play.watch import present
from rondel.server.flows.tables.absent import ARRIVING_MS, ask_end, come_back, offer, stand_in, take_over
from rondel.server.flows.tables.bots import bot_view, play_bot
from rondel.server.flows.tables.seats import make_host, readmit, remove
from rondel.server.ports.access import seat_of, seats_by_account
from rondel.server.ports.presence import HTTP
from rondel.server.rooms.moves import Move
from tests.server.nodes import Club, plays, settle, shown, somebody, turns, watch

ADA, BOB, CY = somebody("Ada"), somebody("Bob"), somebody("Cy")
CONFIRM = b'{"type":"CONFIRM_INITIAL_VIEW"}'


@pytest.fixture
def club() -> Club:
    return Club()


async def left_alone(club: Club) -> UUID:
    """Ada hosts, a bot plays for Bob, who has gone."""
    table = await club.begun(ADA, BOB, initialViewMs=60_000)
    club.clock.at += ARRIVING_MS
    for cell in (club.cell, club.other):
        await cell.node.presence.hold(HTTP, [(table, 0)], lease_ms=60_000)
    await stand_in(club.cell, ADA.id, table, 1, "easy")
    return table


async def test_who_is_removed_is_a_spectator_at_every_node_and_the_bot_plays_on(club: Club) -> None:
    table = await left_alone(club)
    bob = await watch(club.other, table, BOB)
    before = (await club.cell.rooms.room(table).current()).played.digest

    changed = await remove(club.cell, ADA.id, table, 1)
    await club.other.rooms.room(table).current()
    await settle()

    seats = {who.id: seat_of(changed, who.id) for who in (ADA, BOB)}
    assert seats == {ADA.id: 0, BOB.id: None}
    assert seats_by_account(changed) == {ADA.id: 0}, "as it is asked of one account"
    assert [(place.name, place.level) for place in changed.places] == [("Ada", None), ("Bob", "easy")]
    assert (await club.cell.rooms.room(table).current()).played.digest == before, "no row of the journal"
    assert bob.was_reseated, "the socket must come in again"
    for cell in (club.cell, club.other):
        position, seat = await present(cell, BOB.id, table)
        assert seat is None
        assert shown(cell, position, seat)["seat"] is None
        with pytest.raises(Refusal, match="NOT_SEATED"):
            await plays(cell, BOB, table, "CONFIRM_INITIAL_VIEW")
    (turn,) = [turn for turn in await turns(club.other) if turn.table == table]
    assert msgspec.json.decode(await bot_view(club.other, table, 1, turn.token))["seat"] == 1
    assert (await play_bot(club.other, 1, turn.token, Move(table, uuid4(), CONFIRM, turn.version))).seat == 1
    assert [line.text for line in await latest(club.cell, table)][-1] == "REMOVED 1 Bob by Ada"


async def test_a_node_that_has_not_heard_of_it_takes_no_move_of_who_was_removed(club: Club) -> None:
    """The append compares the revision of the table's record."""
    table = await left_alone(club)
    await club.other.rooms.room(table).current()
    await remove(club.cell, ADA.id, table, 1)

    with pytest.raises(Refusal, match="NOT_SEATED"):
        await plays(club.other, BOB, table, "CONFIRM_INITIAL_VIEW")


async def test_who_is_removed_plays_again_only_when_the_host_lets_them_back(club: Club) -> None:
    table = await left_alone(club)
    changed = await remove(club.cell, ADA.id, table, 1)

    with pytest.raises(ApiError, match="removed you"):
        await come_back(club.other, BOB.id, table, 1)
    with pytest.raises(ApiError, match="Bob was removed"):
        await come_back(club.cell, ADA.id, table, 1)
    with pytest.raises(ApiError, match="NOT_HOST"):
        await readmit(club.cell, BOB.id, table, changed.removed[0].id)

    await readmit(club.cell, ADA.id, table, changed.removed[0].id)
    await come_back(club.other, BOB.id, table, 1)
    assert (await plays(club.other, BOB, table, "CONFIRM_INITIAL_VIEW")).seat == 1


async def test_only_the_host_removes_only_somebody_who_has_gone_and_for_whom_a_bot_plays(club: Club) -> None:
    table = await club.begun(ADA, BOB, CY, initialViewMs=60_000)
    club.clock.at += ARRIVING_MS
    await club.node.presence.hold(HTTP, [(table, 0), (table, 2)], lease_ms=60_000)

    with pytest.raises(ApiError, match="NOTHING_TO_DO"):
        await remove(club.cell, ADA.id, table, 1)
    await stand_in(club.cell, ADA.id, table, 1, "easy")
    with pytest.raises(ApiError, match="NOT_HOST"):
        await remove(club.cell, CY.id, table, 1)
    with pytest.raises(ApiError, match="PLAYER_HERE"):
        await remove(club.cell, ADA.id, table, 2)
    await stand_in(club.cell, CY.id, table, 2, "easy")
    with pytest.raises(ApiError, match="PLAYER_HERE"):
        await remove(club.cell, ADA.id, table, 2)
    assert [one.name for one in (await remove(club.cell, ADA.id, table, 1)).removed] == ["Bob"]


async def test_who_is_removed_is_not_asked_for_the_end_and_takes_no_other_seat(club: Club) -> None:
    table = await left_alone(club)
    token = await offer(club.cell, ADA.id, table, 0)
    await remove(club.cell, ADA.id, table, 1)

    with pytest.raises(ApiError, match="removed you"):
        await take_over(club.cell, BOB, table, 0, token)
    with pytest.raises(ApiError, match="NOT_ALLOWED"):
        await ask_end(club.cell, BOB.id, table, is_asking=True)
    assert (await ask_end(club.cell, ADA.id, table, is_asking=True)).status != "active"


async def test_another_person_can_still_have_the_seat(club: Club) -> None:
    table = await left_alone(club)
    await remove(club.cell, ADA.id, table, 1)

    changed = await take_over(club.cell, CY, table, 1, await offer(club.cell, ADA.id, table, 1))

    assert [(place.name, place.level) for place in changed.places] == [("Ada", None), ("Cy", None)]
    assert (await plays(club.cell, CY, table, "CONFIRM_INITIAL_VIEW")).seat == 1


async def test_who_is_removed_gives_the_seat_to_nobody_and_changes_no_bot(club: Club) -> None:
    """Not to a second account of their own either, and not by a pass from before."""
    table = await left_alone(club)
    before = await offer(club.other, BOB.id, table, 1)
    await remove(club.cell, ADA.id, table, 1)

    with pytest.raises(ApiError, match="removed you"):
        await offer(club.other, BOB.id, table, 1)
    with pytest.raises(ApiError, match="removed you"):
        await stand_in(club.other, BOB.id, table, 1, "random")
    with pytest.raises(ApiError, match="This seat link is not valid"):
        await take_over(club.other, CY, table, 1, before)


async def test_who_is_removed_is_not_made_the_host(club: Club) -> None:
    table = await left_alone(club)
    await remove(club.cell, ADA.id, table, 1)

    with pytest.raises(ApiError, match="Bob was removed"):
        await make_host(club.cell, ADA.id, table, 1)
