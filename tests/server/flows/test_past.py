"""What a table looked like: while it runs, as anybody saw it; later, through any seat's eyes."""

from uuid import UUID

import msgspec
import pytest

from rondel.server.errors import ApiError
from rondel.server.flows.play.move_log import transcript
from rondel.server.flows.play.past import last_move, past
from rondel.server.flows.tables.absent import ARRIVING_MS, end
from rondel.server.record.proof_queue import Prover
from rondel.server.record.replay import STEPS, PastResponse, Perspective
from rondel.server.rooms.loading import at_version
from tests.server.nodes import Club, past_the_view, plays, somebody
from tests.server.visitors import open_house

RULEBOOK = "cambio"

ADA, BOB, CY = somebody("Ada"), somebody("Bob"), somebody("Cy")


@pytest.fixture
def club() -> Club:
    return Club()


async def seen(
    club: Club, table: UUID, who: UUID = ADA.id, perspective: Perspective = None, after: int = 0
) -> PastResponse:
    return await past(club.other, who, table, after=after, until=10**6, perspective=perspective)


def views(response: PastResponse) -> list[dict]:  # type: ignore[type-arg]
    return [msgspec.json.decode(step.view) for step in response.steps]


def faces(view: dict) -> int:  # type: ignore[type-arg]
    return sum(slot["card"] is not None for player in view["players"] for slot in player["slots"])


async def finished(club: Club) -> UUID:
    table = await club.begun(ADA, BOB)
    await past_the_view(club, table, ADA, BOB)
    await plays(club.cell, ADA, table, "CALL_CAMBIO")
    await plays(club.cell, BOB, table, "DRAW_CARD", source="deck")
    await plays(club.cell, BOB, table, "SWAP_CARD", position=0)
    return table


async def test_13_6_the_past_of_a_running_table_is_a_spectators_whoever_asks(club: Club) -> None:
    """Rules 13.4, 13.6: neither the first look nor a drawn card is shown once more."""
    table = await club.begun(ADA, BOB)
    await past_the_view(club, table, ADA, BOB)
    await plays(club.cell, ADA, table, "DRAW_CARD", source="deck")

    responses = [await seen(club, table, who.id) for who in (ADA, BOB, CY)]

    assert responses[0] == responses[1] == responses[2]
    assert responses[0].may == (None,)
    assert [step.version for step in responses[0].steps] == [1, 2, 3, 4]
    assert [faces(view) for view in views(responses[0])] == [0, 0, 0, 0]
    assert views(responses[0])[-1]["held"]["card"] is None
    assert b"CARD_SEEN" not in b"".join(bytes(raw) for step in responses[0].steps for raw in step.events)
    for perspective in (0, 1, "all", 7):
        with pytest.raises(ApiError, match="NOT_FINISHED"):
            await seen(club, table, ADA.id, perspective)


async def test_13_6_when_it_is_over_any_seats_eyes_may_be_looked_through(club: Club) -> None:
    table = await finished(club)

    response = await seen(club, table, CY.id, 1)
    first, drawn = views(response)[0], views(response)[-2]

    assert response.may == (0, 1, None, "all")
    assert response.status == "completed"
    assert first["you"] == 1
    assert [slot["card"] is not None for slot in first["players"][1]["slots"]] == [False, False, True, True]
    assert faces(first) == 2
    assert drawn["held"]["card"] is not None
    assert views(await seen(club, table, CY.id, 0))[-2]["held"]["card"] is None
    assert faces(views(await seen(club, table))[0]) == 0


async def test_13_6_all_open_shows_every_face_from_the_first_version_on(club: Club) -> None:
    table = await finished(club)

    shown = views(await seen(club, table, ADA.id, "all"))

    assert [faces(view) for view in shown] == [8] * len(shown)
    assert shown[-2]["held"]["card"] is not None
    assert b"DECK_SHUFFLED" not in msgspec.json.encode(await seen(club, table, ADA.id, "all"))


async def test_13_6_of_an_abandoned_table_each_keeps_its_own(club: Club) -> None:
    """Rules 13.6, 16.4: nothing is turned over."""
    table = await club.begun(ADA, BOB, initialViewMs=60_000)
    club.clock.at += ARRIVING_MS
    await end(club.cell, ADA.id, table)

    response = await seen(club, table, ADA.id, 0)

    assert response.status == "abandoned"
    assert response.may == (0, None)
    assert faces(views(response)[0]) == 2
    for who, perspective in ((ADA, 1), (ADA, "all"), (CY, 0), (BOB, 0)):
        with pytest.raises(ApiError, match="NOT_FINISHED"):
            await seen(club, table, who.id, perspective)  # type: ignore[arg-type]


async def test_a_past_version_is_what_its_fold_gives(club: Club) -> None:
    table = await club.begun(ADA, game="decks")
    for _ in range(STEPS):
        card = (await club.cell.rooms.room(table).current()).state.hand_cards[0].instance_id
        await plays(club.cell, ADA, table, "TOGGLE_CARD_SELECTION", instanceId=card)
        await plays(club.cell, ADA, table, "TAKE_BACK")

    response = await seen(club, table, after=30)

    assert [step.version for step in response.steps] == list(range(31, 31 + STEPS))
    assert response.head == 2 * STEPS + 1
    sitting = await club.cell.rooms.room(table).current()
    for step in response.steps:
        then = await at_version(club.cell.journal, sitting.played.context, table, step.version)
        assert msgspec.json.decode(step.view, type=type(then.game.view(then.state, None))) == then.game.view(
            then.state, None
        )
    assert (await seen(club, table, after=10**5)).steps == ()


async def test_where_one_moved_last(club: Club) -> None:
    table = await club.begun(ADA, BOB)
    assert await last_move(club.other, ADA.id, table) == 0
    await past_the_view(club, table, ADA, BOB)

    assert await last_move(club.other, ADA.id, table) == 2
    assert await last_move(club.other, BOB.id, table) == 3
    with pytest.raises(ApiError, match="NO_SEAT"):
        await last_move(club.cell, CY.id, table)


async def test_a_transcript_is_proved_and_shown_again(club: Club) -> None:
    table = await finished(club)
    text = await transcript(club.cell, ADA.id, table)

    replay = await Prover().replayed(ADA.id, text, after=0, until=100, perspective="all")

    assert replay.faults == ()
    assert replay.is_secret_revealed
    assert replay.ending == "cambio"
    assert [on_listening.kind for on_listening in replay.seats] == ["human", "human"]
    assert replay.past == await seen(club, table, ADA.id, "all")
    few = await Prover().replayed(ADA.id, text, after=2, until=4, perspective=0)
    assert [step.version for step in few.past.steps] == [3, 4]


async def test_a_transcript_that_was_changed_is_shown_to_nobody(club: Club) -> None:
    text = await transcript(club.cell, ADA.id, await finished(club))
    lines = text.split(b"\n")

    replay = await Prover().replayed(ADA.id, b"\n".join([*lines[:3], *lines[4:]]), after=0, until=100)

    assert replay.past.steps == ()
    assert "version" in replay.faults[0].message
    with pytest.raises(ApiError, match="MALFORMED"):
        await Prover().replayed(ADA.id, b"no transcript", after=0, until=1)
    with pytest.raises(ApiError, match="NO_SUCH_GAME"):
        await Prover().replayed(ADA.id, text.replace(b'"game":"cambio"', b'"game":"chess"'), after=0, until=1)
    open_end = b"\n".join(lines[:-2]) + b"\n"
    assert (await Prover().replayed(ADA.id, open_end, after=0, until=1)).past.may == (None,)
    with pytest.raises(ApiError, match="NOT_FINISHED"):
        await Prover().replayed(ADA.id, open_end, after=0, until=1, perspective=0)


async def test_the_past_over_http() -> None:
    async with open_house() as house:
        ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
        table = await house.table(ada, bob)
        await ada.act(table, {"type": "CONFIRM_INITIAL_VIEW"})

        response = await bob.get(f"/api/tables/{table}/past?after=1")
        where = await ada.get(f"/api/tables/{table}/last-move")

        assert [step["version"] for step in response["steps"]] == [2]
        assert where == {"version": 2}
        answers = {
            "perspective=0": 409,
            "perspective=all": 409,
            "perspective=x": 400,
            "perspective=-1": 400,
            "after=-1": 400,
            "perspective=99999": 400,
        }
        for query, status in answers.items():
            answer = await bob.ask("GET", f"/api/tables/{table}/past?{query}")
            assert answer.status_code == status, query
        jsonl = {"Content-Type": "application/jsonl"}
        for body, headers, status in ((b"{}", jsonl, 400), (b"{}", {}, 400), (b"x" * (5 << 20), jsonl, 413)):
            answer = await ada.http.post("/api/replays", content=body, headers=headers)
            assert answer.status_code == status, answer.text
