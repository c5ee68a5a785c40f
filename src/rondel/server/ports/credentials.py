"""The ports of sign-in without email: passkeys, identities, challenges and the identity provider.

A challenge is bound to one browser by the hash of its cookie. It is valid once, and expires within minutes.
"""

from collections.abc import Sequence
from typing import Literal, Protocol, TypeAlias
from uuid import UUID

from rondel.kernel import Ms
from rondel.server.ports.value import Value

ChallengeKind: TypeAlias = Literal["add_passkey", "use_passkey", "provider", "person"]


class Passkey(Value, frozen=True):
    """A passkey's public key. `sign_count` is the authenticator's last counter."""

    id: UUID
    account: UUID
    credential_id: bytes
    public_key: bytes
    sign_count: int
    name: str
    created_at: Ms
    used_at: Ms | None = None


class Challenge(Value, frozen=True):
    """A challenge of one browser; `body` depends on the kind. `account` is the signed-in account, if any."""

    browser_hash: bytes
    kind: ChallengeKind
    account: UUID | None
    body: bytes
    expires_at: Ms


class Identity(Value, frozen=True):
    """A link between an account and a provider's `subject`."""

    issuer: str
    subject: str
    account: UUID
    created_at: Ms


class Attempt(Value, frozen=True):
    """The secrets of one sign-in at a provider; the browser sees the first two, only the server the third."""

    state: str
    nonce: str
    verifier: str


class Person(Value, frozen=True):
    """A person verified by a provider. The name is the provider's, and is not verified."""

    issuer: str
    subject: str
    name: str


class IdentityNotVerifiedError(Exception):
    """Raised if the provider or its token does not verify a person."""


class Provider(Protocol):
    """An OpenID Connect identity provider."""

    issuer: str
    name: str

    async def address(self, attempt: Attempt) -> str:
        """Return the sign-in URL. Raises StoreUnavailableError if the provider does not answer."""
        ...

    async def person(self, code: str, attempt: Attempt, *, now: Ms) -> Person:
        """Return the person of this code. Raises IdentityNotVerifiedError or StoreUnavailableError."""
        ...


class Credentials(Protocol):
    """Credentials apart from email. A credential id, or a subject of an issuer, belongs to one account."""

    async def add_passkey(self, passkey: Passkey, *, most: int) -> bool:
        """Store a passkey. Returns False if it is already stored, or the account has `most` passkeys."""
        ...

    async def passkeys(self, account: UUID) -> Sequence[Passkey]:
        """Return the account's passkeys, the oldest first."""
        ...

    async def passkey(self, credential_id: bytes) -> Passkey | None:
        """Return the passkey with this credential id; None without one."""
        ...

    async def use_passkey(self, passkey: UUID, sign_count: int, *, now: Ms) -> bool:
        """Record a use. Returns False if the passkey was removed, or its counter has not increased."""
        ...

    async def remove_passkey(self, account: UUID, passkey: UUID) -> bool:
        """Delete a passkey. Returns False if the account has no such passkey."""
        ...

    async def add_identity(self, identity: Identity) -> bool:
        """Store an identity. Returns False if it is taken, or the account has one of this issuer."""
        ...

    async def identity(self, issuer: str, subject: str) -> Identity | None:
        """Return the identity of this subject; None without one."""
        ...

    async def identities(self, account: UUID) -> Sequence[Identity]:
        """Return the account's identities, by issuer."""
        ...

    async def remove_identities(self, account: UUID) -> bool:
        """Delete the account's identities. Returns False if there are none."""
        ...

    async def drop(self, account: UUID) -> None:
        """Delete all credentials of the account."""
        ...

    async def ask_challenge(self, challenge: Challenge, *, now: Ms) -> None:
        """Store a challenge, and delete expired ones."""
        ...

    async def use_challenge(self, browser_hash: bytes, kind: ChallengeKind, *, now: Ms) -> Challenge | None:
        """Consume the challenge of this browser and kind; None if there is none or it has expired."""
        ...
