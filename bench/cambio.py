"""Cambio's side: games to be played again or played out, and what each part of a move costs."""

import random
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from rondel.bots.random import random as random_bot
from rondel.kernel import HOUSE, Actor, Chance, Ms, Refusal, Seat, SeatSpec, take_turn
from rondel.kernel.digest import next_digest
from rondel.table.local import LocalTable
from rondel.wire.codec import codec_of
from rondel.wire.registry import load_game
from rondel.wire.transcript import draws_bytes

GAME: Final = load_game("cambio")
CODEC: Final = codec_of(GAME)
SEATS: Final = 4
SITTERS: Final = (SeatSpec("bot"),) * SEATS
SECRET: Final = bytes(32)
NONCES: Final = (b"",) * SEATS
THINKING_MS: Final[Ms] = 1000

PLAIN: Final = GAME.types.options(seats=SEATS)
"""The defaults. Random players call early: a game has some 16 versions, and one of them is the deal."""

LONG: Final = GAME.types.options(seats=SEATS, min_turns_before_call=20)
"""Nobody calls before its twentieth turn: some 180 versions, nearly all of them draws and swaps."""


class Move(NamedTuple):
    """One row of a recorded game."""

    actor: Actor
    action: Any
    at: Ms


class Recorded(NamedTuple):
    """A game that was played out once; the same luck plays it again."""

    table_id: str
    options: Any
    moves: Sequence[Move]


class Count(NamedTuple):
    """So many steps in so many seconds of CPU."""

    steps: int
    cpu_seconds: float


def chance(table_id: str, drawn: int) -> Chance:
    """The luck after so many draws, as a table makes it."""
    return Chance(SECRET, table_id, NONCES, {"": drawn})


def recorded(options: Any, games: int, *, seed: int) -> list[Recorded]:
    """Games played out at random, to be measured by playing them again."""
    dice = random.Random(seed)
    return [_recorded(f"recorded-{seed}-{number}", options, dice) for number in range(games)]


def _recorded(table_id: str, options: Any, dice: random.Random) -> Recorded:
    moves = [Move(HOUSE, GAME.begin, 0)]
    state = GAME.start(options, SITTERS)
    while True:
        state = take_turn(GAME, state, *moves[-1][:2], chance(table_id, len(moves)), moves[-1].at).state
        if GAME.outcome(state) is not None:
            return Recorded(table_id, options, moves)
        seat = dice.choice(sorted(GAME.to_act(state)))
        moves.append(Move(seat, dice.choice(GAME.legal(state, seat)), moves[-1].at + THINKING_MS))


def turns(games: Sequence[Recorded]) -> int:
    """Bare take_turn: decide and evolve."""
    for game in games:
        state = GAME.start(game.options, SITTERS)
        for version, (actor, action, at) in enumerate(game.moves, 1):
            state = take_turn(GAME, state, actor, action, chance(game.table_id, version), at).state
    return _moves(games)


def digested(games: Sequence[Recorded], *, with_views: bool = False) -> int:
    """P1: decide, evolve, the bytes to store and the digest over them; P2: and every seat's View as bytes."""
    for game in games:
        state = GAME.start(game.options, SITTERS)
        digest = bytes(32)
        for version, (actor, action, at) in enumerate(game.moves, 1):
            rng = chance(game.table_id, version)
            turn = take_turn(GAME, state, actor, action, rng, at)
            state = turn.state
            stored = CODEC.action_bytes(action), CODEC.events_bytes(turn.events), draws_bytes(rng.draws)
            digest = next_digest(digest, version, at, actor, GAME.rules, *stored)
            if with_views:
                for seat in range(SEATS):
                    CODEC.noun_bytes(GAME.view(state, seat))
    return _moves(games)


def _moves(games: Sequence[Recorded]) -> int:
    return sum(len(game.moves) for game in games)


def self_play(options: Any, games: int, dice: random.Random) -> int:
    """P3: legal list and step, nothing stored, nothing shown."""
    steps = 0
    for number in range(games):
        table_id = f"self-play-{number}"
        state = take_turn(GAME, GAME.start(options, SITTERS), HOUSE, GAME.begin, chance(table_id, 1), 0).state
        version = 1
        while GAME.outcome(state) is None:
            able = tuple(GAME.to_act(state))
            seat = able[0] if len(able) == 1 else dice.choice(able)
            action = dice.choice(GAME.legal(state, seat))
            version += 1
            rng = chance(table_id, version)
            state = take_turn(GAME, state, seat, action, rng, version * THINKING_MS).state
        steps += version
    return steps


def at_a_table(options: Any, games: int, *, seed: int, with_views: bool) -> int:
    """What `rondel simulate` does: a Table with its journal, bots that are given what they know and see.

    With views, every seat's View is computed after every version, as a server must be able to.
    """
    steps = 0
    for number in range(games):
        rng = Chance.of_seed(f"{seed}-{number}")
        table = LocalTable.opened(GAME, options, SITTERS, table_id=f"{seed}-{number}", secret=SECRET)
        table.play(HOUSE, GAME.begin, 0)
        while GAME.outcome(table.state) is None:
            state, now = table.state, table.at + THINKING_MS
            seat = rng.pick(sorted(GAME.to_act(state)))
            legal = GAME.legal(state, seat)
            table.play(seat, random_bot(GAME.knows(state, seat), GAME.view(state, seat), legal, rng), now)
            if with_views:
                for viewer in range(SEATS):
                    GAME.view(table.state, viewer)
        steps += table.version
    return steps


def measured(work: Callable[[], int], seconds: float) -> Count:
    """As often as fits into so much CPU."""
    steps, begun = 0, time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        steps += work()
    return Count(steps, spent)


class Moment(NamedTuple):
    """A move of a seat, with everything the parts of a step are made of."""

    before: Any
    seat: Seat
    move: Move
    rng: tuple[str, int]
    events: tuple[Any, ...]
    after: Any


def moments(games: Sequence[Recorded]) -> list[Moment]:
    """Every move of a seat in these games."""
    found = []
    for game in games:
        state = GAME.start(game.options, SITTERS)
        for version, move in enumerate(game.moves, 1):
            turn = take_turn(GAME, state, *move[:2], chance(game.table_id, version), move.at)
            if move.actor is not HOUSE:
                found.append(
                    Moment(state, move.actor, move, (game.table_id, version), turn.events, turn.state)
                )
            state = turn.state
    return found


def _decided(moment: Moment) -> None:
    move = moment.move
    GAME.decide(moment.before, move.actor, move.action, chance(*moment.rng), move.at)


def _refused(moment: Moment) -> None:
    move = moment.move
    try:
        GAME.decide(moment.before, None, move.action, chance(*moment.rng), move.at)
    except Refusal:
        return


def _taken(moment: Moment) -> None:
    move = moment.move
    take_turn(GAME, moment.before, move.actor, move.action, chance(*moment.rng), move.at)


def _four_views(moment: Moment) -> list[Any]:
    return [GAME.view(moment.after, seat) for seat in range(SEATS)]


def _digest(moment: Moment) -> None:
    move, stored = moment.move, b"." * 200
    next_digest(bytes(32), moment.rng[1], move.at, move.actor, GAME.rules, stored, stored, b"")


PARTS: Final[dict[str, Callable[[Moment], Any]]] = {
    "luck made ready": lambda moment: chance(*moment.rng),
    "decide": _decided,
    "a refusal": _refused,
    "take_turn (decide and evolve)": _taken,
    "action and events to bytes": lambda moment: (
        CODEC.action_bytes(moment.move.action),
        CODEC.events_bytes(moment.events),
    ),
    "digest": _digest,
    "four Views built": _four_views,
    "four Views built and encoded": lambda moment: [CODEC.noun_bytes(view) for view in _four_views(moment)],
    "to_act": lambda moment: GAME.to_act(moment.before),
    "legal": lambda moment: GAME.legal(moment.before, moment.seat),
    "deadline": lambda moment: GAME.deadline(moment.before),
    "knows": lambda moment: GAME.knows(moment.before, moment.seat),
}
"""What a step is made of, each over the same moves."""


def part_us(part: Callable[[Moment], Any], moves: Sequence[Moment]) -> float:
    """Microseconds of CPU by move."""
    begun = time.process_time()
    for moment in moves:
        part(moment)
    return (time.process_time() - begun) * 1e6 / len(moves)
