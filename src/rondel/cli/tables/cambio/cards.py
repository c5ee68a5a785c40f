"""Cards on Cambio's table, face up and face down. A card that is face down is given no face to hold."""

from collections.abc import Sequence
from typing import ClassVar, Final, Literal, TypeAlias

from textual.content import Content
from textual.widgets import Static

from rondel.cli.tables.cambio.words import RED, card_name, points
from rondel.games.cambio.pieces import Card, Slot
from rondel.games.cambio.view import PlayerView, SlotView
from rondel.kernel import Seat

Mark: TypeAlias = Literal["", "target", "chosen", "looked at"]
"""How a slot stands: it may be chosen, it has been, or somebody is looking at it."""

ROWS: Final = ((0, 1, 4), (2, 3, 5))
"""Positions as they lie: two by two, and penalty cards at the side."""


def face(card: Card) -> Content:
    """Rank and suit."""
    return Content.styled(card_name(card), "bold $text-error" if card.suit in RED else "bold")


class CardBox(Static):
    """A card, a pile, or the place of one."""

    DEFAULT_CSS = """
    CardBox {
        width: 9; height: 4; margin-right: 1; content-align: center middle; text-align: center;
        border: round $foreground 60%;
        &.-down { hatch: "░" $secondary 50%; }
        &.-gap { border: dashed $foreground 40%; }
        &.-target { border: round $accent; border-title-style: bold; border-title-color: $accent; }
        &.-chosen { border: heavy $accent; border-title-style: bold; }
        &.-lit { border: double $accent; }
        &.-none { visibility: hidden; }
    }
    """
    LOOKS: ClassVar[tuple[str, ...]] = ("-down", "-gap", "-target", "-chosen", "-lit", "-none")

    def put(self, content: Content, *looks: str, title: str = "", subtitle: str = "") -> None:
        """Show this and nothing of what was here before."""
        for look in self.LOOKS:
            self.set_class(look in looks, look)
        self.border_title, self.border_subtitle = Content(title), Content(subtitle)
        self.update(content)

    def put_card(self, card: Card, *looks: str, title: str = "", subtitle: str = "") -> None:
        """A card face up."""
        text = Content("\n").join([face(card), Content(points(card))])
        self.put(text, *looks, title=title, subtitle=subtitle)

    def put_slot(self, slot: SlotView | None, number: int, mark: Mark, *, is_remembered: bool) -> None:
        """A slot of the hand, with the number of its key."""
        key = f"[{number}]" if mark == "target" else f"✓ {number}" if mark == "chosen" else f"{number}"
        look = {"target": "-target", "chosen": "-chosen", "looked at": "-lit", "": ""}[mark]
        if slot is None:
            self.put(Content(""), "-none")
        elif slot.card is not None:
            self.put_card(slot.card, look or "-lit", title=key)
        elif slot.visibility == "empty":
            self.put(Content("no card"), "-gap", look, title=key)
        else:
            self.put(Content("seen" if is_remembered else ""), "-down", look, title=key)


class SeatBox(Static):
    """Another seat: its cards by number, and how it stands."""

    DEFAULT_CSS = """
    SeatBox {
        width: 1fr; max-width: 26; height: 5; border: round $foreground 60%; content-align: center middle;
        text-align: center;
        &.-moving { border: heavy $secondary; }
        &.-target { border: round $accent; border-title-style: bold; border-title-color: $accent; }
    }
    """

    def put_seat(
        self,
        seat: Seat,
        player: PlayerView,
        marks: Sequence[Mark],
        *,
        status: str,
        is_moving: bool,
        is_target: bool,
    ) -> None:
        """Show the seat as everybody sees it, and what the viewer alone is being shown."""
        self.set_class(is_target, "-target")
        self.set_class(is_moving and not is_target, "-moving")
        self.border_title = Content(f"[{seat}] Seat {seat}" if is_target else f"Seat {seat}")
        rows = [
            Content(" ").join(
                _small(player.slots[position], Slot(seat, position), marks[position])
                for position in row
                if position < len(player.slots)
            )
            for row in ROWS
        ]
        self.update(Content("\n").join([*rows, Content(status)]))


def _small(slot: SlotView, where: Slot, mark: Mark) -> Content:
    """A card in three letters."""
    number = where.position + 1
    if slot.card is not None:
        return Content.styled(f"{card_name(slot.card):3}", "bold reverse")
    if slot.visibility == "empty":
        return Content(" · ")
    match mark:
        case "target":
            return Content.styled(f"[{number}]", "bold $text-accent")
        case "chosen":
            return Content.styled(f"✓{number} ", "bold reverse")
        case "looked at":
            return Content.styled(f"({number})", "bold")
        case _:
            return Content(f"░{number}░")
