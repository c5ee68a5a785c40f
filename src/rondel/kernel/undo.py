"""Undo: an appended row that goes back, and never across anything that somebody has learnt."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Generic, TypeVar

from msgspec import Meta

from rondel.kernel.noun import Noun
from rondel.kernel.refusal import Refusal
from rondel.kernel.seat import EVERYONE, Ms, Seat

if TYPE_CHECKING:
    from rondel.kernel.chance import Chance
    from rondel.kernel.game import AnyGame
    from rondel.kernel.replay import Step

State = TypeVar("State")
Event = TypeVar("Event")


@dataclass(frozen=True, kw_only=True, slots=True)
class Undo(Generic[State, Event]):
    """A game's part in undo: which events it never crosses, and what it must not turn back.

    `keep(restored, present, at)` gives the State to go on with: the restored one, with what the
    present one must keep (clocks), at the time of the undo.
    """

    barrier: Callable[[Event], bool]
    keep: Callable[[State, State, Ms], State]


class TakeBack(Noun):
    """A seat asks to take back its last move. The table's own Action, for every game that has undo."""


class Undone(Noun):
    """The State is that of `to_version` again. The table's own Event, for everyone."""

    to_version: Annotated[int, Meta(ge=0)]


def take_back(
    game: "AnyGame", steps: "Sequence[Step[Any]]", seat: Seat | None, chance_of: "Callable[[int], Chance]"
) -> Undone:
    """What taking back the seat's last move comes to, or a Refusal.

    `steps` is the journal with its States; `chance_of` gives the luck of a version. Refused across
    anybody else's row, a House event, an event for another seat, a declared reveal, the game's own
    barriers, drawn luck, a change of rules, and the end of the game.
    """
    if game.undo is None:
        raise Refusal("UNDO_OFF", f"{game.title} has no undo; a move stands once it is made.")
    step = last_standing(steps)
    if step is None:
        raise Refusal("NOTHING_TO_UNDO", "No move has been made yet that could be taken back.")
    if seat is None or any(later.row.actor != seat for later in steps[step.row.version - 1 :]):
        raise Refusal(
            "NOT_YOUR_MOVE", "Only your own move can be taken back, and only while it is the latest."
        )
    if game.outcome(steps[-1].after) is not None:
        raise Refusal("UNDO_BARRIER", "The game is over; its last move stands.")
    if any(_tells(game, event, seat) or game.undo.barrier(event) for event in step.row.events):
        raise Refusal("UNDO_BARRIER", "That move cannot be taken back: it showed or settled something.")
    if step.row.rules != game.rules:
        raise Refusal("UNDO_BARRIER", "That move cannot be taken back: the rules have been mended since.")
    chance = chance_of(step.row.version)
    game.decide(step.before, seat, step.row.action, chance, step.row.at)
    if chance.given:
        raise Refusal("UNDO_BARRIER", "That move cannot be taken back: luck was drawn for it.")
    return Undone(step.row.version - 1)


def last_standing(steps: "Sequence[Step[Any]]") -> "Step[Any] | None":
    """The latest move that has not been taken back; `steps` begins with version 1."""
    version = len(steps)
    while version and (target := steps[version - 1].row.undoes_to) is not None:
        version = target
    return steps[version - 1] if version else None


def _tells(game: "AnyGame", event: Any, seat: Seat) -> bool:
    """Whether some seat may have learnt something by it. A spectator cannot play on any wiser."""
    return game.audience(event) not in (EVERYONE, seat) or any(
        game.reveals(event, viewer) for viewer in range(game.seats[-1])
    )
