"""People: arrive with a name, sign in by a token or by a link in a mail, and be forgotten.

A token is 256 bits that only its holder knows; here only its hash is kept. Whoever opens a link from a mail
gets a new token, and a guest who becomes a member loses all older ones: somebody else may have sent for the
link, and may not stay.
"""

import hashlib
import secrets
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal, NamedTuple
from uuid import UUID, uuid4

import idna

from rondel.kernel import Ms
from rondel.server.answers import Denied
from rondel.server.flows import seats
from rondel.server.ids import new_id
from rondel.server.names import clean, skeleton
from rondel.server.node import Node
from rondel.server.ports import Account, Link, Session
from rondel.server.settings import Rate
from rondel.server.templates.letters import LANGUAGES, sign_in_letter

HOUR_MS: Final = 3_600_000
DAY_MS: Final = 24 * HOUR_MS

SESSION_MS: Final[Mapping[str, Ms]] = {"guest": 180 * DAY_MS, "member": 365 * DAY_MS, "keeper": 365 * DAY_MS}
"""How long a session lives after it was last seen."""

LINK_MS: Final = HOUR_MS
MAILS_TO_AN_ADDRESS: Final = Rate(3, HOUR_MS)
MAILS_OF_AN_ACCOUNT: Final = Rate(6, DAY_MS)
RENAMES: Final = Rate(10, DAY_MS)
MOST_RENAMED: Final = 500
"""At how many tables a new name is shown at once; running ones come first."""

BEARERS: Final = Rate(20, DAY_MS)

LONGEST_ADDRESS: Final = 254
LONGEST_LOCAL: Final = 64
LONGEST_LABEL: Final = 60

_LOCAL: Final = frozenset("abcdefghijklmnopqrstuvwxyz0123456789.!#$%&'*+/=?^_`{|}~-")


async def arrive(
    node: Node,
    name: str,
    *,
    label: str = "",
    language: str = "en",
    by: Literal["cookie", "bearer"] = "cookie",
) -> tuple[Account, str]:
    """A new guest of this name, and the token that signs in, as a cookie or as a bearer token."""
    kept = clean(name)
    account = Account(
        id=new_id(),
        name=kept,
        skeleton=skeleton(kept),
        created_at=node.now.ms(),
        language=language if language in LANGUAGES else LANGUAGES[0],
    )
    if not await node.people.add(account):
        raise Denied.of("NAME_TAKEN")
    _, token = await _open_session(node, account, by, label)
    return account, token


async def sign_in_by(node: Node, token: str) -> tuple[Account, Session]:
    """Who has this token, by cookie or bearer; or Denied."""
    found = await node.people.signed_in(hashed(token), now=node.now.ms())
    if found is None:
        node.recent_tokens.discard(token)
        raise Denied.of("NOT_SIGNED_IN")
    node.recent_tokens.add(token)
    return found


async def ask_link(node: Node, account: Account, email: str) -> None:
    """Mail a link to this address. What is done and answered is the same whether a member has it or not."""
    address = postal(email)
    await _allow(node, f"mails:account:{account.id}", MAILS_OF_AN_ACCOUNT)
    await _allow(node, f"mails:address:{hashed(address).hex()}", MAILS_TO_AN_ADDRESS)
    token = secrets.token_urlsafe(32)
    await node.people.ask_link(Link(hashed(token), account.id, address, node.now.ms() + LINK_MS))
    link = f"{node.settings.public_url.rstrip('/')}/sign-in#{token}"
    await node.mailer.send(sign_in_letter(to=address, link=link, language=account.language))


class Whose(NamedTuple):
    """Whom a link signs in: the account, its name, and the address the link was sent to."""

    account: UUID
    name: str
    email: str


async def look_link(node: Node, token: str) -> Whose:
    """Whose link it is, for whoever is about to follow it. It can still be used."""
    link = await node.people.link(hashed(token), now=node.now.ms())
    if link is None:
        raise Denied.of("LINK_EXPIRED")
    found = await node.people.by_email(link.email)
    if found is None:
        found = await node.people.account(link.account)
        if found is None or found.kind != "guest":
            raise await _why_not_claimed(node, link)
    return Whose(found.id, found.name, link.email)


async def use_link(
    node: Node, token: str, whose: Whose, *, label: str = ""
) -> tuple[Account, str, Collection[UUID]]:
    """Sign in the member with the link's address, or make the guest who asked for it one.

    Only if that is `whose`, as it was shown to the person who agreed: anybody can be sent a link of another's
    account, and would play, write and be written to there. Gives the account, a new token, and the sessions
    that have ended.
    """
    if await look_link(node, token) != whose:
        raise Denied.of("LINK_OF_ANOTHER")
    link = await node.people.use_link(hashed(token), now=node.now.ms())
    if link is None:
        raise Denied.of("LINK_EXPIRED")
    ended: Collection[UUID] = ()
    if await node.people.by_email(link.email) is None and await node.people.claim(link.account, link.email):
        ended = await node.people.revoke(link.account)
    member = await node.people.by_email(link.email)
    if member is None:
        raise await _why_not_claimed(node, link)
    _, fresh = await _open_session(node, member, "cookie", label)
    return member, fresh, ended


async def rename(node: Node, account: Account, name: str) -> Account:
    """The account by another name, from now on and at every table that has not ended."""
    kept = clean(name)
    await _allow(node, f"renames:{account.id}", RENAMES)
    is_renamed = await node.people.rename(account.id, kept, skeleton(kept))
    found = await node.people.account(account.id)
    if found is None:
        raise Denied.of("NOT_SIGNED_IN")
    if not is_renamed:
        raise Denied.of("NAME_TAKEN")
    for table in await node.tables.of_account(account.id, limit=MOST_RENAMED):
        await seats.rename(node, found, table.id)
    return found


async def sessions(node: Node, account: Account) -> Sequence[Session]:
    """The account's ways in, the last one seen first."""
    now = node.now.ms()
    alive = [session for session in await node.people.sessions(account.id) if session.expires_at > now]
    return sorted(alive, key=lambda session: -session.seen_at)


async def revoke(node: Node, account: Account, session: UUID | None = None) -> Collection[UUID]:
    """End one of the account's sessions, or all; gives those that ended, whose sockets are to be closed."""
    return await node.people.revoke(account.id, session)


async def new_bearer(node: Node, account: Account, label: str) -> tuple[Session, str]:
    """A token for a script or a bot of this account. It is told once."""
    await _allow(node, f"bearers:{account.id}", BEARERS)
    return await _open_session(node, account, "bearer", label)


async def export(node: Node, account: Account) -> Mapping[str, object]:
    """All that is kept about the account, JSON-able."""
    return await node.people.export(account.id)


async def delete(node: Node, account: Account) -> Collection[UUID]:
    """Forget the person; gives the sessions that ended. Games stay: their journals hold no names."""
    ended = await node.people.revoke(account.id)
    tables = await node.tables.of_account(account.id, limit=10_000)
    for table in tables:
        if table.status == "open" and table.header is None:
            await _leave(node, account, table.id, is_host=table.host == account.id)
    await node.people.delete(account.id)
    for table in tables:
        node.rooms.room(table.id).forget()
    return ended


def hashed(secret: str) -> bytes:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode(errors="replace")).digest()


def postal(email: str) -> str:
    """The address as it is kept, in small letters and its domain in ASCII; or Denied."""
    local, at, domain = email.strip(" ").partition("@")
    local = local.lower()
    if not at or not 1 <= len(local) <= LONGEST_LOCAL or not set(local) <= _LOCAL:
        raise Denied.of("EMAIL_NOT_ALLOWED")
    if "" in local.split(".") or "=?" in local:  # two dots are no address, and an encoded word is a trick
        raise Denied.of("EMAIL_NOT_ALLOWED")
    address = f"{local}@{_domain(domain)}"
    if len(address) > LONGEST_ADDRESS:
        raise Denied.of("EMAIL_NOT_ALLOWED")
    return address


def _domain(domain: str) -> str:
    """The domain in ASCII: at least two labels, and no number for an address of a machine."""
    if not all(char.isprintable() and not char.isspace() for char in domain) or len(domain) > LONGEST_ADDRESS:
        raise Denied.of("EMAIL_NOT_ALLOWED")
    try:
        ascii_domain = idna.encode(domain, uts46=True, std3_rules=True).decode()
    except (idna.IDNAError, UnicodeError):
        raise Denied.of("EMAIL_NOT_ALLOWED") from None
    labels = ascii_domain.lower().split(".")
    if len(labels) < 2 or "" in labels or labels[-1].isdigit():
        raise Denied.of("EMAIL_NOT_ALLOWED")
    return ".".join(labels)


async def _open_session(
    node: Node, account: Account, kind: Literal["cookie", "bearer"], label: str
) -> tuple[Session, str]:
    token, now = secrets.token_urlsafe(32), node.now.ms()
    session = Session(
        id=uuid4(),
        account=account.id,
        token_hash=hashed(token),
        kind=kind,
        label=_label(label),
        created_at=now,
        seen_at=now,
        expires_at=now + SESSION_MS[account.kind],
    )
    await node.people.open_session(session)
    node.recent_tokens.add(token)
    return session, token


def _label(text: str) -> str:
    """What a session is called in the list of sessions: one short line."""
    plain = "".join(char if char.isprintable() else " " for char in unicodedata.normalize("NFC", text))
    return " ".join(plain.split())[:LONGEST_LABEL]


async def _allow(node: Node, key: str, rate: Rate) -> None:
    after_ms = await node.limits.take(key, burst=rate.burst, per_ms=rate.per_ms)
    if after_ms:
        raise Denied.of("TOO_MANY", after_ms=after_ms)


async def _why_not_claimed(node: Node, link: Link) -> Denied:
    """The address is nobody's, and the account that asked did not get it."""
    asker = await node.people.account(link.account)
    if asker is None:
        return Denied.of("LINK_EXPIRED", "The account that asked for this link has been deleted.")
    if asker.kind != "guest":
        return Denied.of(
            "NOT_ALLOWED",
            "The account that asked for this link is a member's and has an address already.",
            "Sign out, choose a name, and ask for a link to this address again.",
        )
    return Denied.of("NAME_TAKEN", next="Choose another name, then ask for a new link.")


async def _leave(node: Node, account: Account, table: UUID, *, is_host: bool) -> None:
    """Away from a table that has not begun, unless it just has."""
    try:
        await (seats.close if is_host else seats.leave)(node, account.id, table)
    except Denied:
        return
