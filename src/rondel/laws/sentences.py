"""Sentences of a game: each is about something that the game has, and no gap in it stays open."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

import msgspec

from rondel.kernel import AnyGame, Struct, gaps_in, phrase
from rondel.wire.tagged import action_frames, event_frames, names_in

_TAG: Final = re.compile(r"[A-Z][A-Z0-9_]*")
"""What is written like this is the tag of an action or event; anything else is a text of a Scene."""

_KEY: Final = re.compile(r"([A-Z][A-Z0-9_]*|[a-z]\w*) (\w+)=\S+")
"""A sentence for a value of a field."""


@cache
def faults_of_sentences(game: AnyGame) -> Sequence[str]:
    """What is wrong with the words of a face: sentences about nothing, and gaps that stay open."""
    words = {} if game.face is None else game.face.words
    types_by_tag = {**action_frames(game).noun_by_tag, **event_frames(game, dated=False).noun_by_tag}
    objects = _objects_in(types_by_tag.values())
    return [
        f"the words in {language!r} {fault}"
        for language, sentences in words.items()
        for key, text in sentences.items()
        for fault in _faults(types_by_tag, objects, key, text)
    ]


def _faults(
    types_by_tag: Mapping[str, type[Struct]], objects: Mapping[str, frozenset[str]], key: str, text: str
) -> Iterator[str]:
    tag, field = _about(key)
    if tag not in types_by_tag and _TAG.fullmatch(tag):
        yield f"are about {tag}, which is no action or event"
        return
    noun = types_by_tag.get(tag)
    empty = _may_be_empty(noun) if noun is not None else dict.fromkeys(objects.get(tag, gaps_in(tag)), False)
    has = "" if noun is None else f". Fields of {tag}: {names_in(noun)}"
    if noun is not None and field is not None and field not in empty:
        yield f"for {key!r} look at {field}, which is no field{has}"
        return
    gaps = gaps_in(text)
    if gaps.keys() - empty.keys() or is_open(text, empty):
        yield f"for {key} have a gap that nothing fills: {text!r}{has}"
        return
    for gap, is_optional in gaps.items():
        if empty[gap] and not is_optional:
            yield (
                f"for {key} have a gap that stays open where {gap} has no value: {text!r}. "
                f"Write (?...{{{gap}}}...) around what is left out then"
            )


def is_open(text: str, fields: Mapping[str, Any]) -> bool:
    """Whether anything of a gap would be read on screen, were all these fields there."""
    filled = phrase(text, dict.fromkeys(fields, 0), you=None, name=str)
    return any(rest in filled for rest in ("{", "}", "[", "]", "(?"))


def _about(key: str) -> tuple[str, str | None]:
    """The tag and the field that a sentence is for: `TAG field=value`. A Scene's own text is its own tag."""
    found = _KEY.fullmatch(key)
    return (found[1], found[2]) if found else (key, None)


def _objects_in(game_types: Iterable[type[Struct]]) -> Mapping[str, frozenset[str]]:
    """The fields of the objects that fields of these hold, by the name of the field that holds them."""
    found: dict[str, frozenset[str]] = {}
    for info in msgspec.inspect.multi_type_info(list(game_types)):
        for field in info.fields if isinstance(info, msgspec.inspect.StructType) else ():
            for inner in _structs_in(field.type):
                names = frozenset(each.encode_name for each in inner.fields)
                found[field.encode_name] = found.get(field.encode_name, frozenset()) | names
    return found


def _structs_in(info: msgspec.inspect.Type) -> Iterator[msgspec.inspect.StructType]:
    """The objects that a field may hold, alone, in a list or as one of several."""
    match info:
        case msgspec.inspect.StructType():
            yield info
        case msgspec.inspect.Metadata():
            yield from _structs_in(info.type)
        case msgspec.inspect.VarTupleType() | msgspec.inspect.ListType():
            yield from _structs_in(info.item_type)
        case msgspec.inspect.UnionType():
            for one in info.types:
                yield from _structs_in(one)
        case _:
            return


def _may_be_empty(noun: type[Struct]) -> Mapping[str, bool]:
    """The fields of an action or event as they travel, and whether each may have no value."""
    info = msgspec.inspect.type_info(noun)
    assert isinstance(info, msgspec.inspect.StructType)
    leaves_out = noun.__struct_config__.omit_defaults
    return {
        field.encode_name: _is_nullable(field.type) or (leaves_out and not field.required)
        for field in info.fields
    }


def _is_nullable(kind: msgspec.inspect.Type) -> bool:
    if isinstance(kind, msgspec.inspect.Metadata):
        return _is_nullable(kind.type)
    if isinstance(kind, msgspec.inspect.UnionType):
        return any(map(_is_nullable, kind.types))
    return isinstance(kind, msgspec.inspect.NoneType)
