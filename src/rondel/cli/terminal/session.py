"""A sitting in the terminal: a table in this process, kept in a file after every version.

A screen is given this and nothing else: what the seat at the terminal sees, what it may do, and the
answers it gets.
"""

import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, NamedTuple

import msgspec

from rondel.bots.registry import BotNotFoundError, bot
from rondel.cli.arguments.parameters import options_in
from rondel.cli.terminal.opponents import usual_sitters
from rondel.cli.terminal.save_file import Save, SaveFileError
from rondel.kernel import EVERYONE, HOUSE, Actor, AnyGame, Chance, Ms, Outcome, Row, Seat, SeatSpec, Viewer
from rondel.kernel.chance import SECRET_BYTES
from rondel.table.local import LocalTable
from rondel.wire.codec import codec_of
from rondel.wire.transcript import read

PACE_MS: Final[Ms] = 800
"""How long a bot takes over a move of its own turn."""

RACE_MS: Final[Ms] = 1500
"""How long bots leave to people where several seats may act at once, before the first of them does."""

NEXT_MS: Final[Ms] = 300
"""How soon the next one follows there."""


class GameInProgressError(Exception):
    """Options were given, but a sitting with its own is under way."""


def wall_clock() -> Ms:
    """Now, as journals write it."""
    return time.time_ns() // 1_000_000


class TableTime:
    """The table's time: that of the wall, less what it has stood still."""

    def __init__(self, wall: Callable[[], Ms]) -> None:
        self.wall = wall
        self._behind_ms: Ms = 0
        self._stopped_at: Ms | None = None

    def now(self) -> Ms:
        """What the table's clock shows."""
        return (self.wall() if self._stopped_at is None else self._stopped_at) - self._behind_ms

    def go_on_from(self, at: Ms) -> None:
        """As if it had been `at` a moment ago."""
        self._behind_ms = max(0, self.wall() - at)

    def stop(self) -> None:
        """Stand still; stopping twice changes nothing."""
        if self._stopped_at is None:
            self._stopped_at = self.wall()

    def go_on(self) -> None:
        """Run again, from where it was stopped."""
        if self._stopped_at is not None:
            self._behind_ms += self.wall() - self._stopped_at
            self._stopped_at = None


class Thought(NamedTuple):
    """A bot at work: the version it looks at, its seat, how long it takes, and its choice."""

    version: int
    seat: Seat
    after_ms: Ms
    choose: Callable[[], Any]


class TerminalGame:
    """The people's side of a table, and the bots they play against.

    `make_room` is what must succeed before the file may be written for the first time; each step gives
    a sentence for the notice. `pace` says how much of their time bots take; `rng` is the seed of theirs.
    """

    def __init__(
        self,
        table: LocalTable,
        save: Save,
        *,
        notice: str = "",
        make_room: Iterable[Callable[[], str]] = (),
        now: Callable[[], Ms] = wall_clock,
        pace: float = 1,
        rng: str | None = None,
    ) -> None:
        self._table, self._save = table, save
        self.pace = pace
        """How much of their time bots and curtains take: 1, or 0 where nobody looks on."""
        self._make_room = list(make_room)
        self.time = TableTime(now)
        seat_specs = _sitters_at(table)
        self.people: tuple[Seat, ...] = tuple(
            seat for seat, sitter in enumerate(seat_specs) if sitter.kind == "human"
        )
        """The seats of those who share this terminal."""
        self.seat: Viewer = self.people[0] if len(self.people) == 1 else None
        """Who sits at the terminal now; nobody, while it is passed on."""
        seed = secrets.token_hex(SECRET_BYTES) if rng is None else rng
        self._bots = {
            seat: (bot(table.game, sitter.level or ""), Chance.of_seed(f"{seed} seat {seat}"))
            for seat, sitter in enumerate(seat_specs)
            if sitter.kind == "bot"
        }
        self.notice = notice
        """What there is to say about how this sitting began."""
        self.trouble: str | None = None
        """Why the latest version is not kept in the file, or None if it is."""

    @property
    def game(self) -> AnyGame:
        """The rules, which know nothing of this table."""
        return self._table.game

    @property
    def title(self) -> str:
        """The game's title."""
        return self._table.game.title

    @property
    def has_undo(self) -> bool:
        """Whether a move may ever be taken back."""
        return self._table.game.undo is not None

    @property
    def version(self) -> int:
        """How often the table has changed."""
        return self._table.version

    @property
    def view(self) -> Any:
        """What the seat at the terminal may be shown; what anybody may, while nobody sits there."""
        return self._table.game.view(self._table.state, self.seat)

    @property
    def legal(self) -> Sequence[Any]:
        """What the seat at the terminal may do."""
        return () if self.seat is None else self._table.game.legal(self._table.state, self.seat)

    @property
    def people_to_act(self) -> tuple[Seat, ...]:
        """Those of the people who owe an action, or may still try."""
        return tuple(seat for seat in self.people if seat in self._to_act)

    @property
    def _to_act(self) -> frozenset[Seat]:
        return self._table.game.to_act(self._table.state)

    def public_events(self, rows: int) -> list[Any]:
        """What everyone was told in the latest `rows` versions, and was not taken back."""
        audience = self._table.game.audience
        latest: list[Row] = []
        for row in (step.row for step in self._table.steps[-rows:]):
            if row.undoes_to is None:
                latest.append(row)
            else:
                latest = [before for before in latest if before.version <= row.undoes_to]
        return [
            event
            for row in latest
            for event in row.events
            if row.is_tables_own or audience(event) is EVERYONE
        ]

    def time_left(self) -> list[tuple[str, Ms]]:
        """Who is thinking, with what their clocks have left; else nobody, and how soon the house acts."""
        state, now = self._table.state, self.time.now()
        clock, due = self._table.game.clock(state), self._table.game.deadline(state)
        if clock is not None:
            return [(f"Seat {seat}", clock.left_ms(seat, now)) for seat in sorted(self._to_act)]
        return [] if due is None else [("", due.at_ms - now)]

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, if it has."""
        return self._table.game.outcome(self._table.state)

    def ask(self, action: Any) -> None:
        """Do it for the seat at the terminal, or raise the Refusal."""
        assert self.seat in self.people, "nobody sits at the terminal"
        self._play(self.seat, action)

    def ask_frame(self, frame: Mapping[str, Any]) -> None:
        """Do an action as it would travel, or raise the Refusal, or Malformed."""
        self.ask(codec_of(self._table.game).parse_action(msgspec.json.encode(frame)))

    def begin(self) -> None:
        """The house starts the game."""
        self._play(HOUSE, self._table.game.begin)

    def take_back(self) -> None:
        """Take the last move back, or raise the Refusal."""
        with self._saving():
            self._table.take_back(self.seat, self.time.now())

    def let_time_pass(self) -> bool:
        """Let the house do what has fallen due; whether anything had."""
        before = self._table.version
        with self._saving():
            self._table.fire_due(self.time.now())
        return self._table.version > before

    def next_thought(self) -> Thought | None:
        """The bot that is to act next, given what its seat may know and nothing else."""
        game, state = self._table.game, self._table.state
        for seat in sorted(self._to_act & self._bots.keys()):
            choose_by, rng = self._bots[seat]
            choose = partial(
                choose_by, game.knows(state, seat), game.view(state, seat), game.legal(state, seat), rng
            )
            return Thought(self.version, seat, round(self.pace * self._thinking_ms()), choose)
        return None

    def _thinking_ms(self) -> Ms:
        """Where several may act at once, people have a start, and then it goes quickly."""
        before = self._table.game.to_act(self._table.steps[-1].before)
        if self._to_act < before:
            return NEXT_MS
        return PACE_MS if len(self._to_act) == 1 else RACE_MS

    def let_bot_act(self, thought: Thought, action: Any) -> None:
        """Do what a bot has chosen, unless the table has changed meanwhile."""
        now = self.time.now()
        with self._saving():
            self._table.fire_due(now)
            if self.version == thought.version:
                self._table.play(thought.seat, action, now)

    def _play(self, actor: Actor, action: Any) -> None:
        with self._saving():
            self._table.play(actor, action, self.time.now())

    @contextmanager
    def _saving(self) -> Iterator[None]:
        """Whatever has changed in here is in the file afterwards, also when it ends in a Refusal."""
        before = self._table.version
        try:
            yield
        finally:
            if self._table.version > before:
                self._keep()

    def _keep(self) -> None:
        """A failing save never stops the game; it is tried again with the next version."""
        try:
            while self._make_room:
                self.notice += self._make_room[0]()
                del self._make_room[0]
            self._save.write(self._table.transcript())
            self.trouble = None
        except OSError as error:
            self.trouble = f"Not saved: {error.strerror}."


def load_or_start(
    game: AnyGame,
    save: Save,
    *,
    options: Any | None = None,
    seat_specs: Sequence[SeatSpec] | None = None,
    is_new: bool = False,
) -> TerminalGame:
    """Take up the sitting that is kept, or begin a new one with `options` for `seat_specs`.

    A kept one that has ended, or is not wanted, stays under its table's id; one that cannot be read is
    set aside. The table's time has stood still while nobody sat at it.
    """
    try:
        table = save.read(game)
    except SaveFileError as unreadable:
        return _new(game, save, options, seat_specs, [partial(_set_aside, save, str(unreadable))])
    if table is None:
        return _new(game, save, options, seat_specs, [])
    if is_new or game.outcome(table.state) is not None:
        return _new(game, save, options, seat_specs, [partial(_keep_old, save)])
    if options is not None or seat_specs not in (None, _sitters_at(table)):
        raise GameInProgressError
    try:
        sitting = TerminalGame(table, save, notice="Welcome back: this sitting goes on where you left it.")
    except BotNotFoundError as missing:
        return _new(game, save, options, seat_specs, [partial(_set_aside, save, str(missing))])
    sitting.time.go_on_from(table.at)
    sitting.let_time_pass()
    return sitting


def _sitters_at(table: LocalTable) -> tuple[SeatSpec, ...]:
    return read(table.transcript()).seat_specs


def _new(
    game: AnyGame,
    save: Save,
    options: Any | None,
    seat_specs: Sequence[SeatSpec] | None,
    make_room: list[Callable[[], str]],
) -> TerminalGame:
    secret = secrets.token_bytes(SECRET_BYTES)
    seat_specs = usual_sitters(game) if seat_specs is None else seat_specs
    options = options_in(game, None, seats=len(seat_specs)) if options is None else options
    table = LocalTable.opened(game, options, seat_specs, secret=secret)
    sitting = TerminalGame(table, save, make_room=[*make_room, partial(_write_secret, save, secret)])
    sitting.begin()
    return sitting


def _set_aside(save: Save, message: str) -> str:
    return f"The saved sitting could not be read and is kept as {save.set_aside().name}: {message}"


def _keep_old(save: Save) -> str:
    return f"The sitting before this one is kept as {save.keep_old().name}."


def _write_secret(save: Save, secret: bytes) -> str:
    save.write_secret(secret)
    return ""
