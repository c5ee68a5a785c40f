"""The table of a game that has none of its own: all it shows is a seat's View and legal list."""

from typing import ClassVar, Final, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Footer, OptionList, Static

from rondel.cli.plain.scene import scene_lines, sentence
from rondel.cli.plain.steps import Act, Does, Menu, Narrow, Step, blank_text, form, menu
from rondel.cli.plain.words import event_text, fields_in, result_lines, view_lines, words
from rondel.cli.sitting import Sitting
from rondel.cli.terminal import Answers, TerminalTable, plain
from rondel.kernel import Noun
from rondel.wire.choose import Action, Offer, Pick
from rondel.wire.form import Blank, payload_from, value_from
from rondel.wire.frames import tag_of

KEYS: Final = """\
1 2 3 …           type the number of a line, then Enter
Arrow keys, Enter choose a line
Esc               one step back
Tab               to the table, to scroll it with the arrow keys; and back
u                 Undo, where the game has it
q                 Quit; the sitting is kept"""

ROWS_TOLD: Final = 60
LINES_TOLD: Final = 3
MOST_TYPED: Final = 4000


class Draft(NamedTuple):
    """What is being chosen: the picks so far, what is typed, and the form that is filled in."""

    picked: tuple[Offer, ...] = ()
    typed: str = ""
    kind: str | None = None
    written: tuple[str, ...] = ()


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
    WAITS = True
    AUTO_FOCUS = ""
    CSS = """
    #head { height: 1; background: $panel; padding: 0 1; }
    #game { width: auto; margin-right: 2; text-style: bold; color: $accent; }
    #whose { width: 1fr; text-align: right; text-style: bold; }
    #paper { height: 1fr; padding: 0 1; &:focus { background: $surface; } }
    #told {
        height: 3; padding: 0 1; color: $foreground 80%; text-wrap: nowrap; text-overflow: ellipsis;
    }
    #below { height: auto; max-height: 50%; }
    #title, #prompt { height: auto; padding: 0 1; text-style: bold; color: $secondary; }
    #choices, #choices:focus {
        height: auto; max-height: 9; border: none; padding: 0 1; background: $background;
    }
    #choices > .option-list--option-highlighted { text-style: reverse; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "enter", "Choose"),
        Binding("escape", "step_back", "Back"),
        Binding("tab", "other_pane", "Scroll"),
    ]

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(sitting)
        self.draft = NOTHING
        self.menu = Menu((), (), (), None)
        self.step = Step("")
        self._listed: tuple[str, ...] = ()

    def compose(self) -> ComposeResult:
        """From top to bottom: whose turn, what is seen, what happened, what may be done."""
        with Horizontal(id="head"):
            yield Static(Content(plain(self.sitting.title)), id="game")
            yield Static(id="whose")
        with VerticalScroll(id="paper"):
            yield Static(id="view")
        yield Static(id="told")
        with Vertical(id="below"):
            yield Static(id="title")
            yield Static(id="prompt")
            yield ChoiceList(id="choices")
        yield Answers()
        yield Footer()

    # Showing

    def show(self) -> None:
        """Everything on the screen, from nothing but View, legal list and what everyone heard."""
        sitting = self.sitting
        offered = menu(sitting.game, () if sitting.outcome else sitting.legal, sitting.seat)
        if offered != self.menu:
            self.menu, self.draft = offered, NOTHING
        self.step = self.menu.step(self.draft.picked)
        self._write("#whose", self._whose())
        self._write("#view", "\n".join(self._seen()))
        told = [self._told(event) for event in sitting.heard(ROWS_TOLD)]
        self._write("#told", "\n".join([line for line in told if line][-LINES_TOLD:]))
        self._show_step()
        answers = self.query_one(Answers)
        answers.tell(self.answer, warnings=[sitting.trouble])
        answers.display = bool(self.answer or sitting.trouble)
        self.refresh_bindings()

    def _whose(self) -> str:
        sitting = self.sitting
        if sitting.outcome is not None:
            return "Over"
        if sitting.seat in sitting.people_to_act:
            return f"Your turn (Seat {sitting.seat})"
        return f"Waiting for others{'' if sitting.seat is None else f' (you are Seat {sitting.seat})'}"

    def _seen(self) -> list[str]:
        sitting = self.sitting
        results = [] if sitting.outcome is None else [*result_lines(sitting.outcome, sitting.seat), ""]
        view, face = sitting.view, sitting.game.face
        fields = view_lines(view, sitting.seat)
        if face is None:
            return [*results, *fields]
        return [
            *results,
            *scene_lines(sitting.game, face.scene(view), sitting.seat),
            "",
            "All fields",
            *fields,
        ]

    def _told(self, event: Noun) -> str:
        """The game's own sentence, or its fields."""
        own = sentence(self.sitting.game, tag_of(type(event)), fields_in(event), self.sitting.seat)
        return event_text(event, self.sitting.seat) if own is None else own

    def _show_step(self) -> None:
        """The list is written again only where it changes, so that the place in it is kept."""
        blank = self._blank()
        is_typing = blank is not None or self.step.number is not None or bool(self.draft.typed)
        lines = () if blank is not None else tuple(line.text for line in self.step.lines)
        title = "q quits; the next game begins anew." if self.sitting.outcome else self.step.title
        self._write(
            "#title", title if blank is None else f"{words(self.draft.kind or '')}. {blank_text(blank)}"
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

    def _write(self, where: str, text: str) -> None:
        place = self.query_one(where, Static)
        if place.content != (content := Content(text)):
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
                return self.draft != NOTHING
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
        elif event.is_printable and (self.draft.kind is not None or self._is_of_number(character)):
            self._type(event, typed + character)

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
            place = (
                self.query_one(ChoiceList).highlighted if not self.draft.typed else int(self.draft.typed) - 1
            )
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
        return self._do(Narrow({question.field: int(typed)}))

    def _do(self, does: Does) -> None:
        if isinstance(does, Act):
            self._send(does.frame)
        elif isinstance(does, Narrow):
            self._pick(does.pick)
        else:
            self.draft = Draft(self.draft.picked, kind=does.kind)
            self._say("")

    def _pick(self, pick: Pick) -> None:
        self.draft = Draft((*self.draft.picked, [pick]))
        step = self.menu.step(self.draft.picked)
        only = step.lines[0].does if len(step.lines) == 1 else None
        if isinstance(only, Act):
            return self._send(only.frame)
        return self._say("")

    def _send(self, frame: Action) -> None:
        self.draft = NOTHING
        self._try(lambda: self.sitting.ask_frame(frame))

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
        """Without what is typed, else out of the form, else without the latest pick."""
        draft = self.draft
        if draft.typed:
            self.draft = draft._replace(typed="")
        elif draft.written:
            self.draft = draft._replace(written=draft.written[:-1])
        elif draft.kind is not None:
            self.draft = Draft(draft.picked)
        else:
            self.draft = Draft(draft.picked[:-1])
        self._say("")

    def action_other_pane(self) -> None:
        """From the list to the table, to scroll it, and back."""
        choices, paper = self.query_one(ChoiceList), self.query_one("#paper")
        self.set_focus(choices if self.focused is paper and choices.display else paper)
