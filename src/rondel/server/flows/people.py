"""People: arrive with a name, sign in by a token or by a link in a mail, and be forgotten.

A token is 256 bits that only its holder knows; here only its hash is kept. Whoever opens a link from a mail
gets a new token, and a guest who becomes a member loses all older ones, and all passkeys: somebody else may
have sent for the link, and may not stay.
"""

import secrets
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal, NamedTuple, cast
from uuid import UUID, uuid4

from rondel.kernel import Ms
from rondel.server.answers import Banned, Denied
from rondel.server.flows import seats
from rondel.server.flows.addresses import hashed, postal
from rondel.server.flows.lobby import all_tables_of
from rondel.server.flows.registration import admit, give_back
from rondel.server.ids import new_id
from rondel.server.names import clean, skeleton
from rondel.server.node import Node
from rondel.server.ports import Account, Link, Session, Unavailable
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

LONGEST_LABEL: Final = 60


async def arrive(
    node: Node,
    name: str,
    *,
    label: str = "",
    language: str = "en",
    by: Literal["cookie", "bearer"] = "cookie",
    invite: str | None = None,
) -> tuple[Account, str]:
    """A new guest of this name, and the token that signs in, as a cookie or as a bearer token."""
    kept = clean(name)
    await admit(node, is_new=True, invite=invite)
    account = _guest(node, kept, language)
    if not await node.people.add(account):
        await give_back(node, invite)
        raise Denied.of("NAME_TAKEN")
    _, token = await open_session(node, account, by, label)
    return account, token


def _guest(node: Node, name: str, language: str) -> Account:
    return Account(
        id=new_id(),
        name=name,
        skeleton=skeleton(name),
        created_at=node.now.ms(),
        language=language if language in LANGUAGES else LANGUAGES[0],
    )


async def sign_in_by(node: Node, token: str) -> tuple[Account, Session]:
    """Who has this token, by cookie or bearer; or Denied. The sessions of a banned account sleep."""
    found = await node.people.signed_in(hashed(token), now=node.now.ms())
    if found is None:
        node.recent_tokens.discard(token)
        raise Denied.of("NOT_SIGNED_IN")
    node.recent_tokens.add(token)
    refuse_banned(node, found[0].id)
    return found


def refuse_banned(node: Node, account: UUID) -> None:
    """Raise Banned, with why and until when, if this account is kept out now."""
    ban = node.standing.ban_of(account)
    if ban is not None:
        raise Banned(ban.reason, ban.until, is_account=True)


async def ask_link(node: Node, account: Account, email: str) -> None:
    """Mail a link to this address. What is done and answered is the same whether a member has it or not.

    Where there is a list of addresses, the answer comes first: it must not show who is on the list.
    """
    address = _addressed(node, email)
    await _allow(node, f"mails:account:{account.id}", MAILS_OF_AN_ACCOUNT)
    await _allow_mail(node, address)
    posting = _post(node, account.id, address, account.language)
    if node.settings.registration == "allow-list":
        node.later(posting)
    else:
        await posting


async def ask_sign_in(node: Node, email: str, language: str) -> None:
    """Mail a link to somebody who has no session here. The answer comes first, and is always the same."""
    address = _addressed(node, email)
    await _allow_mail(node, address)
    node.later(_post(node, None, address, language))


def _addressed(node: Node, email: str) -> str:
    if not node.mailer.can_deliver:
        raise Denied.of("NO_MAIL")
    return postal(email)


async def _allow_mail(node: Node, address: str) -> None:
    await _allow(node, f"mails:address:{hashed(address).hex()}", MAILS_TO_AN_ADDRESS)


async def _post(node: Node, account: UUID | None, address: str, language: str) -> None:
    """Send the link, unless whoever has this address may not come in: then nothing happens."""
    member = await node.people.by_email(address) if account is None else None
    try:
        await admit(node, is_new=account is None and member is None, address=address)
    except Denied:
        return
    if account is None:
        account = (member or await _new_guest(node, language)).id
    token = secrets.token_urlsafe(32)
    await node.people.ask_link(Link(hashed(token), account, address, node.now.ms() + LINK_MS))
    link = f"{node.settings.public_url.rstrip('/')}/sign-in#{token}"
    product = node.settings.name
    await node.mailer.send(sign_in_letter(to=address, link=link, language=language, product=product))


async def _new_guest(node: Node, language: str) -> Account:
    """An account that nobody can use until the link to it is opened; its person names it then."""
    while True:
        account = _guest(node, f"Guest {secrets.randbelow(9000) + 1000}", language)
        if await node.people.add(account):
            return account


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
    refuse_banned(node, whose.account)
    await admit(node, is_new=False, address=whose.email)
    link = await node.people.use_link(hashed(token), now=node.now.ms())
    if link is None:
        raise Denied.of("LINK_EXPIRED")
    ended: Collection[UUID] = ()
    if await node.people.by_email(link.email) is None and await node.people.claim(link.account, link.email):
        ended = await node.people.revoke(link.account)
        await node.credentials.drop(link.account)
    member = await node.people.by_email(link.email)
    if member is None:
        raise await _why_not_claimed(node, link)
    _, fresh = await open_session(node, member, "cookie", label)
    return member, fresh, ended


async def rename(node: Node, account: Account, name: str) -> Account:
    """The account by another name, from now on and at every table that has not ended."""
    kept = clean(name)
    await _allow(node, f"renames:{account.id}", RENAMES)
    tables = await all_tables_of(node, account.id, limit=MOST_RENAMED)
    is_renamed = await node.people.rename(account.id, kept, skeleton(kept))
    found = await node.people.account(account.id)
    if found is None:
        raise Denied.of("NOT_SIGNED_IN")
    if not is_renamed:
        raise Denied.of("NAME_TAKEN")
    for table in tables:
        await seats.rename(node.cells.at(table.id), found, table.id)
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
    return await open_session(node, account, "bearer", label)


async def export(node: Node, account: Account) -> Mapping[str, object]:
    """All that is kept about the account, JSON-able."""
    kept = dict(await node.people.export(account.id))
    for cell in await _other_cells(node):
        for part, rows in (await cell.personal.export(account.id)).items():
            kept[part] = [*cast("list[object]", kept[part]), *cast("list[object]", rows)]
    return kept


async def delete(node: Node, account: Account) -> Collection[UUID]:
    """Forget the person; gives the sessions that ended. Games stay: their journals hold no names."""
    tables = await all_tables_of(node, account.id, limit=10_000)
    for table in tables:
        if table.status == "open" and table.header is None:
            await _leave(node.cells.at(table.id), account, table.id, is_host=table.host == account.id)
    for cell in await _other_cells(node):
        await cell.personal.delete(account.id)
    ended = await node.people.revoke(account.id)  # not before: until here it can be asked for again
    await node.people.delete(account.id)
    for table in tables:
        node.cells.at(table.id).rooms.room(table.id).forget()
    return ended


async def _other_cells(node: Node) -> Sequence[Node]:
    """All cells but home; Unavailable if one was not joined."""
    if node.cells.waiting:
        raise Unavailable("a cell is away")
    return [cell for cell in node.cells if cell is not node.cells.home]


async def open_session(
    node: Node, account: Account, kind: Literal["cookie", "bearer"], label: str
) -> tuple[Session, str]:
    """A new session of the account, and the token that signs in by it."""
    token, now = secrets.token_urlsafe(32), node.now.ms()
    session = Session(
        id=uuid4(),
        account=account.id,
        token_hash=hashed(token),
        kind=kind,
        label=one_line(label),
        created_at=now,
        seen_at=now,
        expires_at=now + SESSION_MS[account.kind],
    )
    await node.people.open_session(session)
    node.recent_tokens.add(token)
    return session, token


def one_line(text: str) -> str:
    """What a session or a passkey is called in a list: one short line."""
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
