"""What `imagine` makes: worlds that could be, each as likely as another, and more than one of them."""

import random
from collections import Counter
from typing import Final

from rondel.games.cambio.actions import CallCambio
from rondel.games.cambio.game import CAMBIO
from rondel.games.cambio.state import State
from rondel.kernel import Chance
from tests.games.cambio.table import Table, deal
from tests.secrecy.clerk import Clerk, Leak, code_of
from tests.secrecy.permuter import hidden_codes, points
from tests.secrecy.play import Play

_FAIR: Final = 400
_TOO_FAR: Final = 5.0
"""How many standard deviations a count may be from what is fair."""


def imagine_fairly(games: int, versions: int, first: int = 0) -> int:
    """Along random games: how many worlds were looked at. Raises Leak."""
    looked = 0
    for seed in range(first, first + games):
        play = Play(seed, calling=0.3)
        play.emit(play.begin())
        while not play.is_over and play.table.version < versions:
            clerk = play.rng.choice(play.clerks)
            _could_be(clerk, play.state, Chance.of_seed(f"{seed} {looked}"))
            looked += 1
            play.emit(play.next())
    return looked


def _could_be(clerk: Clerk, state: State, chance: Chance) -> None:
    """17.2 The whole deck once; seen cards and public marks as they are; a call within its limit."""
    world = CAMBIO.imagine(CAMBIO.knows(state, clerk.viewer), chance)
    if CAMBIO.conserved(world) != CAMBIO.conserved(state):
        raise clerk.leak("imagines a card twice or never")
    for place, piece in clerk.slots.items():
        seat, position = place
        code = world.players[seat].slots[position]
        if (code is None) != (piece is None):
            raise clerk.leak(f"imagines {code} at {place}")
        if piece is None or code is None:
            continue
        if piece.face is not None and _look(code) != code_of(piece.face):
            raise clerk.leak(f"imagines {code} at {place}, where it has seen another card")
        if world.batch_of[code] != piece.batch or (
            _look(code) == code and state.batch_of[code] != piece.batch
        ):
            raise clerk.leak(f"imagines {code} at {place}, which is of another shuffle")
        if world.known_by.get(code, 0) != sum(1 << knower for knower in piece.knowers):
            raise clerk.leak(f"imagines that others know {place}")
    limit = world.options.call_limit
    if limit is not None and sum(points(world, code) for code in world.call_hand) > limit:
        raise clerk.leak("imagines a call above the limit")


def _look(code: str) -> str:
    return "X" if code in ("X1", "X2") else code


def is_uniform(seed: int) -> None:
    """17.2 At one moment of a game: every hidden card as often at one place as every other."""
    play = Play(seed, calling=0.0, call_limit=None, jokers=0, max_turns=300)
    play.emit(play.begin())
    for _ in range(12):
        if not play.is_over:
            play.emit(play.next())
    _is_uniform(play.rng.choice(play.clerks), play.state)


def _is_uniform(clerk: Clerk, state: State) -> None:
    pool = hidden_codes(state, clerk)[state.batch]
    known, chance = CAMBIO.knows(state, clerk.viewer), Chance.of_seed("fair")
    worlds = [CAMBIO.imagine(known, chance) for _ in range(_FAIR)]
    unseen = [place for place, piece in clerk.slots.items() if piece is not None and piece.face is None]
    tops = [("the top of the draw pile", Counter(world.draw_pile[0] for world in worlds))]
    for seat, position in random.Random(1).sample(unseen, min(2, len(unseen))):
        tops.append(
            (f"{seat, position}", Counter(world.players[seat].slots[position] or "" for world in worlds))
        )
    fair = _FAIR / len(pool)
    for where, counts in tops:
        for code in {*counts, *pool}:
            if abs(counts[code] - fair) > _TOO_FAR * fair**0.5 or code not in pool:
                raise clerk.leak(f"imagines {code} {counts[code]} times at {where}, and fair is {fair:.1f}")


def calls_vary() -> None:
    """17.2 A call under a limit: many hands are possible, and none above the limit is."""
    table: Table = deal("AS 6D 2C 3H | KH 5C 3C 4C", call_limit=12, known={0: "AS 6D 2C 3H"})
    table.play(0, CallCambio())
    known = CAMBIO.knows(table.state, 1)
    worlds = [CAMBIO.imagine(known, Chance.of_seed(seed)) for seed in range(60)]
    hands = {frozenset(world.call_hand) for world in worlds}
    if len(hands) < 30:
        raise Leak(f"seat 1 imagines only {len(hands)} hands of a caller that may have hundreds")
    if any(sum(points(world, code) for code in world.call_hand) > 12 for world in worlds):
        raise Leak("seat 1 imagines a call above the limit")
    if any(world.call_hand != world.players[0].slots for world in worlds):
        raise Leak("seat 1 imagines that the caller called with other cards than it has")
