"""Accounts, sessions and links in memory."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, Protocol
from uuid import UUID

import msgspec

from rondel.kernel import Ms
from rondel.server.ports.people import Account, Link, Session

LINK_RETENTION_MS: Final = 24 * 3_600_000
"""A link that expires so much earlier than the newest has expired."""


class Remembers(Protocol):
    """Another store in memory that knows something about people, and can forget it."""

    def recall(self, account: UUID) -> Mapping[str, object]:
        """What is kept about the account, JSON-able, under names of its own."""
        ...

    def forget(self, account: UUID) -> None:
        """Keep nothing that is the account's own."""
        ...


class MemoryPeople:
    """People of one process. `others` are told when somebody is to be forgotten."""

    def __init__(self, *others: Remembers) -> None:
        self._others = others
        self._accounts: dict[UUID, Account] = {}
        self._sessions: dict[bytes, Session] = {}
        self._links: dict[bytes, Link] = {}

    async def add(self, account: Account) -> bool:
        if self._is_taken(account.id, account.skeleton):
            return False
        self._accounts[account.id] = account
        return True

    async def account(self, account: UUID) -> Account | None:
        return self._accounts.get(account)

    async def by_email(self, email: str) -> Account | None:
        return next((account for account in self._accounts.values() if account.email == email), None)

    async def search(self, prefix: str, *, limit: int) -> Sequence[Account]:
        found = [account for account in self._accounts.values() if account.skeleton.startswith(prefix)]
        return sorted(found, key=lambda account: (account.skeleton.encode(), account.id))[:limit]

    async def rename(self, account: UUID, name: str, skeleton: str) -> bool:
        if account not in self._accounts or self._is_taken(account, skeleton):
            return False
        self._change(account, name=name, skeleton=skeleton)
        return True

    async def open_session(self, session: Session) -> None:
        self._sessions = {
            token: other
            for token, other in self._sessions.items()
            if other.account != session.account or other.expires_at > session.created_at
        }
        self._sessions[session.token_hash] = session

    async def session(self, token_hash: bytes, *, now: Ms) -> Session | None:
        session = self._sessions.get(token_hash)
        if session is None or session.expires_at <= now:
            return None
        since = max(now - session.seen_at, 0)
        seen = msgspec.structs.replace(
            session, seen_at=session.seen_at + since, expires_at=session.expires_at + since
        )
        self._sessions[token_hash] = seen
        return seen

    async def signed_in(self, token_hash: bytes, *, now: Ms) -> tuple[Account, Session] | None:
        session = await self.session(token_hash, now=now)
        account = None if session is None else self._accounts.get(session.account)
        return None if session is None or account is None else (account, session)

    async def sessions(self, account: UUID) -> Sequence[Session]:
        own = [session for session in self._sessions.values() if session.account == account]
        return sorted(own, key=lambda session: session.created_at)

    async def revoke(self, account: UUID, session: UUID | None = None) -> Collection[UUID]:
        ended = {
            token: own.id
            for token, own in self._sessions.items()
            if own.account == account and session in {None, own.id}
        }
        for token in ended:
            del self._sessions[token]
        return frozenset(ended.values())

    async def ask_link(self, link: Link) -> None:
        self._links = {
            token: other
            for token, other in self._links.items()
            if other.expires_at >= link.expires_at - LINK_RETENTION_MS
        }
        self._links[link.token_hash] = link

    async def link(self, token_hash: bytes, *, now: Ms) -> Link | None:
        link = self._links.get(token_hash)
        return link if link is not None and link.expires_at > now else None

    async def use_link(self, token_hash: bytes, *, now: Ms) -> Link | None:
        link = self._links.pop(token_hash, None)
        return link if link is not None and link.expires_at > now else None

    async def claim(self, account: UUID, email: str) -> bool:
        guest = self._accounts.get(account)
        if guest is None or guest.kind != "guest" or await self.by_email(email):
            return False
        if self._is_taken(account, guest.skeleton):
            return False
        self._change(account, email=email, kind="member")
        self._drop_links(account)
        return True

    async def export(self, account: UUID) -> Mapping[str, object]:
        own = self._accounts.get(account)
        if own is None:
            return {}
        data: dict[str, object] = {
            "account": {
                "id": str(own.id),
                "name": own.name,
                "email": own.email,
                "kind": own.kind,
                "language": own.language,
                "createdAt": own.created_at,
            },
            "sessions": [_exported(session) for session in await self.sessions(account)],
            "links": [
                {"email": link.email, "expiresAt": link.expires_at}
                for link in self._links.values()
                if link.account == account
            ],
        }
        for other in self._others:
            data |= other.recall(account)
        return data

    async def delete(self, account: UUID) -> None:
        gone = self._accounts.pop(account, None)
        self._drop_links(account, gone.email if gone else None)
        await self.revoke(account)
        for other in self._others:
            other.forget(account)

    def _is_taken(self, account: UUID, skeleton: str) -> bool:
        return any(
            other.skeleton == skeleton and other.kind != "guest" and other.id != account
            for other in self._accounts.values()
        )

    def _change(self, account: UUID, **changes: Any) -> None:
        self._accounts[account] = msgspec.structs.replace(self._accounts[account], **changes)

    def _drop_links(self, account: UUID, email: str | None = None) -> None:
        self._links = {
            token: link
            for token, link in self._links.items()
            if link.account != account and link.email != email
        }


def _exported(session: Session) -> dict[str, object]:
    return {
        "id": str(session.id),
        "kind": session.kind,
        "label": session.label,
        "createdAt": session.created_at,
        "seenAt": session.seen_at,
        "expiresAt": session.expires_at,
    }
