"""The Deck Planner's table in the terminal, rule 8.4: all it shows is the seat's View and legal list."""

from collections.abc import Sequence
from typing import ClassVar, Final, NamedTuple

from msgspec import UNSET
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Grid, Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Footer, Input, Label, Static, TextArea

from rondel.cli.sitting import Sitting
from rondel.cli.terminal import Answers, PlainButton, TerminalTable, plain
from rondel.games.decks.actions import (
    Action,
    ApplyJsonOverride,
    ChangeParameters,
    ClearPlayOrder,
    ClosePlanner,
    ConfirmDiscard,
    DealNextHand,
    DeselectFromPlayOrder,
    EndTurn,
    LoadPresetDeck,
    LockPlayOrder,
    Reset,
    SelectForPlayOrder,
    ToggleCardSelection,
)
from rondel.games.decks.pieces import DISCARD_COUNTS, HAND_SIZES, MAX_HAND_CARDS
from rondel.games.decks.view import SeenCard, View

KEYS: Final = """\
1 2 … 9 0         choose card 1 to 10, or choose it no longer
Tab, arrow keys   from card to card; Space or Enter chooses
d                 Discard Selected Cards
c                 Clear Order
l                 Lock Order
e                 End Turn
n                 Deal the next hand, in the same turn
u                 Undo the last choice, order or discard
s                 Settings: hand size, discard count, decks, closing
q                 Quit; the sitting is kept"""

CARDS_IN_A_ROW: Final = 5

PHASES: Final = {"discard": "Discard phase", "planning": "Planning", "executing": "Executing", "idle": "Idle"}

ENDINGS: Final = {
    "closed": "it was closed",
    "turn_limit": "the last turn was played",
    "idle": "it was left alone too long",
}

BUTTONS: Final[dict[str, tuple[str, str, Action]]] = {
    "discard": ("d", "Discard Selected Cards", ConfirmDiscard()),
    "clear": ("c", "Clear Order", ClearPlayOrder()),
    "lock": ("l", "Lock Order", LockPlayOrder()),
    "end": ("e", "End Turn", EndTurn()),
    "deal": ("n", "Deal", DealNextHand()),
}
"""By id: the key, the label, and what is asked. A button is enabled exactly if the action is legal."""


class CardButton(PlainButton):
    """A card of the hand: its key, its name, and how it stands."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "screen.step(1)", show=False),
        Binding("left", "screen.step(-1)", show=False),
        Binding("down", f"screen.step({CARDS_IN_A_ROW})", show=False),
        Binding("up", f"screen.step(-{CARDS_IN_A_ROW})", show=False),
    ]

    def __init__(self, place: int) -> None:
        super().__init__("", id=f"card-{place}")
        self.border_title = str((place + 1) % 10)
        self.active_effect_duration = 0
        self.styles.line_pad = 0
        self.place = place
        self.seen: SeenCard | None = None
        self.standing = NOT_CHOSEN

    def show(self, seen: SeenCard | None, standing: "Standing") -> None:
        """Show this card, or nothing."""
        self.seen, self.standing = seen, standing
        self.display = seen is not None
        for name in ("-chosen", "-unavailable"):
            self.set_class(name == standing.look, name)
        self.refresh()

    @property
    def told(self) -> str:
        """The card in a sentence."""
        if self.seen is None:
            return ""
        return f"Card {self.place + 1}: {plain(self.seen.card)}, {self.standing.told}."

    def render(self) -> Content:
        """The name in the middle and the mark below; a name that is too long for the card is cut."""
        width, height = self.content_size
        if self.seen is None or height < 2:
            return Content("")
        name = _fitted(plain(self.seen.card), width, height - 1)
        blank = [Content("")]
        above = (height - 1 - len(name)) // 2
        below = height - 1 - len(name) - above
        return Content("\n").join([*blank * above, *name, *blank * below, Content(self.standing.mark)])


class Standing(NamedTuple):
    """How a card stands: the mark on it, the words for it, and its look."""

    mark: str
    told: str
    look: str = ""


NOT_CHOSEN: Final = Standing("", "not chosen")
SELECTED: Final = Standing("✓ selected", "selected", "-chosen")
UNAVAILABLE: Final = Standing("– unavailable", "unavailable", "-unavailable")


class DecksTable(TerminalTable):
    """Hand, piles and numbers, what is to be done now, and the buttons to do it."""

    HELP = KEYS
    AUTO_FOCUS = ""  # what is to be done next has the focus
    VERTICAL_BREAKPOINTS = [(0, "-low"), (34, "-high")]  # noqa: RUF012 - as Textual declares it
    CSS = """
    #head { height: 1; background: $panel; padding: 0 1; }
    #game { width: 1fr; text-style: bold; color: $accent; }
    #phase { width: auto; text-style: bold; }
    #numbers, #task, #told { padding: 0 1; }
    #task { text-style: bold; color: $accent; }
    #hand { grid-size: 5; grid-gutter: 0 1; grid-rows: 1fr; height: 1fr; max-height: 12; margin-right: 1; }
    .-high #hand { max-height: 18; }
    #hand.-one-row { max-height: 9; }
    #buttons { height: 3; dock: bottom; margin-bottom: 1; }
    CardButton.-style-default {
        width: 1fr; min-width: 8; height: 100%; margin: 0; content-align: center top; text-style: none;
        &.-chosen { border: double $accent; color: $accent; text-style: bold; }
        &.-unavailable { border: blank $foreground 60%; color: $foreground 60%; }
        &:focus { border: heavy $secondary; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str((place + 1) % 10), f"card({place})", show=False) for place in range(MAX_HAND_CARDS)),
        *(Binding(key, f"request('{name}')", show=False) for name, (key, _, _) in BUTTONS.items()),
        Binding("s", "settings", "Settings"),
    ]

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(sitting)
        self.cards = [CardButton(place) for place in range(MAX_HAND_CARDS)]
        self.buttons = {name: PlainButton(label, id=name) for name, (_, label, _) in BUTTONS.items()}

    @property
    def view(self) -> View:
        """What seat 0 sees."""
        view = self.sitting.view
        assert isinstance(view, View)
        return view

    def compose(self) -> ComposeResult:
        """From top to bottom: numbers, task, cards, the card in focus, answers, buttons, keys."""
        with Horizontal(id="head"):
            yield Static(self.sitting.title, id="game")
            yield Static(id="phase")
        yield Static(id="numbers")
        yield Static(id="task")
        with Grid(id="hand"):
            yield from self.cards
        yield Static(id="told")
        yield Answers()
        with Horizontal(id="buttons"):
            yield from self.buttons.values()
        yield Footer()

    def show(self) -> None:
        """8.4 Everything on the screen, from View and legal list."""
        view, legal = self.view, self.sitting.legal
        self._write("#phase", f"Turn {view.turn_number} · {_phase(view)}")
        self._write("#numbers", _numbers(view))
        self._write("#task", _task(view))
        self.query_one("#hand").set_class(len(view.hand_cards) <= CARDS_IN_A_ROW, "-one-row")
        for card, seen in zip(self.cards, view.hand_cards, strict=False):
            card.show(seen, _standing(view, seen, legal))
        self._show_buttons(view, {name for name, (_, _, action) in BUTTONS.items() if action in legal})
        warnings = [view.warning, self.sitting.trouble]
        self.query_one(Answers).tell(self.answer, errors=[view.error], warnings=warnings)
        self._tell_focus()

    def _show_buttons(self, view: View, allowed: set[str]) -> None:
        """What is there first, then the focus, then what is there no longer: so focus never gets lost."""
        for name in allowed:
            self.buttons[name].disabled = False
            self.buttons[name].border_subtitle = BUTTONS[name][0]
        gone = self.cards[len(view.hand_cards) :]
        forbidden = [button for name, button in self.buttons.items() if name not in allowed]
        if self.focused is None or self.focused in [*gone, *forbidden]:
            is_for_cards = view.hand_cards and view.phase_label in ("discard", "planning")
            self.set_focus(self.cards[0] if is_for_cards else self.buttons["end"])
        for card in gone:
            card.show(None, NOT_CHOSEN)
        for button in forbidden:
            button.disabled = True
            button.border_subtitle = ""

    def _write(self, where: str, text: str) -> None:
        self.query_one(where, Static).update(Content(text))

    def on_descendant_focus(self) -> None:
        """The card in focus is told in words."""
        self._tell_focus()

    def _tell_focus(self) -> None:
        self._write("#told", self.focused.told if isinstance(self.focused, CardButton) else "")

    def on_button_pressed(self, pressed: Button.Pressed) -> None:
        """A card or a button, by click, Enter or Space."""
        if isinstance(pressed.button, CardButton):
            self.action_card(pressed.button.place)
        elif pressed.button.id is not None:
            self.action_request(pressed.button.id)

    def action_request(self, name: str) -> None:
        """What the button of this name asks for; where it is not allowed, the rules say why."""
        self.ask(BUTTONS[name][2])

    def action_card(self, place: int) -> None:
        """Choose the card at this place, or choose it no longer."""
        view = self.view
        if place < len(view.hand_cards):
            self.cards[place].focus()
            self.ask(_toggled(view, view.hand_cards[place]))

    def action_step(self, by: int) -> None:
        """From the card in focus to the one so many places further on."""
        if isinstance(self.focused, CardButton):
            place = self.focused.place + by
            if 0 <= place < len(self.view.hand_cards):
                self.cards[place].focus()

    def action_settings(self) -> None:
        """Numbers and decks."""
        self.app.push_screen(Settings(self))


TABLE: Final = DecksTable


def _phase(view: View) -> str:
    return PHASES[view.phase_label] if view.ending is None else "Over"


def _numbers(view: View) -> str:
    newest = plain(view.discard_pile[-1]) if view.discard_pile else "none"
    return (
        f"Draw pile {view.draw_pile_count} · Discard pile {len(view.discard_pile)}"
        f" · Hand size {view.hand_size} · Discard count {view.discard_count}\nNewest discard: {newest}"
    )


def _task(view: View) -> str:
    """What is to be done now."""
    cards = len(view.hand_cards)
    if view.ending is not None:
        return f"This sitting is over: {ENDINGS[view.ending]}. q quits; the next one begins anew."
    if view.discard_phase.active:
        return f"Select {len(_selected(view))} of {view.effective_discard_count} cards"
    if view.planning_phase:
        return f"Put {len(view.play_order_sequence)} of {cards} cards in order"
    if view.play_order_locked:
        return "The order is locked. End the turn."
    what = "There is nothing to discard or to order" if cards else "The hand is empty"
    return f"{what}. End the turn."


def _standing(view: View, seen: SeenCard, legal: Sequence[Action]) -> Standing:
    number = seen.sequence_number
    if number is not None:
        if view.play_order_locked:
            return Standing(f"#{number} locked", f"number {number} in the order, locked", "-chosen")
        return Standing(f"#{number}", f"number {number} in the order", "-chosen")
    if seen.instance_id in _selected(view):
        return SELECTED
    is_available = not view.discard_phase.active or ToggleCardSelection(seen.instance_id) in legal
    return NOT_CHOSEN if is_available else UNAVAILABLE


def _toggled(view: View, seen: SeenCard) -> Action:
    if view.discard_phase.active:
        return ToggleCardSelection(seen.instance_id)
    if seen.sequence_number is None:
        return SelectForPlayOrder(seen.instance_id)
    return DeselectFromPlayOrder(seen.instance_id)


def _selected(view: View) -> tuple[str, ...]:
    return () if view.selected_card_ids is UNSET else view.selected_card_ids


def _fitted(name: str, width: int, height: int) -> list[Content]:
    """The name in at most `height` lines."""
    lines = Content(name).wrap(width)
    if len(lines) > height:
        rest = Content(" ").join(lines[height - 1 :])
        lines[height - 1 :] = [rest.truncate(width, ellipsis=True)]
    return lines


class Settings(ModalScreen[None]):
    """Hand size, discard count, decks, and the end of the sitting."""

    CSS = """
    Settings { align: center middle; }
    #settings { width: 76; height: auto; padding: 0 1; border: round $primary; background: $surface; }
    #settings Horizontal { height: auto; }
    #settings Horizontal Label { padding: 1 1 0 0; }
    #settings > Label { padding-left: 1; }
    #settings Input { width: 9; margin-right: 1; }
    #settings TextArea { height: 5; }
    #settings Input, #settings TextArea {
        border: round $foreground 60%;
        &:focus { border: heavy $secondary; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "Back")]

    def __init__(self, table: DecksTable) -> None:
        super().__init__()
        self._table = table
        self._is_closing = False

    def compose(self) -> ComposeResult:
        """The forms, one below the other."""
        view = self._table.view
        with Vertical(id="settings") as box:
            box.border_title, box.border_subtitle = "Settings", "Tab: next · Esc: back"
            with Horizontal():
                yield Label(f"Hand size {HAND_SIZES[0]}–{HAND_SIZES[-1]}")
                yield Input(str(view.hand_size), type="integer", max_length=3, id="hand-size")
                yield Label(f"Discard count {DISCARD_COUNTS[0]}–{DISCARD_COUNTS[-1]}")
                yield Input(str(view.discard_count), type="integer", max_length=3, id="discard-count")
            with Horizontal():
                yield PlainButton("Apply and Deal", id="apply")
                yield PlainButton("Apply from the Next Hand", id="apply-later")
            yield Label("Decks that come with the game:")
            with Horizontal():
                for preset in view.presets:
                    mark = "✓ " if preset.id == view.active_preset_id else ""
                    yield PlainButton(
                        f"{mark}{preset.name} ({preset.card_count})", name=preset.id, classes="preset"
                    )
            yield Label('A deck of your own, as a JSON list such as ["Scout", "Trade"]:', markup=False)
            yield TextArea(id="deck")
            with Horizontal():
                yield PlainButton("Use This Deck", id="override")
                yield PlainButton("Reset", id="reset")
                yield PlainButton("Close Planner", id="close")
                yield PlainButton("Back", id="back")
            yield Answers()

    def on_button_pressed(self, pressed: Button.Pressed) -> None:
        """Do what the button says; go back to the table where it was done."""
        match pressed.button.id:
            case "back":
                self.dismiss()
            case "apply" | "apply-later" as when:
                self._ask(ChangeParameters(*self._numbers(), immediate_reset=when == "apply"))
            case "override":
                self._table.ask_text(ApplyJsonOverride, self.query_one(TextArea).text)
                self._answer(self._table.view.error)
            case "reset":
                self._ask(Reset())
            case "close" if not self._is_closing:
                self._is_closing = True
                self._say("Closing ends this sitting for good. Press Close Planner again.")
            case "close":
                self._ask(ClosePlanner())
            case _:
                self._ask(LoadPresetDeck(pressed.button.name or ""))

    def _numbers(self) -> tuple[int | str, int | str]:
        """As numbers where they are some; what is not, the rules refuse."""
        hand_size, discard_count = (field.value for field in self.query(Input))
        return _number(hand_size), _number(discard_count)

    def _ask(self, action: Action) -> None:
        self._table.ask(action)
        self._answer(None)

    def _answer(self, error: str | None) -> None:
        """Say what stands in the way, or go back to the table."""
        if error is None and not self._table.answer:
            self.dismiss()
        self._say(self._table.answer, error)

    def _say(self, answer: str, error: str | None = None) -> None:
        self.query_one(Answers).tell(answer, errors=[error])


def _number(text: str) -> int | str:
    try:
        return int(text)
    except ValueError:
        return text
