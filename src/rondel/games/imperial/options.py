"""Imperial, chapter 2: the options of a table."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, field

from rondel.games.imperial.geography import SetupName
from rondel.kernel import Preselected, Struct

_DAY: Final = 86_400

HOUSE_RULES: Final[Mapping[str, Mapping[str, Any]]] = {
    "evening": {"setup": "classic", "timed": True, "banked": 900, "increment": 45},
    "days": {
        "setup": "classic",
        "timed": True,
        "banked": 2 * _DAY,
        "increment": _DAY,
        "autoActionSeconds": _DAY,
    },
    "slow": {
        "setup": "classic",
        "timed": True,
        "banked": 3 * _DAY,
        "increment": 3 * _DAY,
        "autoActionSeconds": 3 * _DAY,
    },
    "quick": {"start": "fixed", "endgameAutoPass": True, "timed": True},
    "learning": {"start": "fixed", "governance": "dictator"},
}

PRESELECTED: Final = Preselected(seats=4, house_rules="evening")


class Options(Struct):
    """2 The house rules; the defaults are the plainest reading of the book."""

    setup: SetupName = "standard"
    ninth_bond: bool = field(default=False, name="ninthStock")
    start: Literal["sealed-bid", "fixed"] = "sealed-bid"
    governance: Literal["democracy", "dictator"] = "democracy"
    open_ballots: bool = True
    investor_card: bool = True
    swiss_order: Literal["backward", "forward"] = "backward"
    endgame_auto_pass: bool = False
    mountains: bool = False
    max_rounds: Annotated[int, Meta(ge=1, le=500)] = 500
    timed: bool = False
    banked: Annotated[int, Meta(ge=0, le=864_000)] = 120
    increment: Annotated[int, Meta(ge=0, le=864_000)] = 30
    bank_cap: bool = False
    pause_by: Literal["anyone", "house"] = "anyone"
    auto_action_seconds: Annotated[int, Meta(ge=0, le=2_592_000)] | None = None
    mail_at_once: bool = True

    def __post_init__(self) -> None:
        if self.ninth_bond and self.setup != "classic":
            raise ValueError("a ninth bond is for the classic setup only")
        if self.auto_action_seconds == 0 and not self._leaves_time:
            raise ValueError("without any time to move the house would play a whole game in one moment")

    @property
    def _leaves_time(self) -> bool:
        """A moment for every move; or, untimed, an auction in which nobody can bid: it is over at once."""
        return self.increment > 0 if self.timed else self.start == "sealed-bid"
