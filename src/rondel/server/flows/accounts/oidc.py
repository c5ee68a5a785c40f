"""Sign-in with the configured OpenID Connect provider.

An account is identified by issuer and subject, never by an email address. Sign-in takes two steps in one
browser. First the provider's response is verified, and the page shows whose account it opens. Then a button
signs in, so that nobody is signed in to another's account without noticing.
"""

import hmac
import secrets
from collections.abc import Sequence
from typing import Final, NamedTuple
from uuid import UUID

import msgspec

from rondel.kernel import Ms
from rondel.server.cells.node_context import NodeContext
from rondel.server.errors import ApiError
from rondel.server.flows.accounts.mail_addresses import hashed
from rondel.server.flows.accounts.people import create_guest, open_session, refuse_banned
from rondel.server.flows.accounts.registration import admit
from rondel.server.ports.credentials import (
    Attempt,
    Challenge,
    ChallengeKind,
    Identity,
    IdentityNotVerifiedError,
    Person,
    Provider,
)
from rondel.server.ports.people import Account
from rondel.server.ports.value import StoreUnavailableError

ATTEMPT_MS: Final[Ms] = 10 * 60_000

NOT_OFFERED: Final = (
    "No identity provider is configured on this server.",
    "Sign in by email or by passkey.",
)
DOWN: Final = (
    "The identity provider does not respond. Nothing was changed.",
    "Try again later, or sign in by email or by passkey.",
)
NOT_BEGUN: Final = (
    "This sign-in expired, was used before, or was started in another browser.",
    "Press the button again.",
)
NOT_PROVEN: Final = (
    "The provider's response could not be verified. Nobody was signed in.",
    "Press the button again. If it happens again, tell the server's operator.",
)
ANOTHER: Final = (
    "This would open another account than the one shown. Nobody was signed in.",
    "Press the button again, and check whose account it is.",
)
CONNECTED: Final = (
    "This account is already linked to another identity at the provider. Nothing was changed.",
    "Sign out first, or disconnect it under You.",
)


class Shown(NamedTuple):
    """A sign-in preview: the account it would open, if there is one, and the name at the provider."""

    account: UUID | None
    name: str | None
    person: str
    connects: bool


async def begin(node: NodeContext) -> tuple[str, str]:
    """Begin a sign-in. Returns the provider's URL, and the secret for the browser's cookie."""
    provider = _provider(node)
    attempt = Attempt(*(secrets.token_urlsafe(32) for _ in range(3)))
    try:
        address = await provider.address(attempt)
    except StoreUnavailableError:
        raise ApiError.of("UNAVAILABLE", *DOWN) from None
    browser = secrets.token_urlsafe(32)
    await _ask(node, browser, "provider", msgspec.json.encode(attempt))
    return address, browser


async def look(node: NodeContext, browser: str | None, code: str, state: str, asker: Account | None) -> Shown:
    """Preview whose account the provider's response would open. Signs nobody in."""
    provider = _provider(node)
    attempt = msgspec.json.decode(await _use_challenge(node, browser, "provider"), type=Attempt)
    if browser is None or not hmac.compare_digest(attempt.state.encode(), state.encode()):
        raise ApiError.of("SIGN_IN_FAILED", *NOT_BEGUN)
    try:
        person = await provider.person(code, attempt, now=node.now.ms())
    except IdentityNotVerifiedError:
        raise ApiError.of("SIGN_IN_FAILED", *NOT_PROVEN) from None
    except StoreUnavailableError:
        raise ApiError.of("UNAVAILABLE", *DOWN) from None
    await _ask(node, browser, "person", msgspec.json.encode(person))
    known = await _owner(node, person)
    whose = known or asker
    return Shown(
        None if whose is None else whose.id,
        None if whose is None else whose.name,
        person.name,
        known is None and asker is not None,
    )


async def open_account(
    node: NodeContext,
    browser: str | None,
    asker: Account | None,
    shown: UUID | None,
    *,
    name: str,
    language: str,
    invite: str | None = None,
    label: str = "",
) -> tuple[Account, str | None]:
    """Sign in to the previewed account, link it, or create one. Returns a token for a new session."""
    person = msgspec.json.decode(await _use_challenge(node, browser, "person"), type=Person)
    known = await _owner(node, person)
    whose = known or asker
    if shown != (None if whose is None else whose.id):
        raise ApiError.of("SIGN_IN_FAILED", *ANOTHER)
    if known is not None:
        refuse_banned(node, known.id)
        await admit(node, is_new=False, address=known.email)
        _, token = await open_session(node, known, "cookie", label)
        return known, token
    if asker is not None:
        await _connect(node, person, asker)
        return asker, None
    try:
        account, fresh = await create_guest(node, name, label=label, language=language, invite=invite)
    except ApiError:  # the name is refused; another may be accepted
        await _ask(node, str(browser), "person", msgspec.json.encode(person))
        raise
    await _connect(node, person, account)
    return account, fresh


async def identities(node: NodeContext, account: Account) -> Sequence[Identity]:
    """Return the account's linked identities."""
    return await node.credentials.identities(account.id)


async def disconnect(node: NodeContext, account: Account) -> None:
    """Unlink the account from the provider. Its sessions stay."""
    if not await node.credentials.remove_identities(account.id):
        raise ApiError.of("NOTHING_TO_DO")


async def _connect(node: NodeContext, person: Person, account: Account) -> None:
    identity = Identity(person.issuer, person.subject, account.id, node.now.ms())
    if not await node.credentials.add_identity(identity):
        raise ApiError.of("SIGN_IN_FAILED", *CONNECTED)


async def _owner(node: NodeContext, person: Person) -> Account | None:
    identity = await node.credentials.identity(person.issuer, person.subject)
    return None if identity is None else await node.people.account(identity.account)


async def _ask(node: NodeContext, browser: str, kind: ChallengeKind, body: bytes) -> None:
    now = node.now.ms()
    await node.credentials.ask_challenge(
        Challenge(hashed(browser), kind, None, body, now + ATTEMPT_MS), now=now
    )


async def _use_challenge(node: NodeContext, browser: str | None, kind: ChallengeKind) -> bytes:
    """Consume the challenge that this browser has begun. Raises ApiError."""
    if browser is not None:
        found = await node.credentials.use_challenge(hashed(browser), kind, now=node.now.ms())
        if found is not None:
            return found.body
    raise ApiError.of("SIGN_IN_FAILED", *NOT_BEGUN)


def _provider(node: NodeContext) -> Provider:
    if node.provider is None:
        raise ApiError.of("NOT_ALLOWED", *NOT_OFFERED)
    return node.provider
