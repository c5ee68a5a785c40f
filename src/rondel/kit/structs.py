"""What an author's own nouns are made from: Options, Player, State, Action, HouseAction, Event."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Final, Self, TypeVar

from msgspec.structs import replace

from rondel.kernel import Clock, Deadline, Seat, Struct

T = TypeVar("T")

SETUP: Final = "setup"
"""The phase before the deal."""

OVER: Final = "over"
"""The phase after the end."""


def without(row: tuple[T, ...], *pieces: T) -> tuple[T, ...]:
    """The row without one of each of these pieces; ValueError if one is not there."""
    left = list(row)
    for piece in pieces:
        try:
            left.remove(piece)
        except ValueError:
            why = "it is not there, or not as often"
            raise ValueError(f"{piece!r} cannot be taken from {row!r}: {why}") from None
    return tuple(left)


class Options(Struct):
    """What is agreed before play. A game with options has a subclass of it.

    >>> class Options(kit.Options):
    ...     rounds: Annotated[int, Meta(ge=1, le=9)] = 3
    >>> Options().rounds
    3
    """


class _Changing(Struct):
    def replace(self, **changes: Any) -> Self:
        """The same with these fields changed."""
        return replace(self, **changes)


class Player(_Changing):
    """What lies in front of one seat. A State has one row of them, `players`."""


class State(_Changing, kw_only=True):
    """Everything about one table. A subclass says what `options` and `players` are, and adds fields.

    A View is a State with holes, and has all methods of it: what a method returns for a View depends on
    nothing that this viewer may not see. It has one field more: `view.you` is the seat of the viewer, None
    for a spectator. `choices`, `is_legal` and the Scene of a face are given Views.

    `winners` are the seats that won, as GameEnded says: nobody computes them from `scores`.
    """

    options: Options = Options()
    players: tuple[Any, ...]
    phase: str = SETUP
    turn: Seat = 0
    ending: str | None = None
    winners: tuple[Seat, ...] = ()
    clock: Clock | None = None

    def replace_player(self, seat: Seat, **changes: Any) -> Self:
        """The same with these fields of one player changed."""
        players = self.players
        changed = replace(players[seat], **changes)
        return replace(self, players=(*players[:seat], changed, *players[seat + 1 :]))

    def replace_all(self, **changes: Any) -> Self:
        """The same with these fields of every player changed."""
        return replace(self, players=tuple([replace(player, **changes) for player in self.players]))

    def after(self, seat: Seat) -> Seat:
        """The next seat clockwise that is in; the seat itself if no other is."""
        count = len(self.players)
        for distance in range(1, count):
            other = (seat + distance) % count
            if self.is_in(other):
                return other
        return seat

    def is_in(self, seat: Seat) -> bool:
        """Whether a seat still takes part. Everybody does, unless a game says otherwise."""
        return True

    def seats_in(self) -> list[Seat]:
        """All seats that still take part."""
        return [seat for seat in range(len(self.players)) if self.is_in(seat)]

    def team(self, seat: Seat) -> int:
        """The number of the seat's team. Everybody plays alone, unless a game says otherwise.

        >>> class Partners(kit.State):
        ...     def team(self, seat: Seat) -> int:
        ...         return seat % 2
        """
        return seat

    def to_act(self) -> Iterable[Seat]:
        """Who owes an action while the game is on: whose turn it is, unless a game says otherwise.

        All who choose at the same time, until they have chosen:

        >>> class Auction(kit.State):
        ...     def to_act(self) -> list[Seat]:
        ...         return [seat for seat, player in enumerate(self.players) if player.bid is None]
        """
        return (self.turn,)

    def scores(self) -> Sequence[int]:
        """What each seat has now; more is better. By default 1 for winners, 0 for all others.

        Scores are shown and give everybody their place behind the winners. Who wins is what GameEnded says:
        where the most points win, say so there.

        >>> scores = [3, 5, 5]
        >>> tuple(seat for seat, score in enumerate(scores) if score == max(scores))
        (1, 2)

        A score that runs on from round to round is a field of the player, which no event sets back:

        >>> class Rounds(kit.State):
        ...     def scores(self) -> list[int]:
        ...         return [player.points for player in self.players]
        """
        return [int(seat in self.winners) for seat in range(len(self.players))]

    def deadline(self) -> Deadline[Any] | None:
        """The HouseAction that falls due, and when. It is asked of a spectator's View.

        >>> class Hurried(kit.State):
        ...     closes_ms: Annotated[Ms | None, moment()] = None
        ...
        ...     def deadline(self) -> Deadline | None:
        ...         return None if self.closes_ms is None else Deadline(self.closes_ms, CloseBids())
        >>> Hurried(players=(), closes_ms=5000).deadline().at_ms
        5000
        """
        return None

    def time_out_ms(self) -> int | None:
        """When those who owe an action have used up their clocks; None without a clock."""
        return None if self.clock is None else self.clock.runs_out_ms(list(self.to_act()))


class Action(Struct):
    """What a seat asks for. `when` are the phases it belongs to."""

    when: ClassVar[tuple[str, ...]] = ()
    is_open: ClassVar[bool] = False
    """Whether `choices` are only samples; `is_legal` then says what is accepted."""

    @classmethod
    def choices(cls, view: Any, seat: Seat) -> Iterable[Self]:
        """All that would be accepted now. `view` is what the seat sees: a State with holes."""
        return (cls(),)

    def is_legal(self, view: Any, seat: Seat) -> bool:
        """Whether it would be accepted now."""
        return self in type(self).choices(view, seat)

    def do(self, story: Any, seat: Seat) -> None:
        """Tell the story what comes of it."""
        raise NotImplementedError(f"{type(self).__name__} has no do(story, seat)")


class HouseAction(Struct):
    """What the table itself does: when its deadline falls due or, as a report, whenever the host says so.

    >>> class CloseBids(kit.HouseAction):
    ...     when = ("bidding",)
    ...
    ...     def do(self, story: Story) -> None:
    ...         story.emit(GameEnded("too_late", ()))
    """

    when: ClassVar[tuple[str, ...]] = ()
    is_report: ClassVar[bool] = False
    """Whether the host may report it at any time in these phases: presence, a table that was abandoned."""

    def is_legal(self, view: Any) -> bool:
        """Whether it makes sense now; `view` is what a spectator sees."""
        return True

    def do(self, story: Any) -> None:
        """Tell the story what comes of it."""
        raise NotImplementedError(f"{type(self).__name__} has no do(story)")


class Begin(Struct):
    """The house opens the table: the deal."""


class Event(Struct):
    """What happened. A field marked `private_to(...)` reaches that seat alone, all others reach everybody."""

    announced: ClassVar[bool] = False
    """Whether it openly tells a choice of which nothing stays to be seen."""

    def apply(self, state: Any) -> Any:
        """The State after it."""
        return state


class GameEnded(Event):
    """The game is over: `ending` is one of the game's `endings`, `winners` are first, whatever the scores.

    Nobody wins where `winners` is empty; then places go by `scores` alone.
    """

    ending: str
    winners: tuple[Seat, ...]

    def apply(self, state: Any) -> Any:
        """Nobody owes an action any more."""
        return state.replace(phase=OVER, ending=self.ending, winners=self.winners)
