"""Bots by their seat's token; a game's own calls; what may be read of a table, and when; who is there."""

from uuid import uuid4

import msgspec
import pytest

from rondel.kernel import Refusal
from rondel.server.errors import ApiError
from rondel.server.flows.play.calls import call
from rondel.server.flows.play.move_log import log, observed, transcript
from rondel.server.flows.play.presence import grace_ms, report
from rondel.server.flows.tables.bots import bot_view, play_bot
from rondel.server.flows.tables.open_table import open_table
from rondel.server.flows.tables.seats import add_bot, start, take_seat
from rondel.server.rooms.moves import Move
from rondel.wire.proof import verify
from rondel.wire.registry import load_game
from rondel.wire.strict import MalformedError
from tests.server.nodes import Club, past_the_view, plays, somebody, turns

RULEBOOK = "cambio"

ADA, BOB, CY = somebody("Ada"), somebody("Bob"), somebody("Cy")
CONFIRM = b'{"type":"CONFIRM_INITIAL_VIEW"}'


@pytest.fixture
def club() -> Club:
    return Club()


async def with_a_bot(club: Club, game: str = "cambio", level: str = "easy"):  # type: ignore[no-untyped-def]
    table = await open_table(club.cells, ADA, game=game, seats=2)
    await take_seat(club.cell, ADA, table.id)
    await add_bot(club.cell, ADA.id, table.id, level=level)
    await start(club.cell, ADA.id, table.id)
    return table.id


async def finished(club: Club):  # type: ignore[no-untyped-def]
    table = await club.begun(ADA, BOB)
    await past_the_view(club, table, ADA, BOB)
    await plays(club.cell, ADA, table, "CALL_CAMBIO")
    await plays(club.cell, BOB, table, "DRAW_CARD", source="deck")
    await plays(club.cell, BOB, table, "SWAP_CARD", position=0)
    return table


async def test_9_9_a_bot_owes_a_move_and_makes_it_by_its_own_token(club: Club) -> None:
    table = await with_a_bot(club)

    (turn,) = await turns(club.other, limit=10)
    frame = msgspec.json.decode(await bot_view(club.other, table, turn.seat, turn.token))
    played = await play_bot(club.other, turn.seat, turn.token, Move(table, uuid4(), CONFIRM, turn.version))

    assert (turn.table, turn.seat, turn.level) == (table, 1, "easy")
    assert frame["known"] is not None
    assert (played.seat, played.version) == (1, 2)
    assert await turns(club.cell, limit=10) == []


async def test_a_bot_waits_a_while_for_a_person_who_may_take_the_move_back(club: Club) -> None:
    table = await with_a_bot(club, "imperial", "random")
    (begun,) = await turns(club.cell)
    await plays(club.cell, ADA, table, "BID", amount=0)
    (after,) = await turns(club.cell)

    assert (begun.least_ms, after.least_ms) == (0, 3000)


async def test_a_bot_waits_for_nobody_where_nothing_is_taken_back(club: Club) -> None:
    table = await with_a_bot(club)
    await plays(club.cell, ADA, table, "CONFIRM_INITIAL_VIEW")

    assert [turn.least_ms for turn in await turns(club.cell)] == [0]


async def test_45_no_other_token_and_no_other_seat_gets_what_a_bot_knows(club: Club) -> None:
    table = await with_a_bot(club)
    (turn,) = await turns(club.cell, limit=10)

    for seat, token in ((0, turn.token), (1, "0" * 64), (1, "")):
        with pytest.raises(ApiError) as denied:
            await bot_view(club.cell, table, seat, token)
        assert denied.value.code == "NOT_ALLOWED"
    with pytest.raises(ApiError):
        await play_bot(club.cell, 0, turn.token, Move(table, uuid4(), CONFIRM))


async def test_9_6_a_seat_that_was_taken_over_is_a_bots_turn_without_a_level(club: Club) -> None:
    table = await club.begun(ADA, BOB, botTakeoverMs=0)
    await past_the_view(club, table, ADA, BOB)
    await report(club.cell, table, 0, False)
    await club.cell.rooms.room(table).current()

    (turn,) = await turns(club.cell, limit=10)

    assert (turn.seat, turn.level) == (0, None)


async def test_20_3_a_call_of_the_games_own_answers_as_the_rulebook_says(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    await past_the_view(club, table, ADA, BOB)
    request = uuid4()

    response = await call(club.cell, ADA.id, table, "cambio", b"{}", request_id=request)
    again = await call(club.other, ADA.id, table, "cambio", b"", request_id=request)

    assert (response["version"], response["phase"], response["duplicate"]) == (4, "final_round", False)
    assert (again["version"], again["duplicate"]) == (4, True)
    assert response["cambioCallerId"] == (await club.cell.rooms.room(table).current()).players[0]


async def test_20_1_a_repeated_request_of_long_ago_is_answered_from_the_journal(club: Club) -> None:
    table = await finished(club)
    club.cell.rooms.room(table).drop_cache()
    request = club.memory.rows[table][3].action_id

    response = await call(club.cell, ADA.id, table, "cambio", b"{}", request_id=request)

    assert (response["version"], response["duplicate"], response["phase"]) == (4, True, "completed")


async def test_20_4_scores_are_told_when_there_are_any(club: Club) -> None:
    running = await club.begun(ADA, BOB)
    ended = await finished(club)

    with pytest.raises(Refusal, match="NOT_COMPLETED"):
        await call(club.cell, ADA.id, running, "scores", b"")
    scores = await call(club.cell, None, ended, "scores", b"")

    assert len(scores["scores"]) == 2


async def test_what_is_no_call(club: Club) -> None:
    table = await club.begun(ADA, BOB)

    with pytest.raises(ApiError) as unknown:
        await call(club.cell, ADA.id, table, "fly", b"{}")
    with pytest.raises(ApiError) as spectator:
        await call(club.cell, CY.id, table, "cambio", b"{}")
    with pytest.raises(MalformedError):
        await call(club.cell, ADA.id, table, "power", b'{"skip":1}')

    assert (unknown.value.code, spectator.value.code) == ("NO_SUCH_GAME", "NO_SEAT")


async def test_13_4_the_log_of_a_running_table_has_what_is_for_everyone_alone(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    await past_the_view(club, table, ADA, BOB)
    await plays(club.cell, ADA, table, "DRAW_CARD", source="deck")

    events = [msgspec.json.decode(raw) for raw in await log(club.cell, ADA.id, table)]
    later = await log(club.cell, None, table, after=3)

    kinds = {event["type"] for event in events}
    assert "CARD_DRAWN" in kinds
    assert kinds.isdisjoint({"DRAWN_CARD_SEEN", "CARD_REVEALED", "DECK_SHUFFLED", "POWER_AVAILABLE"})
    assert [msgspec.json.decode(raw)["type"] for raw in later] == ["CARD_DRAWN"]


async def test_43_a_transcript_is_given_when_the_game_is_scored_and_proves_itself(club: Club) -> None:
    running, ended = await club.begun(ADA, BOB), await finished(club)

    with pytest.raises(ApiError) as denied:
        await transcript(club.cell, ADA.id, running)
    proof = verify(load_game("cambio"), await transcript(club.cell, None, ended))

    assert denied.value.code == "NOT_FINISHED"
    assert (proof.faults, proof.is_secret_revealed, proof.decided_again) == ((), True, proof.rows)


async def test_16_4_an_abandoned_table_gives_no_transcript_but_each_seat_its_observations(
    club: Club,
) -> None:
    table = await club.begun(ADA, BOB, botTakeover=False)
    for seat in (0, 1):
        await report(club.cell, table, seat, False)
    club.clock.at += 300_000
    sitting = await club.cell.rooms.room(table).current()

    assert sitting.status == "abandoned"
    with pytest.raises(ApiError):
        await transcript(club.cell, ADA.id, table)
    seen = msgspec.json.decode(await observed(club.cell, ADA.id, table))
    assert {event["type"] for event in seen} >= {"CARD_REVEALED", "GAME_ABANDONED"}
    assert {event["payload"]["seat"] for event in seen if event["type"] == "CARD_REVEALED"} == {0}
    with pytest.raises(ApiError):
        await observed(club.cell, CY.id, table)


async def test_9_1_absence_and_return_are_told_once_and_bots_are_always_there(club: Club) -> None:
    table = await with_a_bot(club)

    gone = [await report(club.cell, table, 0, False) for _ in range(2)]
    back = [await report(club.other, table, 0, True) for _ in range(2)]
    bot = await report(club.cell, table, 1, False)

    assert (gone, back, bot) == ([True, False], [True, False], False)
    assert len(club.memory.rows[table]) == 3 + 1 - 1


async def test_9_1_how_long_a_table_waits(club: Club) -> None:
    running = await club.begun(ADA, BOB, disconnectGraceMs=7000)
    ended = await finished(club)
    decks = await club.begun(CY, game="decks")

    assert await grace_ms(club.cell, running) == 7000
    assert await grace_ms(club.cell, ended) is None
    assert await grace_ms(club.cell, decks) is None
    assert await grace_ms(club.cell, uuid4()) is None
    assert not await report(club.cell, ended, 0, False)
    assert not await report(club.cell, (await club.opened(ADA, BOB)).id, 0, False)
