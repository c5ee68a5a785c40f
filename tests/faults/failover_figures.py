"""What a failover drill has shown, and the table it closes with."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median

from rich.table import Table

from tests.faults.judge import Verdict


@dataclass
class Figures:
    """What one mode has shown."""

    mode: str
    promotions: int = 0
    tail_lost: int = 0
    held_acks: int = 0
    tables_lost: int = 0
    late: int = 0
    clients: int = 0
    cold: int = 0
    cold_failed: int = 0
    deaths: int = 0
    games: int = 0
    pauses_s: list[float] = field(default_factory=list)
    views_s: list[float] = field(default_factory=list)
    rounds_s: list[float] = field(default_factory=list)
    verdict: Verdict = field(default_factory=Verdict)
    faults: list[str] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        return not self.all_faults()

    def all_faults(self) -> list[str]:
        """A sentence for each."""
        nothing = [] if self.verdict.acks else ["no move was acknowledged"]
        return [*nothing, *self.faults, *self.verdict.faults]

    def rows(self) -> dict[str, str]:
        """The closing table's rows."""
        verdict = self.verdict
        is_async = self.mode == "async"
        return {
            "promotions": str(self.promotions),
            "seconds each, median and most": _spread(self.rounds_s),
            "from the kill, or the standby's return, to the next ack, s": _spread(self.pauses_s),
            "acks read while the standby was held": str(self.held_acks) if self.mode == "held" else "-",
            "games played to the end": str(self.games),
            "nodes that died": str(self.deaths),
            "acks lost with a tail (expected)": str(self.tail_lost) if is_async else "-",
            "tables lost with a tail (expected)": str(self.tables_lost) if is_async else "-",
            "acks that must be there": str(verdict.acks),
            "  lost": str(verdict.lost),
            "  doubled": str(verdict.doubled),
            "chains, and rows in them": f"{verdict.chains}, {verdict.digests}",
            "  broken": str(verdict.broken),
            "  with gaps": str(verdict.gaps),
            "absent by a fault": str(verdict.forfeited),
            "clients to be shown a new epoch": str(self.clients) if is_async else "-",
            "  after more than 5 s": str(self.late) if is_async else "-",
            "  all of them, s": _spread(self.views_s) if is_async else "-",
            "Views asked of cold nodes": str(self.cold) if is_async else "-",
            "  not answered": str(self.cold_failed) if is_async else "-",
            "tabs compared with both nodes": str(verdict.views),
            "violations": str(len(self.all_faults())),
        }


def as_table(all_figures: Sequence[Figures]) -> Table:
    """One column for each mode."""
    table = Table("", *(figures.mode for figures in all_figures))
    columns = [figures.rows() for figures in all_figures]
    for name in columns[0]:
        table.add_row(name, *(rows[name] for rows in columns))
    return table


def _spread(seconds: Sequence[float]) -> str:
    return f"{median(seconds):.1f}, {max(seconds):.1f}" if seconds else "-"
