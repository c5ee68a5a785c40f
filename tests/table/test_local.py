"""A table in this process: time, deadlines, undo, who sees what, and taking it up again."""

from dataclasses import replace

import pytest
from msgspec import structs

from rondel.kernel import HOUSE, Deadline, Refusal, SeatSpec
from rondel.table.local import LocalTable
from rondel.wire.proof import verify
from rondel.wire.strict import MalformedError
from rondel.wire.transcript import read
from tests.kernel.tally import (
    FIRST_AT,
    SECRET,
    TALLY,
    Add,
    CardSeen,
    Draw,
    Expire,
    Options,
    Pass,
    Passed,
    StartGame,
)
from tests.wire.sittings import ABANDONED, SHORT, forged, go_on, opened, transcript

TIMED = Options(bank_ms=60_000)  # and a second for each move


def test_a_new_table_has_a_secret_an_id_and_nonces_of_its_own() -> None:
    seat_specs = [SeatSpec(), SeatSpec("bot", "easy")]

    one, other = (LocalTable.opened(TALLY, Options(), seat_specs) for _ in range(2))

    headers = [read(table.transcript()).header for table in (one, other)]
    assert headers[0].table != headers[1].table
    assert headers[0].commitment != headers[1].commitment
    assert [len(seat.nonce) for seat in headers[0].seats] == [32, 0]  # a bot adds none
    assert headers[0].seats[0] != headers[1].seats[0]
    assert one.chance(1).bits(16) != other.chance(1).bits(16)


def test_every_seat_has_its_nonce() -> None:
    with pytest.raises(ValueError, match="shorter"):
        LocalTable.opened(TALLY, Options(), [SeatSpec(), SeatSpec()], nonces=[bytes(16)])


def test_a_secret_has_thirty_two_bytes() -> None:
    table = LocalTable.opened(TALLY, Options(target=1), [SeatSpec(), SeatSpec()])

    end = read(go_on(table, [(HOUSE, StartGame()), (0, Add(1))]).transcript()).end

    assert end is not None
    assert len(end.secret or "") == 64


def test_a_table_counts_its_rows_and_the_digest_grows_with_them() -> None:
    table = opened()
    versions, digests = [table.version], [table.digest]

    for move in SHORT:
        go_on(table, [move])
        versions.append(table.version)
        digests.append(table.digest)

    assert versions == list(range(9))
    assert len(set(digests)) == 9


def test_a_refused_action_leaves_no_row() -> None:
    table = go_on(opened(), SHORT[:2])
    before = table.transcript()

    with pytest.raises(Refusal, match="BAD_AMOUNT"):
        table.play(0, Add(9), FIRST_AT)

    assert table.transcript() == before


def test_time_never_falls() -> None:
    table = opened()
    assert table.at == 0

    table.play(HOUSE, StartGame(), FIRST_AT)
    table.play(0, Add(1), FIRST_AT - 5000)

    assert table.at == FIRST_AT
    assert [step.row.at for step in table.steps] == [FIRST_AT, FIRST_AT]


def test_what_has_fallen_due_goes_first() -> None:
    table = go_on(opened(options=TIMED), SHORT[:1])  # seat 0 has until 61 s

    row = table.play(1, Add(1), FIRST_AT + 63_000)

    assert row.version == 3
    assert table.steps[1].row.actor is HOUSE
    assert table.steps[1].row.action == Expire()
    assert table.steps[1].row.at == FIRST_AT + 61_000  # hardly late: at its due time


def test_an_outage_costs_nobody_more_than_one_deadline() -> None:
    table = go_on(opened(options=TIMED), SHORT[:1])

    fired = table.fire_due(FIRST_AT + 3_600_000)

    assert [row.events for row in fired] == [(Passed(0, is_expired=True),)]
    assert fired[0].at == FIRST_AT + 3_600_000
    assert table.fire_due(FIRST_AT + 3_600_001) == []


def test_deadlines_fire_one_after_the_other_until_none_is_due() -> None:
    instant = replace(TALLY, deadline=lambda state: None if state.ending else TALLY.deadline(state))
    table = go_on(opened(instant, Options(bank_ms=1)), SHORT[:1])

    table.fire_due(FIRST_AT + 1002)
    table.fire_due(FIRST_AT + 2003)

    assert TALLY.outcome(table.state) is not None
    assert table.state.ending == "stalled"
    assert table.fire_one(FIRST_AT + 10**9) is None


def test_a_deadline_that_is_due_and_refused_is_our_mistake() -> None:
    overdue = replace(TALLY, deadline=lambda _: Deadline(FIRST_AT, StartGame()))
    table = go_on(opened(TALLY), SHORT[:1])
    table.context.game = overdue
    table.now = structs.replace(table.now, version=1)  # a copy, which has not looked for a deadline yet

    with pytest.raises(AssertionError, match=r"tally: StartGame\(\) is due and refused"):
        table.play(0, Draw(), FIRST_AT + 1000)


def test_a_spectator_who_was_let_act_is_our_mistake() -> None:
    careless = replace(TALLY, decide=lambda *_: [Passed(0)])
    table = opened(careless)
    table.play(HOUSE, StartGame(), FIRST_AT)

    with pytest.raises(AssertionError, match=r"tally let a spectator act: Pass\(\)"):
        table.play(None, Pass(), FIRST_AT)


def test_a_move_is_taken_back_and_the_clock_is_kept() -> None:
    table = opened(options=TIMED)
    table.play(HOUSE, StartGame(), FIRST_AT)
    table.play(0, Add(1), FIRST_AT + 11_000)

    row = table.take_back(0, FIRST_AT + 15_000)

    assert (row.undoes_to, row.at, row.actor) == (1, FIRST_AT + 15_000, 0)
    assert table.state.points == (0, 0)
    assert table.state.clock.banks_ms == (50_000, 60_000)
    assert table.state.clock.since_ms == FIRST_AT + 15_000


def test_nothing_is_taken_back_once_the_time_for_it_has_run_out() -> None:
    table = opened(options=TIMED)
    table.play(HOUSE, StartGame(), FIRST_AT)
    table.play(0, Add(1), FIRST_AT)

    with pytest.raises(Refusal, match="NOT_YOUR_MOVE"):
        table.take_back(0, FIRST_AT + 61_000)

    assert table.steps[-1].row.action == Expire()


def test_nothing_is_taken_back_once_the_game_is_over() -> None:
    table = go_on(opened(), SHORT)

    with pytest.raises(Refusal, match="UNDO_BARRIER: The game is over"):
        table.take_back(1, FIRST_AT + 60_000)


def test_each_viewer_observes_what_is_for_it() -> None:
    table = go_on(opened(), SHORT[:1])

    row = table.play(0, Draw(), FIRST_AT + 1000)

    _, seen = row.events
    assert isinstance(seen, CardSeen)
    public = b'{"type":"CARD_DRAWN","version":2,"at":1700000001000,"payload":{"seat":0}}'
    secret = b'{"type":"CARD_SEEN","version":2,"at":1700000001000,"payload":{"seat":0,"card":%d}}' % seen.card
    assert table.observations(row, 0) == [public, secret]
    assert table.observations(row, 1) == table.observations(row, None) == [public]


def test_several_seats_observe_what_is_for_them() -> None:
    telling = replace(TALLY, audience=lambda _: frozenset({0, 2}))
    table = LocalTable.opened(
        telling, Options(), [SeatSpec()] * 3, table_id="three", secret=SECRET, nonces=[b"n" * 16] * 3
    )
    row = table.play(HOUSE, TALLY.begin, FIRST_AT)

    counts = [len(table.observations(row, viewer)) for viewer in (0, 1, 2, None)]

    assert counts == [len(row.events), 0, len(row.events), 0]
    assert table.resume(table.transcript()).digest == table.digest


def test_everybody_observes_an_undo() -> None:
    table = go_on(opened(), SHORT[:4])

    for viewer in (0, 1, None):
        (observation,) = table.observations(table.steps[-1].row, viewer)
        assert observation == b'{"type":"UNDONE","version":4,"at":1700000003000,"payload":{"toVersion":2}}'


def test_an_abandoned_game_never_reveals_its_secret() -> None:
    text = transcript(ABANDONED)

    assert text.splitlines()[-1].endswith(b'"isAbandoned":true},"secret":null}')
    assert SECRET.hex().encode() not in text


def test_a_running_game_reveals_nothing_either() -> None:
    assert SECRET.hex().encode() not in transcript(SHORT[:-1])


@pytest.mark.parametrize("version", range(len(SHORT) + 1))
def test_a_table_taken_up_again_goes_on_to_the_same_bytes(version: int) -> None:
    begun = go_on(opened(), SHORT[:version])

    for again in (LocalTable.resumed(TALLY, begun.transcript(), SECRET), begun.resume(begun.transcript())):
        assert (again.state, again.digest, again.steps) == (begun.state, begun.digest, begun.steps)
        go_on(again, SHORT[version:])
        assert again.transcript() == transcript(SHORT)
        assert verify(TALLY, again.transcript()).faults == ()


TEXT = transcript(SHORT[:5])


@pytest.mark.parametrize(
    ("text", "secret", "reason"),
    [
        (TEXT, bytes(32), "line 1: the secret is not the one that was committed to."),
        (TEXT.replace(b'"tally"', b'"rally"'), SECRET, "line 1: a table of rally, not of tally."),
        (TEXT.replace(b'"amount":3', b'"amount":2'), SECRET, "line 4: the digest does not fit the line."),
        (
            forged(TEXT, 3, lambda line: structs.replace(line, draws={"": 1})),
            SECRET,
            "line 3: its draws are not numbered as those before it.",
        ),
        (
            transcript(SHORT[:5], replace(TALLY, rules=2)),
            SECRET,
            "line 2: written under rules 2; only 1 are here.",
        ),
    ],
    ids=["another secret", "another game", "a changed line", "a draw counted twice", "newer rules"],
)
def test_a_transcript_that_is_not_this_tables_is_not_taken_up(
    text: bytes, secret: bytes, reason: str
) -> None:
    with pytest.raises(MalformedError) as malformed:
        LocalTable.resumed(TALLY, text, secret)

    assert malformed.value.message == reason
