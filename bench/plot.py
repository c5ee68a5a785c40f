"""A plot as SVG: lines over sizes of 1 to 10 000 and more, each with its name at its end."""

import math
from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

WIDTH: Final = 720
HEIGHT: Final = 360
LEFT: Final = 60
RIGHT: Final = 130
EDGE: Final = 40
DASHES: Final = ("", "6 3", "2 3", "8 3 2 3")
"""Lines differ by more than their colour."""

FONT: Final = 'font-family="sans-serif" font-size="12" fill="currentColor"'
COLOURS: Final = ("#1f6f8b", "#a8572c", "#5b6b2f", "#7a4b8c")


class Line(NamedTuple):
    """What the line is of, and its points: size, height."""

    name: str
    points: Sequence[tuple[float, float]]


def plot(title: str, lines: Sequence[Line]) -> str:
    """The picture; sizes grow tenfold from mark to mark, heights begin at 0."""
    largest = max(size for line in lines for size, _ in line.points)
    highest = max(height for line in lines for _, height in line.points) * 1.1
    decades = max(1, math.ceil(math.log10(largest)))

    def x(size: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * math.log10(size) / decades

    def y(height: float) -> float:
        return HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * height / highest

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" {FONT}>',
        f"<title>{escape(title)}</title>",
        f'<text x="{LEFT}" y="20" font-size="14">{escape(title)}</text>',
    ]
    for exponent in range(decades + 1):
        parts.append(_text(x(10**exponent), HEIGHT - EDGE / 2, f"{10**exponent:,}".replace(",", " ")))
        parts.append(_rule(x(10**exponent), y(0), x(10**exponent), y(highest)))
    for mark in _marks(highest):
        parts.append(_text(LEFT / 2, y(mark) + 4, f"{mark:g}"))
        parts.append(_rule(LEFT, y(mark), WIDTH - RIGHT, y(mark)))
    for number, line in enumerate(lines):
        way = " ".join(f"{x(size):.1f},{y(height):.1f}" for size, height in line.points)
        colour, dashes = COLOURS[number % len(COLOURS)], DASHES[number % len(DASHES)]
        parts.append(
            f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="2"'
            f' stroke-dasharray="{dashes}"/>'
        )
        size, height = line.points[-1]
        parts.append(
            f'<text x="{x(size) + 6:.1f}" y="{y(height) + 4:.1f}" fill="{colour}">{escape(line.name)}</text>'
        )
    return "\n".join([*parts, "</svg>", ""])


def _marks(highest: float) -> list[float]:
    """Round heights, four to eight of them."""
    step = 10 ** math.floor(math.log10(highest))
    while highest / step < 4:
        step /= 2
    return [step * number for number in range(int(highest / step) + 1)]


def _text(x: float, y: float, text: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle">{text}</text>'


def _rule(x1: float, y1: float, x2: float, y2: float) -> str:
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="currentColor" opacity="0.2"/>'
    )
