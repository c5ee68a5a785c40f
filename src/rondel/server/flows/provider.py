"""Signing in at a provider that the host has chosen.

An account is known by issuer and subject, never by an address. It takes two steps in one browser. First the
provider's answer is proven, and the page says whose account it opens. Then a press on the button that says so
signs in: nobody is led into another's account without noticing.
"""

import hmac
import secrets
from collections.abc import Sequence
from typing import Final, NamedTuple
from uuid import UUID

import msgspec

from rondel.kernel import Ms
from rondel.server.answers import Denied
from rondel.server.credentials import Attempt, Challenge, ChallengeKind, Identity, NotProven, Person, Provider
from rondel.server.flows.addresses import hashed
from rondel.server.flows.people import arrive, open_session, refuse_banned
from rondel.server.flows.registration import admit
from rondel.server.node import Node
from rondel.server.ports import Account, Unavailable

ATTEMPT_MS: Final[Ms] = 10 * 60_000

NOT_OFFERED: Final = (
    "This server has no other site where people can sign in.",
    "Sign in by e-mail or by a passkey.",
)
DOWN: Final = (
    "The site where you sign in does not answer. Nothing was changed here.",
    "Try again later, or sign in by e-mail or by a passkey.",
)
NOT_BEGUN: Final = (
    "This sign-in was not begun in this browser, was used before, or has waited for over ten minutes.",
    "Press the button again.",
)
NOT_PROVEN: Final = (
    "What came back does not prove who you are. Nobody was signed in.",
    "Press the button again. If it happens again, tell whoever runs this server.",
)
ANOTHER: Final = (
    "This would open another account than was shown. Nobody was signed in.",
    "Press the button again, and look whose account it is.",
)
CONNECTED: Final = (
    "This account is connected with another person of that site. Nothing was changed.",
    "Sign out first, or disconnect it under You.",
)


class Shown(NamedTuple):
    """What the page says: the account that would be opened, if there is one, and the name at the provider."""

    account: UUID | None
    name: str | None
    person: str
    connects: bool


async def begin(node: Node) -> tuple[str, str]:
    """Where to send the browser, and the secret for its cookie."""
    provider = _provider(node)
    attempt = Attempt(*(secrets.token_urlsafe(32) for _ in range(3)))
    try:
        address = await provider.address(attempt)
    except Unavailable:
        raise Denied.of("UNAVAILABLE", *DOWN) from None
    browser = secrets.token_urlsafe(32)
    await _ask(node, browser, "provider", msgspec.json.encode(attempt))
    return address, browser


async def look(node: Node, browser: str | None, code: str, state: str, asker: Account | None) -> Shown:
    """Whom the provider's answer would sign in; nobody is signed in by this."""
    provider = _provider(node)
    attempt = msgspec.json.decode(await _asked(node, browser, "provider"), type=Attempt)
    if browser is None or not hmac.compare_digest(attempt.state.encode(), state.encode()):
        raise Denied.of("SIGN_IN_FAILED", *NOT_BEGUN)
    try:
        person = await provider.person(code, attempt, now=node.now.ms())
    except NotProven:
        raise Denied.of("SIGN_IN_FAILED", *NOT_PROVEN) from None
    except Unavailable:
        raise Denied.of("UNAVAILABLE", *DOWN) from None
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
    node: Node,
    browser: str | None,
    asker: Account | None,
    shown: UUID | None,
    *,
    name: str,
    language: str,
    invite: str | None = None,
    label: str = "",
) -> tuple[Account, str | None]:
    """Sign in the account that was shown, or connect it, or make a new one; gives the token, if it is new."""
    person = msgspec.json.decode(await _asked(node, browser, "person"), type=Person)
    known = await _owner(node, person)
    whose = known or asker
    if shown != (None if whose is None else whose.id):
        raise Denied.of("SIGN_IN_FAILED", *ANOTHER)
    if known is not None:
        refuse_banned(node, known.id)
        await admit(node, is_new=False, address=known.email)
        _, token = await open_session(node, known, "cookie", label)
        return known, token
    if asker is not None:
        await _connect(node, person, asker)
        return asker, None
    try:
        account, fresh = await arrive(node, name, label=label, language=language, invite=invite)
    except Denied:  # the name will not do, and another may
        await _ask(node, str(browser), "person", msgspec.json.encode(person))
        raise
    await _connect(node, person, account)
    return account, fresh


async def identities(node: Node, account: Account) -> Sequence[Identity]:
    """Where the account is connected."""
    return await node.credentials.identities(account.id)


async def disconnect(node: Node, account: Account) -> None:
    """Nobody signs in to the account at another site any more; who is signed in stays so."""
    if not await node.credentials.remove_identities(account.id):
        raise Denied.of("NOTHING_TO_DO")


async def _connect(node: Node, person: Person, account: Account) -> None:
    identity = Identity(person.issuer, person.subject, account.id, node.now.ms())
    if not await node.credentials.add_identity(identity):
        raise Denied.of("SIGN_IN_FAILED", *CONNECTED)


async def _owner(node: Node, person: Person) -> Account | None:
    identity = await node.credentials.identity(person.issuer, person.subject)
    return None if identity is None else await node.people.account(identity.account)


async def _ask(node: Node, browser: str, kind: ChallengeKind, body: bytes) -> None:
    now = node.now.ms()
    await node.credentials.ask_challenge(
        Challenge(hashed(browser), kind, None, body, now + ATTEMPT_MS), now=now
    )


async def _asked(node: Node, browser: str | None, kind: ChallengeKind) -> bytes:
    """What this browser has begun, used up by this; or Denied."""
    if browser is not None:
        found = await node.credentials.use_challenge(hashed(browser), kind, now=node.now.ms())
        if found is not None:
            return found.body
    raise Denied.of("SIGN_IN_FAILED", *NOT_BEGUN)


def _provider(node: Node) -> Provider:
    if node.provider is None:
        raise Denied.of("NOT_ALLOWED", *NOT_OFFERED)
    return node.provider
