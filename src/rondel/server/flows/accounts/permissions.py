"""Who among moderators and admins may act on whom: one table. What it does not name is not allowed."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from rondel.server.errors import ApiError
from rondel.server.ports.moderation import ActKind, Role

Target: TypeAlias = Literal["player", "moderator", "admin", "oneself", "network", "server"]
"""An account by its role, or the actor's own; a network of addresses; tables, chat, reports and all else."""

_ON_ACCOUNTS: Final[frozenset[ActKind]] = frozenset(("ban", "unban", "rename", "end_sessions"))
_ON_SERVER: Final[frozenset[ActKind]] = frozenset(
    ("remove_line", "resume", "close", "settle", "invite", "withdraw")
)
_NOTHING: Final[frozenset[ActKind]] = frozenset()

ALLOWED: Final[Mapping[Role, Mapping[Target, frozenset[ActKind]]]] = {
    "moderator": {
        "player": _ON_ACCOUNTS,
        "moderator": _NOTHING,
        "admin": _NOTHING,
        "oneself": _NOTHING,
        "network": _NOTHING,
        "server": _ON_SERVER,
    },
    "admin": {
        "player": _ON_ACCOUNTS | {"grant"},
        "moderator": _ON_ACCOUNTS | {"grant"},
        "admin": _ON_ACCOUNTS | {"grant"},
        "oneself": _NOTHING,
        "network": frozenset(("ban", "unban")),
        "server": _ON_SERVER | {"announce"},
    },
}

_REASONS: Final[Mapping[Target, str]] = {
    "oneself": "You may not do that to your own account.",
    "moderator": "Only an admin may do that to a moderator.",
    "admin": "Only another admin may do that to an admin.",
}


def check_act(role: Role, kind: ActKind, target: Target) -> None:
    """Raise ApiError unless somebody with this role may do this to this target."""
    if kind in ALLOWED[role][target]:
        return
    raise ApiError.of("NOT_ALLOWED", _REASONS.get(target, "Only an admin may do that."), "Ask an admin.")
