"""Codec: whatever a game says can be written, read, and written again as the same bytes."""

from typing import Any

import msgspec

from rondel.laws.law import Broken, Law, Moment
from rondel.wire.codec import codec_of
from rondel.wire.strict import Malformed


def _check(moment: Moment) -> None:
    game, row, state = moment.game, moment.step.row, moment.step.after
    codec = codec_of(game)
    viewer = moment.luck.pick(moment.viewers)
    try:
        action = codec.action_bytes(row.action)
        _same("action", row.action, codec.action(action), action, codec.action_bytes)
        events = codec.events_bytes(row.events)
        _same("events", row.events, codec.events(events, row.rules), events, codec.events_bytes)
        stored = codec.state_bytes(state)
        _same("State", state, codec.state(stored), stored, codec.state_bytes)
        known = game.knows(state, viewer)
        said = codec.noun_bytes(known)
        _same("Known", known, codec.known(said), said, codec.noun_bytes)
        view = game.view(state, viewer)
        shown = codec.noun_bytes(view)
        _same("View", view, msgspec.json.decode(shown, type=game.nouns.view), shown, codec.noun_bytes)
    except (Malformed, msgspec.ValidationError, TypeError, KeyError) as error:
        raise Broken(f"what the game says cannot be read again: {error!r}") from error


def _same(noun: str, told: Any, read: Any, written: bytes, write: Any) -> None:
    if told != read:
        raise Broken(f"the {noun} is not the same after writing and reading: {told!r} became {read!r}")
    if write(read) != written:
        raise Broken(f"the {noun} is written in different bytes after reading")


CODEC = Law(name="codec", after_step=_check, share=4)
