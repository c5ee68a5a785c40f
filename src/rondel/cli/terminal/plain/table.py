"""A table of any game: a seat's Scene, or its View where the game has no face, and its legal list."""

from typing import ClassVar, Final, Literal, NamedTuple, TypeAlias

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Footer, OptionList, Static

from rondel.cli.terminal.plain.scene import drawn
from rondel.cli.terminal.plain.steps import Act, Does, Menu, Narrow, Step, Write, blank_text, form, menu
from rondel.cli.terminal.plain.wording import ENGLISH, Wording
from rondel.cli.terminal.plain.words import countdown, result_lines, view_lines
from rondel.cli.terminal.screen import MessageBar, TerminalTable, plain
from rondel.cli.terminal.session import TerminalGame
from rondel.kernel import Scene
from rondel.wire.choose import Action, Offer
from rondel.wire.form import Blank, payload_from, value_from

KEYS: Final = """\
1 2 3 …           type the number of a line, then Enter
Arrow keys, Enter choose a line
/                 filter: type parts of words of the line you look for
Esc               one step back
Tab               to the table, to scroll it with the arrow keys; and back
h                 what happened, the latest first; again or Esc: back
f                 all fields of what you see; again or Esc: back

[A♠] is a card, ⚂ 3 a die, ## lies face down, (A♠) lies face down and you
know it. In 2▸[A♠] the 2 is the line that is about it.

u                 Undo, where the game has it
q                 Quit; the sitting is kept"""

MAX_ROWS: Final = 60
WHOLE_GAME: Final = 10_000
LONG_MS: Final = 600_000
"""Time that is left is shown once it is less than this."""

HISTORY_LINES: Final = 3
MOST_TYPED: Final = 4000


Page: TypeAlias = Literal["table", "history", "fields"]


class Draft(NamedTuple):
    """What is being chosen: picks, what is typed, the form that is filled in, what is asked twice."""

    picked: tuple[Offer, ...] = ()
    typed: str = ""
    kind: str | None = None
    written: tuple[str, ...] = ()
    unconfirmed: Action | None = None


NOTHING: Final = Draft()


class ChoiceList(OptionList):
    """The numbered list. Choosing sends no message: Textual keeps the last one, with a secret in it."""

    def action_select(self) -> None:
        """Choose what is highlighted, or what is typed."""
        table = self.screen
        assert isinstance(table, PlainTable)
        table.action_enter()


class PlainTable(TerminalTable):
    """What the seat sees, what happened, and what it may do."""

    HELP = KEYS
    TICK_S = 0.5
    AUTO_FOCUS = ""
    CSS = """
    #head { height: 1; background: $panel; padding: 0 1; }
    #game { width: auto; margin-right: 2; text-style: bold; color: $accent; }
    #clock { width: 1fr; text-align: right; text-style: bold; color: $warning; }
    #whose { width: auto; margin-left: 2; text-style: bold; }
    #task { height: auto; padding: 0 1; text-style: bold; color: $accent; }
    #paper { height: 1fr; padding: 0 1; &:focus { background: $surface; } }
    #latest {
        height: 3; padding: 0 1; color: $foreground 80%; text-wrap: nowrap; text-overflow: ellipsis;
    }
    #below { height: auto; max-height: 50%; }
    #title, #prompt { height: auto; padding: 0 1; text-style: bold; color: $secondary; }
    #choices, #choices:focus {
        height: auto; max-height: 40vh; border: none; padding: 0 1; background: $background;
    }
    #choices > .option-list--option-highlighted { text-style: reverse; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "enter", "Choose"),
        Binding("escape", "step_back", "Back"),
        Binding("tab", "other_pane", "Scroll"),
        Binding("slash", "filter", "Filter", key_display="/"),
        Binding("h", "page('history')", "History"),
        Binding("f", "page('fields')", "Fields"),
    ]

    def __init__(self, sitting: TerminalGame, language: str = ENGLISH) -> None:
        super().__init__(sitting, language)
        self.draft = NOTHING
        self.menu = Menu((), (), (), self.words)
        self.step = Step("")
        self.page: Page = "table"
        self._listed: tuple[str, ...] = ()

    @property
    def words(self) -> Wording:
        """The game's words for the seat at the terminal."""
        return Wording(self.sitting.game, self.sitting.seat, self.language)

    def compose(self) -> ComposeResult:
        """From top to bottom: whose turn, what is seen, what happened, what may be done."""
        with Horizontal(id="head"):
            yield Static(Content(self.words.title), id="game")
            yield Static(id="clock")
            yield Static(id="whose")
        yield Static(id="task")
        with VerticalScroll(id="paper"):
            yield Static(id="view")
        yield Static(id="latest")
        with Vertical(id="below"):
            yield Static(id="title")
            yield Static(id="prompt")
            yield ChoiceList(id="choices")
        yield MessageBar()
        yield Footer()

    # Showing

    def show(self) -> None:
        """Everything on the screen, from nothing but View, legal list and what everyone heard."""
        sitting = self.sitting
        self._hold_time()
        face, view = sitting.game.face, sitting.view
        scene = None if face is None else face.scene(view)
        offered = menu(self.words, () if sitting.outcome else sitting.legal, scene)
        if offered != self.menu:
            self.menu, self.draft = offered, NOTHING
        self.step = self._step()
        self._write("#whose", self._whose())
        task = "" if scene is None or scene.prompt is None else self.words.prompt(scene.prompt)
        self._write("#task", task)
        self.query_one("#task").display = bool(task)
        self._write("#view", self._paper(scene))
        self._write("#latest", "\n".join(self._story(MAX_ROWS)[-HISTORY_LINES:]))
        self._show_clock()
        self._show_step()
        answers = self.query_one(MessageBar)
        answers.show(self.answer, warnings=[sitting.trouble])
        answers.display = bool(self.answer or sitting.trouble)
        self.refresh_bindings()

    def _hold_time(self) -> None:
        """Time waits while the terminal is passed on, and while several are asked one after the other."""
        sitting = self.sitting
        if len(sitting.people) > 1 and (self.is_curtain_closed or len(sitting.people_to_act) > 1):
            sitting.time.stop()
        else:
            sitting.time.go_on()

    def _step(self) -> Step:
        """What is asked, or asked once more; while a filter is typed, the lines that have its words."""
        if self.draft.unconfirmed is not None:
            return self.menu.sure(self.draft.unconfirmed)
        step = self.menu.step(self.draft.picked)
        if not self._is_filtering:
            return step
        parts = self.draft.typed[1:].lower().split()
        lines = [line for line in step.lines if all(part in line.text.lower() for part in parts)]
        return step._replace(lines=tuple(lines), number=None)

    @property
    def _is_filtering(self) -> bool:
        return self.draft.kind is None and self.draft.typed.startswith("/")

    def _whose(self) -> str:
        sitting = self.sitting
        if sitting.outcome is not None:
            return "Over"
        if sitting.seat in sitting.people_to_act:
            return f"Your turn (Seat {sitting.seat})"
        return f"Waiting for opponents{'' if sitting.seat is None else f' (you are Seat {sitting.seat})'}"

    def _paper(self, scene: Scene | None) -> Content:
        """The page that is open: the table, what happened, or all fields."""
        sitting, words = self.sitting, self.words
        if self.page == "history":
            return Content("\n".join(reversed(self._story(WHOLE_GAME))))
        fields = Content("\n".join(view_lines(sitting.view, sitting.seat)))
        if self.page == "fields":
            return fields
        seen = fields if scene is None else drawn(scene, words, self.step.keys)
        if sitting.outcome is None:
            return seen
        results = result_lines(sitting.outcome, sitting.seat, words.about)
        return Content("\n").join([*map(Content, results), Content(""), seen])

    def _story(self, rows: int) -> list[str]:
        """What everyone was told, a line for each event that is worth one."""
        return [line for event in self.sitting.public_events(rows) if (line := self.words.event(event))]

    def _show_clock(self) -> None:
        times = [(name, left) for name, left in self.sitting.time_left() if left < LONG_MS]
        self._write("#clock", "  ".join(f"{name or 'left'} {countdown(left)}" for name, left in times))

    def let_time_pass(self) -> None:
        """What is due happens, and the clock is shown."""
        super().let_time_pass()
        self._show_clock()

    def _show_step(self) -> None:
        """The list is written again only where it changes, so that the place in it is kept."""
        blank = self._blank()
        is_typing = blank is not None or self.step.number is not None or bool(self.draft.typed)
        number = "" if not self._is_filtering else f" Found: {len(self.step.lines)}"
        lines = () if blank is not None else tuple(line.text for line in self.step.lines)
        title = "q quits; the next game begins anew." if self.sitting.outcome else self.step.title
        self._write(
            "#title",
            title + number
            if blank is None
            else f"{self.words.kind(self.draft.kind or '')}. {blank_text(blank)}",
        )
        self._write("#prompt", f"> {plain(self.draft.typed)}▏" if is_typing else "")
        self.query_one("#prompt").display = is_typing
        choices = self.query_one(ChoiceList)
        if lines != self._listed:
            self._listed = lines
            choices.clear_options()
            choices.add_options([Content(f"{place:>2}  {text}") for place, text in enumerate(lines, 1)])
            choices.highlighted = 0 if lines else None
        choices.display = bool(lines)
        if self.focused is None or not self.focused.display:
            self.set_focus(choices if lines else self.query_one("#paper"))

    def _write(self, where: str, text: str | Content) -> None:
        place, content = self.query_one(where, Static), text if isinstance(text, Content) else Content(text)
        if not (isinstance(place.content, Content) and place.content.is_same(content)):
            place.update(content)

    def _forget(self) -> None:
        """A list keeps its lines too."""
        super()._forget()
        choices = self.query_one(ChoiceList)
        choices.render_line(0)
        choices.refresh()

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A key is there only where it can do something."""
        match action:
            case "step_back":
                return self.draft != NOTHING or self.page != "table"
            case "filter":
                return bool(self.step.lines) and not self.draft.typed and self.draft.kind is None
            case "page":
                return self.draft.kind is None and (
                    "history" in parameters or self.sitting.game.face is not None
                )
            case "enter" | "other_pane":
                return bool(self.menu.legal)
            case _:
                return super().check_action(action, parameters)

    def on_key(self, event: events.Key) -> None:
        """Digits choose a line or are a number; in a form, letters are its letters."""
        typed, character = self.draft.typed, event.character or ""
        if not self.menu.legal:
            return
        if event.key == "backspace" and typed:
            self._type(event, typed[:-1])
        elif event.is_printable and (
            self.draft.kind is not None or self._is_filtering or self._is_of_number(character)
        ):
            self._type(event, typed + character)

    def action_filter(self) -> None:
        """Begin to type a filter."""
        self.draft = self.draft._replace(typed="/")
        self.show()

    def action_page(self, page: Page) -> None:
        """Turn to a page, or back to the table."""
        self.page = "table" if self.page == page else page
        self.query_one("#paper").scroll_home(animate=False)
        self.show()

    def _is_of_number(self, character: str) -> bool:
        is_minus = character == "-" and self.step.number is not None
        return is_minus or (character.isascii() and character.isdecimal())

    def on_paste(self, event: events.Paste) -> None:
        """A text of a form may be pasted."""
        if self.draft.kind is not None:
            self._type(event, self.draft.typed + " ".join(event.text.splitlines()))

    def _type(self, event: events.Event, text: str) -> None:
        event.stop()
        event.prevent_default()
        self.draft = self.draft._replace(typed=text[:MOST_TYPED])
        self.step = self._step()
        self._show_step()
        self.refresh_bindings()

    def action_enter(self) -> None:
        """Take what is typed, or the line that is highlighted."""
        blank = self._blank()
        if blank is not None:
            self._fill(blank, self.draft.typed.strip())
        elif self.step.number is not None and (self.draft.typed or not self.step.lines):
            self._number(self.draft.typed)
        else:
            is_number = self.draft.typed and not self._is_filtering
            place = int(self.draft.typed) - 1 if is_number else self.query_one(ChoiceList).highlighted
            self._line(-1 if place is None else place)

    def _line(self, place: int) -> None:
        if place not in range(len(self.step.lines)):
            return self._say(f"There is no line {plain(self.draft.typed)}.")
        return self._do(self.step.lines[place].does)

    def _number(self, typed: str) -> None:
        question = self.step.number
        assert question is not None
        digits = typed.removeprefix("-")
        if not digits.isdecimal() or int(typed) not in question.values:
            return self._say(f"{plain(typed) or 'Nothing'} is not among these numbers.")
        return self._do(Narrow([{question.field: int(typed)}]))

    def _do(self, does: Does) -> None:
        match does:
            case Act(frame):
                self._send(frame)
            case Narrow(offer):
                self._pick(offer)
            case Write(kind):
                self.draft = Draft(self.draft.picked, kind=kind)
                self._say("")
            case None:
                self.draft = Draft(self.draft.picked)
                self._say("")

    def _pick(self, offer: Offer) -> None:
        self.draft = Draft((*self.draft.picked, offer))
        step = self.menu.step(self.draft.picked)
        only = step.lines[0].does if len(step.lines) == 1 else None
        if isinstance(only, Act):
            return self._send(only.frame)
        return self._say("")

    def _send(self, frame: Action) -> None:
        """Ask for it, or once more whether it is meant where much depends on it."""
        if self.words.is_big(frame) and self.draft.unconfirmed != frame:
            self.draft = Draft(self.draft.picked, unconfirmed=frame)
            return self._say("")
        self.draft = NOTHING
        return self._try(lambda: self.sitting.ask_frame(frame))

    def _say(self, answer: str) -> None:
        self.answer = answer
        self.draft = self.draft._replace(typed="")
        self.show()

    # Forms

    def _blanks(self) -> tuple[Blank, ...]:
        return () if self.draft.kind is None else form(self.sitting.game, self.draft.kind)

    def _blank(self) -> Blank | None:
        """The blank that is being filled in."""
        blanks = self._blanks()
        return blanks[len(self.draft.written)] if blanks else None

    def _fill(self, blank: Blank, text: str) -> None:
        is_empty_allowed = not text and (
            not blank.is_required or (blank.writing == "text" and bool(blank.name))
        )
        if not is_empty_allowed and value_from(blank, text) is None:
            return self._say(f"This is needed: {blank_text(blank)}.")
        written = (*self.draft.written, text)
        blanks = self._blanks()
        if len(written) < len(blanks):
            self.draft = self.draft._replace(written=written)
            return self._say("")
        texts = {each.name: text for each, text in zip(blanks, written, strict=True)}
        made = payload_from(blanks, texts)
        if made is None:
            self.draft = Draft(self.draft.picked, kind=self.draft.kind)
            return self._say("Something is missing; begin with the first field.")
        return self._send({"type": self.draft.kind, "payload": made.payload})

    def action_step_back(self) -> None:
        """Out of a page, else without what is typed, else out of the form, else without the latest pick."""
        draft = self.draft
        if self.page != "table":
            self.page = "table"
        elif draft.typed:
            self.draft = draft._replace(typed="")
        elif draft.written:
            self.draft = draft._replace(written=draft.written[:-1])
        elif draft.kind is not None or draft.unconfirmed is not None:
            self.draft = Draft(draft.picked)
        else:
            self.draft = Draft(draft.picked[:-1])
        self._say("")

    def action_other_pane(self) -> None:
        """From the list to the table, to scroll it, and back."""
        choices, paper = self.query_one(ChoiceList), self.query_one("#paper")
        self.set_focus(choices if self.focused is paper and choices.display else paper)
