"""Legal lists: what is listed is accepted, what is not is refused, and the list tells no secret."""

from typing import Any, Final

from rondel.kernel import Actor, Refusal, Seat
from rondel.laws.causes import is_of_the_kit
from rondel.laws.draw import draw_action
from rondel.laws.law import Law, LawViolation, Moment, words

_LISTED: Final = 3
_UNLISTED: Final = 4


def _check(moment: Moment) -> None:
    game, state = moment.game, moment.table.state
    up = game.to_act(state)
    if not up <= set(moment.seats):
        raise LawViolation(f"to_act names seats that are not there: {sorted(up)}")
    if game.outcome(state) is not None and up:
        raise LawViolation(f"the game has ended and seats {sorted(up)} still owe an action")
    for seat in moment.seats:
        listed = game.legal(state, seat)
        if seat in up and not listed:
            raise LawViolation(f"seat {seat} owes an action and has none", hint=_phase_hint(moment))
        _accepts_the_listed(moment, seat, listed)
        _refuses_the_unlisted(moment, seat, listed)
    _refuses_strangers(moment)
    _depends_on_what_is_known(moment)


def _phase_hint(moment: Moment) -> str | None:
    """In which phase nobody lists anything, for a game of the kit."""
    if not is_of_the_kit(moment.game):
        return None
    return (
        f"the phase is {moment.table.state.phase!r}: an Action must have it in `when`, and its `choices` "
        "must list something for every seat that `to_act` names"
    )


def _accepts_the_listed(moment: Moment, seat: Seat, listed: Any) -> None:
    for _ in range(min(_LISTED, len(listed))):
        action = moment.rng.pick(listed)
        if (refusal := refused(moment, seat, action)) is not None:
            raise LawViolation(f"{action!r} is listed for seat {seat} and refused: {refusal}")


def _refuses_the_unlisted(moment: Moment, seat: Seat, listed: Any) -> None:
    for _ in range(_UNLISTED):
        action = draw_action(moment.game, moment.rng, listed)
        if action is None:
            continue
        refusal = refused(moment, seat, action)
        if refusal is None and action not in listed and not moment.game.is_open_ended(action):
            raise LawViolation(f"{action!r} is not listed for seat {seat} and accepted")
        if refusal is not None and not (refusal.code and refusal.message):
            raise LawViolation(f"the refusal of {action!r} has no code or no sentence")


def _refuses_strangers(moment: Moment) -> None:
    """Neither a spectator nor a seat that is not at the table may do anything."""
    game, state = moment.game, moment.table.state
    for stranger in (None, len(moment.seat_specs)):
        action = draw_action(game, moment.rng, game.legal(state, 0))
        if action is not None and refused(moment, stranger, action) is None:
            raise LawViolation(f"{words(stranger)} does not sit here and may {action!r}")


def _depends_on_what_is_known(moment: Moment) -> None:
    game, state = moment.game, moment.table.state
    seat = moment.rng.pick(moment.seats)
    imagined = game.imagine(game.knows(state, seat), moment.own_chance())
    if game.legal(state, seat) != game.legal(imagined, seat):
        raise LawViolation(f"the legal list of seat {seat} depends on what it cannot know", observer="seat")


def refused(moment: Moment, actor: Actor | None, action: Any) -> Refusal | None:
    """The Refusal of an action now, or None if it would be accepted."""
    table = moment.table
    try:
        moment.game.decide(table.state, actor, action, table.chance(table.version + 1), table.at)
    except Refusal as refusal:
        return refusal
    return None


LEGAL = Law(name="legal", after_step=_check, share=2)
