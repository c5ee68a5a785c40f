"""Accounts, sessions and links."""

from collections.abc import Collection, Mapping, Sequence
from typing import Literal, Protocol
from uuid import UUID

from rondel.kernel import Ms
from rondel.server.ports.value import Value


class Account(Value, frozen=True):
    """A person or the bot runner. `email` is None for a guest."""

    id: UUID
    name: str
    skeleton: str
    created_at: Ms
    email: str | None = None
    kind: Literal["guest", "member", "bot_runner"] = "guest"
    language: str = "en"


class Session(Value, frozen=True):
    """A way in. Only the hash of its token is stored. `kind` bearer is for scripts and bots."""

    id: UUID
    account: UUID
    token_hash: bytes
    kind: Literal["cookie", "bearer"]
    label: str
    created_at: Ms
    seen_at: Ms
    expires_at: Ms


class Link(Value, frozen=True):
    """An e-mail link that claims an account, once."""

    token_hash: bytes
    account: UUID
    email: str
    expires_at: Ms


class PersonalData(Protocol):
    """What is kept about people, wherever it is: at home, or with the tables of another cell."""

    async def export(self, account: UUID) -> Mapping[str, object]:
        """All personal data of the account in this database, JSON-able; lists by what they are of."""
        ...

    async def delete(self, account: UUID) -> None:
        """Forget the person: account, sessions, links, chat; seats stay, without name and account."""
        ...


class People(PersonalData, Protocol):
    """Accounts, sessions and links. Names are unique by their skeleton among members."""

    async def add(self, account: Account) -> bool:
        """Store a new account; False if a member has a name like this."""
        ...

    async def account(self, account: UUID) -> Account | None: ...

    async def by_email(self, email: str) -> Account | None: ...

    async def search(self, prefix: str, *, limit: int) -> Sequence[Account]:
        """Accounts whose skeleton begins so, by skeleton and id."""
        ...

    async def rename(self, account: UUID, name: str, skeleton: str) -> bool: ...

    async def open_session(self, session: Session) -> None: ...

    async def session(self, token_hash: bytes, *, now: Ms) -> Session | None:
        """The session, if it has not expired; notes that it was seen."""
        ...

    async def signed_in(self, token_hash: bytes, *, now: Ms) -> tuple[Account, Session] | None:
        """The session, as `session` gives it, and whose it is."""
        ...

    async def sessions(self, account: UUID) -> Sequence[Session]: ...

    async def revoke(self, account: UUID, session: UUID | None = None) -> Collection[UUID]:
        """End one session of the account or all of them; gives the ids of those that ended."""
        ...

    async def ask_link(self, link: Link) -> None: ...

    async def link(self, token_hash: bytes, *, now: Ms) -> Link | None:
        """The link, if it is there and has not expired. It stays as it is."""
        ...

    async def use_link(self, token_hash: bytes, *, now: Ms) -> Link | None:
        """The link, used up by this, if it is there and has not expired."""
        ...

    async def claim(self, account: UUID, email: str) -> bool:
        """The guest becomes a member with this address; False if the address or the name is another's."""
        ...
