"""Somebody has gone: a bot plays for them, or whoever is left ends the table."""

import asyncio
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest

from rondel.kernel import Refusal
from rondel.server.api.responses import table_response
from rondel.server.errors import ApiError
from rondel.server.flows.play.chat import SHOWN, latest, publish, say
from rondel.server.flows.play.move_log import observed, transcript
from rondel.server.flows.play.presence import report
from rondel.server.flows.play.watch import present
from rondel.server.flows.tables import absent
from rondel.server.flows.tables.absent import ARRIVING_MS, ask_end, come_back, end, offer, stand_in, take_over
from rondel.server.flows.tables.bots import bot_view, play_bot
from rondel.server.flows.tables.open_table import open_table
from rondel.server.flows.tables.seats import add_bot, ready, start, take_seat
from rondel.server.flows.tables.stored import table_row as row
from rondel.server.ports.chats import ChatMessage
from rondel.server.ports.people import Account
from rondel.server.ports.presence import HTTP
from rondel.server.rooms.moves import Move
from tests.server.nodes import Club, plays, settle, somebody, turns, watch
from tests.server.visitors import Visitor, open_house, settings

ADA, BOB, CY = somebody("Ada"), somebody("Bob"), somebody("Cy")
HOUR_MS = 3_600_000
CONFIRM = b'{"type":"CONFIRM_INITIAL_VIEW"}'


@pytest.fixture
def club() -> Club:
    return Club()


async def begun(club: Club, *people: Account, **options: Any) -> UUID:
    """A table that has been played at for a while."""
    if "game" not in options:
        options = {"initialViewMs": 60_000, **options}
    table = await club.begun(*people, **options)
    club.clock.at += ARRIVING_MS
    return table


async def here(club: Club, table: UUID, *seats: int) -> None:
    """These are at the table, at both nodes, which have a store each."""
    for cell in (club.cell, club.other):
        await cell.node.presence.hold(HTTP, [(table, seat) for seat in seats], lease_ms=60_000)


async def test_the_host_lets_a_bot_play_for_somebody_who_has_gone(club: Club) -> None:
    table = await begun(club, ADA, BOB)
    await here(club, table, 0)

    changed = await stand_in(club.cell, ADA.id, table, 1, "easy")
    (turn,) = [turn for turn in await turns(club.other, limit=10) if turn.table == table]
    frame = msgspec.json.decode(await bot_view(club.other, table, 1, turn.token))
    await play_bot(club.other, 1, turn.token, Move(table, uuid4(), CONFIRM, turn.version))

    assert [(place.kind, place.level) for place in changed.places] == [
        ("human", None),
        ("human", "easy"),
    ]
    assert (turn.seat, turn.level) == (1, "easy")
    assert frame["seat"] == 1
    assert (await club.cell.rooms.room(table).current()).state.players[1].confirmed
    assert [line.text for line in await latest(club.cell, table)] == ["BOT_PLAYS 1 easy Ada"]


async def test_a_bot_that_two_ask_for_at_once_is_announced_once(club: Club) -> None:
    table = await begun(club, ADA, BOB)
    await here(club, table, 0)
    ada = await watch(club.cell, table, ADA)

    await asyncio.gather(*(stand_in(cell, ADA.id, table, 1, "easy") for cell in (club.cell, club.other)))
    await settle()

    expected = ["BOT_PLAYS 1 easy Ada"]
    assert [line.text for line in await latest(club.cell, table)] == expected
    assert [frame["text"] for frame in ada.received() if frame["type"] == "chat"] == expected


async def test_in_the_first_moments_nobody_is_absent(club: Club) -> None:
    table = await club.begun(ADA, BOB)

    with pytest.raises(ApiError, match="PLAYER_HERE"):
        await stand_in(club.cell, ADA.id, table, 1, "easy")
    with pytest.raises(ApiError, match="PLAYER_HERE"):
        await end(club.cell, ADA.id, table)


async def test_nobody_is_replaced_who_is_there(club: Club) -> None:
    table = await begun(club, ADA, BOB)
    await here(club, table, 0, 1)

    with pytest.raises(ApiError, match="PLAYER_HERE"):
        await stand_in(club.cell, ADA.id, table, 1, "easy")


async def test_everybody_is_told_where_the_host_sits(club: Club) -> None:
    table = await begun(club, ADA, BOB)

    response = table_response(await row(club.cell, table), BOB.id)

    assert (response.host, response.is_host, response.seat) == (0, False, 1)


async def test_only_the_host_calls_a_bot_for_another_or_who_is_left_if_the_host_has_gone(club: Club) -> None:
    table = await begun(club, ADA, BOB, CY)
    await here(club, table, 0, 1)
    with pytest.raises(ApiError, match="NOT_HOST"):
        await stand_in(club.cell, BOB.id, table, 2, "easy")
    with pytest.raises(ApiError, match="NOT_HOST"):
        await stand_in(club.cell, somebody("Dora").id, table, 2, "easy")
    with pytest.raises(ApiError, match="NO_SUCH_BOT"):
        await stand_in(club.cell, ADA.id, table, 2, "deep-blue")
    with pytest.raises(ApiError, match="UNKNOWN_PLAYER"):
        await stand_in(club.cell, ADA.id, table, 5, "easy")

    await club.node.presence.release(HTTP, [(table, 0)])

    changed = await stand_in(club.cell, BOB.id, table, 0, "easy")
    assert changed.places[0].level == "easy"


async def test_one_may_let_a_bot_play_and_then_play_again(club: Club) -> None:
    table = await begun(club, ADA, BOB)
    await here(club, table, 0, 1)

    await stand_in(club.cell, BOB.id, table, 1, "easy")
    again = await come_back(club.other, BOB.id, table, 1)

    assert again.places[1].level is None
    assert (await come_back(club.cell, BOB.id, table, 1)).revision == again.revision
    (late,) = await turns(club.cell, limit=10)  # this node has not heard of it yet
    with pytest.raises(ApiError, match="NOT_ALLOWED"):
        await play_bot(club.cell, late.seat, late.token, Move(table, uuid4(), CONFIRM, late.version))
    assert await turns(club.cell, limit=10) == []


async def test_those_who_look_are_told_at_every_node(club: Club) -> None:
    table = await begun(club, ADA, BOB)
    watchers = [await watch(club.cell, table, ADA), await watch(club.other, table, BOB)]
    await here(club, table, 0)

    await stand_in(club.cell, ADA.id, table, 1, "easy")
    club.other.rooms.hear(table, 0)
    club.other.rooms.hear(uuid4(), 0)
    await settle()

    for watcher in watchers:
        seats = [frame["seats"] for frame in watcher.received() if frame["type"] == "seats"]
        assert [line["level"] for line in seats[-1]] == [None, "easy"]


async def test_a_table_of_imperial_is_played_by_the_bots_that_sit_there(club: Club) -> None:
    """Rule 12.9: the controller is no State, so the table knows it."""
    table = await open_table(club.cells, ADA, game="imperial", seats=2)
    await take_seat(club.cell, ADA, table.id)
    await add_bot(club.cell, ADA.id, table.id, level="random")
    await ready(club.cell, ADA.id, table.id, True)
    sitting = await start(club.cell, ADA.id, table.id)

    assert sitting.bots == {1: "random"}
    owed = [turn.seat for turn in await turns(club.other, limit=10)]
    assert owed == ([1] if 1 in sitting.to_act else [])


async def test_whoever_is_left_ends_the_table_and_it_stays_ended_at_every_node(club: Club) -> None:
    """Rules 9.5, 16.4: no secret is revealed; each may keep what it observed."""
    table = await begun(club, ADA, BOB)
    await club.other.rooms.room(table).current()
    await here(club, table, 0)

    changed = await end(club.cell, ADA.id, table)

    assert (changed.status, changed.ending, changed.to_act) == (
        "abandoned",
        "abandoned",
        (),
    )
    for cell in (club.cell, club.other):
        with pytest.raises(ApiError, match="TABLE_ENDED"):
            await plays(cell, ADA, table, "CONFIRM_INITIAL_VIEW")
        assert (await cell.rooms.room(table).current()).due_at is None
        assert await observed(cell, ADA.id, table)
        with pytest.raises(ApiError, match="NOT_FINISHED"):
            await transcript(cell, ADA.id, table)
    assert await club.cell.deadlines.next_due() is None
    assert not await report(club.other, table, 0, False)
    assert (await end(club.other, ADA.id, table)).status == "abandoned"
    with pytest.raises(ApiError, match="TABLE_ENDED"):
        await stand_in(club.cell, ADA.id, table, 0, "easy")


async def test_a_table_is_not_ended_over_the_heads_of_those_who_are_there(club: Club) -> None:
    table = await begun(club, ADA, BOB)
    await here(club, table, 0, 1)

    with pytest.raises(ApiError, match="Still here: Bob"):
        await end(club.cell, ADA.id, table)
    with pytest.raises(ApiError, match="NOT_HOST"):
        await end(club.cell, BOB.id, table)
    opened = await club.opened(ADA, BOB)
    with pytest.raises(ApiError, match="NOT_STARTED"):
        await end(club.cell, ADA.id, opened.id)


async def test_imperial_ends_by_its_own_rule(club: Club) -> None:
    """Rules 12.9, 20.4: ABANDON is a row of the journal."""
    table = await begun(club, ADA, BOB, game="imperial")

    changed = await end(club.cell, ADA.id, table)

    assert (changed.status, changed.ending) == ("abandoned", "abandoned")
    sitting = await club.other.rooms.room(table).current()
    assert sitting.status == "abandoned"
    assert sitting.state.mode == "game-over"


async def test_a_table_ends_when_all_its_people_ask_for_it(club: Club) -> None:
    """Rules 12.9, 20.4: whether they are there or not; asking twice is once."""
    table = await begun(club, ADA, BOB, game="imperial")
    await here(club, table, 0, 1)

    for _ in range(2):
        assert (await ask_end(club.cell, ADA.id, table, is_asking=True)).status == "active"
    changed = await ask_end(club.cell, BOB.id, table, is_asking=True)

    assert (changed.status, changed.ending) == ("abandoned", "abandoned")
    lines = [line.text for line in await latest(club.cell, table)]
    assert lines == ["END_REQUESTED 0 Ada", "END_REQUESTED 1 Bob", "TABLE_ENDED Bob"]
    assert (await ask_end(club.cell, ADA.id, table, is_asking=False)).status == "abandoned"


async def test_a_request_for_the_end_can_be_taken_back_and_leaves_with_its_player(club: Club) -> None:
    table = await begun(club, ADA, BOB, game="imperial")
    await ask_end(club.cell, ADA.id, table, is_asking=True)
    await ask_end(club.cell, ADA.id, table, is_asking=False)
    assert (await ask_end(club.cell, BOB.id, table, is_asking=True)).status == "active"

    token = await offer(club.cell, BOB.id, table, 1)
    await take_over(club.cell, CY, table, 1, token)

    assert (await ask_end(club.cell, ADA.id, table, is_asking=True)).status == "active"
    assert (await ask_end(club.cell, CY.id, table, is_asking=True)).status == "abandoned"


async def test_a_request_for_the_end_holds_however_much_is_said_after_it(club: Club) -> None:
    table = await begun(club, ADA, BOB, game="imperial")
    await ask_end(club.cell, ADA.id, table, is_asking=True)
    for number in range(2 * SHOWN):
        await publish(club.cell, ChatMessage(table, CY.id, "Cy", None, f"line {number}", club.clock.at))

    assert (await ask_end(club.cell, BOB.id, table, is_asking=True)).status == "abandoned"


async def test_who_asks_for_the_end_is_in_the_seats_that_everybody_is_sent(club: Club) -> None:
    table = await begun(club, ADA, BOB, game="imperial")
    watcher = await watch(club.other, table, CY)
    watcher.received()

    await ask_end(club.cell, BOB.id, table, is_asking=True)
    club.other.rooms.hear(table, 0)
    await settle()

    assert [seat["wantsEnd"] for seat in watcher.received()[-1]["seats"]] == [False, True]


async def test_only_those_who_play_ask_for_the_end_and_no_line_of_chat_counts(club: Club) -> None:
    table = await begun(club, ADA, BOB, game="imperial")
    await ask_end(club.cell, ADA.id, table, is_asking=True)
    await say(club.cell, BOB, table, 1, "END_REQUESTED 1 Bob")

    assert (await ask_end(club.cell, ADA.id, table, is_asking=True)).status == "active"
    with pytest.raises(ApiError, match="NOT_ALLOWED"):
        await ask_end(club.cell, CY.id, table, is_asking=True)
    opened = await club.opened(ADA, BOB)
    with pytest.raises(ApiError, match="NOT_STARTED"):
        await ask_end(club.cell, ADA.id, opened.id, is_asking=True)


async def _ended(visitor: Visitor, table: str) -> Any:
    """The others are on their way for some seconds, and then they are not there."""
    async with asyncio.timeout(ARRIVING_MS / 1000 + 5):
        while True:
            answer = await visitor.ask("POST", f"/api/tables/{table}/end")
            if answer.is_success:
                return answer.json()
            await asyncio.sleep(0.5)


async def test_the_doors_of_the_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(absent, "ARRIVING_MS", 1000)
    async with open_house() as house:
        ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
        table = await house.table(ada, bob, initialViewMs=60_000)
        async with ada.socket() as wire:
            await wire.sit(table)

            body = await ada.post(f"/api/tables/{table}/seats/0/bot", {"level": "easy"})
            line = await wire.until("chat")
            answer = await ada.ask("DELETE", f"/api/tables/{table}/seats/0/bot")
            waits = await ada.ask("POST", f"/api/tables/{table}/end")
            ended = await _ended(ada, table)

            assert body["players"][0]["level"] == "easy"
            assert (line["name"], line["text"]) == ("House", "BOT_PLAYS 0 easy Ada")
            assert answer.json()["players"][0]["level"] is None
            assert waits.json()["code"] == "PLAYER_HERE"
            assert ended["status"] == "abandoned"
            frame = await wire.until("seats")
            while frame["status"] != "abandoned":
                frame = await wire.until("seats")
        view = await bob.get(f"/api/tables/{table}/view")
        assert (view["status"], view["legal"]) == ("abandoned", [])


async def test_another_person_takes_the_seat_by_a_pass_and_the_former_player_is_a_spectator(
    club: Club,
) -> None:
    table = await begun(club, ADA, BOB)
    await here(club, table, 0)
    await club.other.rooms.room(table).current()  # a node that has not heard of it
    await plays(club.other, BOB, table, "CONFIRM_INITIAL_VIEW")
    token = await offer(club.cell, ADA.id, table, 1)

    changed = await take_over(club.cell, CY, table, 1, token)

    assert [(place.name, place.account) for place in changed.places] == [("Ada", ADA.id), ("Cy", CY.id)]
    assert (await club.cell.chats.latest(table, limit=1))[0].text == "SEAT_TAKEN 1 Bob by Cy"
    await plays(club.cell, ADA, table, "CONFIRM_INITIAL_VIEW")
    await plays(club.cell, ADA, table, "DRAW_CARD", source="deck")
    await plays(club.cell, ADA, table, "SWAP_CARD", position=0)
    with pytest.raises(Refusal, match="NOT_SEATED"):
        await plays(club.other, BOB, table, "DRAW_CARD", source="deck")
    played = await plays(club.other, CY, table, "DRAW_CARD", source="deck")
    assert played.seat == 1
    for who, seat in ((BOB, None), (CY, 1)):
        assert (await present(club.other, who.id, table))[1] == seat
    with pytest.raises(ApiError, match="NOT_ALLOWED"):
        await take_over(club.cell, BOB, table, 1, token)


async def test_a_pass_is_for_one_seat_and_for_somebody_without_one(club: Club) -> None:
    table = await begun(club, ADA, BOB)
    await here(club, table, 0, 1)
    with pytest.raises(ApiError, match="PLAYER_HERE"):
        await offer(club.cell, ADA.id, table, 1)
    with pytest.raises(ApiError, match="NOT_HOST"):
        await offer(club.cell, CY.id, table, 1)
    token = await offer(club.cell, BOB.id, table, 1)  # one's own seat may be given away

    with pytest.raises(ApiError, match="ALREADY_SEATED"):
        await take_over(club.cell, ADA, table, 1, token)
    for seat in (0, 5):
        with pytest.raises(ApiError, match="NOT_ALLOWED"):
            await take_over(club.cell, CY, table, seat, token)
    await club.node.presence.release(HTTP, [(table, 1)])
    await end(club.cell, ADA.id, table)
    with pytest.raises(ApiError, match="TABLE_ENDED"):
        await take_over(club.cell, CY, table, 1, token)


async def test_a_pass_for_somebody_absent_takes_nothing_from_a_player_who_is_back(club: Club) -> None:
    table = await begun(club, ADA, BOB)
    await here(club, table, 0)
    token = await offer(club.cell, ADA.id, table, 1)

    await here(club, table, 1)

    with pytest.raises(ApiError, match="PLAYER_HERE"):
        await take_over(club.cell, CY, table, 1, token)
    assert (await row(club.cell, table)).places[1].account == BOB.id


async def test_a_pass_for_somebody_absent_ends_when_they_move(club: Club) -> None:
    table = await begun(club, ADA, BOB)
    await here(club, table, 0)
    token = await offer(club.cell, ADA.id, table, 1)

    await plays(club.other, BOB, table, "CONFIRM_INITIAL_VIEW")  # and is away again

    with pytest.raises(ApiError, match="NOT_ALLOWED"):
        await take_over(club.cell, CY, table, 1, token)
    again = await offer(club.cell, ADA.id, table, 1)
    assert again != token
    assert (await take_over(club.cell, CY, table, 1, again)).places[1].account == CY.id


async def test_moves_of_the_bot_that_plays_for_somebody_do_not_end_a_pass(club: Club) -> None:
    table = await begun(club, ADA, BOB)
    await here(club, table, 0)
    await stand_in(club.cell, ADA.id, table, 1, "easy")
    token = await offer(club.cell, ADA.id, table, 1)
    (turn,) = [turn for turn in await turns(club.cell, limit=10) if turn.table == table]
    await play_bot(club.cell, 1, turn.token, Move(table, uuid4(), CONFIRM, turn.version))

    changed = await take_over(club.cell, CY, table, 1, token)

    assert (changed.places[1].account, changed.places[1].level) == (CY.id, None)


async def test_a_pass_from_before_somebody_played_again_opens_nothing(club: Club) -> None:
    """Rules 9.9, 12.9: a bot played, then the player, then a bot again."""
    table = await begun(club, ADA, BOB)
    await here(club, table, 0)
    await stand_in(club.cell, ADA.id, table, 1, "easy")
    token = await offer(club.cell, ADA.id, table, 1)

    await come_back(club.cell, BOB.id, table, 1)
    await plays(club.cell, BOB, table, "CONFIRM_INITIAL_VIEW")
    await stand_in(club.cell, BOB.id, table, 1, "easy")

    with pytest.raises(ApiError, match="NOT_ALLOWED"):
        await take_over(club.cell, CY, table, 1, token)


@pytest.mark.parametrize("is_own", [False, True])
async def test_a_pass_is_valid_in_its_own_hour_and_the_next(club: Club, is_own: bool) -> None:
    table = await begun(club, ADA, BOB)
    await here(club, table, 0)
    club.clock.at += HOUR_MS - club.clock.at % HOUR_MS  # the first moment of an hour
    tokens = [await offer(club.cell, (BOB if is_own else ADA).id, table, 1)]
    club.clock.at += HOUR_MS - 1
    tokens.append(await offer(club.cell, (BOB if is_own else ADA).id, table, 1))
    assert len(set(tokens)) == 1

    club.clock.at += HOUR_MS + 1
    with pytest.raises(ApiError, match="NOT_ALLOWED"):
        await take_over(club.cell, CY, table, 1, tokens[0])

    club.clock.at -= 1
    assert (await take_over(club.cell, CY, table, 1, tokens[0])).places[1].account == CY.id


async def test_a_pass_that_its_own_player_made_survives_their_presence_and_moves(club: Club) -> None:
    table = await begun(club, ADA, BOB)
    await here(club, table, 0, 1)
    token = await offer(club.cell, BOB.id, table, 1)

    await plays(club.cell, BOB, table, "CONFIRM_INITIAL_VIEW")

    assert (await take_over(club.cell, CY, table, 1, token)).places[1].account == CY.id
    for who in (BOB, somebody("Dora")):  # it was used
        with pytest.raises(ApiError, match="NOT_ALLOWED"):
            await take_over(club.cell, who, table, 1, token)


@pytest.mark.parametrize("by", ["socket", "view"])
async def test_whoever_looks_at_the_own_seat_again_is_there_at_once(
    monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    """Without any tick of the presence job: what they are shown, nobody takes from them."""
    monkeypatch.setattr(absent, "ARRIVING_MS", 0)
    async with open_house(settings(jobs=False)) as house:
        ada, bob, cy = [await house.visitor(name) for name in ("Ada", "Bob", "Cy")]
        table = await house.table(ada, bob, initialViewMs=60_000)
        token = (await ada.post(f"/api/tables/{table}/seats/1/pass"))["token"]

        async with bob.socket() as wire:
            if by == "socket":
                assert (await wire.sit(table))["seat"] == 1
            else:
                assert (await bob.get(f"/api/tables/{table}/view"))["seat"] == 1
            answer = await cy.ask("POST", f"/api/tables/{table}/seats/1/take", {"token": token})

        assert answer.json()["code"] == "PLAYER_HERE"


async def test_a_wrong_pass_does_not_show_whether_there_is_a_private_table() -> None:
    private = {"game": "cambio", "access": "private", "seats": 2}
    async with open_house() as house:
        ada, bob, cy = [await house.visitor(name) for name in ("Ada", "Bob", "Cy")]
        waiting, running = [await ada.post("/api/tables", private) for _ in range(2)]
        for who in (ada, bob):
            await who.post(f"/api/tables/{running['id']}/seat", {}, headers={"Rondel-Key": running["key"]})
            await who.post(f"/api/tables/{running['id']}/ready", {"isReady": True})
        await ada.post(f"/api/tables/{running['id']}/start")
        answers = [
            await cy.ask("POST", f"/api/tables/{table}/seats/0/take", {"token": "0" * 32})
            for table in (uuid4(), waiting["id"], running["id"])
        ]

    assert [answer.status_code for answer in answers] == [403, 403, 403]
    missing, *private_ones = [{**answer.json(), "table": None} for answer in answers]
    assert private_ones == [missing, missing]


async def test_whoever_loses_a_seat_is_shown_nothing_more_of_it() -> None:
    async with open_house() as house:
        ada, bob, cy = [await house.visitor(name) for name in ("Ada", "Bob", "Cy")]
        table = await house.table(ada, bob, initialViewMs=60_000)
        async with bob.socket() as theirs, cy.socket() as ours:
            assert (await theirs.sit(table))["seat"] == 1
            assert (await ours.sit(table))["seat"] is None
            token = (await bob.post(f"/api/tables/{table}/seats/1/pass"))["token"]

            body = await cy.post(f"/api/tables/{table}/seats/1/take", {"token": token})

            assert body["seat"] == 1
            assert await theirs.closed() == 1012
            assert await ours.closed() == 1012
        async with bob.socket() as theirs, cy.socket() as ours:
            assert (await theirs.sit(table))["seat"] is None
            view = (await ours.sit(table))["view"]
            assert [slot["card"] is not None for slot in view["players"][1]["slots"]] == [
                False,
                False,
                True,
                True,
            ]
        assert (await bob.get(f"/api/tables/{table}/view"))["seat"] is None
