"""The games whose worlds are served in pairs: who observes each, and what is hidden there."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from rondel.games.cambio.game import CAMBIO
from rondel.games.decks.game import DECKS
from rondel.games.imperial.game import IMPERIAL
from rondel.kernel import AnyGame, Viewer
from tests.secrecy.wire.calls import Called, cambio_call, refuse_call
from tests.secrecy.wire.reworded import (
    Retell,
    bramble_action,
    bramble_event,
    cambio_event,
    decks_event,
    imperial_action,
    imperial_event,
    liars_dice_event,
    same,
)

EXAMPLES: Final = Path(__file__).parents[3] / "examples"

Observer: TypeAlias = Literal["seat", "bot", "spectator", "stranger", "logged out"]
EVERYBODY: Final[tuple[Observer, ...]] = ("seat", "bot", "spectator", "stranger", "logged out")


@dataclass(frozen=True, kw_only=True, slots=True)
class Served:
    """A game as its pairs are served."""

    game: AnyGame
    observers: tuple[Observer, ...]
    retell_event: Retell
    retell_action: Retell = same
    doors: tuple[str, ...]
    """Doors of this game alone."""
    call_of: Callable[[bytes], Called | None] = refuse_call
    """The call of this game's own that an action is, if it is one."""
    is_export_whole: bool = False
    """Whether these doors tell the owner everything (Decks 8.2): then only others try them."""
    has_neighbours: bool = True
    """Whether pieces can change names; where nothing but choices is hidden, worlds are imagined instead."""
    has_even_sizes: bool = True
    """Whether what others are sent is as long in both worlds, to the byte.

    Not where their own screens or lists of moves have more lines for one hand than for another: padding
    counts hidden values in their longest form, and no more of them than there are.
    """
    wanted_long: float = 0.8
    """The share of pairs whose script must run long.

    A ballot is laid open once the last seat has chosen, so the worlds of Imperial part soon. So do those of
    games in which everything is laid open round by round.
    """

    def doors_for(self, viewer: Viewer) -> tuple[str, ...]:
        """The doors of this game that this viewer tries."""
        return ("/api/tables/{}/view",) if self.is_export_whole and viewer is not None else self.doors

    def is_late(self, state: Any) -> bool:
        """Whether hardly anything is left to play."""
        return getattr(state, "phase", None) == "final_round" or self.game.outcome(state) is not None


def example(name: str) -> AnyGame:
    """A game of examples/: a package of its own, which need not be installed."""
    source = str(EXAMPLES / name / "src")
    if source not in sys.path:
        sys.path.append(source)
    game: AnyGame = getattr(import_module(f"{name}.game"), name.upper())
    return game


OF_THE_KIT: Final = {name: example(name) for name in ("bramble", "liars_dice")}
"""Games with a face: their Scenes and beats are compared too."""

_DOORS: Final = ("/api/game/{}/state", "/api/game/{}/events")

SERVED: Final[dict[str, Served]] = {
    "cambio": Served(
        game=CAMBIO,
        observers=EVERYBODY,
        retell_event=cambio_event,
        doors=("/api/game/{}/scores", "/api/game/{}/state", "/api/game/{}/events", "/api/cambio/{}/state"),
        call_of=cambio_call,
    ),
    "decks": Served(
        game=DECKS,
        observers=("seat", "spectator"),
        retell_event=decks_event,
        doors=("/api/decks/{}/state",),
        is_export_whole=True,
    ),
    "imperial": Served(
        game=IMPERIAL,
        observers=EVERYBODY,
        retell_event=imperial_event,
        retell_action=imperial_action,
        doors=(
            "/api/game/{}/state",
            "/api/game/{}/events",
            "/api/game/{}/history",
            "/api/game/{}/proposals",
            "/api/imperial/{}/state",
        ),
        has_neighbours=False,
        wanted_long=0.0,
    ),
    "bramble": Served(
        game=OF_THE_KIT["bramble"],
        observers=EVERYBODY,
        retell_event=bramble_event,
        retell_action=bramble_action,
        doors=(*_DOORS, "/api/games/bramble/face"),
        has_even_sizes=False,
        has_neighbours=False,
        wanted_long=0.0,
    ),
    "liars_dice": Served(
        game=OF_THE_KIT["liars_dice"],
        observers=EVERYBODY,
        retell_event=liars_dice_event,
        doors=(*_DOORS, "/api/games/liars_dice/face"),
        has_even_sizes=False,
        has_neighbours=False,
        wanted_long=0.0,
    ),
}
