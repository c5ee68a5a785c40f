"""A second maker of worlds for Cambio, which asks neither `imagine` nor `knows`.

It gives hidden cards other names: cards of one shuffle (17.1) that the observer's clerk has not seen, or
has lost sight of. Everything else of the State stays, the marks with the place. The observer must not
be able to tell: not at once, and not along the same script, until an event shows it a card.
"""

import random
from collections.abc import Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from rondel.games.cambio.actions import Action, CallCambio
from rondel.games.cambio.game import CAMBIO
from rondel.games.cambio.state import State
from rondel.kernel import HOUSE, Actor, Chance, Refusal, Viewer, observes
from rondel.kernel.chance import Stream
from rondel.kernel.turn import evolve_all
from rondel.laws.draw import draw_action
from rondel.laws.walk import Seeded
from rondel.wire.codec import codec_of
from rondel.wire.tagged import tag_of
from tests.secrecy.book import CAMBIO_EVENTS, may_show
from tests.secrecy.clerk import Clerk, code_of, faces_in
from tests.secrecy.play import Play

LONG: Final = 20
SCRIPT: Final = 25
_CANDIDATES: Final = 14
_STEPS: Final = (256, 512, 1024, 2048)


def padded(size: int) -> int:
    """The size of a frame on the wire: the next step, beyond the last one its multiples."""
    return next((step for step in _STEPS if size <= step), -(-size // _STEPS[-1]) * _STEPS[-1])


def named(state: State, names: dict[str, str]) -> State:
    """The same State with cards of other names; marks and batches stay where they were."""

    def name(code: str) -> str:
        return names.get(code, code)

    return replace(
        state,
        players=tuple(
            replace(player, slots=tuple(None if code is None else name(code) for code in player.slots))
            for player in state.players
        ),
        draw_pile=tuple(map(name, state.draw_pile)),
        held=None if state.held is None else replace(state.held, card=name(state.held.card)),
        call_hand=tuple(map(name, state.call_hand)),
        known_by={name(code): marks for code, marks in state.known_by.items()},
        batch_of={name(code): batch for code, batch in state.batch_of.items()},
    )


def hidden_codes(state: State, clerk: Clerk) -> dict[int, list[str]]:
    """By batch, the cards that lie where the observer has not seen them."""
    lying = [(code, clerk.slots[seat, place]) for seat, place, code in _laid(state)]
    if state.held is not None:
        lying.append((state.held.card, clerk.held))
    unseen = [code for code, piece in lying if piece is not None and piece.face is None]
    pools: dict[int, list[str]] = {}
    for code in (*state.draw_pile, *unseen):
        pools.setdefault(state.batch_of[code], []).append(code)
    return pools


def _laid(state: State) -> list[tuple[int, int, str]]:
    return [
        (seat, place, code)
        for seat, player in enumerate(state.players)
        for place, code in enumerate(player.slots)
        if code is not None
    ]


def another_world(state: State, clerk: Clerk, rng: random.Random, *, is_near: bool) -> State | None:
    """Two hidden cards exchanged, or all of them permuted; None where there is nothing to exchange."""
    pools = [pool for pool in hidden_codes(state, clerk).values() if len(pool) > 1]
    if not pools:
        return None
    for _ in range(20):
        if is_near:
            one, other = rng.sample(rng.choice(pools), 2)
            names = {one: other, other: one}
        else:
            shuffled = [rng.sample(pool, len(pool)) for pool in pools]
            names = dict(zip(chain(*pools), chain(*shuffled), strict=True))
        world = named(state, names)
        if world != state and _could_be(world):
            return world
    return None


def _could_be(world: State) -> bool:
    """6.3 Whoever called under a limit held no more; an automatic call (8.10) holds nothing at all."""
    limit = world.options.call_limit
    return limit is None or sum(points(world, code) for code in world.call_hand) <= limit


def points(state: State, code: str) -> int:
    """3.1 and the options: what a card counts."""
    options, rank = state.options, code[:-1]
    match rank:
        case "X":
            return options.joker_value
        case "K":
            return options.red_king if code[-1] in "HD" else options.black_king
        case "J" | "Q" if options.face_values == "ten":
            return 10
        case _:
            return ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q"].index(rank) + 1


class Sight(NamedTuple):
    """All that an observer is sent or can find out at one moment."""

    view: bytes
    known: bytes
    legal: tuple[bytes, ...]
    deadline: Any
    to_act: frozenset[int]
    outcome: Any

    @property
    def size(self) -> int:
        """The frame with View and legal list, padded."""
        return padded(len(self.view) + sum(map(len, self.legal)))


def sight(state: State, viewer: Viewer) -> Sight:
    """What the viewer can tell of this State."""
    codec = codec_of(CAMBIO)
    listed = [] if viewer is None else CAMBIO.legal(state, viewer)
    return Sight(
        codec.noun_bytes(CAMBIO.view(state, viewer)),
        codec.noun_bytes(CAMBIO.knows(state, viewer)),
        tuple(codec.action_bytes(action) for action in listed),
        CAMBIO.deadline(state),
        CAMBIO.to_act(state),
        CAMBIO.outcome(state),
    )


class Pair:
    """The same script in two worlds that one observer cannot tell apart."""

    def __init__(self, play: Play, clerk: Clerk, other: State, seed: int) -> None:
        self.viewer, self.clerk = clerk.viewer, clerk
        self.worlds = [play.state, other]
        self.version, self.now = play.table.version, play.table.at
        self.seed, self.rng = seed, random.Random(seed)
        self.walker = Seeded(f"pair {seed}")

    def run(self) -> int:
        """How many actions ran before the observer was shown a card that differs."""
        self._same("at once", *(sight(world, self.viewer) for world in self.worlds))
        for done in range(SCRIPT):
            if not any(self._try() for _ in range(_CANDIDATES)):
                return done
        return SCRIPT

    def _try(self) -> bool:
        """Another action in both worlds; every one is judged, one that parts them is not taken."""
        now = self.now + self.rng.choice([0, 0, 100, 2000])
        actor, action, at = self._candidate(now)
        if action is None:
            return False
        outcomes = [self._decided(world, actor, action, at) for world in self.worlds]
        here, there = outcomes
        if isinstance(here, Refusal) or isinstance(there, Refusal):
            return self._refused(actor, action, here, there)
        if not self._is_observed_alike(action, here, there, at):
            return False
        both = zip(self.worlds, outcomes, strict=True)
        after = [evolve_all(CAMBIO, world, events, at) for world, events in both]
        if CAMBIO.outcome(after[0]) is not None and self.rng.random() < 0.9:
            return False
        self.worlds, self.now = after, at
        self.version += 1
        self._same(f"after {action!r}", *(sight(world, self.viewer) for world in after))
        return True

    def _candidate(self, now: int) -> tuple[Actor | None, Action | None, int]:
        state = self.worlds[0]
        due = CAMBIO.deadline(state)
        is_rare = state.giving is not None
        if due is not None and (due.is_due(now) or self.rng.random() < (0.3 if is_rare else 0.08)):
            return HOUSE, due.action, max(now, due.at_ms)
        if self.rng.random() < 0.15:
            listed = [] if self.viewer is None else CAMBIO.legal(state, self.viewer)
            return self.viewer, draw_action(CAMBIO, self.walker, listed), now
        choices = [(seat, action) for seat in CAMBIO.to_act(state) for action in CAMBIO.legal(state, seat)]
        if not choices:
            return None, None, now
        seat, action = self.rng.choice(choices)
        if isinstance(action, CallCambio) and self.rng.random() < 0.9:
            return None, None, now
        return seat, action, now

    def _decided(self, state: State, actor: Actor | None, action: Action, at: int) -> Any:
        try:
            rng = Chance.of_seed(f"pair {self.seed} {self.version}")  # the same in both worlds
            return CAMBIO.decide(state, actor, action, rng, at)
        except Refusal as refusal:
            return refusal

    def _refused(self, actor: Actor | None, action: Action, here: Any, there: Any) -> bool:
        """What the observer asks is answered alike; another seat may have had another choice.

        A Refusal does not count as an action that ran.
        """
        if actor != self.viewer:
            return False
        if not (isinstance(here, Refusal) and isinstance(there, Refusal)):
            raise self.clerk.leak(f"learns from whether {action!r} is refused")
        if str(here) != str(there) or here.quiet != there.quiet:
            raise self.clerk.leak(f"is refused {action!r} in other words: {here} / {there}")
        return False

    def _is_observed_alike(self, action: Action, here: Sequence[Any], there: Sequence[Any], at: int) -> bool:
        """Alike, or different by an event that the book says may show this viewer a face."""
        for one, other in zip(self._for_me(here), self._for_me(there), strict=False):
            sent = [codec_of(CAMBIO).observation(event, self.version + 1, at) for event in (one, other)]
            if sent[0] != sent[1]:
                if type(one) is type(other) and may_show(CAMBIO_EVENTS[_tag(one)], self.viewer, _seat(one)):
                    return False
                if self._is_other_affair(one, other):
                    return False
                raise self.clerk.leak(f"is told {one!r} or {other!r} after {action!r}")
            if padded(len(sent[0])) != padded(len(sent[1])):
                raise self.clerk.leak(f"can tell {one!r} by its size")
        if len(self._for_me(here)) != len(self._for_me(there)):
            raise self.clerk.leak(f"hears another number of events after {action!r}")
        return True

    def _is_other_affair(self, one: Any, other: Any) -> bool:
        """8.2, 8.5 A snap that is right in one world and wrong in the other shows the card either way."""
        snaps = {"SNAP_SUCCEEDED", "SNAP_FAILED"}
        return {_tag(one), _tag(other)} == snaps

    def _for_me(self, events: Sequence[Any]) -> list[Any]:
        return [event for event in events if observes(self.viewer, CAMBIO.audience(event))]

    def _same(self, when: str, here: Sight, there: Sight) -> None:
        for name in Sight._fields:
            if getattr(here, name) != getattr(there, name):
                raise self.clerk.leak(f"can tell the worlds apart {when} by its {name}")
        if here.size != there.size:
            raise self.clerk.leak(f"can tell the worlds apart {when} by the size of its frame")


def _tag(event: Any) -> str:
    return tag_of(type(event))


def _seat(event: Any) -> int:
    seat: int = getattr(event, "seat", -1)
    return seat


class Tally:
    """How many pairs ran, by class of observer, and how many of the near ones ran long."""

    def __init__(self) -> None:
        self.pairs: dict[str, int] = {}
        self.near = 0
        self.long = 0

    @property
    def share(self) -> float:
        """The part of near pairs that ran long."""
        return self.long / self.near if self.near else 0.0


def permute(games: int, versions: int, first: int = 0, every: int = 4) -> Tally:
    """Pairs along so many games, for one viewer after another. Raises Leak."""
    tally = Tally()
    for seed in range(first, first + games):
        _permute_game(Play(seed, calling=0.04), versions, every, tally)
    return tally


def _permute_game(play: Play, versions: int, every: int, tally: Tally) -> None:
    play.emit(play.begin())
    while not play.is_over and play.table.version < versions:
        if play.rng.randrange(every) == 0 or play.state.giving is not None:
            _run_pair(play, play.rng.choice(play.clerks), tally)
        play.emit(play.next())


def _run_pair(play: Play, clerk: Clerk, tally: Tally) -> None:
    is_near = play.rng.random() < 0.8
    world = another_world(play.state, clerk, play.rng, is_near=is_near)
    if world is None:
        return
    ran = Pair(play, clerk, world, play.rng.randrange(1 << 30)).run()
    viewer = clerk.viewer
    observer = "spectator" if viewer is None else "bot" if play.seat_specs[viewer].kind == "bot" else "seat"
    tally.pairs[observer] = tally.pairs.get(observer, 0) + 1
    tally.near += is_near
    tally.long += is_near and ran >= LONG


class Stacked(Chance):
    """The rng of a seed, but two cards of every shuffle lie the other way round."""

    def __init__(self, seed: str, one: str = "", other: str = "") -> None:
        own = Chance.of_seed(seed)
        super().__init__(own._row[0], "", ())
        self.names = {one: other, other: one}

    def stream(self, name: str) -> Stream:
        """A stream whose shuffles are stacked like that."""
        stream = StackedStream(self._row, name, {})
        stream.names = self.names
        return stream


class StackedStream(Stream):
    """A stream in whose shuffles some items have changed names."""

    names: dict[str, str]

    def shuffled(self, items: Sequence[Any]) -> tuple[Any, ...]:
        """Shuffled, and the two exchanged."""
        return tuple(self.names.get(item, item) for item in super().shuffled(items))


def same_shuffle(state: State, actor: Actor, action: Action, at: int, seed: int) -> int:
    """3.3, 4.10 Two cards that a shuffle laid where the observer does not look: it hears the same.

    For a decision that shuffles. How many pairs were compared. Raises Leak.
    """
    rng = random.Random(seed)
    events = CAMBIO.decide(state, actor, action, Stacked(f"{seed}"), at)
    after = evolve_all(CAMBIO, state, events, at)
    compared = 0
    for viewer in (None, *range(len(state.players))):
        clerk = Clerk(viewer)
        expected = [_sent(event, at) for event in events if observes(viewer, CAMBIO.audience(event))]
        seen = {code for sent in expected for code in _codes(sent)}
        unseen = [code for code in after.draw_pile if code not in seen]
        if state.phase == "setup":
            unseen += [code for player in after.players for code in player.slots if code and code not in seen]
        if after.held is not None and viewer != after.held.seat:
            unseen.append(after.held.card)
        for _ in range(6 if len(unseen) > 1 else 0):
            one, other = rng.sample(unseen, 2)
            twin = CAMBIO.decide(state, actor, action, Stacked(f"{seed}", one, other), at)
            actual = [_sent(event, at) for event in twin if observes(viewer, CAMBIO.audience(event))]
            if actual != expected:
                raise clerk.leak(f"can tell by {action!r} that {one} and {other} lie where they lie")
            world = evolve_all(CAMBIO, state, twin, at)
            if sight(world, viewer) != sight(after, viewer):
                raise clerk.leak(f"can tell the deals apart after {action!r}")
            compared += 1
    return compared


def _sent(event: Any, at: int) -> bytes:
    return codec_of(CAMBIO).observation(event, 1, at)


def _codes(sent: bytes) -> set[str]:
    return {code_of(face) for face in faces_in(msgspec.json.decode(sent))}
