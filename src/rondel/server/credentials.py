"""The ports of sign-in beyond mail: passkeys, identities, challenges, and the provider that knows people.

A challenge is what a browser was asked to answer. It is found by the hash of a cookie that only this browser
has, it can be used once, and it expires within minutes.
"""

from collections.abc import Sequence
from typing import Literal, Protocol, TypeAlias
from uuid import UUID

from rondel.kernel import Ms
from rondel.server.ports import Value

ChallengeKind: TypeAlias = Literal["add_passkey", "use_passkey", "provider", "person"]


class Passkey(Value, frozen=True):
    """A public key by which its holder signs in. `sign_count` is what the authenticator last counted."""

    id: UUID
    account: UUID
    credential_id: bytes
    public_key: bytes
    sign_count: int
    name: str
    created_at: Ms
    used_at: Ms | None = None


class Challenge(Value, frozen=True):
    """What one browser has to answer; `body` depends on the kind. `account` is who asked, if signed in."""

    browser_hash: bytes
    kind: ChallengeKind
    account: UUID | None
    body: bytes
    expires_at: Ms


class Identity(Value, frozen=True):
    """Whom a provider calls `subject` signs in to this account."""

    issuer: str
    subject: str
    account: UUID
    created_at: Ms


class Attempt(Value, frozen=True):
    """The three secrets of one sign-in at a provider; the browser sees the first two, nobody the third."""

    state: str
    nonce: str
    verifier: str


class Person(Value, frozen=True):
    """Somebody whom a provider has proven. The name is what it calls them: it proves nothing."""

    issuer: str
    subject: str
    name: str


class NotProven(Exception):  # noqa: N818 - an answer, not an error
    """The provider, or its token, does not say who signs in."""


class Provider(Protocol):
    """Another site where people prove who they are."""

    issuer: str
    name: str

    async def address(self, attempt: Attempt) -> str:
        """Where a browser is sent; Unavailable if the provider does not answer."""
        ...

    async def person(self, code: str, attempt: Attempt, *, now: Ms) -> Person:
        """Who came back with this code; NotProven or Unavailable."""
        ...


class Credentials(Protocol):
    """Ways to sign in without mail. A credential id is one account's, and so is a subject of an issuer."""

    async def add_passkey(self, passkey: Passkey, *, most: int) -> bool:
        """Store it; False if its credential is stored already, or the account has `most` of them."""
        ...

    async def passkeys(self, account: UUID) -> Sequence[Passkey]:
        """The account's passkeys, the oldest first."""
        ...

    async def passkey(self, credential_id: bytes) -> Passkey | None:
        """The passkey with this credential id."""
        ...

    async def use_passkey(self, passkey: UUID, sign_count: int, *, now: Ms) -> bool:
        """Note that it was used; False if it is gone, or has a counter that has not grown."""
        ...

    async def remove_passkey(self, account: UUID, passkey: UUID) -> bool:
        """Forget it; False if the account has no such passkey."""
        ...

    async def add_identity(self, identity: Identity) -> bool:
        """Store it; False if it is another account's, or the account has one of this issuer."""
        ...

    async def identity(self, issuer: str, subject: str) -> Identity | None:
        """The identity of this subject."""
        ...

    async def identities(self, account: UUID) -> Sequence[Identity]:
        """The account's identities, by issuer."""
        ...

    async def remove_identities(self, account: UUID) -> bool:
        """Forget them; False if there are none."""
        ...

    async def drop(self, account: UUID) -> None:
        """Forget every way to sign in to the account that is stored here."""
        ...

    async def ask_challenge(self, challenge: Challenge, *, now: Ms) -> None:
        """Store it, and drop those that have expired."""
        ...

    async def use_challenge(self, browser_hash: bytes, kind: ChallengeKind, *, now: Ms) -> Challenge | None:
        """The challenge of this browser and kind, used up by this, if it has not expired."""
        ...
