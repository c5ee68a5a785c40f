"""Proofs: an honest transcript holds, and whatever is changed in one is found and named."""

import itertools
import random
from collections.abc import Callable, Sequence
from dataclasses import replace as with_

import pytest
from msgspec import Raw
from msgspec.structs import replace

from rondel.kernel import HOUSE, Actor, AnyGame, Chance, Ms, Outcome, Refusal, SeatSpec, Standing, commitment
from rondel.wire.proof import Fault, Proof, verify
from rondel.wire.strict import MalformedError
from rondel.wire.transcript import TranscriptRow, read, row_of
from tests.kernel.tally import (
    NONCES,
    SECRET,
    TALLY,
    Action,
    CardDrawn,
    Draw,
    Event,
    Options,
    Pass,
    StartGame,
    State,
)
from tests.wire.sittings import ABANDONED, SHORT, forged, go_on, opened, sealed, swap, transcript, written

TEXT = transcript()
LINES = TEXT.splitlines(keepends=True)


def faults(text: bytes, game: AnyGame = TALLY) -> list[tuple[int, str]]:
    return [(fault.line, fault.message) for fault in verify(game, text).faults]


def changed(line: int, old: bytes, new: bytes) -> bytes:
    """The transcript with these bytes for those in one line, and nothing else made to fit."""
    assert LINES[line - 1].count(old) == 1
    return b"".join([*LINES[: line - 1], LINES[line - 1].replace(old, new), *LINES[line:]])


def test_an_honest_transcript_holds_and_every_row_was_decided_again() -> None:
    assert verify(TALLY, TEXT) == Proof(8, 8, is_ended=True, is_secret_revealed=True, faults=())


def test_a_transcript_with_a_clock_and_the_house_in_it_holds() -> None:
    table = go_on(opened(options=Options(bank_ms=1)), SHORT[:1])
    table.fire_due(table.at + 1002)
    table.fire_due(table.at + 60_000)

    assert verify(TALLY, table.transcript()) == Proof(3, 3, True, True, ())


def test_a_running_game_holds_as_far_as_it_goes_and_its_luck_is_left_open() -> None:
    proof = verify(TALLY, transcript(SHORT[:5]))

    assert proof == Proof(5, 4, is_ended=False, is_secret_revealed=False, faults=(), unrevealed=1)


def test_a_table_at_which_nothing_has_happened_yet_holds() -> None:
    assert verify(TALLY, opened().transcript()) == Proof(0, 0, False, False, ())


def test_time_may_begin_at_zero() -> None:
    table = opened()
    table.play(HOUSE, StartGame(), 0)

    assert verify(TALLY, table.transcript()).faults == ()


def test_an_abandoned_game_holds_without_its_secret() -> None:
    assert verify(TALLY, transcript(ABANDONED)) == Proof(7, 6, True, False, (), unrevealed=1)


@pytest.mark.untraced
def test_every_single_bit_counts() -> None:
    missed = []

    for at, bit in itertools.product(range(len(TEXT)), range(8)):
        flipped = TEXT[:at] + bytes([TEXT[at] ^ 1 << bit]) + TEXT[at + 1 :]
        try:
            if not verify(TALLY, flipped).faults:
                missed.append((at, flipped[at : at + 1]))
        except MalformedError:
            continue

    assert missed == []


@pytest.mark.parametrize("line", range(2, 10))
def test_a_changed_event_is_named_by_its_line_first(line: int) -> None:
    events = LINES[line - 1].index(b'"events":')
    digits = [at for at in range(events, len(LINES[line - 1]) - 80) if LINES[line - 1][at : at + 1].isdigit()]

    for at in digits:
        changed_line = bytearray(LINES[line - 1])
        changed_line[at] = ord("1") if changed_line[at] != ord("1") else ord("2")
        first, *_ = faults(b"".join([*LINES[: line - 1], bytes(changed_line), *LINES[line:]]))
        assert first == (line, f"version {line - 1}: the digest does not fit the line")


def test_a_changed_card_is_named_once_and_so_is_the_line_it_contradicts() -> None:
    card = Chance(SECRET, "table", NONCES).below(100)

    found = faults(changed(3, b'"card":%d' % card, b'"card":%d' % (card - 1)))

    assert found == [
        (3, "version 2: the digest does not fit the line"),
        (3, "version 2: deciding it again gives other events"),
    ]


def test_a_forger_who_makes_the_digests_fit_is_found_by_the_luck() -> None:
    card = Chance(SECRET, "table", NONCES).below(100)

    found = faults(forged(TEXT, 3, swap(b'"card":%d' % card, b'"card":%d' % (card - 1))))

    assert found == [(3, "version 2: deciding it again gives other events")]


def test_a_proof_may_stop_at_the_first_line_that_is_wrong() -> None:
    """And decides nothing after it: whoever sends nonsense is not worth the time."""
    text = b"".join((*LINES[:3], LINES[2], *LINES[3:]))

    found = verify(TALLY, text, stops_at_fault=True)

    assert {fault.line for fault in found.faults} == {4}
    assert found.decided_again == 2
    assert len(verify(TALLY, text).faults) > len(found.faults)
    assert verify(TALLY, TEXT, stops_at_fault=True) == verify(TALLY, TEXT)


def test_swapped_lines_are_named() -> None:
    text = b"".join([*LINES[:5], LINES[6], LINES[5], *LINES[7:]])

    found = faults(text)

    assert found[0] == (6, "version 6: the digest does not fit the line")
    assert (6, "version 6 stands after version 4") in found
    assert (7, "version 5 stands after version 6") in found
    assert (7, "version 5: time runs backwards") in found


@pytest.mark.parametrize("line", range(2, 10))
def test_a_dropped_line_is_missed(line: int) -> None:
    found = faults(b"".join([*LINES[: line - 1], *LINES[line:]]))

    assert found[0][0] == line


def test_a_dropped_last_row_is_missed_by_the_end_alone() -> None:
    found = faults(b"".join([*LINES[:8], LINES[9]]))

    assert found == [
        (9, "8 versions are stated, 7 are here"),
        (9, "the stated outcome is not the one the game came to"),
    ]


def test_without_its_end_a_game_is_not_ended_and_its_luck_is_open() -> None:
    assert verify(TALLY, b"".join(LINES[:9])) == Proof(8, 7, False, False, (), unrevealed=1)


def test_a_secret_that_was_not_committed_to_is_named() -> None:
    other = bytes(32).hex().encode()

    found = faults(changed(10, SECRET.hex().encode(), other))

    assert found[0] == (1, "the revealed secret is not the one that was committed to")
    assert found[1] == (3, "version 2: deciding it again gives other events")


def test_a_secret_held_back_is_named() -> None:
    found = faults(changed(10, b'"' + SECRET.hex().encode() + b'"', b"null"))

    assert found == [(10, "the game was played to its end, and its secret is not revealed")]


def test_another_outcome_is_named() -> None:
    transcript = read(TEXT)
    assert transcript.end is not None
    outcome = Outcome("reached", (Standing(0, 1, 1), Standing(1, 2, 5)), (0,))

    text = written(replace(transcript, end=replace(transcript.end, outcome=outcome)))

    assert faults(text) == [(10, "the stated outcome is not the one the game came to")]


def test_an_end_before_the_end_is_named() -> None:
    transcript = read(TEXT)
    assert transcript.end is not None

    text = written(replace(transcript, lines=transcript.lines[:5], end=replace(transcript.end, versions=5)))

    assert faults(text) == [(7, "the stated outcome is not the one the game came to")]


BARRIER = "UNDO_BARRIER: This move cannot be undone: it revealed or decided something."
NOT_YOURS = "NOT_YOUR_MOVE: You can undo only your own latest move."

Forgery = tuple[int, Callable[[TranscriptRow], TranscriptRow], str]

FORGERIES: dict[str, Forgery] = {
    "time backwards": (
        6,
        lambda line: replace(line, at=line.at - 60_000),
        "version 5: time runs backwards",
    ),
    "rules that hide a row from being decided again": (
        6,
        lambda line: replace(line, rules=0),
        "version 5: rules 0 come after rules 1",
    ),
    "another seat": (
        6,
        lambda line: replace(line, seat=1),
        "version 5: the rules refuse this (NOT_YOUR_TURN: It is not your turn; seat 0 is to move.)",
    ),
    "no such seat": (
        6,
        lambda line: replace(line, seat=9),
        "version 5: the rules refuse this (NOT_YOUR_TURN: It is not your turn; seat 0 is to move.)",
    ),
    "the house for a seat": (
        6,
        lambda line: replace(line, seat=None),
        "version 5: the rules refuse this (NOT_DUE: The house has nothing of this kind to do.)",
    ),
    "a refused action": (
        6,
        swap(b'"amount":1', b'"amount":4'),
        "version 5: the rules refuse this (BAD_AMOUNT: One may add 1 to 3, not 4.)",
    ),
    "other events": (
        6,
        lambda line: replace(line, events=Raw(b'[{"type":"PASSED","payload":{"seat":0}}]')),
        "version 5: deciding it again gives other events",
    ),
    "no events": (
        6,
        lambda line: replace(line, events=Raw(b"[]")),
        "version 5: deciding it again gives other events",
    ),
    "an unknown action": (
        6,
        swap(b'"ADD"', b'"SUB"'),
        "version 5 cannot be read: Invalid value 'SUB' - at `$.type`.",
    ),
    "an event that cannot be": (
        6,
        lambda line: replace(line, events=Raw(b'[{"type":"CLOCK_PAUSED"}]')),
        "version 5 cannot be folded: AssertionError: ",
    ),
    "an undo to a time to come": (
        5,
        swap(b'"toVersion":2', b'"toVersion":3'),
        "version 4 cannot be folded: IndexError: list index out of range",
    ),
    "an undo too far": (
        5,
        swap(b'"toVersion":2', b'"toVersion":1'),
        "version 4: deciding it again gives other events",
    ),
    "an undo to before the beginning": (
        5,
        swap(b'"toVersion":2', b'"toVersion":-1'),
        "version 4 cannot be read: Expected `int` >= 0 - at `$[0].payload.toVersion`.",
    ),
    "an undo that was not allowed": (
        4,
        lambda line: replace(
            line,
            action=Raw(b'{"type":"TAKE_BACK","payload":{}}'),
            events=Raw(b'[{"type":"UNDONE","payload":{"toVersion":1}}]'),
        ),
        f"version 3: the rules refuse this ({BARRIER})",
    ),
    "an undo by the house": (
        5,
        lambda line: replace(line, seat=None),
        f"version 4: the rules refuse this ({NOT_YOURS})",
    ),
    "an undo nobody asked for": (
        5,
        lambda line: replace(line, action=Raw(b'{"type":"PASS","payload":{}}')),
        "version 4: deciding it again gives other events",
    ),
    "a take back that did something else": (
        6,
        lambda line: replace(line, action=Raw(b'{"type":"TAKE_BACK","payload":{}}')),
        f"version 5: the rules refuse this ({BARRIER})",
    ),
}


def test_rows_under_newer_rules_are_not_read_and_older_ones_cannot_follow() -> None:
    found = verify(TALLY, forged(TEXT, 6, lambda line: replace(line, rules=2)))

    assert found.faults == (Fault(7, "version 6: rules 1 come after rules 2"),)
    assert (found.decided_again, found.under_newer_rules) == (4, 4)


@pytest.mark.parametrize(("line", "change", "reason"), FORGERIES.values(), ids=FORGERIES)
def test_a_forger_who_makes_the_digests_fit_is_found_by_the_rules(
    line: int, change: Callable[[TranscriptRow], TranscriptRow], reason: str
) -> None:
    first, *_ = faults(forged(TEXT, line, change))

    assert first == (line, reason)


OUTAGE = go_on(opened(options=Options(target=5, bank_ms=60_000)), SHORT[:3])
OUTAGE.return_time(13_000, OUTAGE.at + 13_500)
OUTAGE.play(0, Pass(), OUTAGE.at + 1000)
WITH_AN_OUTAGE = OUTAGE.transcript()  # version 4, line 5

RETURNS: dict[str, tuple[Callable[[TranscriptRow], TranscriptRow], str]] = {
    "by a seat": (
        lambda line: replace(line, seat=0),
        "the rules refuse this (HOUSE_ONLY: Only the House gives back time that was lost.)",
    ),
    "of more than has passed": (
        lambda line: replace(line, at=line.at - 501),
        "the rules refuse this (TOO_MUCH_TIME: Only 12999 ms have passed; 13000 ms cannot be lost.)",
    ),
    "of another span than was asked": (
        lambda line: replace(line, events=Raw(b'[{"type":"TIME_RETURNED","payload":{"lostMs":12999}}]')),
        "deciding it again gives other events",
    ),
    "that nobody asked for": (
        lambda line: replace(line, seat=0, action=Raw(b'{"type":"ADD","payload":{"amount":1}}')),
        "deciding it again gives other events",
    ),
}


def test_a_transcript_with_time_given_back_holds() -> None:
    assert verify(TALLY, WITH_AN_OUTAGE) == Proof(
        5, 4, is_ended=False, is_secret_revealed=False, faults=(), unrevealed=1
    )  # only the draw is not decided again: its luck is not revealed


@pytest.mark.parametrize(("change", "reason"), RETURNS.values(), ids=RETURNS)
def test_a_forged_return_of_time_is_found(
    change: Callable[[TranscriptRow], TranscriptRow], reason: str
) -> None:
    assert faults(forged(WITH_AN_OUTAGE, 5, change)) == [(5, f"version 4: {reason}")]


def test_time_given_back_by_a_game_without_clocks_is_found() -> None:
    first, *_ = faults(WITH_AN_OUTAGE, with_(TALLY, postpone=None))

    assert first == (
        5,
        "version 4 cannot be folded: AssertionError: tally has no clocks, but row 4 gives back time",
    )


def test_an_undo_after_the_end_is_found() -> None:
    transcript = read(TEXT)
    (*_, last), at = transcript.lines, transcript.lines[-1].at
    undo = TranscriptRow(
        9,
        at,
        1,
        1,
        Raw(b'{"type":"TAKE_BACK"}'),
        Raw(b'[{"type":"UNDONE","payload":{"toVersion":7}}]'),
        {},
        "",
    )

    text = written(sealed(replace(transcript, lines=(*transcript.lines, undo), end=None)))

    assert last.version == 8
    assert faults(text) == [
        (10, "version 9: the rules refuse this (UNDO_BARRIER: The game is over; its last move stands.)")
    ]


def test_a_row_the_rules_choke_on_is_named_and_does_not_stop_the_proof() -> None:
    def chokes(state: State, actor: Actor | None, action: Action, chance: Chance, now: Ms) -> Sequence[Event]:
        if isinstance(action, Draw):
            raise KeyError("card")
        return TALLY.decide(state, actor, action, chance, now)

    found = faults(TEXT, with_(TALLY, decide=chokes))

    assert found == [(3, "version 2: it cannot be decided again: KeyError: 'card'")]


def decide_by_luck(
    state: State, actor: Actor | None, action: Action, chance: Chance, now: Ms
) -> Sequence[Event]:
    """A card may be drawn only if the luck is even."""
    if isinstance(action, Draw):
        if chance.below(2):
            raise Refusal("BAD_LUCK", "The luck is odd.")
        return [CardDrawn(0)]
    return TALLY.decide(state, actor, action, chance, now)


def test_luck_that_nobody_has_revealed_proves_nothing_against_a_row() -> None:
    lucky = with_(TALLY, decide=decide_by_luck)
    table_id = next(
        name
        for name in map(str, itertools.count())
        if not Chance(SECRET, name, NONCES).below(2) and Chance(b"", name, NONCES).below(2)
    )

    text = go_on(opened(lucky, table_id=table_id), SHORT[:2]).transcript()

    assert verify(lucky, text) == Proof(2, 1, False, False, (), unrevealed=1)


def test_a_transcript_of_another_game_is_named() -> None:
    other = with_(TALLY, name="rally")

    assert faults(TEXT, other) == [(1, "a table of tally, not of rally")]


def test_options_that_cannot_be_read_are_named() -> None:
    transcript = read(TEXT)
    header = replace(transcript.header, options=Raw(b'{"target":0}'))

    first, *_ = faults(written(replace(transcript, header=header)))

    assert first == (1, "the options cannot be read: Expected `int` >= 1 - at `$.target`.")


def test_a_table_the_game_cannot_start_with_is_named() -> None:
    def start_with_three(options: Options, seat_specs: Sequence[SeatSpec]) -> State:
        return TALLY.start(options, [seat_specs[seat] for seat in range(3)])

    assert faults(TEXT, with_(TALLY, start=start_with_three)) == [
        (1, "the game cannot start like this: IndexError: tuple index out of range")
    ]


def test_a_header_forged_as_a_whole_is_bound_to_its_commitment() -> None:
    transcript = read(TEXT)
    header = replace(transcript.header, commitment=commitment(bytes(32), "table").hex())

    transcript = replace(transcript, header=header)
    resealed = sealed(
        replace(transcript, header_bytes=written(replace(transcript, lines=(), end=None)).rstrip(b"\n"))
    )

    assert faults(written(resealed)) == [(1, "the revealed secret is not the one that was committed to")]


def scrambled(line: TranscriptRow, rng: random.Random) -> TranscriptRow:
    """One number or one name in the action or the events, made another."""
    at = rng.randrange(2)
    raws = [bytes(line.action), bytes(line.events)]
    words = raws[at].replace(b":", b" ").replace(b",", b" ").split()
    old = rng.choice(words)
    new = rng.choice([b"0", b"1", b"-1", b"null", b"99999999999999999999", b'"ADD"', b"[]", b"{}", b'"x"'])
    raws[at] = raws[at].replace(old, new, 1)
    return replace(
        line,
        action=Raw(raws[0]),
        events=Raw(raws[1]),
        seat=rng.choice([line.seat, 0, 1, 7, None]),
        draws=rng.choice([line.draws, {}, {"": 0}, {"": 1}, {"deck": 0}]),
    )


def test_whatever_a_forger_writes_the_line_is_named_or_it_says_the_same_as_before() -> None:
    rng = random.Random(1)
    transcript, held = read(TEXT), 0

    for _ in range(1500):
        number = rng.randrange(len(transcript.lines))
        false = scrambled(transcript.lines[number], rng)
        lines = (*transcript.lines[:number], false, *transcript.lines[number + 1 :])
        named = first_named(written(sealed(replace(transcript, lines=lines))))
        if named is None:
            assert row_of(TALLY, false) == row_of(TALLY, transcript.lines[number])
            held += 1
        else:
            assert named == number + 2

    assert held < 1000


def first_named(text: bytes) -> int | None:
    """The line that is found fault with first, be it that it cannot be read."""
    try:
        found = [fault.line for fault in verify(TALLY, text).faults]
    except MalformedError as malformed:
        return int(malformed.message.removeprefix("line ").split(":")[0])
    return found[0] if found else None


def test_a_fault_reads_as_a_line_and_a_reason() -> None:
    proof = verify(TALLY, changed(9, b'"version":8', b'"version":9'))

    assert proof.faults[0] == Fault(9, "version 9: the digest does not fit the line")
