"""Tables before play: opening, sitting down, bots, beginning; and once more."""

import asyncio
from uuid import UUID, uuid4

import msgspec
import pytest

from rondel.kernel import commitment
from rondel.server.adapters.memory.seating import MemorySeating
from rondel.server.adapters.memory.tables import MemoryTables
from rondel.server.cells.cells import Cells
from rondel.server.errors import ApiError
from rondel.server.flows.play.chat import latest, say
from rondel.server.flows.play.move import play
from rondel.server.flows.play.presence import report
from rondel.server.flows.tables.lobby import by_code, my_tables, public_tables
from rondel.server.flows.tables.open_table import open_table, rematch, rename
from rondel.server.flows.tables.seats import (
    ATTEMPTS,
    add_bot,
    close,
    leave,
    ready,
    remove_bot,
    start,
    take_seat,
)
from rondel.server.ports.ids import CODE_LETTERS, as_code
from rondel.server.ports.tables import PlayerRow, TableRow
from rondel.wire.strict import MalformedError
from tests.server.nodes import Club, new_move, past_the_view, plays, settle, shown, somebody, watch

RULEBOOK = "cambio"

ADA, BOB, CY = somebody("Ada"), somebody("Bob"), somebody("Cy")


@pytest.fixture
def club() -> Club:
    return Club()


def code_of(error: pytest.ExceptionInfo[ApiError]) -> str:
    return error.value.code


async def test_50_the_luck_is_committed_to_before_anybody_sits_down(club: Club) -> None:
    table = await open_table(club.cells, ADA, game="cambio", seats=2)
    secret = await club.cell.tables.secret(table.id)

    assert table.places == ()
    assert table.commitment == commitment(secret, str(table.id))


async def test_20_7_a_table_has_a_code_of_eight_letters_that_can_be_typed_carelessly(club: Club) -> None:
    table = await open_table(club.cells, ADA, game="cambio", seats=3)

    assert len(table.code) == 8
    assert set(table.code) <= set(CODE_LETTERS)
    assert (await by_code(club.cells, f" {table.code[:4].lower()}-{table.code[4:]}")).id == table.id
    assert as_code("oIl-o") == "0110"


class Restless(MemorySeating):
    """Somebody is always faster."""

    calls = 0

    async def take(self, table: UUID, place: PlayerRow, *, revision: int | None = None) -> bool:
        self.calls += 1
        return False


async def test_whoever_others_outrun_again_and_again_is_told_so(club: Club) -> None:
    table = await open_table(club.cells, ADA, game="cambio", seats=3)
    club.cell.seating = restless = Restless(club.memory)

    with pytest.raises(ApiError) as to_sit:
        await take_seat(club.cell, ADA, table.id)
    with pytest.raises(ApiError) as to_add:
        await add_bot(club.cell, ADA.id, table.id, level="easy")

    assert code_of(to_sit) == code_of(to_add) == "UNAVAILABLE"
    assert restless.calls == 2 * ATTEMPTS


class Numbered(MemoryTables):
    """Each code is another table's."""

    calls = 0

    async def open(self, table: TableRow, secret: bytes, *, most: int | None = None) -> bool:
        self.calls += 1
        assert self.calls < 1000, "it does not end"
        return False


async def test_a_table_that_no_code_is_left_for_is_not_opened(club: Club) -> None:
    club.cell.tables = Numbered(club.memory)

    with pytest.raises(ApiError) as refused:
        await open_table(club.cells, ADA, game="cambio", seats=3)

    assert code_of(refused) == "UNAVAILABLE"


async def test_a_host_names_the_table_and_everybody_who_looks_hears_of_it(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    watcher = await watch(club.cell, table, BOB)
    watcher.received()

    named = await rename(club.cell, ADA.id, table, "  Friday   <b>night</b> ")
    await settle()

    assert named.name == "Friday <b>night</b>"
    assert "seats" in [frame["type"] for frame in watcher.received()]
    with pytest.raises(ApiError) as stranger:
        await rename(club.cell, BOB.id, table, "Mine")
    for nasty in ("x" * 41, "a\u202eb", "a\nb\x00", "x" * 201):
        with pytest.raises(ApiError) as denied:
            await rename(club.cell, ADA.id, table, nasty)
        assert code_of(denied) == "NAME_NOT_ALLOWED"
    assert code_of(stranger) == "NOT_HOST"
    assert (await rename(club.cell, ADA.id, table, "  ")).name is None


async def test_a_rematch_is_told_at_the_table_once_and_keeps_its_name(club: Club) -> None:
    table = await club.opened(ADA, BOB)
    await rename(club.cell, ADA.id, table.id, "Friday")
    await start(club.cell, ADA.id, table.id)
    await club.cell.seating.abandon(table.id)

    first, again = [await rematch(club.cells, who, table.id) for who in (BOB, ADA)]

    assert (first.id, first.name) == (again.id, "Friday")
    lines = [line.text for line in await latest(club.cell, table.id)]
    assert lines == ["REMATCH Bob"]


async def test_two_of_one_name_at_a_table_are_told_apart_wherever_they_sit_and_speak(club: Club) -> None:
    first, second, third = somebody("Ana"), somebody("Ana"), somebody("ANA")
    table = await open_table(club.cells, first, game="cambio", seats=4)
    await asyncio.gather(*(take_seat(club.cell, each, table.id) for each in (first, second)))

    found = await take_seat(club.other, third, table.id)
    spoken = await say(club.cell, third, table.id, 2, "Hello!")
    watching = await say(club.cell, somebody("Ana"), table.id, None, "Hi!")

    assert [place.name for place in found.places] == ["Ana", "Ana 2", "ANA 3"]
    assert (spoken.name, watching.name) == ("ANA 3", "Ana")


async def test_a_private_table_is_found_by_nobody_without_its_key(club: Club) -> None:
    table = await open_table(club.cells, ADA, game="cambio", access="private", seats=2)

    for attempt in (by_code(club.cells, table.code), take_seat(club.cell, BOB, table.id)):
        with pytest.raises(ApiError) as denied:
            await attempt
        assert code_of(denied) == "UNKNOWN_GAME"
    seated = await take_seat(club.cell, BOB, table.id, key=table.key)
    assert [place.name for place in seated.places] == ["Bob"]
    assert (await public_tables(club.cells)).rows == []


async def test_public_tables_are_listed_and_mine_with_whose_turn_it_is(club: Club) -> None:
    public = await open_table(club.cells, ADA, game="cambio", access="public", seats=2)
    waiting = await club.begun(BOB, ADA)
    await past_the_view(club, waiting, ADA, BOB)
    turn = await club.begun(ADA, BOB)

    assert [table.id for table in (await public_tables(club.cells)).rows] == [public.id]
    mine = (await my_tables(club.cells, ADA.id)).rows
    assert mine[0].id == turn
    assert {table.id for table in mine} == {public.id, waiting, turn}


@pytest.mark.parametrize(
    ("game", "options", "seats", "code"),
    [
        ("chess", b"{}", 2, "NO_SUCH_GAME"),
        ("cambio", b'{"seats":9}', None, "MALFORMED"),
        ("cambio", b"{", 2, "MALFORMED"),
        ("cambio", b"[]", 2, "MALFORMED"),
        ("cambio", b'{"unheard":1}', 2, "MALFORMED"),
        ("decks", b"{}", 2, "MALFORMED"),
    ],
)
async def test_what_cannot_be_opened(
    club: Club, game: str, options: bytes, seats: int | None, code: str
) -> None:
    with pytest.raises((ApiError, MalformedError)) as error:
        await open_table(club.cells, ADA, game=game, options=options, seats=seats)

    assert getattr(error.value, "code", "MALFORMED") == code


async def test_seats_among_the_options_win(club: Club) -> None:
    table = await open_table(club.cells, ADA, game="cambio", options=b'{"seats":4}', seats=2)

    assert table.seats == 4


async def test_70_nobody_opens_tables_without_end(club: Club) -> None:
    club.node.settings = msgspec.structs.replace(club.node.settings, open_tables=2)
    for _ in range(2):
        await open_table(club.cells, ADA, game="cambio", seats=2)

    with pytest.raises(ApiError) as denied:
        await open_table(club.cells, ADA, game="cambio", seats=2)

    assert code_of(denied) == "TOO_MANY_TABLES"


async def test_sitting_down_twice_is_once_and_racing_for_a_seat_gives_it_to_one(club: Club) -> None:
    table = await open_table(club.cells, ADA, game="cambio", seats=2)

    await asyncio.gather(
        *(take_seat(club.cell, who, table.id) for who in (ADA, ADA, BOB)), return_exceptions=True
    )
    found = await club.cell.tables.get(table.id)

    assert found is not None
    assert sorted(place.seat for place in found.places) == [0, 1]
    assert {place.account for place in found.places} == {ADA.id, BOB.id}


@pytest.mark.parametrize(("seat", "code"), [(0, "SEAT_TAKEN"), (None, "TABLE_FULL")])
async def test_a_seat_that_is_taken(club: Club, seat: int | None, code: str) -> None:
    table = await club.opened(ADA, BOB)

    with pytest.raises(ApiError) as denied:
        await take_seat(club.cell, CY, table.id, seat=seat)

    assert code_of(denied) == code


async def test_a_seat_or_a_nonce_that_cannot_be(club: Club) -> None:
    table = await open_table(club.cells, ADA, game="cambio", seats=2)

    with pytest.raises(MalformedError, match="seats 0 to 1"):
        await take_seat(club.cell, CY, table.id, seat=2)
    with pytest.raises(MalformedError, match="16 bytes"):
        await take_seat(club.cell, CY, table.id, nonce=b"short")


async def test_50_each_player_adds_a_nonce_of_its_own_choice(club: Club) -> None:
    table = await open_table(club.cells, ADA, game="cambio", seats=2)

    seated = await take_seat(club.cell, ADA, table.id, nonce=b"0123456789abcdef")

    assert seated.places[0].nonce == b"0123456789abcdef"


async def test_50_nobody_draws_a_nonce_for_a_bot_or_for_a_player_who_sends_none(club: Club) -> None:
    """A nonce that the server draws could be drawn until it suits the host."""
    table = await open_table(club.cells, ADA, game="cambio", seats=2)
    await take_seat(club.cell, ADA, table.id)
    await add_bot(club.cell, ADA.id, table.id, level="easy")

    begun = await start(club.cell, ADA.id, table.id)

    assert [seat.nonce for seat in begun.played.context.header.seats] == ["", ""]


async def test_a_seat_is_given_back_before_play_and_not_after(club: Club) -> None:
    table = await club.opened(ADA, BOB)
    left = await leave(club.cell, BOB.id, table.id)
    await take_seat(club.cell, BOB, table.id)
    await ready(club.cell, BOB.id, table.id, True)
    await start(club.cell, ADA.id, table.id)

    assert [place.name for place in left.places] == ["Ada"]
    for attempt in (
        ready(club.cell, BOB.id, table.id, False),
        take_seat(club.cell, CY, table.id),
        close(club.cell, ADA.id, table.id),
        remove_bot(club.cell, ADA.id, table.id, 0),
    ):
        with pytest.raises(ApiError) as denied:
            await attempt
        assert code_of(denied) == "ALREADY_STARTED"


async def test_9_1_who_goes_from_a_running_table_is_away_at_once_and_may_come_back(club: Club) -> None:
    table = await club.begun(ADA, BOB)

    left = await leave(club.cell, BOB.id, table)
    gone = shown(club.cell, await club.cell.rooms.room(table).current(), 0)["view"]
    version = (await club.cell.rooms.room(table).current()).version
    await leave(club.cell, BOB.id, table)
    again = (await club.cell.rooms.room(table).current()).version
    await report(club.cell, table, 1, True)
    back = shown(club.cell, await club.cell.rooms.room(table).current(), 0)["view"]

    assert [place.name for place in left.places] == ["Ada", "Bob"]
    assert [player["isConnected"] for player in gone["players"]] == [True, False]  # type: ignore[index]
    assert again == version
    assert [player["isConnected"] for player in back["players"]] == [True, True]  # type: ignore[index]


async def test_a_game_that_does_not_care_who_is_there_is_left_as_it_is(club: Club) -> None:
    table = await club.begun(ADA, game="decks")
    version = (await club.cell.rooms.room(table).current()).version

    await leave(club.cell, ADA.id, table)

    assert (await club.cell.rooms.room(table).current()).version == version


async def test_who_has_no_seat_has_none_to_leave(club: Club) -> None:
    table = await club.opened(ADA, BOB)

    with pytest.raises(ApiError) as denied:
        await leave(club.cell, CY.id, table.id)

    assert code_of(denied) == "NO_SEAT"


async def test_the_host_alone_lets_bots_sit_down_and_begins(club: Club) -> None:
    table = await club.opened(ADA, BOB)

    for attempt in (
        add_bot(club.cell, BOB.id, table.id, level="easy"),
        start(club.cell, BOB.id, table.id),
        close(club.cell, CY.id, table.id),
    ):
        with pytest.raises(ApiError) as denied:
            await attempt
        assert code_of(denied) == "NOT_HOST"


async def test_bots_sit_down_and_leave(club: Club) -> None:
    table = await open_table(club.cells, ADA, game="cambio", seats=3)
    await take_seat(club.cell, ADA, table.id)
    await add_bot(club.cell, ADA.id, table.id, level="easy")
    with_two = await add_bot(club.cell, ADA.id, table.id, level="hard", seat=2)
    with_one = await remove_bot(club.cell, ADA.id, table.id, 1)

    assert [(place.kind, place.level) for place in with_two.places] == [
        ("human", None),
        ("bot", "easy"),
        ("bot", "hard"),
    ]
    assert [place.seat for place in with_one.places] == [0, 2]
    for attempt, code in (
        (add_bot(club.cell, ADA.id, table.id, level="genius"), "NO_SUCH_BOT"),
        (remove_bot(club.cell, ADA.id, table.id, 0), "NO_SEAT"),
    ):
        with pytest.raises(ApiError) as denied:
            await attempt
        assert code_of(denied) == code


async def test_a_table_begins_when_all_sit_and_are_ready(club: Club) -> None:
    table = await open_table(club.cells, ADA, game="cambio", seats=2)
    await take_seat(club.cell, ADA, table.id)

    with pytest.raises(ApiError, match="1 more"):
        await start(club.cell, ADA.id, table.id)
    await take_seat(club.cell, BOB, table.id)
    with pytest.raises(ApiError, match="Bob"):
        await start(club.cell, ADA.id, table.id)
    await ready(club.cell, BOB.id, table.id, True)
    first, second = await asyncio.gather(
        start(club.cell, ADA.id, table.id), start(club.other, ADA.id, table.id)
    )

    assert first.version == second.version == 1
    assert first.played.digest == second.played.digest
    assert len(club.memory.rows[table.id]) == 1


async def test_a_table_that_was_given_up_is_closed(club: Club) -> None:
    table = await club.opened(ADA, BOB)

    closed = await close(club.cell, ADA.id, table.id)

    assert closed.status == "closed"
    with pytest.raises(ApiError):
        await start(club.cell, ADA.id, table.id)


async def test_a_rematch_is_one_table_whoever_asks(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    with pytest.raises(ApiError) as denied:
        await rematch(club.cells, ADA, table)
    await past_the_view(club, table, ADA, BOB)
    await plays(club.cell, ADA, table, "CALL_CAMBIO")
    await plays(club.cell, BOB, table, "DRAW_CARD", source="deck")
    await plays(club.cell, BOB, table, "SWAP_CARD", position=0)

    first, second = await asyncio.gather(
        rematch(club.cells, ADA, table), rematch(Cells(club.other), BOB, table)
    )
    third = await rematch(club.cells, BOB, table)

    assert code_of(denied) == "NOT_FINISHED"
    assert first.id == second.id == third.id
    assert first.rematch_of == table
    with pytest.raises(ApiError) as stranger:
        await rematch(club.cells, CY, table)
    assert code_of(stranger) == "NOT_ALLOWED"


async def test_a_table_that_is_nowhere_is_unknown(club: Club) -> None:
    with pytest.raises(ApiError) as denied:
        await play(club.cell, ADA.id, new_move(uuid4(), "CALL_CAMBIO"))

    assert code_of(denied) == "UNKNOWN_GAME"
