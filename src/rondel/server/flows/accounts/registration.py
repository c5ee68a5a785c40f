"""Registration: who may have an account at this server.

`admit` is the one check. Everything that makes an account, and everything that signs in by mail, asks it.
"""

from pathlib import Path
from typing import Final

from rondel.server.cells.node_context import NodeContext
from rondel.server.errors import ApiError
from rondel.server.flows.accounts.mail_addresses import hashed, postal, postal_domain
from rondel.server.settings import Settings, SettingsError

LIST_BYTES: Final = 1 << 20


async def admit(
    node: NodeContext, *, is_new: bool, invite: str | None = None, address: str | None = None
) -> None:
    """Let pass whoever may come in, or ApiError.

    `is_new` if an account is made by this. `address` is where a link for signing in is sent, or was. An
    invitation is used up by one with each person who is let in by it; see `give_back`.
    """
    registration = node.settings.registration
    if registration == "invitation" and is_new and not await _use(node, invite, 1):
        raise ApiError.of("INVITATION_NEEDED")
    if registration == "allow-list" and (address is None or not is_listed(node, address)):
        raise ApiError.of("MEMBERS_ONLY")


async def give_back(node: NodeContext, invite: str | None) -> None:
    """Nobody came in after all: the name was taken."""
    if node.settings.registration == "invitation":
        await _use(node, invite, -1)


async def _use(node: NodeContext, invite: str | None, uses: int) -> bool:
    return invite is not None and await node.moderation.use_invite(
        hashed(invite), uses=uses, now=node.now.ms()
    )


def is_listed(node: NodeContext, address: str) -> bool:
    """Whether an address, as `postal` writes it, is on the list: itself, or its whole domain."""
    return address in node.allow_list or address.rpartition("@")[2] in node.allow_list


def read_allow_list(settings: Settings) -> frozenset[str]:
    """The addresses and domains of RONDEL_ALLOW_LIST; SettingsError for one that is neither."""
    if settings.registration != "allow-list":
        return frozenset()
    entries = [
        line for entry in settings.allow_list for line in (_lines(entry) if entry[0] == "/" else [entry])
    ]
    if not entries:
        raise SettingsError("RONDEL_REGISTRATION is allow-list, and RONDEL_ALLOW_LIST names nobody.")
    return frozenset(map(_entry, entries))


def _entry(text: str) -> str:
    try:
        return postal(text) if "@" in text.lstrip("@") else postal_domain(text.lstrip("@"))
    except ApiError:
        raise SettingsError(
            f"RONDEL_ALLOW_LIST cannot have {text!r} in it."
            " Write ada@example.org, or example.org for all addresses there."
        ) from None


def _lines(path: str) -> list[str]:
    """What stands in a file, one a line; # begins a remark."""
    try:
        with Path(path).open(encoding="utf-8") as file:
            text = file.read(LIST_BYTES)
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8"
        raise SettingsError(f"RONDEL_ALLOW_LIST: {path} cannot be read: {why}.") from None
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return [line for line in lines if line]
