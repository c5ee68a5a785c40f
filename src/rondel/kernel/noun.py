"""What States, Actions, Events, Views and their parts are made of."""

from typing import dataclass_transform

import msgspec


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Noun(msgspec.Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """A frozen value: camelCase on the wire, equal by its fields, closed to fields it does not name."""
