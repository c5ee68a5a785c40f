"""Passkeys: added on a device, for a later sign-in without a name or an email address.

The browser signs a random challenge, which is valid once and only with the cookie it was issued with. The
signature covers this server's origin, so that another site cannot request it.
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
from rondel.server.cells.node_context import NodeContext
from rondel.server.errors import ApiError
from rondel.server.flows.accounts.mail_addresses import hashed
from rondel.server.flows.accounts.people import one_line, open_session, refuse_banned
from rondel.server.flows.accounts.registration import admit
from rondel.server.ports.credentials import Challenge, ChallengeKind, Passkey
from rondel.server.ports.ids import new_id
from rondel.server.ports.people import Account
from rondel.server.settings import Settings

CHALLENGE_MS: Final[Ms] = 5 * 60_000
MOST_PASSKEYS: Final = 20
CHALLENGE_BYTES: Final = 32
RP_NAME: Final = "Rondel"

NO_PASSKEYS: Final = (
    "Passkeys need https and a domain name; this server's address lacks one of them.",
    "Sign in by email, or tell the server's operator.",
)
NOT_STARTED: Final = (
    "This sign-in expired, was used before, or was started in another browser.",
    "Press the button again.",
)
NOT_OURS: Final = (
    "This passkey is unknown or was removed, or its signature is invalid.",
    "Use another passkey, or sign in by email.",
)
NOT_ADDED: Final = (
    "This passkey cannot be added: the browser's response does not match the challenge. Nothing was stored.",
    "Press the button again.",
)
ALL_THERE: Final = (
    f"This passkey is already stored, or this account has {MOST_PASSKEYS} passkeys. Nothing was stored.",
    "Remove an unused passkey, or use a stored one.",
)


class Created(NamedTuple):
    """The browser's response after creating a passkey."""

    client_data: bytes
    attestation: bytes


class Signature(NamedTuple):
    """The browser's response after signing a challenge."""

    id: bytes
    client_data: bytes
    authenticator_data: bytes
    signature: bytes
    user_handle: bytes


class PasskeyChallenge(NamedTuple):
    """Options for the browser, and the secret for its cookie."""

    options: Mapping[str, Any]
    browser: str


def are_offered(settings: Settings) -> bool:
    """Return whether browsers permit passkeys at the public URL: https and a domain, or localhost."""
    public = urlsplit(settings.public_url)
    host = public.hostname or ""
    try:
        ip_address(host)
    except ValueError:
        return host == "localhost" or (public.scheme == "https" and "." in host)
    return False


async def ask_to_add(node: NodeContext, account: Account) -> PasskeyChallenge:
    """Create a challenge to add a passkey to this account."""
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
    return PasskeyChallenge(options_to_json_dict(options), browser)


async def add(
    node: NodeContext, account: Account, browser: str | None, name: str, created: Created
) -> Passkey:
    """Verify and store a new passkey. Raises ApiError."""
    challenge = await _use_challenge(node, "add_passkey", browser)
    if challenge.account != account.id:
        raise ApiError.of("SIGN_IN_FAILED", *NOT_STARTED)
    response = AuthenticatorAttestationResponse(created.client_data, created.attestation)
    try:
        verified = verify_registration_response(
            credential=RegistrationCredential("", b"", response),  # the attestation holds its id
            expected_challenge=challenge.body,
            expected_rp_id=_rp_id(node),
            expected_origin=_origin(node),
        )
    except Exception:  # noqa: BLE001 - whatever the library says of a stranger's bytes, it is a no
        raise ApiError.of("SIGN_IN_FAILED", *NOT_ADDED) from None
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
        raise ApiError.of("SIGN_IN_FAILED", *ALL_THERE)
    return passkey


async def ask_to_sign_in(node: NodeContext) -> PasskeyChallenge:
    """Create a challenge to sign in by any passkey for this server."""
    _refuse_where_none(node)
    challenge, browser = await _ask(node, "use_passkey", None)
    options = generate_authentication_options(rp_id=_rp_id(node), challenge=challenge, timeout=CHALLENGE_MS)
    return PasskeyChallenge(options_to_json_dict(options), browser)


async def sign_in(
    node: NodeContext, browser: str | None, signature: Signature, *, label: str = ""
) -> tuple[Account, str]:
    """Verify a signature. Returns the passkey's account and a new token. Raises ApiError."""
    challenge = await _use_challenge(node, "use_passkey", browser)
    passkey = await node.credentials.passkey(signature.id)
    if passkey is None or passkey.account.bytes != signature.user_handle:
        raise ApiError.of("SIGN_IN_FAILED", *NOT_OURS)
    count = _verified_count(node, challenge.body, passkey, signature)
    account = await node.people.account(passkey.account)
    if account is None or not await node.credentials.use_passkey(passkey.id, count, now=node.now.ms()):
        raise ApiError.of("SIGN_IN_FAILED", *NOT_OURS)
    refuse_banned(node, account.id)
    await admit(node, is_new=False, address=account.email)
    _, token = await open_session(node, account, "cookie", label)
    return account, token


async def passkeys(node: NodeContext, account: Account) -> Sequence[Passkey]:
    """Return the account's passkeys, the oldest first."""
    return await node.credentials.passkeys(account.id)


async def remove(node: NodeContext, account: Account, passkey: UUID) -> None:
    """Remove a passkey. The account's sessions stay."""
    if not await node.credentials.remove_passkey(account.id, passkey):
        raise ApiError.of("NOTHING_TO_DO")


def _verified_count(node: NodeContext, challenge: bytes, passkey: Passkey, signature: Signature) -> int:
    """Verify the signature, and return the authenticator's counter. Raises ApiError."""
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
        raise ApiError.of("SIGN_IN_FAILED", *NOT_OURS) from None
    return verified.new_sign_count


async def _ask(node: NodeContext, kind: ChallengeKind, account: UUID | None) -> tuple[bytes, str]:
    """Store a new challenge. Returns it with the secret of its browser."""
    challenge, browser = secrets.token_bytes(CHALLENGE_BYTES), secrets.token_urlsafe(32)
    now = node.now.ms()
    pending = Challenge(hashed(browser), kind, account, challenge, now + CHALLENGE_MS)
    await node.credentials.ask_challenge(pending, now=now)
    return challenge, browser


async def _use_challenge(node: NodeContext, kind: ChallengeKind, browser: str | None) -> Challenge:
    """Consume this browser's challenge. Raises ApiError."""
    if browser is None:
        raise ApiError.of("SIGN_IN_FAILED", *NOT_STARTED)
    challenge = await node.credentials.use_challenge(hashed(browser), kind, now=node.now.ms())
    if challenge is None:
        raise ApiError.of("SIGN_IN_FAILED", *NOT_STARTED)
    return challenge


def _refuse_where_none(node: NodeContext) -> None:
    if not are_offered(node.settings):
        raise ApiError.of("NOT_ALLOWED", *NO_PASSKEYS)


def _rp_id(node: NodeContext) -> str:
    return urlsplit(node.settings.public_url).hostname or ""


def _origin(node: NodeContext) -> str:
    public = urlsplit(node.settings.public_url)
    return f"{public.scheme}://{public.netloc}"
