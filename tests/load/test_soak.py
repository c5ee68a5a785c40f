"""The soak: what is asked of its figures, and small soaks of real servers, sound and leaking."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import pytest
from bench.hall import TRIES, Requests
from bench.soak import Book, soak
from bench.soaking import Load
from bench.steady import LEAST, Finding, Piece, Sample, is_warm, judged, slope

from rondel.client.http import ServerUnreachableError
from rondel.wire.registry import installed_games

SMALL = Load(tables=3, piece_s=0.6, think="0.1-0.2", warm_moves=0, probes=1)
LEAKING = SMALL._replace(program=(sys.executable, "-m", "tests.load.leaking_server"), piece_s=1.5)


def steady(number: int, run: int = 1) -> Piece:
    """A piece of a server that stays as it is, but for the noise that there always is."""
    noise = (number * 7 % 5) / 100
    return Piece(
        run=run,
        began_s=60.0 * number,
        seconds=60,
        is_warm=True,
        tables=100,
        replaced=3,
        moves={"cambio": 500 + number % 3, "decks": 40},
        seen=Sample(340 + noise, 320 + noise, 300 + noise, 400 + number % 4, 210 + number % 3, 100, 132),
        lag_ms=2.0,
        acks=600,
        ack_p50_ms=6.0,
        ack_p99_ms=20 * (1 + 4 * noise),
        trip_p50_ms=5.0,
        trip_p99_ms=15.0,
        server_us=600.0,
        postgres_us=200.0,
        work_us=20.0,
        database_mib=20.0 + number,
        halted=0,
        errors=0,
    )


def run_of(change: Callable[[int, Piece], Piece], pieces: int = 30, run: int = 1) -> list[Piece]:
    return [change(number, steady(number, run)) for number in range(pieces)]


def seen(piece: Piece, **figures: float) -> Piece:
    return msgspec.structs.replace(piece, seen=piece.seen._replace(**figures))


def missed(found: Sequence[Finding]) -> list[str]:
    return [finding.what for finding in found if not finding.is_met]


def test_a_server_that_stays_as_it_is_meets_everything() -> None:
    assert missed(judged(run_of(lambda _, piece: piece))) == []


@pytest.mark.parametrize(
    ("what", "change"),
    [
        ("memory flat", lambda number, piece: seen(piece, anonymous_mib=piece.seen.anonymous_mib + number)),
        ("no task leaks", lambda number, piece: seen(piece, tasks=piece.seen.tasks + 4 * number)),
        ("no descriptor leaks", lambda number, piece: seen(piece, descriptors=210.0 + 3 * number)),
        ("p99 steady", lambda number, piece: msgspec.structs.replace(piece, ack_p99_ms=20.0 + 2 * number)),
        ("play goes on", lambda number, piece: msgspec.structs.replace(piece, halted=int(number == 20))),
        ("play goes on", lambda number, piece: msgspec.structs.replace(piece, errors=int(number == 3))),
        ("play goes on", lambda number, piece: msgspec.structs.replace(piece, unanswered=int(number == 7))),
        (
            "play goes on",
            lambda number, piece: msgspec.structs.replace(
                piece, moves={"cambio": 500, "decks": 40 * (number < 15)}
            ),
        ),
    ],
)
def test_what_leaks_or_slows_down_is_found_and_named(
    what: str, change: Callable[[int, Piece], Piece]
) -> None:
    assert missed(judged(run_of(change))) == [what]


def test_one_piece_with_much_memory_is_no_slope() -> None:
    pieces = run_of(lambda number, piece: seen(piece, anonymous_mib=600.0 if number == 25 else 300.0))

    assert missed(judged(pieces)) == []


async def unanswered_before_an_answer(refusals: int) -> int:
    """How many requests are counted, if so many have no answer before one has."""
    requests, left = Requests(), iter(range(refusals))

    async def ask() -> str:
        if next(left, None) is not None:
            raise ServerUnreachableError
        return "here"

    assert await requests.answered(ask) == "here"
    return requests.unanswered


def test_a_request_without_an_answer_is_counted_and_asked_again() -> None:
    assert asyncio.run(unanswered_before_an_answer(0)) == 0
    assert asyncio.run(unanswered_before_an_answer(TRIES - 1)) == TRIES - 1


def test_a_server_that_is_gone_ends_a_soak() -> None:
    with pytest.raises(ServerUnreachableError):
        asyncio.run(unanswered_before_an_answer(TRIES))


def test_a_busy_machine_is_not_taken_for_a_slow_server() -> None:
    def busy(number: int, piece: Piece) -> Piece:
        times = 3 if number > 15 else 1
        return msgspec.structs.replace(
            piece, ack_p99_ms=piece.ack_p99_ms * times, trip_p99_ms=piece.trip_p99_ms * times
        )

    assert missed(judged(run_of(busy))) == []


def test_pieces_of_warming_up_do_not_count() -> None:
    def warming(number: int, piece: Piece) -> Piece:
        is_warm = number >= 10
        return msgspec.structs.replace(
            seen(piece, anonymous_mib=300.0 if is_warm else 100.0 + 20 * number), is_warm=is_warm
        )

    assert missed(judged(run_of(warming))) == []


def test_a_run_is_warm_when_the_slowest_game_is() -> None:
    """In each piece 500 moves of Cambio and 40 of decks: the 50 tables of decks need 125 for 100 each."""
    pieces = run_of(lambda _, piece: piece, 125)

    assert not is_warm(pieces[:-1], tables=100, each=100)
    assert is_warm(pieces, tables=100, each=100)
    assert not is_warm([], tables=100, each=100)
    assert is_warm([], tables=100, each=0)


def test_a_new_server_that_has_less_memory_hides_no_leak_of_the_first() -> None:
    """Each run leaks 20 MiB of 300, and begins where the one before began."""
    runs = [
        piece
        for run in (1, 2)
        for piece in run_of(lambda number, piece: seen(piece, anonymous_mib=300.0 + number * 2), 10, run)
    ]

    assert missed(judged(runs)) == ["memory flat"]
    assert slope([runs[:10], runs[10:]], lambda piece: piece.seen.anonymous_mib) == pytest.approx(2 / 60)


def test_a_soak_that_is_too_short_is_not_met() -> None:
    found = judged(run_of(lambda _, piece: piece, LEAST - 1))

    assert missed(found) == ["long enough"]
    assert missed(judged([])) == ["long enough"]


async def ctrl_c(book: Book) -> None:
    """Stop the second run once it can be judged."""
    while len(book.soak.runs) < 2 or len(book.soak.runs[1].pieces) < LEAST:
        await asyncio.sleep(0.1)
    os.kill(os.getpid(), signal.SIGINT)


@pytest.mark.drawn(1 / 3)
async def test_a_small_soak_plays_every_game_and_goes_on_with_a_leak_until_ctrl_c(tmp_path: Path) -> None:
    """Every move leaves 400 KB and a task behind: a few dozen moves are enough, however busy the machine."""
    file = tmp_path / "soak.json"

    await soak(Book(file), SMALL, minutes=5 * SMALL.piece_s / 60)
    sound = Book(file).soak
    await asyncio.gather(soak(book := Book(file), LEAKING, minutes=60), ctrl_c(book))

    assert Book(file).soak == book.soak
    assert book.soak.runs[:-1] == sound.runs
    assert {piece.run for piece in sound.pieces} == {1}
    assert {game for piece in sound.pieces for game in piece.moves if piece.moves[game]} == {
        *installed_games()
    }
    for piece in book.soak.pieces:
        assert 0 < piece.tables <= SMALL.tables + SMALL.probes
        assert piece.seen.tasks > piece.seen.sockets > 0
        assert piece.seen.descriptors > piece.seen.sockets
        assert piece.seen.rss_mib > piece.seen.anonymous_mib > 20
        assert (piece.halted, piece.errors) == (0, 0)
        assert piece.database_mib > 5
    assert sum(piece.acks for piece in book.soak.pieces) > 0
    assert {"memory flat", "no task leaks"} <= {*missed(judged(book.soak.runs[-1].pieces))}
