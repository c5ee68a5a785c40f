"""Codec: whatever a game says can be written, and read again as the same."""

from typing import Any

import msgspec

from rondel.laws.law import Law, LawViolation, Moment
from rondel.wire.codec import codec_of
from rondel.wire.strict import MalformedError


def _check(moment: Moment) -> None:
    game, row, state = moment.game, moment.step.row, moment.step.after
    codec = codec_of(game)
    viewer = moment.rng.pick(moment.viewers)
    known, view = game.knows(state, viewer), game.view(state, viewer)
    try:
        _same("action", row.action, codec.action(codec.action_bytes(row.action)))
        _same("events", row.events, codec.events(codec.events_bytes(row.events), row.rules))
        _same("State", state, codec.state(codec.state_bytes(state)))
        _same("Known", known, codec.known(codec.noun_bytes(known)))
        _same("View", view, msgspec.json.decode(codec.noun_bytes(view), type=game.types.view))
    except (MalformedError, msgspec.ValidationError, TypeError, KeyError) as error:
        raise LawViolation(f"what the game says cannot be read again: {error!r}") from error


def _same(noun: str, written: Any, read: Any) -> None:
    if written != read:
        raise LawViolation(
            f"the {noun} is not the same after writing and reading: {written!r} became {read!r}"
        )


CODEC = Law(name="codec", after_step=_check, share=4)
