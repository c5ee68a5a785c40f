"""How fast bots move: for people who look on, or wait for their own turn."""

from typing import Final

import rich_click as click

THINK_S: Final = (0.4, 1.2)
"""How many seconds a bot at a server takes over a move, at least and at most."""

UNDO_WAIT_MS: Final = 3_000
"""How long it waits after a person's move that can be taken back."""

pace_option = click.option(
    "--pace",
    type=click.FloatRange(0, 100),
    default=1.0,
    show_default=True,
    metavar="X",
    help="How much of their usual time bots take: 0 moves at once, 3 gives you time to look.",
)
"""--pace X; 1 is as usual."""


def thinking(pace: float) -> str:
    """What `rondel bots --think` is told at this pace."""
    least, most = THINK_S
    return f"{least * pace:.2f}-{most * pace:.2f}"


def undo_wait_ms(pace: float) -> int:
    """The constant of that name at this pace."""
    return round(UNDO_WAIT_MS * pace)
