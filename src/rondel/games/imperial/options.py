"""Imperial, chapter 2: the options of a table."""

from typing import Annotated, Literal

from msgspec import Meta

from rondel.games.imperial.geography import SetupName
from rondel.kernel import Noun


class Options(Noun):
    """2 The house rules; the defaults are the plainest reading of the book."""

    setup: SetupName = "standard"
    ninth_stock: bool = False
    start: Literal["sealed-bid", "fixed"] = "sealed-bid"
    governance: Literal["democracy", "dictator"] = "democracy"
    investor_card: bool = True
    swiss_order: Literal["backward", "forward"] = "backward"
    endgame_auto_pass: bool = False
    mountains: bool = False
    max_rounds: Annotated[int, Meta(ge=1, le=500)] = 500
    timed: bool = False
    banked: Annotated[int, Meta(ge=0, le=864_000)] = 120
    increment: Annotated[int, Meta(ge=0, le=864_000)] = 30
    pause_by: Literal["anyone", "house"] = "anyone"
    auto_action_seconds: Annotated[int, Meta(ge=0, le=2_592_000)] | None = None

    def __post_init__(self) -> None:
        if self.ninth_stock and self.setup != "classic":
            raise ValueError("a ninth stock is for the classic setup only")
        if self.auto_action_seconds == 0 and not self._leaves_time:
            raise ValueError("without any time to move the house would play a whole game in one moment")

    @property
    def _leaves_time(self) -> bool:
        """A moment for every move; or, untimed, an auction in which nobody can bid: it is over at once."""
        return self.increment > 0 if self.timed else self.start == "sealed-bid"
