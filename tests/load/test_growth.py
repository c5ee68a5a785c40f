"""What a move costs as everything grows: the lines of the plot."""

from bench.growth import Point, lines_of
from bench.plot import Line, plot


def test_layouts_are_drawn_as_a_line_for_each_kind_from_the_first_on() -> None:
    points = [
        Point("1 node, saturated", 1, [10.0, 12.0, 11.0]),
        Point("2 nodes, affine, saturated", 2, [11.0]),
        Point("4 nodes, affine, saturated", 4, [22.0]),
        Point("2 cells, saturated", 2, [33.0]),
    ]

    lines = lines_of("saturated", points)

    assert lines == [
        Line("nodes, affine, saturated", [(1, 1.0), (2, 1.0), (4, 2.0)]),
        Line("cells, saturated", [(1, 1.0), (2, 3.0)]),
    ]
    assert "nodes, affine, saturated" in plot("Growth", lines)
