"""The goals that `just bench` prints, and whether a figure reaches them."""

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Final, NamedTuple

from rich.table import Table

from bench.calibration import is_pgo

Figures = dict[str, list[float]]
"""By name, one figure for each round."""


class Goal(NamedTuple):
    """A figure is to be at most (or at least) this: the floor has to be reached, the target is the aim."""

    number: str
    what: str
    unit: str
    floor: float
    target: float
    is_least: bool = False

    def verdict(self, figure: float) -> str:
        """How far a figure gets."""
        for name, bound in (("target", self.target), ("floor", self.floor)):
            if (figure >= bound) if self.is_least else (figure <= bound):
                return name
        return "missed"


P1: Final = "Cambio take_turn and digest"
P2: Final = "the same, and four Views encoded"
P3: Final = "Cambio self-play beside OpenSpiel's C++ gin_rummy"
P3_IMPERIAL: Final = "Imperial self-play, steps by CPU second"
P4: Final = "server CPU by move, 64 tables x 4 sockets, saturated"
P4_PEER: Final = "the same beside boardgame.io's server in memory"
P4B: Final = "server CPU by move at 250 moves/s"
P4B_POSTGRES: Final = "PostgreSQL CPU by move at 250 moves/s"
P5: Final = "p99 at 250 moves/s beside boardgame.io"
P5_RATE: Final = "moves by server CPU second beside boardgame.io"
P5_COLYSEUS: Final = "moves by server CPU second beside Colyseus"
P6: Final = "PostgreSQL CPU by move, batches of 32, beside pgbench"
P7: Final = "move to another seat's socket, 500 live tables, p99"
P7_P50: Final = "the same, p50"
P8: Final = "CPU by spectator frame, 2 000 spectators"
P9: Final = "memory of an idle socket beside a bare echo"
P10: Final = "cost by move, 10 000 tables beside 100"
P11: Final = "cold load of 5 000 versions, CPU"
P12: Final = "lateness of deadlines, 10 000 armed, p99"


def goals() -> Sequence[Goal]:
    """All goals. P4 depends on how this Python was built."""
    p4 = (340, 260) if is_pgo() else (400, 310)
    return (
        Goal("P1", P1, "us", 23, 17),
        Goal("P2", P2, "us", 60, 45),
        Goal("P3", P3, "x", 1, 2, is_least=True),
        Goal("P3", P3_IMPERIAL, "/s", 10_000, 15_000, is_least=True),
        Goal("P4", P4, "us", *p4),
        Goal("P4", P4_PEER, "x", 1, 0.8),
        Goal("P4b", P4B, "us", 1000, 600),
        Goal("P4b", P4B_POSTGRES, "us", 500, 300),
        Goal("P5", P5, "x", 0.5, 0.2),
        Goal("P5", P5_RATE, "x", 1.2, 2, is_least=True),
        Goal("P5", P5_COLYSEUS, "x", 0.2, 0.35, is_least=True),
        Goal("P6", P6, "x", 0.40, 0.25),
        Goal("P7", P7, "ms", 50, 15),
        Goal("P7", P7_P50, "ms", 5, 3),
        Goal("P8", P8, "us", 5, 2),
        Goal("P9", P9, "x", 1.5, 1.2),
        Goal("P10", P10, "x", 1.15, 1.05),
        Goal("P11", P11, "ms", 10, 5),
        Goal("P12", P12, "ms", 50, 20),
    )


def table_of(found: Mapping[str, Sequence[float]]) -> Table:
    """Each goal with its figure; what was not measured says so."""
    table = Table("goal", "what", "floor", "target", "median", "spread", "verdict", title="Goals")
    for goal in goals():
        sign = ">=" if goal.is_least else "<="
        bounds = (f"{sign} {goal.floor:g} {goal.unit}", f"{sign} {goal.target:g} {goal.unit}")
        figures = found.get(goal.what)
        if not figures:
            table.add_row(goal.number, goal.what, *bounds, "-", "-", "not measured")
            continue
        middle = median(figures)
        spread = f"{shown(min(figures))} to {shown(max(figures))}"
        table.add_row(goal.number, goal.what, *bounds, shown(middle), spread, goal.verdict(middle))
    return table


def shown(figure: float) -> str:
    """Three digits that count, or whole numbers."""
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:.3g}"
