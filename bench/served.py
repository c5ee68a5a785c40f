"""Goals P4, P4b, P5 and P7: what a move costs a real server process, beside boardgame.io and Colyseus.

All servers are up all the time with their players, and take turns, round by round: one plays for a while,
saturated and at 250 moves/s, while the others are left nearly idle. CPU counts, not the clock; calibration
(`bench.calibration`) in each round shows what the machine was worth then.
"""

from contextlib import AsyncExitStack
from statistics import median
from typing import Final

from rich.console import Console
from rich.table import Table

from bench.calibration import Calibration
from bench.colyseus_server import colyseus_server
from bench.goals import (
    P4,
    P4_PEER,
    P4B,
    P4B_POSTGRES,
    P5,
    P5_COLYSEUS,
    P5_RATE,
    P7,
    P7_P50,
    Figures,
    shown,
)
from bench.live import PACE_PER_S, Live, Span, rondel
from bench.peer_server import boardgame_io_server

RONDEL: Final = "Rondel"
PEER: Final = "boardgame.io in memory"
COLYSEUS: Final = "Colyseus in memory"
MANY_TABLES: Final = 500
MANY_PER_S: Final = MANY_TABLES / 8
"""At each table somebody moves every eight seconds."""

SPEEDS: Final[dict[str, float | None]] = {"saturated": None, "250 moves/s": PACE_PER_S}


async def measure(rounds: int, seconds: float, console: Console) -> Figures:
    """All rounds, a table of what they cost, and the figures of the goals."""
    spans: dict[tuple[str, str], list[Span]] = {}
    pieces, calibration = [], Calibration()
    async with AsyncExitStack() as stack:
        peers = {PEER: boardgame_io_server(), COLYSEUS: colyseus_server()}
        found = {name: await stack.enter_async_context(peer) for name, peer in peers.items()}
        servers: dict[str, Live] = {RONDEL: await stack.enter_async_context(rondel())}
        servers |= {name: peer for name, peer in found.items() if peer is not None}
        for _ in range(rounds):
            pieces.append(calibration.piece_us())
            for speed, per_s in SPEEDS.items():
                for name, live in servers.items():
                    spans.setdefault((name, speed), []).append(await live.span(seconds, per_s))
    console.print(_table(spans, pieces))
    return _figures(spans)


async def lateness(rounds: int, seconds: float, console: Console) -> Figures:
    """P7: from the sending of a move to each other seat's socket, at many tables where players think."""
    async with rondel(MANY_TABLES) as live:
        spans = [await live.span(seconds, MANY_PER_S) for _ in range(rounds)]
    console.print(_table({(RONDEL, f"{MANY_PER_S:.0f} moves/s"): spans}, [Calibration().piece_us()]))
    return {P7: [span.push_p99_ms for span in spans], P7_P50: [span.push_p50_ms for span in spans]}


def _table(spans: dict[tuple[str, str], list[Span]], pieces: list[float]) -> Table:
    title = f"CPU by acknowledged move; a piece of calibration took {shown(median(pieces))} us"
    table = Table("server", "speed", *Span._fields, title=title)
    for (name, speed), found in spans.items():
        values = [_middle(found, field) for field in Span._fields]
        table.add_row(name, speed, *values)
    return table


def _middle(found: list[Span], field: str) -> str:
    values = [getattr(span, field) for span in found]
    return f"{shown(median(values))} ({shown(min(values))} to {shown(max(values))})"


def _figures(spans: dict[tuple[str, str], list[Span]]) -> Figures:
    saturated, paced = spans[RONDEL, "saturated"], spans[RONDEL, "250 moves/s"]
    found = {
        P4: [span.server_us for span in saturated],
        P4B: [span.server_us for span in paced],
        P4B_POSTGRES: [span.postgres_us for span in paced],
    }
    if (PEER, "saturated") in spans:
        found[P5_RATE] = _rates(spans, PEER)
        found[P4_PEER] = [1 / rate for rate in found[P5_RATE]]
        late = zip(paced, spans[PEER, "250 moves/s"], strict=True)
        found[P5] = [mine.p99_ms / theirs.p99_ms for mine, theirs in late]
    if (COLYSEUS, "saturated") in spans:
        found[P5_COLYSEUS] = _rates(spans, COLYSEUS)
    return found


def _rates(spans: dict[tuple[str, str], list[Span]], peer: str) -> list[float]:
    """Our moves by CPU second beside the peer's, round by round."""
    beside = zip(spans[RONDEL, "saturated"], spans[peer, "saturated"], strict=True)
    return [theirs.server_us / mine.server_us for mine, theirs in beside]
