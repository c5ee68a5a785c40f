"""Lockstep: two worlds that a viewer knows alike, told event by event, and what it knows after each.

Two things hold, whatever a game declares. What is told is known at once: where the viewer hears different
events, it knows the worlds apart right after; only what a game `announces` is told and then forgotten. And
what is known moves only by what is told: while the viewer hears the same, it goes on knowing the same.
What its screen draws after each event is the same, too.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from rondel.kernel import EVERYONE, HOUSE, AnyGame, Audience, Move, Ms, Scene, Viewer, observes
from rondel.laws.causes import half_hint
from rondel.laws.differences import differences
from rondel.laws.law import LawViolation, Moment, Tally, words
from rondel.laws.scenes import Screens, drawn, moves_named
from rondel.wire.codec import codec_of


class World:
    """A State, and the events that are told from there: folded once, however many watch."""

    def __init__(self, game: AnyGame, state: Any, events: Sequence[Any], now: Ms) -> None:
        self.game, self.events, self.now = game, events, now
        self._states = [state]

    def after(self, count: int) -> Any:
        """The State after so many events."""
        while len(self._states) <= count:
            event = self.events[len(self._states) - 1]
            self._states.append(self.game.evolve(self._states[-1], event, self.now))
        return self._states[count]


class ObservedStep(NamedTuple):
    """What a viewer does not hear, then what it hears (None at the end), and the States around that."""

    silent: tuple[Any, ...]
    before: Any
    event: Any | None
    after: Any


class WorldPair:
    """One viewer of two worlds, at one version and time."""

    def __init__(
        self, moment: Moment, viewer: Viewer, version: int, now: Ms, screens: Screens | None = None
    ) -> None:
        """`screens` where several viewers compare the same worlds."""
        self.game: AnyGame = moment.game
        self.screens = screens
        self.tally: Tally = moment.tally
        self.viewer, self.version, self.now = viewer, version, now
        self.observer = moment.observer(viewer)
        self.seats = moment.seats

    def compare(
        self, why: str, one: World, other: World, *, is_sealed: bool = False, is_own_affair: bool = False
    ) -> bool:
        """Whether the viewer hears and knows the same to the end; False where the worlds lawfully part.

        `why` says what differs. Where that is sealed, only a declared reveal may part the worlds. Where it
        is another seat's own affair, what that seat alone hears may be of another kind, and that may show.
        """
        for here, there in zip(self._beats(one), self._beats(other), strict=False):
            is_same = self._hears_the_same(here, there)
            is_excused = is_own_affair or not is_same  # only the next event may distinguish them
            if not self._moves_alike_unheard(why, here, there, is_excused=is_excused) and is_same:
                return False
            is_at_an_end = here.event is None and there.event is None
            if not is_at_an_end and not self._hears_alike(
                why, here, there, is_same=is_same, is_sealed=is_sealed
            ):
                return False
            self._draws_alike(why, here, there)
        return True

    def _hears_the_same(self, here: ObservedStep, there: ObservedStep) -> bool:
        if here.event is None or there.event is None:
            return here.event is there.event
        return self._bytes(here.event) == self._bytes(there.event)

    def _moves_alike_unheard(
        self, why: str, here: ObservedStep, there: ObservedStep, *, is_excused: bool
    ) -> bool:
        """Whether what was not heard changes nothing; an excuse holds for events of other kinds alone."""
        if not here.silent and not there.silent:
            return True
        if (differs := self._apart(here.before, there.before)) is None:
            return True
        if is_excused and _kinds(here.silent) != _kinds(there.silent):
            return False
        silent = (here.silent or there.silent)[-1]
        message = f"was told nothing of {type(silent).__name__}, and knows {why} apart by it"
        is_next_event_different = not self._hears_the_same(here, there)
        raise self._broken(
            message, differs, half_hint(self.game, silent, is_next_event_different=is_next_event_different)
        )

    def _hears_alike(
        self, why: str, here: ObservedStep, there: ObservedStep, *, is_same: bool, is_sealed: bool
    ) -> bool:
        events = [beat.event for beat in (here, there) if beat.event is not None]
        self._count(events, is_parting=not is_same)
        if is_same:
            if (differs := self._apart(here.after, there.after)) is not None:
                raise self._broken(f"was told the same, {here.event!r}, and knows {why} apart", differs)
            return True
        alternatives = " or ".join(repr(event) for event in events)
        alternatives = alternatives if len(events) == 2 else f"{alternatives} or nothing"
        if is_sealed and not all(self.game.reveals(event, self.viewer) for event in events):
            raise self._broken(
                f"is told {alternatives} by {why}, which is sealed", self._event_differences(here, there)
            )
        if self._knows_the_same(here.after, there.after) and not all(map(self.game.announces, events)):
            raise self._broken(
                f"is told {alternatives} by {why}, and may know neither", self._event_differences(here, there)
            )
        return False

    def _draws_alike(self, why: str, here: ObservedStep, there: ObservedStep) -> None:
        """Where the viewer was told the same, its screen shows the same, and the same moves."""
        if self.game.face is None or here.after == there.after:
            return
        if here.event is not None and self._moves(here) != self._moves(there):
            raise self._broken(f"was told the same, {here.event!r}, and sees {why} apart by its moves", ())
        one, other = (self._drawn(beat.after) for beat in (here, there))
        if one != other:
            what = "nothing more" if here.event is None else f"the same, {here.event!r}"
            raise self._broken(f"was told {what}, and sees {why} apart by its Scene", differences(one, other))

    def _drawn(self, state: Any) -> Sequence[Scene]:
        if self.screens is not None:
            return self.screens.of(state, self.viewer)
        return (drawn(self.game, state, self.viewer, self.seats),)

    def _moves(self, beat: ObservedStep) -> Sequence[Move]:
        return moves_named(self.game, beat.silent, beat.event)

    def _beats(self, world: World) -> Iterator[ObservedStep]:
        silent: list[Any] = []
        for at, event in enumerate(world.events):
            before, state = world.after(at), world.after(at + 1)
            if observes(self.viewer, self.game.audience(event)):
                yield ObservedStep(tuple(silent), before, event, state)
                silent = []
            else:
                silent.append(event)
        last = world.after(len(world.events))
        yield ObservedStep(tuple(silent), last, None, last)

    def _apart(self, one: Any, other: Any) -> tuple[str, ...] | None:
        """Where what the viewer knows, or is shown, differs in two States; None where it does not."""
        if one == other:
            return None
        for what in dict.fromkeys((self.game.knows, self.game.view)):  # in the kit, they are one
            here, there = what(one, self.viewer), what(other, self.viewer)
            if here != there:
                return differences(here, there)
        return None

    def _knows_the_same(self, one: Any, other: Any) -> bool:
        return bool(one == other or self.game.knows(one, self.viewer) == self.game.knows(other, self.viewer))

    def _event_differences(self, here: ObservedStep, there: ObservedStep) -> tuple[str, ...]:
        if here.event is None or there.event is None:
            return ()
        return differences(here.event, there.event)

    def _bytes(self, event: Any) -> bytes:
        return codec_of(self.game).observation(event, self.version, self.now)

    def _count(self, events: Sequence[Any], *, is_parting: bool) -> None:
        for event in events:
            key = (type(event).__name__, audience_in_words(self.game.audience(event)))
            row = self.tally.matrix.setdefault(key, [0, 0])
            row[0] += 1
            row[1] += is_parting

    def _broken(self, message: str, differs: tuple[str, ...], hint: str | None = None) -> LawViolation:
        message = f"{words(self.viewer)} {message}"
        return LawViolation(message, observer=self.observer, differs=differs, hint=hint)


def audience_in_words(audience: Audience) -> str:
    """What kind of audience it is."""
    if audience is EVERYONE:
        return "everyone"
    if audience is HOUSE:
        return "the house"
    return "several seats" if isinstance(audience, frozenset) else "one seat"


def _kinds(events: Sequence[Any]) -> list[type]:
    return [type(event) for event in events]
