"""What every table in the terminal has: time that passes, undo, help, and a place where answers are read."""

import os
from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Final

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.theme import Theme
from textual.widgets import Button, Static

from rondel.cli.sitting import Sitting
from rondel.kernel import Refusal
from rondel.wire.strict import Malformed

LOOKS: Final = Theme(
    name="rondel",
    primary="#6cc0b1",
    secondary="#86b6ec",
    accent="#e8b64c",
    warning="#e8b64c",
    error="#ef7f78",
    success="#6cc08b",
    foreground="#ece6da",
    background="#15171a",
    surface="#1d2024",
    panel="#262a2f",
)


class Terminal(App[None]):
    """The app around one table."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("q,ctrl+c", "quit", "Quit", key_display="q")]

    def __init__(self, table: "TerminalTable") -> None:
        no_color = "NO_COLOR" in os.environ  # Textual's own answer to it is shades of grey
        super().__init__(ansi_color=True if no_color else None)
        self._table = table

    def on_mount(self) -> None:
        """Dress, and sit down."""
        self.register_theme(LOOKS)
        self.theme = LOOKS.name
        self.push_screen(self._table)


class TerminalTable(Screen[None]):
    """A table on the screen: a client of a Sitting, holding no rules of its own.

    A game's table composes its widgets and fills them in `show`, from the sitting's View and legal list.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "take_back", "Undo"),
        Binding("question_mark", "help", "Help", key_display="?"),
    ]

    HELP: ClassVar[str] = ""
    """What the keys do, a line each."""

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self.sitting = sitting
        self.answer = sitting.notice
        """What there is to say to the latest request: nothing, where it was simply done."""

    def on_mount(self) -> None:
        """Show the table as it is, and let time pass from now on."""
        self.show()
        self.set_interval(1, self.let_time_pass)

    def show(self) -> None:
        """Show what the seat sees now."""
        raise NotImplementedError

    def ask(self, action: Any) -> None:
        """Ask for an action, and show the table after it, with the reason if it was refused."""
        self._try(lambda: self.sitting.ask(action))

    def ask_text(self, kind: type, text: str) -> None:
        """Ask for an action whose payload is text."""
        self._try(lambda: self.sitting.ask_text(kind, text))

    def action_take_back(self) -> None:
        """Take the last move back."""
        self._try(self.sitting.take_back, done="Your last move is taken back.")

    def action_help(self) -> None:
        """Show the keys."""
        self.app.push_screen(Help(self.sitting.title, self.HELP))

    def let_time_pass(self) -> None:
        """Let the house do what has fallen due."""
        if self.sitting.let_time_pass():
            self.show()

    def _try(self, request: Callable[[], None], *, done: str = "") -> None:
        try:
            request()
            self.answer = done
        except Refusal as refusal:
            self.answer = refusal.because
        except Malformed as malformed:
            self.answer = f"That cannot be read: {malformed.because}"
        self.show()


class PlainButton(Button):
    """A button in a thin frame: heavy in focus, none while it is disabled. Space presses it too."""

    DEFAULT_CSS = """
    PlainButton.-style-default, PlainButton:ansi.-style-default {
        min-width: 6; margin-right: 1; border: round $foreground 60%; background: $surface;
        &:hover { border: round $primary; background: $surface; }
        &:focus { border: heavy $secondary; background: $panel; text-style: bold; }
        &:disabled { border: blank $foreground 40% !important; }
        &.-active { border: round $accent !important; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("space", "press", show=False)]


class Answers(Static):
    """The lines where answers, warnings and errors are read: each told by its words, not by its colour."""

    DEFAULT_CSS = "Answers { height: auto; padding: 0 1; }"

    def tell(
        self, answer: str, *, errors: Iterable[str | None] = (), warnings: Iterable[str | None] = ()
    ) -> None:
        """Show what there is to say, errors first."""
        lines = [
            *(Content.styled(f"Error: {plain(error)}", "bold $text-error") for error in errors if error),
            *([Content.styled(plain(answer), "$text-accent")] if answer else []),
            *(Content.styled(f"Warning: {plain(told)}", "$text-warning") for told in warnings if told),
        ]
        if lines and lines[0] != self.content and any(errors):
            self.app.bell()
        self.update(Content("\n").join(lines))


class Help(ModalScreen[None]):
    """What the keys do, until it has been read."""

    CSS = """
    Help { align: center middle; }
    Help Static {
        width: auto; max-width: 76; height: auto; padding: 1 2; border: round $primary; background: $surface;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,question_mark,q,enter,space", "dismiss", "Back")]

    def __init__(self, title: str, keys: str) -> None:
        super().__init__()
        self._title, self._keys = title, keys

    def compose(self) -> ComposeResult:
        """The keys as they are written."""
        text = Static(Content(self._keys))
        text.border_title = self._title
        text.border_subtitle = "Esc: back"
        yield text


def plain(text: str) -> str:
    """Text from outside, with nothing in it that a terminal would obey."""
    return "".join(_printable(character) for character in text)


def _printable(character: str) -> str:
    if character.isprintable():
        return character
    return " " if character.isspace() else "\N{REPLACEMENT CHARACTER}"
