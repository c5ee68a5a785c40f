"""Causeway: two players lay stones on a field of hexes, and each wants a path from side to side."""

from typing import Annotated, Final

from msgspec import Meta

from rondel import kit
from rondel.kernel import About
from rondel.kit import GameEnded, Seat, Story

NEIGHBOURS: Final = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))


class Options(kit.Options):
    """How many hexes each side has."""

    size: Annotated[int, Meta(ge=3, le=9)] = 5


class Player(kit.Player):
    """All that a player has lies in the field."""


class State(kit.State):
    """The owner of each hex, row by row; each row is shifted to the right by half a hex."""

    options: Options
    players: tuple[Player, ...]
    field: tuple[Seat | None, ...] = ()
    path: tuple[int, ...] = ()

    def scores(self) -> list[int]:
        """One point for whoever has a path."""
        return [int(bool(self.path) and self.field[self.path[0]] == seat) for seat in (0, 1)]


class FieldLaid(kit.Event):
    """The field is empty."""

    hexes: int

    def apply(self, state: State) -> State:
        """The first seat begins."""
        return state.replace(field=(None,) * self.hexes, phase="laying", turn=0)


class StoneLaid(kit.Event):
    """The hex belongs to the seat for good."""

    seat: Seat
    at: int

    def apply(self, state: State) -> State:
        """It is the other seat's turn."""
        field = (*state.field[: self.at], self.seat, *state.field[self.at + 1 :])
        return state.replace(field=field, turn=1 - self.seat)


class PathFound(kit.Event):
    """These hexes lead from side to side."""

    path: tuple[int, ...]

    def apply(self, state: State) -> State:
        """Everybody sees them."""
        return state.replace(path=self.path)


class LayStone(kit.Action):
    """Lay a stone on an empty hex."""

    when = ("laying",)
    at: Annotated[int, Meta(ge=0, le=80)]

    @classmethod
    def choices(cls, view: State, seat: Seat) -> list["LayStone"]:
        """Any empty hex."""
        return [cls(at) for at, owner in enumerate(view.field) if owner is None]

    def do(self, story: Story, seat: Seat) -> None:
        """The first path from side to side wins; a full field always has one."""
        story.emit(StoneLaid(seat, self.at))
        path = path_of(story.state, seat)
        if path:
            story.emit(PathFound(path))
            story.emit(GameEnded("path", (seat,)))


def path_of(state: State, seat: Seat) -> tuple[int, ...]:
    """A shortest path of this seat: from top to bottom for the first, from left to right for the second."""
    size = state.options.size
    first_side = range(size) if seat == 0 else range(0, size * size, size)
    seen = {at for at in first_side if state.field[at] == seat}
    paths: list[tuple[int, ...]] = [(at,) for at in sorted(seen)]
    for path in paths:  # it grows while it is read, so shorter paths come first
        row, column = divmod(path[-1], size)
        if (row if seat == 0 else column) == size - 1:
            return path
        for down, right in NEIGHBOURS:
            at = (row + down) * size + column + right
            is_inside = 0 <= row + down < size and 0 <= column + right < size
            if is_inside and at not in seen and state.field[at] == seat:
                seen.add(at)
                paths.append((*path, at))
    return ()


def deal(story: Story) -> None:
    """There is no luck."""
    story.emit(FieldLaid(story.state.options.size**2))


ABOUT: Final = About(
    blurb="Lay stones until a path joins your two sides of the field.",
    duration="about 10 min",
    how="""## The aim

The first player wants a path of stones from top to bottom, the second from left to right.

## A turn

Lay a stone on any empty hex. Stones never move. A full field always has exactly one such path, so
somebody wins.
""",
    options={"size": {"label": "Size", "say": "{value} hexes on each side."}},
    endings={"path": "A path joins both sides."},
)

CAUSEWAY: Final = kit.game(
    name="causeway",
    title="Causeway",
    seats=range(2, 3),
    state=State,
    actions=[LayStone],
    events=[FieldLaid, StoneLaid, PathFound],
    deal=deal,
    endings={"path"},
    about={"en": ABOUT},
)
