"""Endings: random play ends, in one of the declared ways, and stays ended."""

from typing import Final

from rondel.kernel import AnyGame, Outcome
from rondel.laws.draw import draw_action
from rondel.laws.law import Law, LawViolation, Moment, Tally
from rondel.laws.legal import refused

REACHED_WITHIN: Final = 20_000
"""From so many steps on, every declared Ending must come up."""

SOUGHT_WITHIN: Final = 40_000
"""A walk that misses an Ending goes on for so many steps before the game is blamed.

A missing Ending is sought: the rarest one of our games comes up every 3000 steps or so, so that one lawful
walk in a million would be blamed.
"""

_PROBES: Final = 12


def _never_stuck(moment: Moment) -> None:
    game, state = moment.game, moment.table.state
    if game.outcome(state) is not None or game.deadline(state) is not None:
        return
    if not any(game.legal(state, seat) for seat in moment.seats):
        raise LawViolation("nobody can act, nothing falls due, and the game has not ended")


def _ends(moment: Moment) -> None:
    outcome = moment.game.outcome(moment.table.state)
    if outcome is not None:
        _is_sound(moment, outcome)
        _stays(moment)
    elif moment.is_played_out:
        raise LawViolation(f"random play did not end in {moment.table.version} versions")


def _is_sound(moment: Moment, outcome: Outcome) -> None:
    seats = [standing.seat for standing in outcome.standings]
    if outcome.ending not in moment.game.endings:
        raise LawViolation(f"{outcome.ending!r} is not a declared Ending")
    if len(set(seats)) != len(seats) or not {*seats, *outcome.winners} <= set(moment.seats):
        raise LawViolation(f"the standings name a seat twice or one that is not there: {outcome!r}")
    if not outcome.is_abandoned and set(seats) != set(moment.seats):
        missing = ", ".join(str(seat) for seat in moment.seats if seat not in seats)
        raise LawViolation(f"the game has ended and the standings leave out seat {missing}: {outcome!r}")
    if outcome.is_abandoned and (outcome.standings or outcome.winners):
        raise LawViolation(f"an abandoned game has standings: {outcome!r}")


def _stays(moment: Moment) -> None:
    game, state = moment.game, moment.table.state
    if (deadline := game.deadline(state)) is not None:
        raise LawViolation(f"the game has ended and {deadline.action!r} still falls due")
    for seat in moment.seats:
        if game.legal(state, seat):
            raise LawViolation(f"the game has ended and seat {seat} still has a legal action")
        for _ in range(_PROBES):
            action = draw_action(game, moment.rng, ())
            if action is not None and refused(moment, seat, action) is None:
                raise LawViolation(f"the game has ended and {action!r} is accepted from seat {seat}")


def _is_unsure(game: AnyGame, tally: Tally) -> bool:
    is_missing = not game.endings <= tally.endings.keys()
    return is_missing and tally.steps >= REACHED_WITHIN and tally.sought < SOUGHT_WITHIN


def _all_reached(game: AnyGame, tally: Tally) -> None:
    missing = sorted(game.endings - tally.endings.keys())
    if missing and tally.sought >= SOUGHT_WITHIN:
        raise LawViolation(f"in {tally.steps} steps no sitting ended as {', '.join(missing)}")


ENDINGS = Law(
    name="endings",
    after_step=_never_stuck,
    after_sitting=_ends,
    after_run=_all_reached,
    is_unsure=_is_unsure,
)
