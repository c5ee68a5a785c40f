"""Sittings of Decks kept as files: `python -m tests.games.decks.transcripts` plays them anew and writes them.

Beside each transcript stands a playthrough to read: for each version what was asked, every event with
its audience, and what changed in the Views of seat 0 and of a spectator. A diff shows what changed and
what leaked.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from rondel.games.decks.actions import (
    ChangeParameters,
    ClearPlayOrder,
    ClosePlanner,
    ConfirmDiscard,
    DealNextHand,
    DeselectFromPlayOrder,
    EndTurn,
    Init,
    LoadPresetDeck,
    LockPlayOrder,
    Reset,
    SelectForPlayOrder,
    StartCustomDeck,
    StartGame,
    ToggleCardSelection,
)
from rondel.games.decks.game import DECKS
from rondel.games.decks.options import Options
from rondel.games.decks.saved import exported
from rondel.games.decks.state import State
from rondel.kernel import EVERYONE, HOUSE, Audience, SeatSpec, Undone, Viewer
from rondel.kernel.replay import Step
from rondel.table.local import LocalTable
from rondel.wire.codec import codec_of
from rondel.wire.tagged import tag_of
from tests.games.decks.table import import_state, override

FOLDER: Final = Path(__file__).parent / "transcripts"
START_MS: Final = 1_700_000_000_000
VIEWERS: Final[tuple[tuple[Viewer, str], ...]] = ((0, "seat 0"), (None, "spectator"))


class Playthrough:
    """A table whose luck and times are the same in every run; each action comes a second after the last."""

    def __init__(self, name: str, **options: Any) -> None:
        self.now = START_MS
        self.table = LocalTable.opened(
            DECKS,
            Options(**options),
            [SeatSpec()],
            table_id=f"transcript-{name}",
            secret=bytes(range(32)),
            nonces=[bytes(range(16))],
        )
        self.table.play(HOUSE, StartGame(), self.now)

    def ask(self, *actions: Any) -> None:
        for action in actions:
            self.now += 1000
            self.table.play(0, action, self.now)

    def take_back(self) -> None:
        self.now += 1000
        self.table.take_back(0, self.now)

    def discard(self) -> None:
        """The first cards of the hand."""
        wanted = self.table.state.discard_phase.remaining_discards
        self.ask(*(ToggleCardSelection(each) for each in self.table.state.hand_ids[:wanted]))
        self.ask(ConfirmDiscard())

    def lock(self) -> None:
        """The hand, its last card first."""
        self.ask(*(SelectForPlayOrder(each) for each in self.table.state.hand_ids[::-1]))
        self.ask(LockPlayOrder())


def closed() -> LocalTable:
    """Two turns, another hand in the second, and the planner is closed."""
    sitting = Playthrough("closed", hand_size=3, discard_count=1, deck="starter-12")
    sitting.discard()
    sitting.lock()
    sitting.ask(EndTurn(), DealNextHand())
    sitting.discard()
    sitting.ask(ClosePlanner())
    return sitting.table


def turn_limit() -> LocalTable:
    """Two turns are all there are; the draw pile runs out on the way."""
    sitting = Playthrough("turn_limit", hand_size=7, discard_count=5, deck="starter-12", turn_limit=2)
    for _ in range(2):
        sitting.discard()
        sitting.lock()
        sitting.ask(EndTurn())
    return sitting.table


def idle() -> LocalTable:
    """A card is selected, and then nothing happens for a minute."""
    sitting = Playthrough("idle", idle_close_ms=60_000)
    sitting.ask(ToggleCardSelection(sitting.table.state.hand_ids[0]))
    sitting.table.fire_due(sitting.now + 60_040)
    return sitting.table


def undone() -> LocalTable:
    """Choices taken back: a selection, a place in the order, an order cleared."""
    sitting = Playthrough("undone", hand_size=3, discard_count=1, deck="short-26")
    first, second, third = sitting.table.state.hand_ids
    sitting.ask(ToggleCardSelection(first))
    sitting.take_back()
    sitting.ask(ToggleCardSelection(second), ConfirmDiscard(), SelectForPlayOrder(third))
    sitting.take_back()
    sitting.ask(SelectForPlayOrder(first), DeselectFromPlayOrder(first), SelectForPlayOrder(third))
    sitting.ask(SelectForPlayOrder(first), ClearPlayOrder())
    sitting.take_back()
    sitting.ask(LockPlayOrder(), EndTurn(), ClosePlanner())
    return sitting.table


def saved() -> LocalTable:
    """Decks of one's own, presets, errors, saved states whole and broken, other numbers."""
    sitting = Playthrough("saved", hand_size=3, discard_count=1)
    sitting.discard()
    export = exported(sitting.table.state)
    sitting.ask(override(["X", {"value": "Y"}, " X "]), override({"a": 1}), override("["), override([]))
    sitting.ask(LoadPresetDeck("starter-12"), LoadPresetDeck("tarot-78"), import_state(export))
    broken = {"hand": ["7♥", "7♥"], "discardPhase": True, "planningPhase": True, "colour": "red"}
    sitting.ask(import_state(broken), import_state({}), import_state([]))
    sitting.ask(
        ChangeParameters(99, -1, immediate_reset=False), ChangeParameters(2.5, 1, immediate_reset=True)
    )
    sitting.ask(StartCustomDeck(), Reset(), Init(), ClosePlanner())
    return sitting.table


SITTINGS: Final[dict[str, Callable[[], LocalTable]]] = {
    "closed": closed,
    "turn_limit": turn_limit,
    "idle": idle,
    "undone": undone,
    "saved": saved,
}


def playthrough(table: LocalTable) -> str:
    """What happened, to be read: one event and one change of a View a line."""
    views: dict[str, dict[str, Any]] = {name: {} for _, name in VIEWERS}
    return "\n".join(line for step in table.steps for line in _version(step, views)) + "\n"


def _version(step: Step[Any], views: dict[str, dict[str, Any]]) -> Iterator[str]:
    row = step.row
    who = "house" if row.actor is HOUSE else f"seat {row.actor}"
    yield f"version {row.version}, {row.at - START_MS} ms: {who} asks {_text(row.action)}"
    for event in row.events:
        audience = EVERYONE if isinstance(event, Undone) else DECKS.audience(event)
        yield f"  {_words(audience):<9} hears {_text(event)}"
    for line, names in _changes(step.after, views).items():
        yield f"  {names[0] if len(names) == 1 else 'everyone':<9} sees  {line}"
    yield ""


def _changes(state: State, views: dict[str, dict[str, Any]]) -> dict[str, list[str]]:
    """Every change since the Views of the version before, with those who see it."""
    seen_by: dict[str, list[str]] = {}
    for viewer, name in VIEWERS:
        shown = msgspec.json.decode(codec_of(DECKS).noun_bytes(DECKS.view(state, viewer)))
        before, views[name] = views[name], shown
        for field in dict.fromkeys([*shown, *before]):
            if field not in shown or field not in before or shown[field] != before[field]:
                text = _json(shown[field]) if field in shown else "no more"
                seen_by.setdefault(f"{field}: {text}", []).append(name)
    return seen_by


def _words(audience: Audience) -> str:
    if audience is EVERYONE:
        return "everyone"
    return "house" if audience is HOUSE else f"seat {audience}"


def _text(noun: Any) -> str:
    return f"{tag_of(type(noun))} {_json(noun)}"


def _json(value: Any) -> str:
    return msgspec.json.encode(value, order="deterministic").decode()


def files(name: str) -> dict[Path, bytes]:
    """The files of one sitting, played now."""
    table = SITTINGS[name]()
    return {
        FOLDER / f"{name}.jsonl": table.transcript(),
        FOLDER / f"{name}.txt": playthrough(table).encode(),
    }


def main() -> None:
    """Write every file anew."""
    FOLDER.mkdir(exist_ok=True)
    for name in SITTINGS:
        for path, written in files(name).items():
            path.write_bytes(written)


if __name__ == "__main__":
    main()
