"""A transcript with right digests that takes long to prove, brought through the door like any other."""

import asyncio
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

from msgspec import Raw
from msgspec.structs import replace

from rondel.games.decks.actions import ToggleCardSelection
from rondel.kernel import HOUSE, SeatSpec
from rondel.server.record.proof_queue import Prover
from rondel.table.local import LocalTable
from rondel.wire.registry import load_game
from rondel.wire.transcript import TranscriptRow, read
from tests.server.visitors import Visitor, open_house, settings
from tests.wire.sittings import sealed, written

DECKS = load_game("decks")
CPU_S = 1
MOVES = 6_900
"""As many as fit into 4 MiB with their taking back. The proof takes four seconds, and grows by the square."""


def slow_to_prove(moves: int) -> bytes:
    """A card is selected and deselected again and again, then every move is taken back, one by one.

    Every row is legal, so each is decided again; and each taking back looks at all rows since its move.
    """
    table = LocalTable.opened(DECKS, DECKS.types.options(), [SeatSpec()])
    table.play(HOUSE, DECKS.begin, 1)
    card = table.state.hand_cards[0].instance_id
    for at in (2, 3):
        table.play(0, ToggleCardSelection(instance_id=card), at)
    table.take_back(0, 4)
    short = read(table.transcript())
    return written(sealed(replace(short, lines=tuple(_lines(*short.lines, moves=moves)))))


def _lines(
    begun: TranscriptRow,
    selected: TranscriptRow,
    deselected: TranscriptRow,
    taken_back: TranscriptRow,
    *,
    moves: int,
) -> Iterator[TranscriptRow]:
    yield begun
    for version in range(2, moves + 2):
        yield replace((selected, deselected)[version % 2], version=version, at=version)
    for number in range(moves):
        version, target = moves + 2 + number, moves - number
        events = Raw(b'[{"type":"UNDONE","payload":{"toVersion":%d}}]' % target)
        yield replace(taken_back, version=version, at=version, events=events)


async def test_a_transcript_that_is_slow_to_prove_is_ended_and_others_do_not_notice() -> None:
    """Its process has one second of CPU instead of five. What others cost the node is counted in CPU time."""
    body = slow_to_prove(MOVES)
    async with open_house(settings(rate_limits=False)) as house:
        house.running.api.prover = Prover(cpu_s=CPU_S, wall_s=300)
        eve, bob = await house.visitor("Eve"), await house.visitor("Bob")
        proving = asyncio.create_task(
            eve.http.post(
                "/api/replays", content=body, headers={"Content-Type": "application/jsonl"}, timeout=300
            )
        )
        pids: list[str] = []
        while not pids and not proving.done():
            pids = _provers()
            await asyncio.sleep(0.01)

        during = []
        while not proving.done():
            during.append(await _cpu_s_of_a_call(bob))
            await asyncio.sleep(0.01)
        answer = await proving
        after = [await _cpu_s_of_a_call(bob) for _ in range(len(during))]

    assert pids
    assert len(body) < 4 << 20
    assert answer.status_code == 413
    assert answer.json()["code"] == "TOO_LARGE"
    assert "timed out" in answer.json()["message"]
    assert "rondel verify" in answer.json()["hint"]
    assert not [pid for pid in pids if Path("/proc", pid).exists()]
    assert len(during) > 20
    # of means: one figure is read in ticks of 4 ms and may be 0
    assert statistics.fmean(during) < 2 * statistics.fmean(after)


async def test_the_same_transcript_holds_if_it_is_short() -> None:
    async with open_house() as house:
        eve = await house.visitor("Eve")
        headers = {"Content-Type": "application/jsonl"}
        answer = await eve.http.post("/api/replays", content=slow_to_prove(20), headers=headers, timeout=300)

    assert answer.status_code == 200
    assert answer.json()["faults"] == []
    assert answer.json()["decidedAgain"] == 40


async def _cpu_s_of_a_call(visitor: Visitor) -> float:
    began = time.process_time()
    await visitor.get("/api/me")
    return time.process_time() - began


def _provers() -> list[str]:
    """The processes of this one that prove something."""
    tasks = Path("/proc/self/task")
    pids = {pid for task in tasks.iterdir() for pid in (task / "children").read_text().split()}
    return [
        pid
        for pid in pids
        if b"rondel.server.record.proof_process" in Path("/proc", pid, "cmdline").read_bytes()
    ]
