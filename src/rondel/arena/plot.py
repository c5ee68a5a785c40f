"""How often each score came up, as text for a terminal and as SVG."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final
from xml.sax.saxutils import escape

from rondel.kernel import Struct

BINS: Final = 24
"""Maximum number of columns."""

_BAR: Final = "█"
_BAR_WIDTH: Final = 40
_COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
"""Told apart by every kind of eye (Okabe and Ito)."""

_WIDTH, _ROW, _MARGIN, _FOOT = 720, 120, 48, 40


class Histogram(Struct):
    """By name, how many scores fell into each column; columns are `step` wide and begin with `low`."""

    low: int
    step: int
    columns: dict[str, tuple[int, ...]]

    @property
    def highest(self) -> int:
        """The largest count there is."""
        return max((max(counts) for counts in self.columns.values()), default=0)


def histogram(scores: Mapping[str, Sequence[int]]) -> Histogram:
    """All names on one scale, so that they can be compared."""
    every = [score for listed in scores.values() for score in listed]
    if not every:
        return Histogram(0, 1, {})
    low, high = min(every), max(every)
    step = -(-(high - low + 1) // BINS)
    width = (high - low) // step + 1
    counted = {name: Counter((score - low) // step for score in listed) for name, listed in scores.items()}
    return Histogram(
        low,
        step,
        {name: tuple(counts[column] for column in range(width)) for name, counts in counted.items()},
    )


def text(drawn: Histogram) -> Iterator[str]:
    """One line for each column of each name."""
    for name, counts in drawn.columns.items():
        yield f"Scores of {name}:"
        for label, count in zip(_labels(drawn, len(counts)), counts, strict=True):
            bar = _BAR * round(_BAR_WIDTH * count / drawn.highest)
            yield f"  {label} {count:>6} {bar}".rstrip()


def _labels(drawn: Histogram, columns: int) -> list[str]:
    firsts = [drawn.low + column * drawn.step for column in range(columns)]
    labels = [str(first) if drawn.step == 1 else f"{first}..{first + drawn.step - 1}" for first in firsts]
    return [label.rjust(max(map(len, labels))) for label in labels]


def svg(drawn: Histogram, title: str) -> str:
    """One row of columns for each name, all on one scale."""
    height = _MARGIN + _ROW * len(drawn.columns) + _FOOT
    size = f'viewBox="0 0 {_WIDTH} {height}" font-family="sans-serif" font-size="13"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size}>',
            f"<title>{escape(title)}</title>",
            f'<rect width="{_WIDTH}" height="{height}" fill="#ffffff"/>',
            f'<text x="{_MARGIN}" y="26" font-size="16">{escape(title)}</text>',
            *(line for row in range(len(drawn.columns)) for line in _row(drawn, row)),
            "</svg>\n",
        ]
    )


def _row(drawn: Histogram, row: int) -> Iterator[str]:
    name, counts = list(drawn.columns.items())[row]
    base = _MARGIN + _ROW * (row + 1)
    wide = (_WIDTH - 2 * _MARGIN) / len(counts)
    yield f'<text x="{_MARGIN}" y="{base - _ROW + 38}">{escape(name)}</text>'
    for column, (label, count) in enumerate(zip(_labels(drawn, len(counts)), counts, strict=True)):
        left, tall = _MARGIN + column * wide, (_ROW - 44) * count / drawn.highest
        yield (
            f'<rect x="{left:.1f}" y="{base - tall:.1f}" width="{wide - 1:.1f}" height="{tall:.1f}"'
            f' fill="{_COLOURS[row % len(_COLOURS)]}"><title>{label.strip()}: {count}</title></rect>'
        )
    yield f'<path d="M{_MARGIN} {base}H{_WIDTH - _MARGIN}" stroke="#333333"/>'
    for column in (0, len(counts) // 2, len(counts) - 1):
        middle = _MARGIN + (column + 0.5) * wide
        label = _labels(drawn, len(counts))[column].strip()
        yield f'<text x="{middle:.1f}" y="{base + 16}" text-anchor="middle">{label}</text>'
