"""Face: a game's Scenes can be drawn for every viewer, and whatever they offer to press narrows `legal`."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from rondel.kernel import AnyGame, Scene, Viewer, observes, picks_in
from rondel.laws.law import Broken, Law, Moment, words
from rondel.wire.choose import choose
from rondel.wire.codec import codec_of
from rondel.wire.frames import members, tag_of


def _check(moment: Moment) -> None:
    if moment.game.face is None:
        return
    for viewer in moment.viewers:
        _holds_for(moment, viewer)


def _holds_for(moment: Moment, viewer: Viewer) -> None:
    game, state = moment.game, moment.step.after
    assert game.face is not None
    try:
        scene = game.face.scene(game.view(state, viewer))
        for event in moment.step.row.events:
            if not moment.step.row.is_tables_own and observes(viewer, game.audience(event)):
                game.face.moves(event)
    except Exception as error:  # the game's own code, so anything can come out of it
        raise Broken(f"the face fails for {words(viewer)}: {error!r}") from error
    if msgspec.json.decode(codec_of(game).noun_bytes(scene), type=Scene) != scene:
        raise Broken(f"the Scene of {words(viewer)} is not the same after writing and reading")
    if len(scene.seats) != len(moment.sitters):
        raise Broken(f"the Scene of {words(viewer)} has {len(scene.seats)} seats, not {len(moment.sitters)}")
    listed = [] if viewer is None else json.loads(codec_of(game).legal_bytes(game.legal(state, viewer)))
    for pick in picks_in(scene):
        _narrows(game, listed, pick)


def _narrows(game: AnyGame, listed: list[dict[str, Any]], pick: Mapping[str, Any]) -> None:
    """A pick names fields that an action has, and leaves fewer actions than there were, or one."""
    names = {name.removesuffix("[]") for name in pick}
    kinds = _fields_by_kind(game)
    wanted = [kinds.get(pick["type"], frozenset())] if "type" in pick else kinds.values()
    if not names or not any(names <= fields for fields in wanted):
        raise Broken(f"the face offers {dict(pick)!r}, and no action has these fields")
    left = choose(listed, [[pick]]).left
    if len(left) > 1 and len(left) == len(choose(listed, []).left):
        raise Broken(f"the face offers {dict(pick)!r}, which leaves all {len(left)} actions")


@cache
def _fields_by_kind(game: AnyGame) -> Mapping[str, frozenset[str]]:
    """The fields that picks may name, by the tag of each action."""
    return {
        tag_of(noun): frozenset(("type", "payload", "payload.type", *noun.__struct_encode_fields__))
        for noun in members(game.nouns.action)
    }


FACE = Law(name="face", after_step=_check)
