"""What a table looked like: while it runs, as anybody saw it; later, through any seat's eyes."""

from uuid import UUID

import msgspec
import pytest

from rondel.server.answers import Denied
from rondel.server.flows.absent import ARRIVING_MS, end
from rondel.server.flows.history import transcript
from rondel.server.flows.past import last_move, past
from rondel.server.loading import at_version
from rondel.server.prover import Prover
from rondel.server.replay import STEPS, Eyes, PastTold
from tests.server.nodes import Club, past_the_view, plays, somebody
from tests.server.visitors import open_house

RULEBOOK = "cambio"

ADA, BOB, CY = somebody("Ada"), somebody("Bob"), somebody("Cy")


@pytest.fixture
def club() -> Club:
    return Club()


async def seen(club: Club, table: UUID, who: UUID = ADA.id, eyes: Eyes = None, after: int = 0) -> PastTold:
    return await past(club.other, who, table, after=after, until=10**6, eyes=eyes)


def views(told: PastTold) -> list[dict]:  # type: ignore[type-arg]
    return [msgspec.json.decode(step.view) for step in told.steps]


def faces(view: dict) -> int:  # type: ignore[type-arg]
    return sum(slot["card"] is not None for player in view["players"] for slot in player["slots"])


async def finished(club: Club) -> UUID:
    table = await club.begun(ADA, BOB)
    await past_the_view(club, table, ADA, BOB)
    await plays(club.node, ADA, table, "CALL_CAMBIO")
    await plays(club.node, BOB, table, "DRAW_CARD", source="deck")
    await plays(club.node, BOB, table, "SWAP_CARD", position=0)
    return table


async def test_13_6_the_past_of_a_running_table_is_a_spectators_whoever_asks(club: Club) -> None:
    """Rules 13.4, 13.6: neither the first look nor a drawn card is shown once more."""
    table = await club.begun(ADA, BOB)
    await past_the_view(club, table, ADA, BOB)
    await plays(club.node, ADA, table, "DRAW_CARD", source="deck")

    told = [await seen(club, table, who.id) for who in (ADA, BOB, CY)]

    assert told[0] == told[1] == told[2]
    assert told[0].may == (None,)
    assert [step.version for step in told[0].steps] == [1, 2, 3, 4]
    assert [faces(view) for view in views(told[0])] == [0, 0, 0, 0]
    assert views(told[0])[-1]["held"]["card"] is None
    assert b"CARD_SEEN" not in b"".join(bytes(raw) for step in told[0].steps for raw in step.events)
    for eyes in (0, 1, "all", 7):
        with pytest.raises(Denied, match="NOT_FINISHED"):
            await seen(club, table, ADA.id, eyes)


async def test_13_6_when_it_is_over_any_seats_eyes_may_be_looked_through(club: Club) -> None:
    table = await finished(club)

    told = await seen(club, table, CY.id, 1)
    first, drawn = views(told)[0], views(told)[-2]

    assert told.may == (0, 1, None, "all")
    assert told.status == "completed"
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
    await end(club.node, ADA.id, table)

    told = await seen(club, table, ADA.id, 0)

    assert told.status == "abandoned"
    assert told.may == (0, None)
    assert faces(views(told)[0]) == 2
    for who, eyes in ((ADA, 1), (ADA, "all"), (CY, 0), (BOB, 0)):
        with pytest.raises(Denied, match="NOT_FINISHED"):
            await seen(club, table, who.id, eyes)  # type: ignore[arg-type]


async def test_a_past_version_is_what_its_fold_gives(club: Club) -> None:
    table = await club.begun(ADA, game="decks")
    for _ in range(STEPS):
        card = (await club.node.rooms.room(table).current()).state.hand_cards[0].instance_id
        await plays(club.node, ADA, table, "TOGGLE_CARD_SELECTION", instanceId=card)
        await plays(club.node, ADA, table, "TAKE_BACK")

    told = await seen(club, table, after=30)

    assert [step.version for step in told.steps] == list(range(31, 31 + STEPS))
    assert told.head == 2 * STEPS + 1
    sitting = await club.node.rooms.room(table).current()
    for step in told.steps:
        then = await at_version(club.node.journal, sitting.played.context, table, step.version)
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
    with pytest.raises(Denied, match="NO_SEAT"):
        await last_move(club.node, CY.id, table)


async def test_a_transcript_is_proved_and_shown_again(club: Club) -> None:
    table = await finished(club)
    text = await transcript(club.node, ADA.id, table)

    told = await Prover().replayed(ADA.id, text, after=0, until=100, eyes="all")

    assert told.faults == ()
    assert told.is_secret_revealed
    assert told.ending == "cambio"
    assert [sat.kind for sat in told.seats] == ["human", "human"]
    assert told.past == await seen(club, table, ADA.id, "all")
    few = await Prover().replayed(ADA.id, text, after=2, until=4, eyes=0)
    assert [step.version for step in few.past.steps] == [3, 4]


async def test_a_transcript_that_was_changed_is_shown_to_nobody(club: Club) -> None:
    text = await transcript(club.node, ADA.id, await finished(club))
    lines = text.split(b"\n")

    told = await Prover().replayed(ADA.id, b"\n".join([*lines[:3], *lines[4:]]), after=0, until=100)

    assert told.past.steps == ()
    assert "version" in told.faults[0].because
    with pytest.raises(Denied, match="MALFORMED"):
        await Prover().replayed(ADA.id, b"no transcript", after=0, until=1)
    with pytest.raises(Denied, match="NO_SUCH_GAME"):
        await Prover().replayed(ADA.id, text.replace(b'"game":"cambio"', b'"game":"chess"'), after=0, until=1)
    open_end = b"\n".join(lines[:-2]) + b"\n"
    assert (await Prover().replayed(ADA.id, open_end, after=0, until=1)).past.may == (None,)
    with pytest.raises(Denied, match="NOT_FINISHED"):
        await Prover().replayed(ADA.id, open_end, after=0, until=1, eyes=0)


async def test_the_past_over_http() -> None:
    async with open_house() as house:
        ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
        table = await house.table(ada, bob)
        await ada.act(table, {"type": "CONFIRM_INITIAL_VIEW"})

        told = await bob.get(f"/api/tables/{table}/past?after=1")
        where = await ada.get(f"/api/tables/{table}/last-move")

        assert [step["version"] for step in told["steps"]] == [2]
        assert where == {"version": 2}
        answers = {
            "eyes=0": 409,
            "eyes=all": 409,
            "eyes=x": 400,
            "eyes=-1": 400,
            "after=-1": 400,
            "eyes=99999": 400,
        }
        for query, status in answers.items():
            answer = await bob.ask("GET", f"/api/tables/{table}/past?{query}")
            assert answer.status_code == status, query
        jsonl = {"Content-Type": "application/jsonl"}
        for body, headers, status in ((b"{}", jsonl, 400), (b"{}", {}, 400), (b"x" * (5 << 20), jsonl, 413)):
            answer = await ada.http.post("/api/replays", content=body, headers=headers)
            assert answer.status_code == status, answer.text
