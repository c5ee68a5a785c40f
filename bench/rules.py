"""Goals P1, P2 and P3: Cambio's rules beside their peers, the bare figures, and where the time goes.

Everything is measured in turn, round after round, by CPU and not by the clock on the wall: what a neighbour
does to one it does to all. A ratio is that of one round; the median and the whole spread are printed.
"""

import random
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from typing import Final, NamedTuple

from rich.console import Console
from rich.table import Table

from bench import cambio
from bench.cambio import LONG, PLAIN, Count
from bench.goals import P1, P2, P3, Figures
from bench.peer import Peer, boardgame_io, open_spiel

SECONDS: Final = 1.2
SLICES: Final = 6
_PRODUCTION: Final = "boardgame.io reducer, production"
_DEVELOPMENT: Final = "boardgame.io reducer, development"
_PRODUCTION_VIEWS: Final = "boardgame.io and 4 views as JSON, production"
_DEVELOPMENT_VIEWS: Final = "boardgame.io and 4 views as JSON, development"
_SPIEL: Final = "OpenSpiel C++ gin_rummy, each card dealt a step"
_SPIEL_DECISIONS: Final = "OpenSpiel C++ gin_rummy, players' decisions"
_TURNS: Final = "Cambio take_turn, bare"
_P1: Final = "P1 Cambio take_turn and digest"
_P2: Final = "P2 the same and 4 Views encoded"
_P3: Final = "P3 Cambio legal and step, default options"
_P3_LONG: Final = "P3 Cambio legal and step, long games"
_TABLE: Final = "Cambio at a Table, as simulate"
_TABLE_VIEWS: Final = "Cambio at a Table, every seat's View"


class Ratio(NamedTuple):
    """What of ours is compared with what of theirs."""

    ours: str
    theirs: str


RATIOS: Final = (
    Ratio(_P1, _PRODUCTION),
    Ratio(_P1, _DEVELOPMENT),
    Ratio(_P2, _PRODUCTION_VIEWS),
    Ratio(_P2, _DEVELOPMENT_VIEWS),
    Ratio(_P3, _SPIEL),
    Ratio(_P3, _SPIEL_DECISIONS),
    Ratio(_P3_LONG, _SPIEL),
    Ratio(_P3_LONG, _SPIEL_DECISIONS),
)


def ours() -> dict[str, Callable[[float], Count]]:
    """Cambio's works by name."""
    long_games = cambio.recorded(LONG, 4, seed=1)
    dice = random.Random(2)
    works: dict[str, Callable[[], int]] = {
        _TURNS: partial(cambio.turns, long_games),
        _P1: partial(cambio.digested, long_games),
        _P2: partial(cambio.digested, long_games, with_views=True),
        _P3: partial(cambio.self_play, PLAIN, 20, dice),
        _P3_LONG: partial(cambio.self_play, LONG, 4, dice),
        _TABLE: partial(cambio.at_a_table, PLAIN, 10, seed=3, with_views=False),
        _TABLE_VIEWS: partial(cambio.at_a_table, PLAIN, 10, seed=3, with_views=True),
    }
    return {name: partial(cambio.measured, work) for name, work in works.items()}


def peers() -> dict[str, Peer | None]:
    """The peers by name, None where one is not installed."""
    return {
        _PRODUCTION: boardgame_io("reducer", "production"),
        _DEVELOPMENT: boardgame_io("reducer", "development"),
        _PRODUCTION_VIEWS: boardgame_io("views", "production"),
        _DEVELOPMENT_VIEWS: boardgame_io("views", "development"),
        _SPIEL: open_spiel("steps"),
        _SPIEL_DECISIONS: open_spiel("decisions"),
    }


def rates(rounds: int, seconds: float) -> dict[str, list[float]]:
    """Steps by second of CPU, for each name and round; a peer that is not installed has none."""
    beside = peers()
    works = ours() | {name: peer.measured for name, peer in beside.items() if peer is not None}
    try:
        turns = [_round(works, seconds) for _ in range(rounds)]
    finally:
        for peer in beside.values():
            if peer is not None:
                peer.close()
    return {name: [turn[name] for turn in turns if name in turn] for name in (*works, *beside)}


def _round(works: dict[str, Callable[[float], Count]], seconds: float) -> dict[str, float]:
    """One round: all of them in turn, a slice each, again and again."""
    slices = [{name: work(seconds / SLICES) for name, work in works.items()} for _ in range(SLICES)]
    return {
        name: sum(each[name].steps for each in slices) / sum(each[name].cpu_seconds for each in slices)
        for name in works
    }


def ratios(found: dict[str, list[float]]) -> Table:
    """How many times as fast as a peer, round by round."""
    table = Table("ours", "against", "median", "spread", title="Ratios")
    for ours_, theirs in RATIOS:
        if found[theirs]:
            values = _beside(found, ours_, theirs)
            table.add_row(ours_, theirs, f"{median(values):.1f}x", _spread(values, "{:.1f}"))
        else:
            table.add_row(ours_, theirs, "-", "peer not installed")
    return table


def _beside(found: dict[str, list[float]], ours_: str, theirs: str) -> list[float]:
    return [mine / yours for mine, yours in zip(found[ours_], found[theirs], strict=True)]


def _spread(values: Sequence[float], form: str) -> str:
    return f"{form.format(min(values))} to {form.format(max(values))}"


def figures(found: dict[str, list[float]]) -> Table:
    """Steps by second, one core."""
    table = Table("work", "steps/s", "spread", title="Steps by second of CPU, one core")
    for name, values in found.items():
        if values:
            table.add_row(name, f"{median(values):,.0f}", _spread(values, "{:,.0f}"))
        else:
            table.add_row(name, "-", "peer not installed")
    return table


def parts(rounds: int) -> Table:
    """Where the time of a step goes."""
    moves = cambio.moments(cambio.recorded(LONG, 8, seed=4))
    table = Table("part", "us", "spread", title="CPU by move of a long game")
    found: dict[str, list[float]] = {name: [] for name in cambio.PARTS}
    for _ in range(rounds):
        for name, part in cambio.PARTS.items():
            found[name].append(cambio.part_us(part, moves))
    for name, values in found.items():
        table.add_row(name, f"{median(values):.2f}", _spread(values, "{:.2f}"))
    return table


def measure(rounds: int, console: Console) -> Figures:
    """Cambio's rules beside their peers; `just bench-peers` installs them."""
    found = rates(rounds, SECONDS)
    console.print(ratios(found), figures(found), parts(rounds), sep="\n")
    return {
        P1: [1e6 / rate for rate in found[_P1]],
        P2: [1e6 / rate for rate in found[_P2]],
        P3: _beside(found, _P3, _SPIEL) if found[_SPIEL] else [],
    }
