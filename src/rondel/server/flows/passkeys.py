"""Passkeys: a person adds one on a device, and signs in with it later, without a name or an address.

The server asks a browser to sign a challenge. The challenge is random, is used once, and counts only in the
browser that has its cookie; what is signed names this server's own origin, so no other site can ask.
"""

import secrets
from collections.abc import Mapping, Sequence
from ipaddress import ip_address
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit
from uuid import UUID

from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import bytes_to_base64url, options_to_json_dict
from webauthn.helpers.structs import (
    AuthenticationCredential,
    AuthenticatorAssertionResponse,
    AuthenticatorAttestationResponse,
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    RegistrationCredential,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from rondel.kernel import Ms
from rondel.server.answers import Denied
from rondel.server.credentials import Challenge, ChallengeKind, Passkey
from rondel.server.flows.addresses import hashed
from rondel.server.flows.people import one_line, open_session, refuse_banned
from rondel.server.flows.registration import admit
from rondel.server.ids import new_id
from rondel.server.node import Node
from rondel.server.ports import Account
from rondel.server.settings import Settings

CHALLENGE_MS: Final[Ms] = 5 * 60_000
MOST_PASSKEYS: Final = 20
CHALLENGE_BYTES: Final = 32
RP_NAME: Final = "Rondel"

NO_PASSKEYS: Final = (
    "Passkeys do not work at this server's address: they need https and a name, not a number.",
    "Sign in by e-mail, or tell whoever runs this server.",
)
NOT_STARTED: Final = (
    "This sign-in was not begun in this browser, was used before, or has waited for over five minutes.",
    "Press the button again.",
)
NOT_OURS: Final = (
    "This passkey signs nobody in here: it is not known, was removed, or did not answer what was asked.",
    "Use another passkey, or sign in by e-mail.",
)
NOT_ADDED: Final = (
    "This passkey cannot be added: what the browser sent does not fit what it was asked. Nothing was stored.",
    "Press the button again.",
)
ALL_THERE: Final = (
    f"This passkey is stored already, or this account has {MOST_PASSKEYS} of them. Nothing was stored.",
    "Remove one that is not used, or use one that is there.",
)


class Created(NamedTuple):
    """What a browser answers when it has made a passkey."""

    client_data: bytes
    attestation: bytes


class Signature(NamedTuple):
    """What a browser answers when it has signed a challenge."""

    id: bytes
    client_data: bytes
    authenticator_data: bytes
    signature: bytes
    user_handle: bytes


class Asked(NamedTuple):
    """The options for a browser, and the secret for its cookie."""

    options: Mapping[str, Any]
    browser: str


def are_offered(settings: Settings) -> bool:
    """Whether browsers let a page at the public address use passkeys: https and a domain, or localhost."""
    public = urlsplit(settings.public_url)
    host = public.hostname or ""
    try:
        ip_address(host)
    except ValueError:
        return host == "localhost" or (public.scheme == "https" and "." in host)
    return False


async def ask_to_add(node: Node, account: Account) -> Asked:
    """What the browser needs to make a passkey for this account."""
    _refuse_where_none(node)
    known = await node.credentials.passkeys(account.id)
    challenge, browser = await _ask(node, "add_passkey", account.id)
    options = generate_registration_options(
        rp_id=_rp_id(node),
        rp_name=RP_NAME,
        user_id=account.id.bytes,
        user_name=account.name,
        challenge=challenge,
        timeout=CHALLENGE_MS,
        exclude_credentials=[PublicKeyCredentialDescriptor(id=each.credential_id) for each in known],
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
    )
    return Asked(options_to_json_dict(options), browser)


async def add(node: Node, account: Account, browser: str | None, name: str, created: Created) -> Passkey:
    """Store the passkey that this browser was asked to make for this account; or Denied."""
    asked = await _asked(node, "add_passkey", browser)
    if asked.account != account.id:
        raise Denied.of("SIGN_IN_FAILED", *NOT_STARTED)
    response = AuthenticatorAttestationResponse(created.client_data, created.attestation)
    try:
        verified = verify_registration_response(
            credential=RegistrationCredential("", b"", response),  # its id is in the attestation
            expected_challenge=asked.body,
            expected_rp_id=_rp_id(node),
            expected_origin=_origin(node),
        )
    except Exception:  # noqa: BLE001 - whatever the library says of a stranger's bytes, it is a no
        raise Denied.of("SIGN_IN_FAILED", *NOT_ADDED) from None
    passkey = Passkey(
        id=new_id(),
        account=account.id,
        credential_id=verified.credential_id,
        public_key=verified.credential_public_key,
        sign_count=verified.sign_count,
        name=one_line(name) or RP_NAME,
        created_at=node.now.ms(),
    )
    if not await node.credentials.add_passkey(passkey, most=MOST_PASSKEYS):
        raise Denied.of("SIGN_IN_FAILED", *ALL_THERE)
    return passkey


async def ask_to_sign_in(node: Node) -> Asked:
    """What a browser needs to sign in by any passkey it has for this server."""
    _refuse_where_none(node)
    challenge, browser = await _ask(node, "use_passkey", None)
    options = generate_authentication_options(rp_id=_rp_id(node), challenge=challenge, timeout=CHALLENGE_MS)
    return Asked(options_to_json_dict(options), browser)


async def sign_in(
    node: Node, browser: str | None, signature: Signature, *, label: str = ""
) -> tuple[Account, str]:
    """The account whose passkey this browser signed its challenge with, and a new token; or Denied."""
    asked = await _asked(node, "use_passkey", browser)
    passkey = await node.credentials.passkey(signature.id)
    if passkey is None or passkey.account.bytes != signature.user_handle:
        raise Denied.of("SIGN_IN_FAILED", *NOT_OURS)
    count = _verified_count(node, asked.body, passkey, signature)
    account = await node.people.account(passkey.account)
    if account is None or not await node.credentials.use_passkey(passkey.id, count, now=node.now.ms()):
        raise Denied.of("SIGN_IN_FAILED", *NOT_OURS)
    refuse_banned(node, account.id)
    await admit(node, is_new=False, address=account.email)
    _, token = await open_session(node, account, "cookie", label)
    return account, token


async def passkeys(node: Node, account: Account) -> Sequence[Passkey]:
    """The account's passkeys, the oldest first."""
    return await node.credentials.passkeys(account.id)


async def remove(node: Node, account: Account, passkey: UUID) -> None:
    """Nobody signs in by this passkey any more; who is signed in stays so."""
    if not await node.credentials.remove_passkey(account.id, passkey):
        raise Denied.of("NOTHING_TO_DO")


def _verified_count(node: Node, challenge: bytes, passkey: Passkey, signature: Signature) -> int:
    """What the authenticator has counted, if it signed this challenge for this origin; or Denied."""
    response = AuthenticatorAssertionResponse(
        signature.client_data, signature.authenticator_data, signature.signature, signature.user_handle
    )
    try:
        verified = verify_authentication_response(
            credential=AuthenticationCredential(bytes_to_base64url(signature.id), signature.id, response),
            expected_challenge=challenge,
            expected_rp_id=_rp_id(node),
            expected_origin=_origin(node),
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.sign_count,
        )
    except Exception:  # noqa: BLE001 - whatever the library says of a stranger's bytes, it is a no
        raise Denied.of("SIGN_IN_FAILED", *NOT_OURS) from None
    return verified.new_sign_count


async def _ask(node: Node, kind: ChallengeKind, account: UUID | None) -> tuple[bytes, str]:
    """A new challenge, and the secret of the browser that has to answer it."""
    challenge, browser = secrets.token_bytes(CHALLENGE_BYTES), secrets.token_urlsafe(32)
    now = node.now.ms()
    asked = Challenge(hashed(browser), kind, account, challenge, now + CHALLENGE_MS)
    await node.credentials.ask_challenge(asked, now=now)
    return challenge, browser


async def _asked(node: Node, kind: ChallengeKind, browser: str | None) -> Challenge:
    """What this browser was asked, used up by this; or Denied."""
    if browser is None:
        raise Denied.of("SIGN_IN_FAILED", *NOT_STARTED)
    challenge = await node.credentials.use_challenge(hashed(browser), kind, now=node.now.ms())
    if challenge is None:
        raise Denied.of("SIGN_IN_FAILED", *NOT_STARTED)
    return challenge


def _refuse_where_none(node: Node) -> None:
    if not are_offered(node.settings):
        raise Denied.of("NOT_ALLOWED", *NO_PASSKEYS)


def _rp_id(node: Node) -> str:
    return urlsplit(node.settings.public_url).hostname or ""


def _origin(node: Node) -> str:
    public = urlsplit(node.settings.public_url)
    return f"{public.scheme}://{public.netloc}"
