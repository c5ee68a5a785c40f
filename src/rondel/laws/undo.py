"""Undo: never reveals, keeps what it must, and puts everything else back."""

from typing import Any

from rondel.kernel import Refusal, Seat, observes, take_back
from rondel.laws.law import Law, LawViolation, Moment, words
from rondel.wire.codec import codec_of


def _check(moment: Moment) -> None:
    game, row = moment.game, moment.step.row
    if game.undo is None or row.undoes_to is not None or not isinstance(row.actor, int):
        return
    if game.outcome(moment.step.after) is not None:
        return
    try:
        take_back(game, moment.table.steps, row.actor)
    except Refusal:
        return
    for viewer in moment.seats:
        _teaches_nothing(moment, row.actor, viewer)
    at = row.at + moment.rng.below(100_000)
    _puts_back(moment, game.undo.keep(moment.step.before, moment.step.after, at), at)


def _teaches_nothing(moment: Moment, actor: Seat, viewer: Seat) -> None:
    """In a State the viewer could not tell from the true one, the same move must have looked the same."""
    game, step = moment.game, moment.step
    imagined = game.imagine(game.knows(step.before, viewer), moment.own_chance())
    chance = moment.table.chance(step.row.version)
    try:
        events = game.decide(imagined, actor, step.row.action, chance, step.row.at)
    except Refusal:
        if viewer == actor:
            raise LawViolation(
                f"seat {actor} may undo a move that told it something by being accepted"
            ) from None
        return
    if _seen(moment, events, viewer) != _seen(moment, step.row.events, viewer):
        raise LawViolation(
            f"{type(step.row.action).__name__} may be undone, yet it taught {words(viewer)} something",
            observer=moment.observer(viewer),
        )


def _seen(moment: Moment, events: Any, viewer: Seat) -> list[bytes]:
    codec, game = codec_of(moment.game), moment.game
    return [codec.events_bytes([event]) for event in events if observes(viewer, game.audience(event))]


def _puts_back(moment: Moment, restored: Any, at: int) -> None:
    game, before, present = moment.game, moment.step.before, moment.step.after
    if game.to_act(restored) != game.to_act(before):
        raise LawViolation("after an undo other seats owe an action than before the move")
    if game.conserved(restored) != game.conserved(before):
        raise LawViolation("an undo changes what is conserved")
    for seat in moment.seats:
        if game.legal(restored, seat) != game.legal(before, seat):
            raise LawViolation(f"after an undo seat {seat} may do other things than before the move")
    if (deadline := game.deadline(restored)) is not None and deadline.at_ms < at:
        raise LawViolation("an undo leaves a deadline that has passed already")
    clock, now = game.clock(restored), game.clock(present)
    if now is not None and (clock is None or clock != now.after_undo(at)):
        raise LawViolation("an undo gives back time, flags or a pause")


UNDO = Law(name="undo", after_step=_check)
