"""What States, Actions, Events, Views and their parts are made of."""

import re
from typing import ClassVar, Final, dataclass_transform

import msgspec

_WORD: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Struct(msgspec.Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """A frozen value: camelCase on the wire, equal by its fields, closed to fields it does not name.

    A patch replaces one that `is_replaced_whole`, instead of naming the fields that differ: for hidden pieces
    of several fields, as the size of a patch would tell what two of them share.
    """

    is_replaced_whole: ClassVar[bool] = False


def tag_of(noun: type[Struct]) -> str:
    """DrawCard travels as DRAW_CARD."""
    return _WORD.sub("_", noun.__name__).upper()
