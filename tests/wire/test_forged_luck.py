"""A dishonest host who makes all digests fit and keeps to its commitment still cannot choose the luck."""

from collections.abc import Sequence
from dataclasses import replace as with_

import pytest
from msgspec import Raw
from msgspec.structs import replace

from rondel.kernel import HOUSE, Actor, AnyGame, Chance, Ms, SeatSpec
from rondel.table.local import LocalTable
from rondel.wire.proof import Proof, prove_chain, verify
from rondel.wire.transcript import Transcript, TranscriptRow, line_bytes, read
from tests.kernel.tally import (
    FIRST_AT,
    NONCES,
    SECRET,
    TALLY,
    Action,
    Add,
    CardDrawn,
    Draw,
    Event,
    Expire,
    Options,
    Pass,
    StartGame,
    State,
)
from tests.wire.sittings import SHORT, Move, forged, go_on, opened, sealed, transcript, written

CLOCKED = Options(target=5, bank_ms=60_000)
RETURNED = (
    Raw(b'{"type":"RETURN_TIME","payload":{"lostMs":5}}'),
    Raw(b'[{"type":"TIME_RETURNED","payload":{"lostMs":5}}]'),
)


def faults(text: bytes, game: AnyGame = TALLY) -> list[tuple[int, str]]:
    return [(fault.line, fault.message) for fault in verify(game, text).faults]


def rewritten(text: bytes, lines: Sequence[TranscriptRow]) -> bytes:
    """The transcript with these rows, numbered from 1 and vouching for one another."""
    before = read(text)
    numbered = tuple(replace(line, version=number) for number, line in enumerate(lines, 1))
    end = None if before.end is None else replace(before.end, versions=len(numbered))
    return written(sealed(replace(before, lines=numbered, end=end)))


def clocked(moves: Sequence[Move]) -> bytes:
    return go_on(opened(options=CLOCKED), moves).transcript()


def with_nonces(*nonces: bytes) -> bytes:
    """A whole game whose header has these nonces, played by a host who wrote them."""
    honest = opened()
    seats = tuple(
        replace(seat, nonce=nonce.hex())
        for seat, nonce in zip(honest.context.header.seats, nonces, strict=True)
    )
    header = line_bytes(replace(honest.context.header, seats=seats))
    return go_on(LocalTable(TALLY, header, SECRET), SHORT).transcript()


def test_a_bot_has_no_nonce() -> None:
    """A host who gave its own bot one could try as many as it likes, once the players' are known."""
    assert faults(with_nonces(NONCES[0], b"m" * 16)) == [
        (1, "seat 1 is a bot's and has a nonce: the host could choose the luck by it")
    ]


@pytest.mark.parametrize("size", [1, 15, 17, 32])
def test_a_players_nonce_has_sixteen_bytes(size: int) -> None:
    assert faults(with_nonces(b"n" * size, b"")) == [
        (1, f"the nonce of seat 0 has {size} bytes; a player's program sends 16")
    ]


def test_a_player_whose_program_sent_none_has_none() -> None:
    assert faults(with_nonces(b"", b"")) == []


def test_the_start_is_version_1() -> None:
    """Rows that the House alone can write came before it: they would have shifted the first draw."""
    honest = read(clocked(SHORT))
    row = replace(honest.lines[0], action=RETURNED[0], events=RETURNED[1], draws={})

    found = faults(rewritten(clocked(SHORT), [row, *honest.lines]))

    assert found[0] == (
        2,
        "version 1: the game does not begin with its start, so the host could choose the first draw",
    )


def test_a_seat_does_not_begin_the_game() -> None:
    found = faults(forged(transcript(), 2, lambda line: replace(line, seat=0)))

    assert found[0][1].startswith("version 1: the game does not begin with its start")


def test_versions_are_numbered_from_1() -> None:
    honest = read(transcript())
    lines = tuple(replace(line, version=776 + line.version) for line in honest.lines)

    found = faults(written(sealed(replace(honest, lines=lines))))

    assert found[0] == (2, "version 777 stands after version 0")


@pytest.mark.parametrize("number", [1, 777])
def test_a_draw_has_the_next_number(number: int) -> None:
    """The host tried numbers until it liked the card, and wrote the one that it chose."""
    card = Chance(SECRET, "table", NONCES, {"": number}).below(100)
    events = Raw(
        b'[{"type":"CARD_DRAWN","payload":{"seat":0}},'
        b'{"type":"CARD_SEEN","payload":{"seat":0,"card":%d}}]' % card
    )

    found = faults(forged(transcript(), 3, lambda line: replace(line, events=events, draws={"": number})))

    assert found == [
        (3, f"version 2: its draw has number {number}, but 0 earlier rows drew"),
        (3, "version 2: deciding it again gives other events"),
    ]


def test_a_draw_comes_from_the_stream_that_the_rules_name() -> None:
    assert faults(forged(transcript(), 3, lambda line: replace(line, draws={"deck": 0}))) == [
        (3, "version 2: deciding it again draws from other streams")
    ]


def test_a_draw_of_a_named_stream_is_named() -> None:
    found = faults(forged(transcript(), 3, lambda line: replace(line, draws={"deck": 4})))

    assert found[0] == (3, "version 2: its draw from deck has number 4, but 0 earlier rows drew from deck")


@pytest.mark.parametrize("is_revealed", [True, False])
def test_a_row_that_draws_says_so(is_revealed: bool) -> None:
    """Also where the luck is not revealed: else it would number later draws as if this one were not there."""
    moves = SHORT if is_revealed else SHORT[:5]

    hidden = forged(transcript(moves), 3, lambda line: replace(line, draws={}))
    invented = forged(transcript(moves), 4, lambda line: replace(line, draws={"": 1}))

    assert faults(hidden) == [(3, "version 2: deciding it again draws luck")]
    assert faults(invented)[0] == (4, "version 3: deciding it again draws no luck")


def test_rows_that_draw_nothing_change_no_later_draw() -> None:
    """A host can write rows of its own, such as returned time. They are true, and of no use to it."""
    moves: Sequence[tuple[Actor, Action]] = [(HOUSE, StartGame()), (0, Draw()), (0, Pass()), (1, Draw())]
    plain, padded = (opened(options=CLOCKED) for _ in range(2))

    for actor, action in moves:
        plain.play(actor, action, FIRST_AT)
        padded.play(actor, action, padded.at or FIRST_AT)
        for _ in range(3):
            padded.return_time(1, padded.at + 1)

    cards = [step.row.events for step in plain.steps if step.row.draws]
    assert [step.row.events for step in padded.steps if step.row.draws] == cards
    assert [step.row.draws for step in padded.steps if step.row.draws] == [{"": 0}, {"": 1}]
    assert faults(padded.transcript()) == []


def shuffling(state: State, actor: Actor | None, action: Action, chance: Chance, now: Ms) -> Sequence[Event]:
    """Tally in which a card is drawn when a player's time is up, and whenever the House likes."""
    events = TALLY.decide(state, actor, action, chance, now) if action != Draw() else [CardDrawn(0)]
    if isinstance(action, Expire) or (actor is HOUSE and isinstance(action, Draw)):
        chance.below(100)
    return events


def test_the_house_draws_only_what_the_rules_made_due() -> None:
    game = with_(TALLY, decide=shuffling)
    table = go_on(opened(game, CLOCKED), SHORT[:1])
    table.fire_due(FIRST_AT + 61_000)
    assert table.steps[-1].row.draws == {"": 0}
    assert faults(table.transcript(), game) == []

    table.play(HOUSE, Draw(), table.at + 1)

    assert faults(table.transcript(), game) == [
        (4, "version 3: the House draws although nothing was due, so the host could choose when")
    ]


def test_a_game_that_chokes_on_a_false_state_does_not_stop_the_proof() -> None:
    def chokes(state: State) -> None:
        raise KeyError(state.turn)

    table = go_on(opened(with_(TALLY, decide=shuffling), CLOCKED), SHORT[:1])
    table.fire_due(FIRST_AT + 61_000)

    found = faults(table.transcript(), with_(TALLY, decide=shuffling, deadline=chokes))

    assert [line for line, _ in found] == [3]


def test_a_deadline_that_draws_does_not_come_early() -> None:
    """By the times in the transcript, which the digests cover."""
    eager = with_(TALLY, decide=shuffling, deadline=lambda _: None)
    table = go_on(opened(eager, CLOCKED), [(HOUSE, StartGame()), (0, Add(1))])
    again = with_(eager, decide=lambda state, actor, action, chance, now: [CardDrawn(chance.below(1))])
    early = with_(again, deadline=TALLY.deadline)
    table.context.game = again
    table.play(HOUSE, Expire(), FIRST_AT + 2000)

    found = faults(table.transcript(), early)

    assert (4, "version 3: the House draws although nothing was due, so the host could choose when") in found


def test_rows_of_rules_that_are_not_installed_are_counted_and_not_taken_for_proven() -> None:
    """A host that writes older rules into header and rows has them folded only, so they are counted."""
    newer = with_(TALLY, rules=2)
    honest = read(go_on(opened(newer), SHORT).transcript())

    downgraded = written(sealed(under_rules(honest, 1)))

    assert verify(newer, downgraded) == Proof(8, 0, True, True, (), under_older_rules=8)
    assert verify(newer, written(honest)) == Proof(8, 8, True, True, ())


def under_rules(honest: Transcript, rules: int) -> Transcript:
    header = replace(honest.header, rules=rules)
    lines = tuple(replace(line, rules=rules) for line in honest.lines)
    return replace(honest, header=header, header_bytes=line_bytes(header), lines=lines)


def test_even_under_older_rules_draws_are_numbered_and_nonces_are_those_of_players() -> None:
    newer = with_(TALLY, rules=2)
    text = with_nonces(NONCES[0], b"m" * 16)

    counted = faults(forged(text, 3, lambda line: replace(line, draws={"": 9})), newer)

    assert [line for line, _ in counted] == [1, 3]


def test_of_a_game_that_is_not_installed_draws_are_numbered_too() -> None:
    text = forged(transcript(), 3, lambda line: replace(line, draws={"": 9}))

    assert [fault.line for fault in prove_chain(read(text)).faults] == [3]


def test_every_seat_of_people_may_have_one() -> None:
    table = LocalTable.opened(TALLY, Options(target=5), [SeatSpec(), SeatSpec()], secret=SECRET)

    assert faults(go_on(table, SHORT).transcript()) == []
