"""What every table in the terminal has.

Time that passes, bots that act, a curtain between people who share the terminal, undo, help, and a place
where answers are read.
"""

import asyncio
import os
from collections.abc import Callable, Iterable
from typing import ClassVar, Final

from rich.segment import Segments
from rich.traceback import Traceback
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.theme import Theme
from textual.widgets import Footer, Static

from rondel.cli.terminal.session import TerminalGame, Thought
from rondel.kernel import Refusal, Seat
from rondel.wire.strict import MalformedError

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


CALM_S: Final = 0.8
"""How long a curtain stays closed at least."""


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

    def _fatal_error(self) -> None:
        """Textual would print every variable on the way to a mistake of ours, hidden cards among them."""
        traceback = Traceback(show_locals=False, width=None)
        self._exit_renderables.append(Segments(self.console.render(traceback, self.console.options)))
        self._close_messages_no_wait()


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

    TICK_S: ClassVar[float] = 1
    """How often it is looked whether something has fallen due."""

    def __init__(self, sitting: TerminalGame, language: str = "en") -> None:
        super().__init__()
        self.sitting = sitting
        self.language = language
        self.answer = sitting.notice
        """What there is to say to the latest request: nothing, where it was simply done."""
        self.is_curtain_closed = False
        self._is_bot_thinking = False

    def on_mount(self) -> None:
        """Show the table as it is, and let time pass from now on."""
        self.go_on()
        self.set_interval(self.TICK_S, self.let_time_pass)

    def show(self) -> None:
        """Show what the seat at the terminal sees now."""
        raise NotImplementedError

    def go_on(self) -> None:
        """After every change: whoever is to act sits down and sees the table, or a bot begins to think."""
        self._pass_on()
        self.show()
        self._forget()
        self._wake_a_bot()

    def _forget(self) -> None:
        """A widget keeps the lines it last drew, also while it is covered: let it draw what it shows now."""
        for widget in self.query(Static):
            widget.render_line(0)
            widget.refresh()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A key is there only where it can do something."""
        return self.sitting.has_undo if action == "take_back" else True

    def action_take_back(self) -> None:
        """Take the last move back."""
        self._try(self.sitting.take_back, done="Last move undone.")

    def action_help(self) -> None:
        """Show the keys."""
        self.app.push_screen(Help(self.sitting.title, self.HELP))

    def let_time_pass(self) -> None:
        """Let the house do what has fallen due."""
        if self.sitting.let_time_pass():
            self.go_on()

    def _try(self, request: Callable[[], None], *, done: str = "") -> None:
        try:
            request()
            self.answer = done
        except Refusal as refusal:
            self.answer = refusal.message
        except MalformedError as malformed:
            self.answer = f"That cannot be read: {malformed.message}"
        self.go_on()

    # Several people at one terminal

    def _pass_on(self) -> None:
        """The former player leaves, and time waits for the next one."""
        to_act = self.sitting.people_to_act
        wanted = self.sitting.seat if self.sitting.seat in to_act or not to_act else to_act[0]
        if self.is_curtain_closed or len(self.sitting.people) == 1 or wanted == self.sitting.seat:
            return
        self.sitting.seat = None
        if wanted is not None:
            self.is_curtain_closed = True
            self.sitting.time.stop()
            curtain = PrivacyScreen(wanted, opens_after_s=CALM_S * self.sitting.pace)
            self.app.push_screen(curtain, lambda _: self._sit_down(wanted))

    def _sit_down(self, seat: Seat) -> None:
        self.is_curtain_closed = False
        self.answer = ""
        self.sitting.seat = seat
        self.sitting.time.go_on()
        self.go_on()

    # Bots

    def _wake_a_bot(self) -> None:
        thought = self.sitting.next_thought()
        if thought is not None and not self._is_bot_thinking:
            self._is_bot_thinking = True
            self.run_worker(self._let_bot_think(thought), name=f"bot {thought.seat}")

    async def _let_bot_think(self, thought: Thought) -> None:
        """In a thread of its own, so that the screen goes on, and not faster than a person could follow."""
        _, action = await asyncio.gather(
            asyncio.sleep(thought.after_ms / 1000), asyncio.to_thread(thought.choose)
        )
        self.sitting.let_bot_act(thought, action)
        self._is_bot_thinking = False
        self.go_on()


class PrivacyScreen(Screen[None]):
    """Nothing is to be seen until the next player is alone with the screen."""

    CSS = """
    PrivacyScreen { align: center middle; }
    PrivacyScreen Static {
        width: auto; height: auto; padding: 1 4; border: round $primary; text-align: center;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "open", "I am alone with the screen")]

    def __init__(self, seat: Seat, *, opens_after_s: float) -> None:
        super().__init__()
        self._seat = seat
        self._opens_after_s = opens_after_s
        self._is_calm = opens_after_s == 0

    def compose(self) -> ComposeResult:
        """Whom to pass the terminal to."""
        seat = f"Seat {self._seat}"
        yield Static(
            Content(f"Pass the terminal to {seat}.\n\n{seat}: press Enter when only you can see it.")
        )
        yield Footer()

    def on_mount(self) -> None:
        """The Enter that ended the former player's turn must not open it when it comes twice."""
        if not self._is_calm:
            self.set_timer(self._opens_after_s, self._calm_down)

    def _calm_down(self) -> None:
        self._is_calm = True
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enter waits a moment."""
        return self._is_calm if action == "open" else True

    def action_open(self) -> None:
        """The next player is alone with the screen."""
        self.dismiss()


class MessageBar(Static):
    """The lines where answers, warnings and errors are read: each told by its words, not by its colour."""

    DEFAULT_CSS = "MessageBar { height: auto; padding: 0 1; }"

    def show(
        self, answer: str, *, errors: Iterable[str | None] = (), warnings: Iterable[str | None] = ()
    ) -> None:
        """Show what there is to say, errors first."""
        lines = [
            *(Content.styled(f"Error: {plain(error)}", "bold $text-error") for error in errors if error),
            *([Content.styled(plain(answer), "$text-accent")] if answer else []),
            *(
                Content.styled(f"Warning: {plain(warning)}", "$text-warning")
                for warning in warnings
                if warning
            ),
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
