"""Imperial's table in the terminal: all it shows is a seat's View, its legal list and what everyone heard."""

from collections.abc import Sequence
from typing import ClassVar, Final, Literal, TypeAlias

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Footer, OptionList, Static

from rondel.cli.sitting import Sitting
from rondel.cli.tables.imperial import sheets, words
from rondel.cli.tables.imperial.choices import Choice, Line, choices_of, lines_of, typed_bid, typed_convoys
from rondel.cli.terminal import Answers, TerminalTable
from rondel.games.imperial.view import View
from rondel.kernel import Viewer

Page: TypeAlias = Literal["actions", "stocks", "map", "wheel", "history"]
PAGES: Final[tuple[Page, ...]] = ("actions", "stocks", "map", "wheel", "history")
TITLES: Final = {
    "actions": "What you may do",
    "stocks": "Bonds",
    "map": "Map",
    "wheel": "Rondel",
    "history": "History, the latest first",
}

ROWS_TOLD: Final = 200
"""From how many versions the history is taken."""

MOST_TYPED: Final = 40

TOLD_LOW: Final = 2
TOLD_HIGH: Final = 4
"""How many of the latest sentences are always on the screen."""


class ChoiceList(OptionList):
    """The list of choices. Choosing sends no message: Textual keeps the last one, with a sealed bid in it."""

    def action_select(self) -> None:
        """Choose what is highlighted."""
        table = self.screen
        assert isinstance(table, ImperialTable)
        if self.highlighted is not None:
            table.choose(self.highlighted)


class ImperialTable(TerminalTable):
    """The nations, a page, what has happened; beside the page, where there is room, stocks and wheel."""

    HELP = words.KEYS
    WAITS = True
    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012 - as Textual declares it
    VERTICAL_BREAKPOINTS = [(0, "-low"), (34, "-high")]  # noqa: RUF012
    CSS = """
    #head { height: 1; background: $panel; padding: 0 1; }
    #game { width: auto; margin-right: 2; text-style: bold; color: $accent; }
    #banner { width: 1fr; text-align: right; text-style: bold; }
    #strip { height: auto; max-height: 5; padding: 0 1; }
    #strip Horizontal { height: 1; }
    #whose { width: 1fr; text-style: bold; color: $accent; }
    #clock { width: auto; text-style: bold; }
    #nations { height: 7; padding: 0 1; text-wrap: nowrap; text-overflow: clip; background: $surface; }
    #middle { height: 1fr; }
    #left { width: 1fr; }
    #title { height: 1; padding: 0 1; text-style: bold; color: $secondary; }
    #choices, #choices:focus { height: 1fr; border: none; padding: 0 1; background: $background; }
    #choices > .option-list--option-highlighted { text-style: reverse; }
    #paper { height: 1fr; padding: 0 1; }
    #page { height: auto; }
    #side { display: none; width: 68; padding-left: 2; }
    ImperialTable.-wide.-high #side { display: block; }
    #side Static { text-wrap: nowrap; text-overflow: clip; }
    .name { text-style: bold; color: $secondary; }
    #told {
        height: 2; padding: 0 1; color: $foreground 80%; text-wrap: nowrap; text-overflow: ellipsis;
    }
    ImperialTable.-high #nations, ImperialTable.-high #strip { margin-bottom: 1; }
    ImperialTable.-high #told { height: 4; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "page('actions')", "Actions"),
        Binding("s", "page('stocks')", "Bonds"),
        Binding("m", "page('map')", "Map"),
        Binding("w", "page('wheel')", "Rondel"),
        Binding("h", "page('history')", "History"),
        Binding("tab", "next_page", "Next page", show=False),
        Binding("slash", "filter", "Filter", key_display="/"),
        Binding("escape", "step_back", "Back", show=False),
    ]

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(sitting)
        self.page: Page = "actions"
        self.filter: str | None = None
        """What was typed to find a choice; None while nothing is being typed."""
        self.group: str | None = None
        """The group of choices that is open."""
        self.lines: list[Line] = []
        """What the list shows."""
        self._choices: list[Choice] = []
        self._chosen_for: tuple[Viewer, str] = (None, "")

    @property
    def view(self) -> View:
        """What the seat at the terminal sees."""
        view = self.sitting.view
        assert isinstance(view, View)
        return view

    def compose(self) -> ComposeResult:
        """From top to bottom: what is to be done, the nations, a page, what happened, keys."""
        with Horizontal(id="head"):
            yield Static(self.sitting.title, id="game")
            yield Static(id="banner")
        with Vertical(id="strip"):
            with Horizontal():
                yield Static(id="whose")
                yield Static(id="clock")
            yield Static(id="task")
        yield Static(id="nations")
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield Static(id="title")
                yield ChoiceList(id="choices")
                with VerticalScroll(id="paper"):
                    yield Static(id="page")
            with Vertical(id="side"):
                yield Static("Bonds", classes="name")
                yield Static(id="side-stocks")
                yield Static("Rondel", classes="name")
                yield Static(id="side-wheel")
        yield Answers()
        yield Static(id="told")
        yield Footer()

    # Showing

    def show(self) -> None:
        """Everything on the screen, from nothing but View, legal list and what everyone heard."""
        view = self.view
        self._choose_anew(view)
        self._write("#banner", words.banner(view))
        self._write("#whose", words.headline(view))
        self._write("#task", words.task(view))
        self._write("#nations", sheets.nations(view))
        self._write("#side-stocks", sheets.stocks(view))
        self._write("#side-wheel", sheets.wheel(view))
        told = words.story(self.sitting.heard(ROWS_TOLD))
        self._write("#told", "\n".join(told[-(TOLD_HIGH if self.has_class("-high") else TOLD_LOW) :]))
        self._show_page(view, told)
        self._show_clock()
        answers = self.query_one(Answers)
        answers.tell(self.answer, warnings=[self.sitting.trouble])
        answers.display = bool(self.answer or self.sitting.trouble)
        self.refresh_bindings()

    def _choose_anew(self, view: View) -> None:
        """A group stays open and a filter stays typed as long as the same seat has the same choices."""
        choices, present = choices_of(view, self.sitting.legal), (self.sitting.seat, words.task(view))
        if (choices, present) != (self._choices, self._chosen_for):
            self._choices, self._chosen_for = choices, present
            self.filter = self.group = None
            if view.you in words.up(view):
                self.page = "actions"

    def _show_page(self, view: View, told: Sequence[str]) -> None:
        is_list = self.page == "actions" and view.mode != "game-over"
        choices, paper = self.query_one(ChoiceList), self.query_one("#paper")
        choices.display, paper.display = is_list, not is_list
        self._list_choices(view)
        self._write("#page", "" if is_list else self._text(view, told))
        self._write("#title", self._title(view))
        self._focus(choices if is_list else paper)

    def _focus(self, widget: Widget) -> None:
        if self.focused is not widget:
            self.set_focus(widget)

    def _text(self, view: View, told: Sequence[str]) -> str:
        match self.page:
            case "actions":
                return sheets.results(view)
            case "stocks":
                return sheets.stocks(view)
            case "map":
                return sheets.europe(view)
            case "wheel":
                return sheets.wheel(view)
            case "history":
                return "\n".join(reversed(told))

    def _title(self, view: View) -> str:
        if self.page != "actions":
            return TITLES[self.page]
        if view.mode == "game-over":
            return "How it ended"
        if self.filter is not None:
            return f"Filter: {self.filter}▏ {len(self.lines)} of {len(self._choices)}; Esc: all"
        if self.group is not None:
            return f"{self.group} ({len(self.lines)} ways; Esc: back)"
        if not self._choices:
            return "Nothing to do now"
        return f"{TITLES['actions']} ({len(self._choices)} ways)"

    def _list_choices(self, view: View) -> None:
        """The list is written anew only where it changes, so that the place in it is kept."""
        lines = self._lines(view, self.filter or "")
        choices = self.query_one(ChoiceList)
        if lines != self.lines or choices.option_count != len(lines):
            self.lines = lines
            choices.clear_options()
            choices.add_options([Content(line.text) for line in lines])
            choices.highlighted = 0 if lines else None

    def _lines(self, view: View, typed: str) -> list[Line]:
        """A bid that was typed, or convoys; else what the filter finds."""
        bid = typed_bid(view, self._choices, typed)
        if bid is not None:
            return [Line(bid.label, bid)]
        convoys = typed_convoys(self._choices, typed)
        if convoys is not None:
            return [Line(choice.whole, choice) for choice in convoys]
        return lines_of(self._choices, group=self.group, words=typed)

    def _show_clock(self) -> None:
        view, timer = self.view, self.view.timer
        acting = words.up(view)
        is_auto = view.options.auto_action_seconds is not None
        if not acting or not (timer.timed or is_auto):
            return self._write("#clock", "")
        if timer.pause:
            return self._write("#clock", "clock stopped")
        used = self.sitting.time.now() - timer.last_move
        banks = {seat: 1000 * (view.player_info[seat].banked + timer.increment) for seat in acting}
        told = []
        if timer.timed:
            told = [
                f"{words.who(seat, view.you)} {words.countdown(bank - used)}" for seat, bank in banks.items()
            ]
        if view.options.auto_action_seconds is not None:
            allowed = 1000 * view.options.auto_action_seconds + (max(banks.values()) if timer.timed else 0)
            told.append(f"house acts in {words.countdown(allowed - used)}")
        return self._write("#clock", ", ".join(told))

    def let_time_pass(self) -> None:
        """What is due happens, and the clock is shown."""
        super().let_time_pass()
        self._show_clock()

    def _write(self, where: str, text: str) -> None:
        place = self.query_one(where, Static)
        if place.content != (content := Content(text)):
            place.update(content)

    def _forget(self) -> None:
        """A list keeps its lines too, and one of them may be a bid that was typed."""
        super()._forget()
        choices = self.query_one(ChoiceList)
        choices.render_line(0)
        choices.refresh()

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A key is there only where it can do something."""
        match action:
            case "take_back":
                return self.sitting.seat is not None and self.view.undo == self.sitting.seat
            case "page":
                return self.page not in parameters
            case "filter":
                return bool(self._choices) and self.filter is None
            case "step_back":
                return self.filter is not None or self.group is not None or self.page != "actions"
            case _:
                return super().check_action(action, parameters)

    def on_key(self, event: events.Key) -> None:
        """While a filter is typed, letters are its letters; a digit begins one."""
        if not self._choices or self.page != "actions":
            return
        if self.filter is None:
            if event.character is not None and event.character in "0123456789":
                self._type(event, event.character)
        elif event.key == "backspace":
            self._type(event, self.filter[:-1])
        elif event.is_printable and event.character is not None:
            self._type(event, (self.filter + event.character)[:MOST_TYPED])

    def _type(self, event: events.Key, text: str) -> None:
        event.stop()
        event.prevent_default()
        self.filter = text
        self.show()

    def choose(self, place: int) -> None:
        """Do what stands there in the list, or open the group."""
        chosen = self.lines[place].chosen
        if isinstance(chosen, Choice):
            self.ask(chosen.action)
        else:
            self.group, self.answer = chosen, ""
            self.show()

    def action_page(self, page: Page) -> None:
        """Turn to a page."""
        self.page = page
        self.query_one("#paper").scroll_home(animate=False)
        self.show()

    def action_next_page(self) -> None:
        """Turn to the next page."""
        self.action_page(PAGES[(PAGES.index(self.page) + 1) % len(PAGES)])

    def action_filter(self) -> None:
        """Begin to type a filter."""
        self.page, self.filter = "actions", ""
        self.show()

    def action_step_back(self) -> None:
        """Out of a page, a filter or a group."""
        if self.page != "actions":
            self.page = "actions"
        elif self.filter is not None:
            self.filter = None
        else:
            self.group = None
        self.show()
