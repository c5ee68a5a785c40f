"""Imperial: what was written under older rules, told so that it means today what it meant then."""

from collections.abc import Sequence
from typing import Final

from rondel.kernel import Older
from rondel.kernel.game import Payload

RULES: Final = 3
"""Rules 2 have `bankCap` (12.3) and `openBallots` (5.9, 9.5). Rules 3 ask the owner of a home first (9.2),
and call a punt `automatic` only if nothing could be bought (10.7)."""


def older_options(told: Payload, rules: int) -> Payload:
    """2.2 Before rules 2 no bank grew beyond its start, and every ballot was sealed."""
    return {"bankCap": True, "openBallots": False, **told} if rules < 2 else told


def _game_started(told: Payload) -> Sequence[tuple[str, Payload]]:
    return [("GAME_STARTED", {**told, "options": older_options(told["options"], 1)})]


OLDER: Final = (Older(tag="GAME_STARTED", rules=2, retell=_game_started),)
