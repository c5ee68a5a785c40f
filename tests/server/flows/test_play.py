"""One move as a straight line: what is answered, what is kept, and what a second node makes of it."""

import asyncio
from uuid import UUID, uuid4

import msgspec
import pytest

from rondel.kernel import Refusal
from rondel.server.adapters.memory.journal import MemoryJournal
from rondel.server.errors import ApiError
from rondel.server.flows.play.move import fire, play
from rondel.server.ports.deadlines import ClaimedDeadline
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.rooms.moves import Move
from rondel.server.rooms.position import Position
from rondel.wire.strict import MalformedError
from tests.server.nodes import Club, new_move, past_the_view, plays, somebody
from tests.server.rooms.test_rooms import lose_the_tail

RULEBOOK = "cambio"


@pytest.fixture
def club() -> Club:
    return Club()


ADA, BOB, CY = somebody("Ada"), somebody("Bob"), somebody("Cy")


async def test_a_move_is_kept_and_answered_with_its_version(club: Club) -> None:
    table = await club.begun(ADA, BOB)

    played = await plays(club.cell, ADA, table, "CONFIRM_INITIAL_VIEW")

    assert (played.version, played.duplicate, played.seat) == (2, False, 0)
    assert [row.version for row in club.memory.rows[table]] == [1, 2]


async def test_the_same_id_again_is_the_same_move_on_every_node(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    move = new_move(table, "CONFIRM_INITIAL_VIEW", 1)

    first = await play(club.cell, ADA.id, move)
    again = [await play(cell, ADA.id, move) for cell in (club.cell, club.other, club.cell)]

    assert [(each.version, each.duplicate) for each in again] == [(first.version, True)] * 3
    assert len(club.memory.rows[table]) == 2


class Confirming(MemoryJournal):
    """A journal that notes which versions it was asked to confirm, and may have lost them just before."""

    def __init__(self, club: Club, *, loses: bool = False) -> None:
        super().__init__(club.memory)
        self._memory, self._loses = club.memory, loses
        self.confirmed: list[int] = []

    async def confirm(self, table: UUID, version: int, digest: bytes) -> bool:
        self.confirmed.append(version)
        if self._loses:
            lose_the_tail(self._memory, table, version - 1)
        return await super().confirm(table, version, digest)


async def test_a_row_that_another_node_stored_is_confirmed_before_it_is_acknowledged(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    here = club.cell.room_context.journal = Confirming(club)
    there = club.other.room_context.journal = Confirming(club)
    moves = [new_move(table, "CONFIRM_INITIAL_VIEW") for _ in range(2)]
    for who, move in zip((ADA, BOB), moves, strict=True):
        await play(club.cell, who.id, move)

    for cell in (club.cell, club.other):
        for who, move in zip((ADA, BOB), moves, strict=True):
            assert (await play(cell, who.id, move)).duplicate

    assert (here.confirmed, there.confirmed) == ([], [3, 3])  # the head, and so all before it
    club.cell.rooms.room(table).drop_cache()
    await play(club.cell, ADA.id, moves[0])
    assert here.confirmed == [3]


async def test_a_move_that_is_not_there_when_it_is_confirmed_is_not_acknowledged(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    move = new_move(table, "CONFIRM_INITIAL_VIEW")
    await play(club.other, ADA.id, move)
    club.cell.room_context.journal = Confirming(club, loses=True)

    with pytest.raises(StoreUnavailableError):
        await play(club.cell, ADA.id, move)

    played = await play(club.cell, ADA.id, move)
    assert (played.version, played.duplicate) == (2, False)


async def test_the_same_id_with_another_body_or_seat_is_refused(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    move = new_move(table, "CONFIRM_INITIAL_VIEW")
    await play(club.cell, ADA.id, move)

    other = msgspec.structs.replace(move, action=b'{"type":"CALL_CAMBIO"}')
    for who, what in ((ADA, other), (BOB, move)):
        with pytest.raises(ApiError) as denied:
            await play(club.cell, who.id, what)
        assert denied.value.code == "ID_REUSE"
    assert len(club.memory.rows[table]) == 2


OTHER_BODIES = (
    {"type": "DRAW_CARD", "payload": {"source": "discard"}},
    {"type": "DRAW_CARD", "payload": {"source": "deck", "more": 1}},
    {"type": "DRAW_CARD", "payload": {"source": "DECK"}},
    {"type": "DRAW_CARD", "payload": {}},
    {"type": "DRAW_CARD"},
    {"type": "draw_card", "payload": {"source": "deck"}},
    {"type": "SWAP_CARD", "payload": {"position": 0}},
    {"type": "CALL_CAMBIO", "payload": {}},
    {"type": "CONFIRM_INITIAL_VIEW", "payload": {}},
    {"type": "START_GAME", "payload": {}},
)


@pytest.mark.parametrize("body", OTHER_BODIES, ids=lambda body: msgspec.json.encode(body).decode())
async def test_5_whatever_is_changed_in_its_body_an_id_does_nothing_more(
    club: Club, body: dict[str, object]
) -> None:
    table = await club.begun(ADA, BOB)
    await past_the_view(club, table, ADA, BOB)
    move = new_move(table, "DRAW_CARD", source="deck")
    done = await play(club.cell, ADA.id, move)

    other = msgspec.structs.replace(move, action=msgspec.json.encode(body))
    with pytest.raises((ApiError, MalformedError)) as no:
        await play(club.cell, ADA.id, other)
    again = await play(club.other, ADA.id, move)

    assert getattr(no.value, "code", "MALFORMED") in ("ID_REUSE", "MALFORMED")
    assert (again.version, again.duplicate) == (done.version, True)
    assert len(club.memory.rows[table]) == done.version


async def test_a_refusal_stores_nothing_and_burns_no_id(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    early = new_move(table, "DRAW_CARD", source="deck")

    with pytest.raises(Refusal, match="WRONG_PHASE"):
        await play(club.cell, ADA.id, early)
    await past_the_view(club, table, ADA, BOB)
    played = await play(club.cell, ADA.id, early)

    assert not played.duplicate


async def test_a_spectator_is_refused_by_the_rules(club: Club) -> None:
    table = await club.begun(ADA, BOB)

    with pytest.raises(Refusal, match="NOT_SEATED"):
        await plays(club.cell, CY, table, "CALL_CAMBIO")


async def test_what_cannot_be_read_never_reaches_the_rules(club: Club) -> None:
    table = await club.begun(ADA, BOB)

    with pytest.raises(MalformedError):
        await play(club.cell, ADA.id, Move(table, uuid4(), b'{"type":"FLY"}'))


async def test_15_2_an_old_version_is_good_enough_while_the_seat_has_owed_a_move_ever_since(
    club: Club,
) -> None:
    table = await club.begun(ADA, BOB)

    await plays(club.cell, ADA, table, "CONFIRM_INITIAL_VIEW", 1)
    played = await plays(club.cell, BOB, table, "CONFIRM_INITIAL_VIEW", 1)

    assert played.version == 3


async def test_15_2_an_old_version_is_stale_after_a_move_of_ones_own(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    await past_the_view(club, table, ADA, BOB)
    drawn = await plays(club.cell, ADA, table, "DRAW_CARD", 3, source="deck")

    with pytest.raises(ApiError) as denied:
        await plays(club.cell, ADA, table, "DISCARD_CARD", 3)

    assert denied.value.code == "STALE_VERSION"
    assert len(club.memory.rows[table]) == drawn.version


async def test_15_2_an_old_version_is_stale_if_the_seat_did_not_owe_a_move_then(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    await past_the_view(club, table, ADA, BOB)
    await plays(club.cell, ADA, table, "CALL_CAMBIO", 3)

    with pytest.raises(ApiError) as denied:
        await plays(club.cell, BOB, table, "DRAW_CARD", 3, source="deck")

    assert denied.value.code == "STALE_VERSION"


async def test_15_2_a_version_long_past_is_judged_by_the_journal(club: Club) -> None:
    table = await club.begun(ADA, BOB, turnMs=10_000)
    await past_the_view(club, table, ADA, BOB)
    for _ in range(70):
        await plays(club.cell, ADA, table, "DRAW_CARD", source="deck")
        await plays(club.cell, ADA, table, "SWAP_CARD", position=0)
        await plays(club.cell, BOB, table, "DRAW_CARD", source="deck")
        await plays(club.cell, BOB, table, "SWAP_CARD", position=0)

    with pytest.raises(ApiError) as denied:
        await plays(club.cell, ADA, table, "DRAW_CARD", 3, source="deck")

    assert denied.value.code == "STALE_VERSION"


async def test_a_version_that_is_yet_to_come_is_stale(club: Club) -> None:
    table = await club.begun(ADA, BOB)

    with pytest.raises(ApiError) as denied:
        await plays(club.cell, ADA, table, "CONFIRM_INITIAL_VIEW", 9)

    assert denied.value.code == "STALE_VERSION"


async def test_a_node_that_is_behind_looks_before_it_refuses(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    await club.other.rooms.room(table).current()
    await past_the_view(club, table, ADA, BOB)

    played = await plays(club.other, ADA, table, "DRAW_CARD", 3, source="deck")

    assert played.version == 4


async def test_two_nodes_at_once_keep_exactly_one_row_per_version(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    moves = [new_move(table, "CONFIRM_INITIAL_VIEW", 1) for _ in range(8)]

    answers = await asyncio.gather(
        *(
            play((club.cell, club.other)[index % 2], (ADA, BOB)[index // 4].id, move)
            for index, move in enumerate(moves)
        ),
        return_exceptions=True,
    )

    accepted = [answer for answer in answers if not isinstance(answer, BaseException)]
    assert sorted(each.version for each in accepted) == [2, 3]
    assert [row.version for row in club.memory.rows[table]] == [1, 2, 3]
    assert all(isinstance(answer, Refusal | ApiError) for answer in answers if answer not in accepted)


async def test_14_2_what_is_due_is_done_before_any_move(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    club.clock.at += 10_000

    played = await plays(club.cell, ADA, table, "DRAW_CARD", source="deck")

    assert [type(row.row.action).__name__ for row in played.position.played.recent] == [
        "StartGame",
        "EndInitialView",
        "DrawCard",
    ]


async def test_14_2_what_is_due_is_done_before_any_view(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    club.clock.at += 10_000

    sitting = await club.other.rooms.room(table).current()

    assert sitting.state.phase == "playing"


async def test_a_deadline_fired_twice_is_fired_once(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    due_at = club.clock.at + 10_000
    club.clock.at = due_at
    due = ClaimedDeadline(table, 1, due_at)

    await asyncio.gather(*(fire(cell, due) for cell in (club.cell, club.other, club.cell)))

    assert len(club.memory.rows[table]) == 2


async def test_27_a_deadline_hardly_late_is_decided_at_its_time_a_later_one_now(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    began = club.clock.at
    club.clock.at = began + 10_000 + 4_000
    await club.cell.rooms.room(table).current()
    club.clock.at = began + 10_000 + 60_000 + 600_000
    await club.cell.rooms.room(table).current()

    rows = club.memory.rows[table]
    assert rows[1].at == began + 10_000
    assert rows[2].at == club.clock.at


async def test_a_mistake_of_ours_halts_one_table_and_no_other(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    whole = await club.begun(ADA, BOB)
    room = club.cell.rooms.room(table)
    position = await room.current()
    room.cached = Position(position.table, msgspec.structs.replace(position.played, state=None))

    with pytest.raises(ApiError) as denied:
        await plays(club.cell, ADA, table, "CONFIRM_INITIAL_VIEW")
    with pytest.raises(ApiError) as denied_there:
        await plays(club.other, ADA, table, "CONFIRM_INITIAL_VIEW")
    played = await plays(club.cell, ADA, whole, "CONFIRM_INITIAL_VIEW")

    assert denied.value.code == denied_there.value.code == "TABLE_HALTED"
    assert (played.version, len(club.memory.rows[table])) == (2, 1)


async def test_a_node_that_has_the_table_folded_learns_that_it_was_halted(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    await club.other.rooms.room(table).current()
    await club.cell.tables.halt(table, "by hand")

    with pytest.raises(ApiError) as denied:
        await plays(club.other, ADA, table, "CONFIRM_INITIAL_VIEW")

    assert denied.value.code == "TABLE_HALTED"


async def test_a_halted_table_that_is_due_says_so(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    await club.other.rooms.room(table).current()
    await club.cell.tables.halt(table, "by hand")
    club.clock.at += 10_000

    with pytest.raises(ApiError) as denied:
        await plays(club.other, ADA, table, "CONFIRM_INITIAL_VIEW")

    assert denied.value.code == "TABLE_HALTED"


async def test_a_table_that_nobody_opened_is_unknown(club: Club) -> None:
    with pytest.raises(ApiError) as denied:
        await plays(club.cell, ADA, uuid4(), "CALL_CAMBIO")

    assert denied.value.code == "UNKNOWN_GAME"


async def test_a_table_that_has_not_begun_takes_no_moves(club: Club) -> None:
    table = await club.opened(ADA, BOB)

    with pytest.raises(ApiError) as denied:
        await plays(club.cell, ADA, table.id, "CALL_CAMBIO")

    assert denied.value.code == "NOT_STARTED"


async def test_a_move_is_taken_back_and_stays_taken_back(club: Club) -> None:
    table = await club.begun(ADA, game="decks")
    before = await club.cell.rooms.room(table).current()
    card = before.state.hand_cards[0].instance_id
    played = await plays(club.cell, ADA, table, "TOGGLE_CARD_SELECTION", instanceId=card)

    undone = await plays(club.cell, ADA, table, "TAKE_BACK")
    elsewhere = await club.other.rooms.room(table).current()

    assert played.position.state.selected_card_ids == (card,)
    assert undone.position.state.selected_card_ids == ()
    assert elsewhere.state == undone.position.state


async def test_cambio_has_no_undo(club: Club) -> None:
    table = await club.begun(ADA, BOB)

    with pytest.raises(MalformedError):
        await plays(club.cell, ADA, table, "TAKE_BACK")


async def test_a_cold_load_from_a_snapshot_gives_the_same_state_and_digest(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    await past_the_view(club, table, ADA, BOB)
    for _ in range(5):
        await plays(club.cell, ADA, table, "DRAW_CARD", source="deck")
        await plays(club.cell, ADA, table, "SWAP_CARD", position=0)
        await plays(club.cell, BOB, table, "DRAW_CARD", source="deck")
        await plays(club.cell, BOB, table, "SWAP_CARD", position=1)

    warm, cold = await club.cell.rooms.room(table).current(), await club.other.rooms.room(table).current()

    assert club.memory.snapshots[table]
    assert (cold.version, cold.state, cold.at) == (warm.version, warm.state, warm.at)
    assert cold.played.digest == warm.played.digest
