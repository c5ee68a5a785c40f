"""Cambio's table in the terminal: all it shows is a seat's View, its legal list and what everyone heard."""

from collections.abc import Sequence
from typing import ClassVar, Final

from msgspec import UNSET
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Footer, Static

from rondel.cli.sitting import Sitting
from rondel.cli.tables.cambio import words
from rondel.cli.tables.cambio.cards import ROWS, CardBox, Mark, SeatBox
from rondel.cli.tables.cambio.choice import (
    NOTHING,
    Draft,
    a_step_back,
    action_named,
    chosen,
    seats_to_choose,
    targets,
)
from rondel.cli.tables.cambio.results import results
from rondel.cli.terminal import Answers, TerminalTable
from rondel.games.cambio.actions import Action, CallCambio, ConfirmInitialView
from rondel.games.cambio.knows import Known
from rondel.games.cambio.pieces import MAX_SLOTS, Slot
from rondel.games.cambio.view import View
from rondel.kernel import Ms, Seat, Viewer

NUMBERS: Final = range(MAX_SLOTS + 1)
MOST_SEATS: Final = 6
UNBROKEN: Final = "\N{NO-BREAK SPACE}"
"""A space that the back of a card does not show through."""

ROWS_TOLD: Final = 40
"""From how many versions the latest lines are taken: enough for a screen."""


class CambioTable(TerminalTable):
    """The others, the piles, the own cards, what is to be done now, and what has happened."""

    HELP = words.KEYS
    WAITS = True
    TICK_S = 0.2
    AUTO_FOCUS = ""
    VERTICAL_BREAKPOINTS = [(0, "-low"), (34, "-high")]  # noqa: RUF012 - as Textual declares it
    CSS = """
    #head { height: 1; background: $panel; padding: 0 1; }
    #game { width: auto; margin-right: 2; text-style: bold; color: $accent; }
    #banner { width: 1fr; text-align: right; text-style: bold; }
    #strip { height: 3; padding: 0 1; }
    #whose { width: 1fr; text-style: bold; color: $accent; }
    #clock { width: auto; text-style: bold; }
    #strip Horizontal { height: 1; }
    #others { height: auto; align-horizontal: center; }
    #middle { height: 9; }
    CambioTable.-high #middle { height: 15; margin-top: 1; }
    #left { width: 1fr; padding-left: 1; }
    #right { width: 31; padding-left: 1; }
    CambioTable.-high #right { width: 45; }
    .row { height: auto; }
    #left CardBox { width: 15; }
    CambioTable.-high CardBox { width: 13; height: 7; }
    CambioTable.-high SeatBox { height: 7; }
    #results { height: auto; padding: 1 1 0 1; }
    #told { height: 1fr; padding: 0 1; color: $foreground 80%; }
    CambioTable.-high #told { margin-top: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d", "named('draw')", "Draw"),
        Binding("t", "named('take')", "Take discard"),
        Binding("x", "named('discard')", "Discard"),
        Binding("c", "named('call')", "Call Cambio"),
        Binding("y", "yes", "Yes, call"),
        Binding("n", "back", "No"),
        Binding("l", "named('look')", "Look"),
        Binding("k", "named('skip')", "Skip"),
        Binding("enter", "named('done')", "Seen it"),
        Binding("e", "named('exchange')", "Exchange"),
        Binding("s", "named('snap')", "Snap"),
        Binding("p", "named('pass')", "Pass"),
        Binding("escape", "step_back", "Back"),
        *(Binding(str(number), f"number({number})", show=False) for number in NUMBERS),
    ]

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(sitting)
        self.draft = NOTHING
        self._drafted_for: tuple[int, Viewer] = (0, None)
        self._look_ends_at: Ms | None = None
        self.others = [SeatBox(id=f"seat-{number}") for number in range(MOST_SEATS)]
        self.hand = [CardBox(id=f"card-{position}") for position in range(MAX_SLOTS)]

    @property
    def view(self) -> View:
        """What the seat at the terminal sees."""
        view = self.sitting.view
        assert isinstance(view, View)
        return view

    @property
    def known(self) -> Known:
        """All that the seat at the terminal may know: the View leaves out the bots' levels and a Deadline."""
        known = self.sitting.known
        assert isinstance(known, Known)
        return known

    @property
    def legal(self) -> Sequence[Action]:
        """What may be asked for: by the seat at the terminal, or by who has begun to snap."""
        actor = self.draft.actor
        return () if actor is None else self.sitting.legal_of(actor)

    def compose(self) -> ComposeResult:
        """From top to bottom: what is to be done, the others, piles and cards, what happened, keys."""
        with Horizontal(id="head"):
            yield Static(self.sitting.title, id="game")
            yield Static(id="banner")
        with Vertical(id="strip"):
            with Horizontal():
                yield Static(id="whose")
                yield Static(id="clock")
            yield Static(id="task")
        with Horizontal(id="others"):
            yield from self.others
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield Static("Table")
                with Horizontal(classes="row"):
                    yield CardBox(id="pile")
                    yield CardBox(id="discards")
                    yield CardBox(id="third")
            with Vertical(id="right"):
                yield Static("Your cards", id="whose-cards")
                for row in ROWS:
                    with Horizontal(classes="row"):
                        yield from (self.hand[position] for position in row)
        yield Static(id="results")
        yield Answers()
        yield Static(id="told")
        yield Footer()

    # Showing

    def show(self) -> None:
        """Everything on the screen, from nothing but View, legal list and what everyone heard."""
        present = self.sitting.version, self.sitting.seat
        if self._drafted_for != present:
            self.draft, self._drafted_for = Draft(self.sitting.seat), present
        view, legal = self.view, self.legal
        self._hold_time(view)
        self._write("#banner", words.banner(view))
        self._write("#whose", words.headline(view))
        self._write("#task", self._prompt(view, legal))
        self._show_seats(view, legal)
        self._show_middle(view, legal)
        self._show_clock()
        self.query_one(Answers).tell(self.answer, warnings=[self.sitting.trouble])
        self._show_told(view)
        self.refresh_bindings()

    def _prompt(self, view: View, legal: Sequence[Action]) -> str:
        if view.status != "active":
            return "q quits; the next game begins anew."
        if self._is_open_snap(view):
            return (
                f"Who has another {view.discard_top and view.discard_top.rank}? s snaps it, p if nobody has."
            )
        return words.task(view, legal, self.draft)

    def _show_seats(self, view: View, legal: Sequence[Action]) -> None:
        """The other seats clockwise; all of them while nobody sits at the terminal."""
        is_over = view.status != "active" and bool(view.scores)
        seats = [] if is_over else _others(view)
        self.query_one("#others").display = bool(seats)
        choosable = seats_to_choose(legal, self.draft) if legal else frozenset()
        for place, box in enumerate(self.others):
            box.display = place < len(seats)
            if box.display:
                seat = seats[place]
                box.put_seat(
                    seat,
                    view.players[seat],
                    [self._mark(Slot(seat, position), view, legal) for position in range(MAX_SLOTS)],
                    status=self._status(view, seat),
                    is_moving=_is_moving(view, seat),
                    is_target=seat in choosable,
                )
            else:
                box.update(Content(""))

    def _status(self, view: View, seat: Seat) -> str:
        """How a seat stands, in few letters."""
        player = view.players[seat]
        if player.is_cambio_caller:
            return "CAMBIO"
        if view.phase == "initial_view":
            return "has looked" if player.confirmed else "looks"
        if view.phase == "final_round" and player.has_taken_final_turn:
            return "done"
        if _is_moving(view, seat):
            return "to move"
        return self.known.players[seat].bot_level or "waits"

    def _show_middle(self, view: View, legal: Sequence[Action]) -> None:
        """Piles and own cards; or, at the end, everybody's."""
        is_over = bool(view.scores)
        self.query_one("#middle").display = not is_over
        self.query_one("#results").display = view.status != "active"
        self._write("#results", results(view) if view.status != "active" else "")
        self._show_piles(view, legal)
        self._write("#whose-cards", "" if view.you is None else f"Your cards (Seat {view.you})")
        slots = () if view.you is None or is_over else view.players[view.you].slots
        remembered = () if view.memory is UNSET else {seen.slot for seen in view.memory}
        for position, box in enumerate(self.hand):
            slot = Slot(view.you or 0, position)
            box.put_slot(
                slots[position] if position < len(slots) else None,
                position + 1,
                self._mark(slot, view, legal),
                is_remembered=slot in remembered,
            )

    def _show_piles(self, view: View, legal: Sequence[Action]) -> None:
        pile, discards = (self.query_one(name, CardBox) for name in ("#pile", "#discards"))
        key, look = ("[d]", "-target") if action_named("draw", legal) else ("", "")
        count = Content(f"{view.draw_pile_count}{UNBROKEN}cards")
        pile.put(count, "-down", look, title="Pile", subtitle=key)
        key, look = ("[t]", "-target") if action_named("take", legal) else ("", "")
        if view.discard_top is None:
            discards.put(Content("none"), "-gap", title="Discard")
        else:
            discards.put_card(view.discard_top, look, title="Discard", subtitle=key)
        self._show_third(view)

    def _show_third(self, view: View) -> None:
        """Beside the piles: the held card, or another seat's card as long as it is shown."""
        third = self.query_one("#third", CardBox)
        shown = next((slot for slot in _peeked(view) if slot.seat != view.you), None)
        if shown is not None:
            card = view.players[shown.seat].slots[shown.position].card
            assert card is not None
            third.put_card(card, "-lit", title=f"Seat {shown.seat}", subtitle=f"card {shown.position + 1}")
        elif view.held is None:
            third.put(Content(""), "-none")
        elif view.held.card is None:
            third.put(Content(""), "-down", title=f"Seat {view.held.seat}", subtitle="holds")
        else:
            title = "You hold" if view.held.seat == view.you else f"Seat {view.held.seat}"
            third.put_card(view.held.card, "-lit", title=title)

    def _show_told(self, view: View) -> None:
        told = self.query_one("#told", Static)
        lines = words.story(self.sitting.heard(ROWS_TOLD), view.you, max(4, told.size.height))
        told.update(Content("\n".join(lines)))

    def _show_clock(self) -> None:
        ends_at = self._ends_at()
        left = "" if ends_at is None else words.countdown(ends_at - self.sitting.time.now())
        if self._look_ends_at is not None:
            left = words.countdown(self._look_ends_at - self.sitting.time.wall())
        self._write("#clock", left and f"{left} left")

    def _ends_at(self) -> Ms | None:
        """When the present moment is over, if it ever is by itself."""
        view = self.view
        if view.status != "active":
            return None
        if view.phase == "initial_view":
            return self.known.view_ends_at
        if view.power is not None:
            return view.power.expires_at
        if view.reveal is not None:
            return view.reveal.until
        if view.giving is not None:
            return view.giving.expires_at
        return view.turn_ends_at if view.snap is None else view.snap.closes_at

    def _mark(self, slot: Slot, view: View, legal: Sequence[Action]) -> Mark:
        if slot in self.draft.picked:
            return "chosen"
        if view.reveal is not None and slot in view.reveal.slots:
            return "looked at"
        if not legal or seats_to_choose(legal, self.draft) or self.draft.seat not in (None, slot.seat):
            return ""
        return "target" if slot in targets(legal, self.draft) else ""

    def _write(self, where: str, text: str) -> None:
        place = self.query_one(where, Static)
        if place.content != (content := Content(text)):
            place.update(content)

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A key is there exactly where the legal list has an action for it."""
        match action, parameters:
            case "named", (str(name),):
                return self._may(name)
            case "number", (int(number),):
                return self._numbered(number) is not None
            case "yes" | "back", _:
                return self.draft.is_calling
            case "step_back", _:
                return self.draft != Draft(self.sitting.seat)
            case _:
                return super().check_action(action, parameters)

    def _may(self, name: str) -> bool:
        if self.draft.is_calling or (self.draft.is_snapping and name == "snap"):
            return False
        return any(action_named(name, self.sitting.legal_of(seat)) for seat in self._actors())

    def _actors(self) -> tuple[Seat, ...]:
        """For whom a key may be pressed: whoever sits at the terminal, or anybody who may snap."""
        if self.draft.actor is not None:
            return (self.draft.actor,)
        return self.sitting.people_to_act if self._is_open_snap(self.view) else ()

    def _is_open_snap(self, view: View) -> bool:
        """Whether several people at one terminal may snap, and none of them has begun to."""
        return view.step == "snap_window" and self.draft.actor is None

    def _numbered(self, number: int) -> Action | Draft | None:
        if self.draft.is_calling:
            return None
        if self.draft.actor is None:
            is_snapper = self.draft.is_snapping and number in self.sitting.people_to_act
            return Draft(number, is_snapping=True) if is_snapper else None
        return chosen(number, self.legal, self.draft)

    def action_named(self, name: str) -> None:
        """Ask for the action of this name; a call is asked about once more, a snap needs a card."""
        if name == "call":
            self._draft(self.draft._replace(is_calling=True))
        elif name == "snap":
            self._draft(self.draft._replace(is_snapping=True))
        else:
            for seat in self._actors():
                if (action := action_named(name, self.sitting.legal_of(seat))) is not None:
                    self.ask(action, seat)

    def action_number(self, number: int) -> None:
        """Choose the seat or the card of this number."""
        choice = self._numbered(number)
        if isinstance(choice, Draft):
            self._draft(choice)
        elif choice is not None:
            self.ask(choice, self.draft.actor)

    def action_yes(self) -> None:
        """Call Cambio indeed."""
        self.ask(CallCambio())

    def action_back(self) -> None:
        """Do not call."""
        self._draft(Draft(self.sitting.seat))

    def action_step_back(self) -> None:
        """Without the latest choice."""
        draft = a_step_back(self.draft)
        self._draft(Draft(self.sitting.seat) if draft == NOTHING else draft)

    def _draft(self, draft: Draft) -> None:
        self.draft, self.answer = draft, ""
        self.show()

    # Several people at one terminal

    def wanted(self) -> Viewer:
        """Nobody in a snap window and at the end: all may look on then, and whoever is quickest snaps."""
        view = self.view
        return None if view.step == "snap_window" or view.status != "active" else super().wanted()

    def on_seated(self) -> None:
        """Everybody has the whole time to look, one after the other."""
        if self.view.phase == "initial_view":
            self._look_ends_at = self.sitting.time.wall() + self.view.options.initial_view_ms

    def _hold_time(self, view: View) -> None:
        """Time waits while the terminal is passed on, while each looks in turn, while a snap is chosen."""
        if len(self.sitting.people) == 1:
            return
        is_looking = view.phase == "initial_view"
        if not is_looking or self.sitting.seat is None:
            self._look_ends_at = None
        if is_looking or self.is_curtain_closed or self.draft.is_snapping:
            self.sitting.time.stop()
        else:
            self.sitting.time.go_on()

    def let_time_pass(self) -> None:
        """What is due happens, and the clock is shown."""
        super().let_time_pass()
        if self._look_ends_at is not None and self.sitting.time.wall() >= self._look_ends_at:
            self._look_ends_at = None
            self.ask(ConfirmInitialView())
        self._show_clock()


def _is_moving(view: View, seat: Seat) -> bool:
    """8.2 In a snap window the turn has ended, and the next one has not begun."""
    return seat == view.current_turn_seat and view.step != "snap_window"


def _peeked(view: View) -> list[Slot]:
    """The slots of which the viewer is being shown the face."""
    slots = () if view.reveal is None else view.reveal.slots
    return [slot for slot in slots if view.players[slot.seat].slots[slot.position].card is not None]


def _others(view: View) -> list[Seat]:
    seats = range(len(view.players))
    if view.you is None:
        return list(seats)
    return [(view.you + distance) % len(seats) for distance in seats[1:]]
