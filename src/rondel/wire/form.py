"""An action that is written out, because the legal list holds only some of its kind: a form from its schema.

web/src/play/payload.ts is the same, and both pass the cases of web/tests/choices.json.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

Schema: TypeAlias = Mapping[str, Any]
"""The JSON Schema of a game's actions, as `schemas(game)["Action"]` gives it, or a part of it."""

Writing: TypeAlias = Literal["number", "text", "yesNo", "json", "oneOf"]


class Blank(msgspec.Struct, frozen=True, omit_defaults=True, rename="camel"):
    """A field to fill in; its name is empty where the payload is one text."""

    name: str
    writing: Writing
    is_required: bool
    one_of: tuple[str, ...] = ()
    min: int | None = None
    max: int | None = None


class Written(NamedTuple):
    """A payload that was written."""

    payload: Any


def text_kinds(actions: Schema) -> list[str]:
    """The kinds of actions that hold a text and nothing else: no list can name them."""
    kinds = actions.get("discriminator", {}).get("mapping", {})
    return [kind for kind in kinds if _payload(actions, kind).get("type") == "string"]


def blanks_of(actions: Schema, kind: str) -> tuple[Blank, ...]:
    """The blanks of an action of this kind; none where there is nothing to write."""
    payload = _payload(actions, kind)
    parts = [_resolved(part, actions) for part in payload.get("anyOf", [payload])]
    if any(part.get("type") == "string" for part in parts):
        return (Blank("", "text", is_required=True),)
    fields: Schema = next((part for part in parts if "properties" in part), {})
    return tuple(
        _blank(name, _resolved(schema, actions), is_required=name in fields.get("required", ()))
        for name, schema in fields.get("properties", {}).items()
    )


def payload_from(blanks: Sequence[Blank], written: Mapping[str, str]) -> Written | None:
    """The payload that was written; None while something is missing or cannot be read.

    A text among others may be empty.
    """
    found = {}
    is_begun = any(written.get(blank.name, "").strip() for blank in blanks)
    for blank in blanks:
        text = written.get(blank.name, "").strip()
        if not text and not blank.is_required:
            continue
        if not text and blank.writing == "text" and is_begun:
            found[blank.name] = ""
            continue
        value = value_from(blank, text)
        if value is None:
            return None
        if not blank.name:
            return value
        found[blank.name] = value.payload
    return Written(found)


def value_from(blank: Blank, text: str) -> Written | None:
    """What this text says in this blank; None if nothing that fits."""
    match blank.writing:
        case "number":
            return _number(blank, text)
        case "yesNo":
            return Written(text == "true") if text in ("true", "false") else None
        case "oneOf":
            return Written(text) if text in blank.one_of else None
        case "text":
            return Written(text) if text else None
        case _:
            return _json(text)


def _json(text: str) -> Written | None:
    try:
        return Written(msgspec.json.decode(text))
    except msgspec.DecodeError:
        return None


def _number(blank: Blank, text: str) -> Written | None:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 15):
        return None
    number = int(text)
    is_low = blank.min is not None and number < blank.min
    is_high = blank.max is not None and number > blank.max
    return None if is_low or is_high else Written(number)


def _payload(actions: Schema, kind: str) -> Schema:
    reference = actions.get("discriminator", {}).get("mapping", {}).get(kind, "")
    frame = _resolved({"$ref": reference}, actions)
    return _resolved(frame.get("properties", {}).get("payload", {}), actions)


def _resolved(schema: Schema, actions: Schema) -> Schema:
    """A schema in full, wherever in the whole it stands."""
    while "$ref" in schema:
        schema = actions.get("$defs", {}).get(schema["$ref"].rpartition("/")[2], {})
    return schema


def _blank(name: str, schema: Schema, *, is_required: bool) -> Blank:
    few = schema.get("enum", [])
    if few and all(isinstance(one, str) for one in few):
        return Blank(name, "oneOf", is_required=is_required, one_of=tuple(few))
    match schema.get("type"):
        case "integer":
            low, high = schema.get("minimum"), schema.get("maximum")
            return Blank(name, "number", is_required=is_required, min=low, max=high)
        case "boolean":
            return Blank(name, "yesNo", is_required=is_required)
        case "string":
            return Blank(name, "text", is_required=is_required)
        case _:
            return Blank(name, "json", is_required=is_required)
