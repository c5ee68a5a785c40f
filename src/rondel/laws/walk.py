"""The walker: sits down, plays whatever the rules allow and tries much that they do not, and looks."""

import random
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from rondel.kernel import HOUSE, Actor, AnyGame, Ms, Refusal, SeatSpec
from rondel.laws.draw import ActionBias, draw_action, draw_options
from rondel.laws.law import OUTAGES, Law, LawViolation, Moment, Rng, Tally
from rondel.table.local import LocalTable
from rondel.wire.codec import codec_of
from rondel.wire.tagged import members

T = TypeVar("T")

SITTING_STEPS: Final = 150
PATIENCE: Final = 100_000
"""How many moves random play may take before it is said not to end."""

_PLAYED_OUT: Final = 25
"""The first of so many sittings is played until it ends."""

_MOST_DUE: Final = 1000
"""How many deadlines may fall due at one moment."""

_OUTAGE: Final = 60
"""Before one move in so many there was an outage."""

_SELDOM: Final = 4
_SELDOM_WHILE_SEEKING: Final = 16
"""One listed action in so many that would end the game in a way that came up already is taken."""

_FIRST_AT: Final = 1_700_000_000_000
_SPANS: Final = (0, 1, 400, 999, 1000, 1001, 7000, 61_000)
_LATENESS: Final = (0, 1, 4999, 5000, 5001, 600_000)


class Seeded:
    """Choices by a seed: the same seed walks the same way."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)  # noqa: S311 - a walk is not a secret

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1."""
        return self._random.randrange(limit)

    def pick(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self._random.randrange(len(items))]


class Playthrough:
    """One walked sitting of a game, with drawn options, seats and times."""

    def __init__(
        self, game: AnyGame, rng: Rng, laws: Sequence[Law], tally: Tally, *, is_bounded: bool = False
    ) -> None:
        self.game, self.rng, self.laws, self.tally = game, rng, laws, tally
        options = draw_options(game, rng, is_tight=self._is_seeking and rng.below(2) == 0)
        seats = getattr(options, "seats", None) or rng.pick(game.seats)
        self.seat_specs = [_sitter(rng) for _ in range(seats)]
        self.table = LocalTable.opened(
            game,
            options,
            self.seat_specs,
            table_id=f"walk-{rng.below(1 << 32)}",
            secret=rng.below(1 << 62).to_bytes(32, "big"),
            nonces=[
                rng.below(1 << 32).to_bytes(16, "big") if who.kind == "human" else b""
                for who in self.seat_specs
            ],
        )
        self.now: Ms = _FIRST_AT + rng.below(1000)
        self.is_played_out = not is_bounded and tally.sittings % _PLAYED_OUT == 0
        self._is_house_busy = rng.below(2 if self._is_seeking else 6) == 0
        self._mood = ActionBias(is_open_to_all=self.is_played_out)

    def walk(self, most: int, *, until: int | None = None) -> None:
        """Walk until the game has ended or `most` moves are tried; some sittings are played out.

        A sitting ends, too, once `until` steps are done in all: so fewer steps begin as more steps do.
        """
        self.tally.sittings += 1
        before = self.tally.steps
        self._play(HOUSE, self.game.begin)
        for _ in range(PATIENCE if self.is_played_out else min(most, SITTING_STEPS)):
            is_enough = until is not None and self.tally.steps >= until and not self.is_played_out
            if is_enough or self.game.outcome(self.table.state) is not None:
                break
            self._move()
        self.tally.sought += min(self.tally.steps - before, SITTING_STEPS)
        self._close()

    def _move(self) -> None:
        """One try of some kind; whatever has fallen due goes first.

        A sitting that is played out must end by its players and by time: the house does nothing else.
        """
        if self.game.postpone is not None and self.rng.below(_OUTAGE) == _OUTAGE - 1:
            self._lose_time()
        self._let_time_pass()
        kind = self.rng.below(40)
        if kind < (8 if self._is_house_busy else 1) and not self.is_played_out:
            self._let_the_house_act()
        elif kind == 8:
            self._take_back()
        elif kind <= 11:
            seat = self.rng.below(len(self.seat_specs))
            action = draw_action(self.game, self.rng, self.game.legal(self.table.state, seat))
            if action is not None and self.game.is_open_ended(action):
                self._try_welcome(seat, action)
        else:
            self._play_listed()

    def _lose_time(self) -> None:
        """No server was there for a while: that time is given back before anything falls due."""
        lost = self.rng.pick(OUTAGES)
        self.now = max(self.now, self.table.at) + lost
        self.table.return_time(lost, self.now)
        self._look()

    def _let_the_house_act(self) -> None:
        """What the server may report at any time; the walk remembers which kinds were ever accepted."""
        known = self.tally.house_kinds
        kinds = list(known) if known and self.rng.below(4) else members(self.game.types.action)
        action = draw_action(self.game, self.rng, (), kinds, seats=len(self.seat_specs))
        if self._try(HOUSE, action):
            known[type(action)] = None

    def _let_time_pass(self) -> None:
        deadline = self.game.deadline(self.table.state)
        passing = self.rng.below(12)
        if deadline is not None and passing == 0:
            self.now = max(self.now, deadline.at_ms + self.rng.pick(_LATENESS))
        elif passing < 6:
            self.now += self.rng.pick(_SPANS)
        self._fire_due()

    def _fire_due(self) -> None:
        for _ in range(_MOST_DUE):
            if self.table.fire_one(self.now) is None:
                return
            self._look()
        raise LawViolation("deadlines fall due without end")

    def _play_listed(self) -> None:
        """A listed action of some seat; one that would end the game is seldom taken."""
        state = self.table.state
        by_seat = [(seat, self.game.legal(state, seat)) for seat in range(len(self.seat_specs))]
        choices = [(seat, listed) for seat, listed in by_seat if listed]
        if not choices:
            self._wait()
            return
        seat, listed = self.rng.pick(choices)
        action = self._mood.pick(listed, self.rng)
        self._try_welcome(seat, action)

    def _try_welcome(self, seat: int, action: Any) -> None:
        if self.is_played_out or self._is_welcome(self._ending_by(seat, action)):
            self._try(seat, action)

    @property
    def _is_seeking(self) -> bool:
        """Whether a declared Ending has not come up yet in this run."""
        return not self.game.endings <= self.tally.endings.keys()

    def _is_welcome(self, ending: str | None) -> bool:
        """A missing Ending always; one that came up already the more seldom while another is missing."""
        if ending is None or ending not in self.tally.endings:
            return True
        return self.rng.below(_SELDOM_WHILE_SEEKING if self._is_seeking else _SELDOM) == 0

    def _ending_by(self, seat: int, action: Any) -> str | None:
        """How the game would end if the seat did this; None if it would go on."""
        state, at = self.table.state, max(self.now, self.table.at)
        try:
            for event in self.game.decide(state, seat, action, self.table.chance(self.table.version + 1), at):
                state = self.game.evolve(state, event, at)
        except Refusal:
            return None
        outcome = self.game.outcome(state)
        return None if outcome is None else outcome.ending

    def _wait(self) -> None:
        deadline = self.game.deadline(self.table.state)
        if deadline is not None:
            self.now = max(self.now, deadline.at_ms)
            self._fire_due()

    def _try(self, actor: Actor, action: Any) -> bool:
        """Whether it was accepted; whether that was right is the law of legal lists' to say."""
        if action is None:
            return False
        try:
            self._play(actor, action)
        except Refusal:
            return False
        return True

    def _play(self, actor: Actor, action: Any) -> None:
        self.table.play(actor, action, self.now)
        self._look()

    def _take_back(self) -> None:
        try:
            self.table.take_back(self.rng.below(len(self.seat_specs)), self.now)
        except Refusal:
            return
        self._look()

    def _look(self) -> None:
        self.tally.steps += 1
        moment = self._moment()
        if self.tally.steps % 16 == 0:
            _measure(moment)
        for law in self.laws:
            if law.after_step is not None and (law.share == 1 or self.rng.below(law.share) == 0):
                _hold(law, law.after_step, moment)

    def _close(self) -> None:
        outcome = self.game.outcome(self.table.state)
        ending = "unfinished" if outcome is None else outcome.ending
        self.tally.endings[ending] = self.tally.endings.get(ending, 0) + 1
        for law in self.laws:
            if law.after_sitting is not None:
                _hold(law, law.after_sitting, self._moment())

    def _moment(self) -> Moment:
        return Moment(
            self.table, self.seat_specs, self.table.steps[-1], self.rng, self.tally, self.is_played_out
        )


def _sitter(rng: Rng) -> SeatSpec:
    return SeatSpec("bot", rng.pick(("easy", "medium", "hard"))) if rng.below(4) == 0 else SeatSpec()


def _measure(moment: Moment) -> None:
    tally, game, state = moment.tally, moment.game, moment.table.state
    view = codec_of(game).noun_bytes(game.view(state, 0))
    tally.largest_view_bytes = max(tally.largest_view_bytes, len(view))
    tally.longest_legal = max(tally.longest_legal, *(len(game.legal(state, seat)) for seat in moment.seats))


def _hold(law: Law, check: Callable[[Moment], None], moment: Moment) -> None:
    moment.tally.checks[law.name] = moment.tally.checks.get(law.name, 0) + 1
    try:
        check(moment)
    except LawViolation as broken:
        broken.law = law.name
        raise
