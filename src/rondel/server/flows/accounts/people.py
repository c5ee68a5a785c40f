"""Accounts: create a guest, sign in by token or by emailed link, delete an account.

A token has 256 bits, of which the server stores only the hash. Opening an emailed link creates a new token.
A guest who becomes a member loses all older tokens and passkeys, since somebody else may have requested the
link.
"""

import secrets
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal, NamedTuple, cast
from uuid import UUID, uuid4

from rondel.kernel import Ms
from rondel.server.cells.cell import Cell
from rondel.server.cells.cells import Cells
from rondel.server.cells.node_context import NodeContext
from rondel.server.errors import ApiError, BannedError
from rondel.server.flows.accounts.mail_addresses import hashed, postal
from rondel.server.flows.accounts.registration import admit, give_back
from rondel.server.flows.emails.emails import LANGUAGES, sign_in_email
from rondel.server.flows.tables import seats
from rondel.server.flows.tables.lobby import all_tables_of
from rondel.server.ports.ids import new_id
from rondel.server.ports.names import clean, skeleton
from rondel.server.ports.people import Account, Link, Session
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.settings import Rate

HOUR_MS: Final = 3_600_000
DAY_MS: Final = 24 * HOUR_MS

SESSION_MS: Final[Mapping[str, Ms]] = {
    "guest": 180 * DAY_MS,
    "member": 365 * DAY_MS,
    "bot_runner": 365 * DAY_MS,
}
"""How long a session lives after it was last seen."""

LINK_MS: Final = HOUR_MS
MAILS_TO_AN_ADDRESS: Final = Rate(3, HOUR_MS)
MAILS_OF_AN_ACCOUNT: Final = Rate(6, DAY_MS)
RENAMES: Final = Rate(10, DAY_MS)
MOST_RENAMED: Final = 500
"""At how many tables a new name is shown at once; running ones come first."""

BEARERS: Final = Rate(20, DAY_MS)

LONGEST_LABEL: Final = 60

GUEST_DIGITS: Final = range(4, 15)
"""How many digits the number of a guest has. With the longest a name is as long as it may be."""


async def create_guest(
    node: NodeContext,
    name: str,
    *,
    label: str = "",
    language: str = "en",
    by: Literal["cookie", "bearer"] = "cookie",
    invite: str | None = None,
) -> tuple[Account, str]:
    """Create a guest account. Returns it with a token, for a cookie or as a bearer token."""
    cleaned = clean(name)
    await admit(node, is_new=True, invite=invite)
    account = _guest(node, cleaned, language)
    if not await node.people.add(account):
        await give_back(node, invite)
        raise ApiError.of("NAME_TAKEN")
    _, token = await open_session(node, account, by, label)
    return account, token


def _guest(node: NodeContext, name: str, language: str) -> Account:
    return Account(
        id=new_id(),
        name=name,
        skeleton=skeleton(name),
        created_at=node.now.ms(),
        language=language if language in LANGUAGES else LANGUAGES[0],
    )


async def sign_in_by(node: NodeContext, token: str) -> tuple[Account, Session]:
    """Authenticate by token. Raises ApiError. Sessions are suspended while the account is banned."""
    found = await node.people.signed_in(hashed(token), now=node.now.ms())
    if found is None:
        node.recent_tokens.discard(token)
        raise ApiError.of("NOT_SIGNED_IN")
    node.recent_tokens.add(token)
    refuse_banned(node, found[0].id)
    return found


def refuse_banned(node: NodeContext, account: UUID) -> None:
    """Raise BannedError, with reason and end, if this account is banned."""
    ban = node.moderation_cache.ban_of(account)
    if ban is not None:
        raise BannedError(ban.reason, ban.until, is_account=True)


async def ask_link(node: NodeContext, account: Account, email: str) -> None:
    """Email a sign-in link. The response does not reveal whether a member has this address.

    With an allow-list, the response precedes the work, so that its timing does not reveal the list.
    """
    address = _addressed(node, email)
    await _allow(node, f"mails:account:{account.id}", MAILS_OF_AN_ACCOUNT)
    await _allow_mail(node, address)
    posting = _post(node, account.id, address, account.language)
    if node.settings.registration == "allow-list":
        node.background.start(posting)
    else:
        await posting


async def ask_sign_in(node: NodeContext, email: str, language: str) -> None:
    """Email a sign-in link to a person without a session. The response comes first, and never varies."""
    address = _addressed(node, email)
    await _allow_mail(node, address)
    node.background.start(_post(node, None, address, language))


def _addressed(node: NodeContext, email: str) -> str:
    if not node.mailer.can_deliver:
        raise ApiError.of("NO_MAIL")
    return postal(email)


async def _allow_mail(node: NodeContext, address: str) -> None:
    await _allow(node, f"mails:address:{hashed(address).hex()}", MAILS_TO_AN_ADDRESS)


async def _post(node: NodeContext, account: UUID | None, address: str, language: str) -> None:
    """Send the link; do nothing if this address may not register."""
    member = await node.people.by_email(address) if account is None else None
    try:
        await admit(node, is_new=account is None and member is None, address=address)
    except ApiError:
        return
    if account is None:
        account = (member or await _new_guest(node, language)).id
    token = secrets.token_urlsafe(32)
    await node.people.ask_link(Link(hashed(token), account, address, node.now.ms() + LINK_MS))
    link = f"{node.settings.public_url.rstrip('/')}/sign-in#{token}"
    product = node.settings.name
    await node.mailer.send(sign_in_email(to=address, link=link, language=language, product=product))


async def _new_guest(node: NodeContext, language: str) -> Account:
    """Create an unclaimed account. Opening the link claims and names it.

    Each number that a member has is followed by a longer one, so that names never run out.
    """
    for digits in GUEST_DIGITS:
        least = 10 ** (digits - 1)
        account = _guest(node, f"Guest {least + secrets.randbelow(9 * least)}", language)
        if await node.people.add(account):
            return account
    raise ApiError.of("UNAVAILABLE", "No name was found for a new guest. No account was created.")


class LinkOwner(NamedTuple):
    """The account that a link opens, its name, and the address it was sent to."""

    account: UUID
    name: str
    email: str


async def preview_link(node: NodeContext, token: str) -> LinkOwner:
    """Return whose account a link opens, without using the link."""
    link = await node.people.link(hashed(token), now=node.now.ms())
    if link is None:
        raise ApiError.of("LINK_EXPIRED")
    found = await node.people.by_email(link.email)
    if found is None:
        found = await node.people.account(link.account)
        if found is None or found.kind != "guest":
            raise await _why_not_claimed(node, link)
    return LinkOwner(found.id, found.name, link.email)


async def use_link(
    node: NodeContext, token: str, whose: LinkOwner, *, label: str = ""
) -> tuple[Account, str, Collection[UUID]]:
    """Sign in the member with the link's address, or make its guest a member.

    The owner must equal `whose`, which the person has confirmed. Otherwise an attacker could send a link of
    their own account. Returns the account, a new token, and the ended sessions.
    """
    if await preview_link(node, token) != whose:
        raise ApiError.of("LINK_OF_ANOTHER")
    refuse_banned(node, whose.account)
    await admit(node, is_new=False, address=whose.email)
    link = await node.people.use_link(hashed(token), now=node.now.ms())
    if link is None:
        raise ApiError.of("LINK_EXPIRED")
    ended: Collection[UUID] = ()
    if await node.people.by_email(link.email) is None and await node.people.claim(link.account, link.email):
        ended = await node.people.revoke(link.account)
        await node.credentials.drop(link.account)
    member = await node.people.by_email(link.email)
    if member is None:
        raise await _why_not_claimed(node, link)
    _, fresh = await open_session(node, member, "cookie", label)
    return member, fresh, ended


async def rename(cells: Cells, account: Account, name: str) -> Account:
    """Rename the account, also at every table that has not ended."""
    cleaned = clean(name)
    await _allow(cells.node, f"renames:{account.id}", RENAMES)
    tables = await all_tables_of(cells, account.id, limit=MOST_RENAMED)
    is_renamed = await cells.node.people.rename(account.id, cleaned, skeleton(cleaned))
    found = await cells.node.people.account(account.id)
    if found is None:
        raise ApiError.of("NOT_SIGNED_IN")
    if not is_renamed:
        raise ApiError.of("NAME_TAKEN")
    for table in tables:
        await seats.rename(cells.at(table.id), found, table.id)
    return found


async def sessions(node: NodeContext, account: Account) -> Sequence[Session]:
    """Return the account's sessions, the last seen first."""
    now = node.now.ms()
    alive = [session for session in await node.people.sessions(account.id) if session.expires_at > now]
    return sorted(alive, key=lambda session: -session.seen_at)


async def revoke(node: NodeContext, account: Account, session: UUID | None = None) -> Collection[UUID]:
    """Revoke one session or all. Returns the ended ones; the caller closes their sockets."""
    return await node.people.revoke(account.id, session)


async def new_bearer(node: NodeContext, account: Account, label: str) -> tuple[Session, str]:
    """Create a bearer token for a script. The token itself is not stored."""
    await _allow(node, f"bearers:{account.id}", BEARERS)
    return await open_session(node, account, "bearer", label)


async def export(cells: Cells, account: Account) -> Mapping[str, object]:
    """Return all stored data about the account, ready for JSON."""
    data = dict(await cells.node.people.export(account.id))
    for cell in await _other_cells(cells):
        for part, rows in (await cell.personal.export(account.id)).items():
            data[part] = [*cast("list[object]", data[part]), *cast("list[object]", rows)]
    return data


async def delete(cells: Cells, account: Account) -> Collection[UUID]:
    """Delete the account's personal data; return the ended sessions. Games stay: journals hold no names."""
    tables = await all_tables_of(cells, account.id, limit=10_000)
    for table in tables:
        if table.status == "open" and table.header is None:
            await _leave(cells.at(table.id), account, table.id, is_host=table.host == account.id)
    for cell in await _other_cells(cells):
        await cell.personal.delete(account.id)
    ended = await cells.node.people.revoke(account.id)  # last: until here a failed request can be retried
    await cells.node.people.delete(account.id)
    for table in tables:
        cells.at(table.id).rooms.room(table.id).drop_cache()
    return ended


async def _other_cells(cells: Cells) -> Sequence[Cell]:
    """Return all cells but home. Raises StoreUnavailableError if one is not connected."""
    if cells.waiting:
        raise StoreUnavailableError("a cell is away")
    return [cell for cell in cells if cell is not cells.home]


async def open_session(
    node: NodeContext, account: Account, kind: Literal["cookie", "bearer"], label: str
) -> tuple[Session, str]:
    """Open a session of the account. Returns it with its token."""
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
    """Return a label of a session or passkey as one short line."""
    plain = "".join(char if char.isprintable() else " " for char in unicodedata.normalize("NFC", text))
    return " ".join(plain.split())[:LONGEST_LABEL]


async def _allow(node: NodeContext, key: str, rate: Rate) -> None:
    after_ms = await node.limits.take(key, burst=rate.burst, per_ms=rate.per_ms)
    if after_ms:
        raise ApiError.of("TOO_MANY", after_ms=after_ms)


async def _why_not_claimed(node: NodeContext, link: Link) -> ApiError:
    """Return why a link did not claim its account."""
    asker = await node.people.account(link.account)
    if asker is None:
        return ApiError.of("LINK_EXPIRED", "The account that asked for this link has been deleted.")
    if asker.kind != "guest":
        return ApiError.of(
            "NOT_ALLOWED",
            "The account that asked for this link is a member's and has an address already.",
            "Sign out, choose a name, and ask for a link to this address again.",
        )
    return ApiError.of("NAME_TAKEN", hint="Choose another name, then ask for a new link.")


async def _leave(cell: Cell, account: Account, table: UUID, *, is_host: bool) -> None:
    """Leave a table that has not started, unless it just has."""
    try:
        await (seats.close if is_host else seats.leave)(cell, account.id, table)
    except ApiError:
        return
