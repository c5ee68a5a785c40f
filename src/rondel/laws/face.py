"""Face: a game's Scenes can be drawn for every viewer, and whatever they offer to press is of an action.

Its sentences are about actions and events that there are, and say nothing that these do not.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, get_args

import msgspec

from rondel.kernel import AnyGame, Face, Scene, Viewer, picks_in
from rondel.kernel.scene import Kind, Layout, Tone
from rondel.laws.law import Law, LawViolation, Moment, words
from rondel.laws.sentences import faults_of_sentences, is_open
from rondel.table.beats import RowInside, beats_of
from rondel.wire.codec import codec_of
from rondel.wire.protocol import EventScene
from rondel.wire.tagged import action_frames, members, names_in, tag_of

_WORDS_OF_A_SCENE: Final = ". ".join(
    f"{what}: {', '.join(get_args(names))}"
    for what, names in (("Tones", Tone), ("Layouts", Layout), ("Kinds", Kind))
)


def _check(moment: Moment) -> None:
    game = moment.game
    if game.face is None:
        return
    for message in _faults_of_words(game):
        raise LawViolation(message)
    scenes = {viewer: _scene(moment, viewer) for viewer in moment.viewers}
    for viewer, scene in scenes.items():
        _holds_for(moment, viewer, scene)
    for viewer in reversed(moment.viewers):
        if _scene(moment, viewer) != scenes[viewer]:
            raise LawViolation(f"the Scene of {words(viewer)} is another when it is drawn again")
    viewer = moment.rng.pick(moment.viewers)
    _moves_lead(viewer, scenes[viewer], _beats(moment, viewer, scenes[viewer]))


def _scene(moment: Moment, viewer: Viewer) -> Scene:
    face, game = _face(moment.game), moment.game
    try:
        return face.scene(game.view(moment.step.after, viewer))
    except Exception as error:  # the game's own code, so anything can come out of it
        raise LawViolation(f"the face fails for {words(viewer)}: {error!r}") from error


def _beats(moment: Moment, viewer: Viewer, scene: Scene) -> tuple[EventScene, ...]:
    """What the viewer sees between the events of the row."""
    game, step = moment.game, moment.step
    try:
        seen = game.view(step.after, viewer)
        return beats_of(RowInside(game, step.before, step.row), viewer, seen, scene)
    except Exception as error:  # the game's own code, so anything can come out of it
        raise LawViolation(f"the face fails for {words(viewer)} inside a row: {error!r}") from error


def _face(game: AnyGame) -> Face[Any, Any]:
    assert game.face is not None
    return game.face


def _holds_for(moment: Moment, viewer: Viewer, scene: Scene) -> None:
    game = moment.game
    if _reread(game, viewer, scene) != scene:
        raise LawViolation(f"the Scene of {words(viewer)} is not the same after writing and reading")
    if len(scene.seats) != len(moment.seat_specs):
        raise LawViolation(
            f"the Scene of {words(viewer)} has {len(scene.seats)} seats, not {len(moment.seat_specs)}"
        )
    missing = set(scene.dialog.zones if scene.dialog else ()) - set(_zones(scene))
    if missing:
        raise LawViolation(
            f"the dialog of {words(viewer)} shows the zone {min(missing)!r}, which its Scene does not have"
        )
    for what, names in (("zones have the id", _zones(scene)), ("pieces have the key", _keys(scene))):
        twice = [name for name, count in Counter(names).items() if count > 1]
        if twice:
            raise LawViolation(f"in the Scene of {words(viewer)} two {what} {twice[0]!r}")
    if scene.prompt is not None and is_open(scene.prompt, {}):
        raise LawViolation(f"the prompt for {words(viewer)} has a gap that nothing fills: {scene.prompt!r}")
    for pick in picks_in(scene):
        _names_fields(game, pick)


def _reread(game: AnyGame, viewer: Viewer, scene: Scene) -> Scene:
    try:
        return msgspec.json.decode(codec_of(game).noun_bytes(scene), type=Scene)
    except (TypeError, msgspec.ValidationError) as error:
        raise LawViolation(
            f"no screen can read the Scene of {words(viewer)}: {error}. {_WORDS_OF_A_SCENE}"
        ) from None


def _zones(scene: Scene) -> Iterator[str]:
    return (zone.id for area in (*scene.seats, scene.middle) for zone in area.zones)


def _keys(scene: Scene) -> Iterator[str]:
    for area in (*scene.seats, scene.middle):
        for zone in area.zones:
            yield from (piece.key for piece in zone.pieces if piece.key is not None)


def _moves_lead(viewer: Viewer, scene: Scene, beats: tuple[EventScene, ...]) -> None:
    """A move leads from a zone that is drawn to another one."""
    drawn = {zone for beat in beats if isinstance(beat.scene, Scene) for zone in _zones(beat.scene)}
    drawn.update(_zones(scene))
    for beat in beats:
        for move in beat.moves or ():
            for zone in (move.from_zone, move.to_zone):
                if zone not in drawn:
                    raise LawViolation(
                        f"a piece moves by way of {zone!r}, which {words(viewer)} is not shown"
                    )


def _names_fields(game: AnyGame, pick: Mapping[str, Any]) -> None:
    """A pick names fields that an action has."""
    names = {name.removesuffix("[]") for name in pick}
    kinds = _fields_by_kind(game)
    wanted = [kinds.get(pick["type"], frozenset())] if "type" in pick else kinds.values()
    if not names or not any(names <= fields for fields in wanted):
        message = f"the face offers {dict(pick)!r}, and no action has these fields"
        raise LawViolation(f"{message}. {_fields_in_words(game, pick.get('type'))}")


def _fields_in_words(game: AnyGame, tag: Any) -> str:
    """The fields of the action that a pick is of, as they are written in picks, or of all actions."""
    game_types = action_frames(game).noun_by_tag
    meant = {tag: game_types[tag]} if tag in game_types else game_types
    return f"Fields of {'; of '.join(f'{tag}: {names_in(noun)}' for tag, noun in meant.items())}"


@cache
def _fields_by_kind(game: AnyGame) -> Mapping[str, frozenset[str]]:
    """The fields that picks may name, by the tag of each action."""
    return {
        tag_of(noun): frozenset(("type", "payload", "payload.type", *noun.__struct_encode_fields__))
        for noun in members(game.types.action)
    }


@cache
def _faults_of_words(game: AnyGame) -> tuple[str, ...]:
    """Looks without a label, big moves that there are not, and sentences that cannot be said."""
    face = _face(game)
    faults = [f"the face has no label for {name!r}" for name, look in face.looks.items() if not look.label]
    unknown = sorted(face.big - action_frames(game).noun_by_tag.keys())
    faults += [f"the face calls {tag} a big move, which is no action" for tag in unknown]
    return (*faults, *faults_of_sentences(game))


FACE = Law(name="face", after_step=_check, share=3)
