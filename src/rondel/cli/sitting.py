"""A sitting in the terminal: one seat of a table in this process, kept in a file after every version.

A screen is given this and nothing else: what the seat sees, what it may do, and the answers it gets.
"""

import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import msgspec

from rondel.cli.save import Save, Unreadable
from rondel.kernel import HOUSE, Actor, AnyGame, Ms, Outcome, Seat, Sitter
from rondel.kernel.chance import SECRET_BYTES
from rondel.wire.codec import codec_of
from rondel.wire.frames import tag_of
from rondel.wire.table import Table


class SittingUnderWay(Exception):  # noqa: N818 - reads as a sentence
    """Options were given, but a sitting with its own is under way."""


def wall_clock() -> Ms:
    """Now, as journals write it."""
    return time.time_ns() // 1_000_000


class Sitting:
    """A seat's own side of a table.

    `make_room` is what must succeed before the file may be written for the first time; each step gives
    a sentence for the notice.
    """

    def __init__(
        self,
        table: Table,
        save: Save,
        *,
        notice: str = "",
        make_room: Iterable[Callable[[], str]] = (),
        seat: Seat = 0,
        now: Callable[[], Ms] = wall_clock,
    ) -> None:
        self._table, self._save, self._seat, self._now = table, save, seat, now
        self._make_room = list(make_room)
        self.notice = notice
        """What there is to say about how this sitting began."""
        self.trouble: str | None = None
        """Why the latest version is not kept in the file, or None if it is."""

    @property
    def title(self) -> str:
        """The game's title."""
        return self._table.game.title

    @property
    def view(self) -> Any:
        """What the seat may be shown."""
        return self._table.game.view(self._table.state, self._seat)

    @property
    def legal(self) -> Sequence[Any]:
        """What the seat may do."""
        return self._table.game.legal(self._table.state, self._seat)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, if it has."""
        return self._table.game.outcome(self._table.state)

    def ask(self, action: Any) -> None:
        """Do it, or raise the Refusal."""
        self._play(self._seat, action)

    def ask_text(self, kind: type, text: str) -> None:
        """Do an action whose payload is text, or raise the Refusal, or Malformed."""
        frame = msgspec.json.encode({"type": tag_of(kind), "payload": text})
        self.ask(codec_of(self._table.game).asked(frame))

    def begin(self) -> None:
        """The house starts the game."""
        self._play(HOUSE, self._table.game.begin)

    def take_back(self) -> None:
        """Take the last move back, or raise the Refusal."""
        with self._kept():
            self._table.take_back(self._seat, self._now())

    def let_time_pass(self) -> bool:
        """Let the house do what has fallen due; whether anything had."""
        before = self._table.version
        with self._kept():
            self._table.fire_due(self._now())
        return self._table.version > before

    def _play(self, actor: Actor, action: Any) -> None:
        with self._kept():
            self._table.play(actor, action, self._now())

    @contextmanager
    def _kept(self) -> Iterator[None]:
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


def sit_down(game: AnyGame, save: Save, *, options: Any | None = None, is_new: bool = False) -> Sitting:
    """Take up the sitting that is kept, or begin a new one with `options`.

    A kept one that has ended, or is not wanted, stays under its table's id; one that cannot be read is
    set aside.
    """
    try:
        table = save.read(game)
    except Unreadable as unreadable:
        return _new(game, save, options, [partial(_set_aside, save, str(unreadable))])
    if table is None:
        return _new(game, save, options, [])
    if is_new or game.outcome(table.state) is not None:
        return _new(game, save, options, [partial(_keep_old, save)])
    if options is not None:
        raise SittingUnderWay
    sitting = Sitting(table, save, notice="Welcome back: this sitting goes on where you left it.")
    sitting.let_time_pass()
    return sitting


def _new(game: AnyGame, save: Save, options: Any | None, make_room: list[Callable[[], str]]) -> Sitting:
    secret = secrets.token_bytes(SECRET_BYTES)
    options = game.nouns.options() if options is None else options
    table = Table.opened(game, options, [Sitter()], secret=secret)
    sitting = Sitting(table, save, make_room=[*make_room, partial(_write_secret, save, secret)])
    sitting.begin()
    return sitting


def _set_aside(save: Save, because: str) -> str:
    return f"The saved sitting could not be read and is kept as {save.set_aside().name}: {because}"


def _keep_old(save: Save) -> str:
    return f"The sitting before this one is kept as {save.keep_old().name}."


def _write_secret(save: Save, secret: bytes) -> str:
    save.write_secret(secret)
    return ""
