"""Countdown: add one, two or three in turn, in time; whoever reaches the goal loses."""

from typing import Annotated, Final, Literal

from msgspec import Meta

from rondel import kit
from rondel.kit import Deadline, GameEnded, Ms, Seat, Story, TimeControl, moment


class Options(kit.Options):
    goal: Annotated[int, Meta(ge=4, le=12)] = 10
    has_clock: bool = False


class Player(kit.Player):
    is_away: bool = False


class State(kit.State):
    options: Options
    players: tuple[Player, ...]
    count: int = 0
    due_ms: Annotated[Ms | None, moment()] = None

    def deadline(self) -> Deadline[kit.HouseAction] | None:
        at_ms = self.due_ms if self.clock is None else self.time_out_ms()
        return None if at_ms is None else Deadline(at_ms, TimeUp())

    def scores(self) -> list[int]:
        return [int(seat in self.winners) for seat in range(len(self.players))]


class Counted(kit.Event):
    seat: Seat
    step: int
    due_ms: Ms | None

    def apply(self, state: State) -> State:
        turn = state.after(self.seat)
        return state.replace(count=state.count + self.step, turn=turn, due_ms=self.due_ms, phase="counting")


class SeatReported(kit.Event):
    seat: Seat
    is_away: bool

    def apply(self, state: State) -> State:
        return state.replace_player(self.seat, is_away=self.is_away)


class Count(kit.Action):
    when = ("counting",)
    is_open = True
    step: int

    @classmethod
    def choices(cls, view: State, seat: Seat) -> list["Count"]:
        return [cls(1), cls(2)]

    def is_legal(self, view: State, seat: Seat) -> bool:
        return 1 <= self.step <= 3

    def do(self, story: Story, seat: Seat) -> None:
        count(story, seat, self.step)


class TimeUp(kit.HouseAction):
    when = ("counting",)

    def do(self, story: Story) -> None:
        count(story, story.state.turn, 1)


class ReportSeat(kit.HouseAction):
    when = ("counting",)
    is_report = True
    seat: Annotated[int, Meta(ge=0, le=3)]
    is_away: bool

    def is_legal(self, view: State) -> bool:
        return 0 <= self.seat < len(view.players) and view.players[self.seat].is_away != self.is_away

    def do(self, story: Story) -> None:
        story.emit(SeatReported(self.seat, self.is_away))


Ending = Literal["reached"]


def count(story: Story, seat: Seat, step: int) -> None:
    story.emit(Counted(seat, step, due_ms(story)))
    if story.state.count >= story.state.options.goal:
        others = tuple(other for other in range(len(story.state.players)) if other != seat)
        story.emit(GameEnded("reached", others))


def due_ms(story: Story) -> Ms | None:
    return None if story.state.options.has_clock else story.now + 10_000


def deal(story: Story) -> None:
    story.emit(Counted(len(story.state.players) - 1, 0, due_ms(story)))


def control(options: Options) -> TimeControl | None:
    return TimeControl(bank_ms=30_000, allowance_ms=2_000) if options.has_clock else None


COUNTDOWN: Final = kit.game(
    name="countdown",
    title="Countdown",
    seats=range(2, 5),
    state=State,
    actions=[Count],
    house=[TimeUp, ReportSeat],
    events=[Counted, SeatReported],
    deal=deal,
    endings={"reached"},
    control=control,
    undo=(),
    error_blame={"NOT_LEGAL": "request"},
)
