"""An OpenID Connect provider: authorization code flow with PKCE, ID tokens verified by Authlib."""

import time
from base64 import b64encode
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote, urlencode

import msgspec
from authlib.oauth2.rfc6749.parameters import prepare_grant_uri
from authlib.oauth2.rfc7636 import create_s256_code_challenge
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from joserfc.jws import JWSRegistry

from rondel.kernel import Ms
from rondel.server.adapters.http_client.fetch import fetch, is_safe
from rondel.server.ports.credentials import Attempt, IdentityNotVerifiedError, Person
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.settings import Settings

ALGORITHMS: Final = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512")
"""Signatures by a private key of the provider's: never `none`, never a secret that both sides have."""

FRESH_S: Final = 3600.0
"""How long what the provider says of itself is believed; its keys are read again when it uses a new one."""

LEEWAY_S: Final = 60
SCOPE: Final = "openid profile"
_NAMES: Final = ("preferred_username", "nickname", "name")


class OidcProvider:
    """The provider at `issuer`, which knows this server as `client_id`."""

    def __init__(
        self, *, issuer: str, client_id: str, client_secret: str | None, name: str, redirect_uri: str
    ) -> None:
        self.issuer = issuer
        self.name = name
        self._client_id = client_id
        self._client_secret = client_secret
        self._redirect_uri = redirect_uri
        self._metadata: Mapping[str, Any] = {}
        self._keys: KeySet | None = None
        self._read_at = 0.0

    async def address(self, attempt: Attempt) -> str:
        """Return the URL to sign in at. Raises StoreUnavailableError if the provider does not answer."""
        metadata = await self.discover()
        return str(
            prepare_grant_uri(
                metadata["authorization_endpoint"],
                client_id=self._client_id,
                response_type="code",
                redirect_uri=self._redirect_uri,
                scope=SCOPE,
                state=attempt.state,
                nonce=attempt.nonce,
                code_challenge=create_s256_code_challenge(attempt.verifier),  # type: ignore[no-untyped-call]
                code_challenge_method="S256",
            )
        )

    async def person(self, code: str, attempt: Attempt, *, now: Ms) -> Person:
        """Return the person who signed in. Raises IdentityNotVerifiedError for a bad code or token."""
        metadata = await self.discover()
        headers, form = self._authenticated(metadata)
        form |= {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self._redirect_uri,
            "code_verifier": attempt.verifier,
        }
        answer = await fetch(
            metadata["token_endpoint"], method="POST", headers=headers, body=urlencode(form).encode()
        )
        if answer.status >= 500:
            raise StoreUnavailableError(f"The provider answered {answer.status}.")
        token = _decoded(answer.body) if answer.status == 200 else {}
        if not isinstance(token.get("id_token"), str):
            raise IdentityNotVerifiedError("The provider returned no ID token for this code.")
        claims = await self._claims(token["id_token"], token.get("access_token"), attempt, now)
        name = next((claims[each] for each in _NAMES if isinstance(claims.get(each), str)), "")
        return Person(self.issuer, str(claims["sub"]), name[:200])

    async def discover(self) -> Mapping[str, Any]:
        """Return the discovery document, cached for an hour. Raises StoreUnavailableError if unusable."""
        if self._metadata and time.monotonic() - self._read_at < FRESH_S:
            return self._metadata
        found = await _document(f"{self.issuer.rstrip('/')}/.well-known/openid-configuration")
        if found.get("issuer") != self.issuer:
            raise StoreUnavailableError(
                f"The discovery document is for another issuer: {found.get('issuer')!r}."
            )
        for name in ("authorization_endpoint", "token_endpoint", "jwks_uri"):
            if not isinstance(found.get(name), str) or not is_safe(found[name]):
                raise StoreUnavailableError(f"The document there has no {name} that begins with https.")
        self._metadata, self._keys, self._read_at = found, None, time.monotonic()
        return found

    async def _claims(self, id_token: str, access_token: Any, attempt: Attempt, now: Ms) -> Mapping[str, Any]:
        """Return the claims of an ID token that the provider signed for this client and this attempt."""
        registry = JWSRegistry(algorithms=ALGORITHMS, strict_check_header=False)
        options = {
            "iss": {"essential": True, "value": self.issuer},
            "aud": {"essential": True, "value": self._client_id},
            "sub": {"essential": True},
        }
        params = {"nonce": attempt.nonce, "client_id": self._client_id, "access_token": access_token}
        try:
            token = jwt.decode(id_token, await self._key_set(), registry=registry)
        except (JoseError, ValueError):  # the signing key may be newer than the cached keys
            self._keys = None
            try:
                token = jwt.decode(id_token, await self._key_set(), registry=registry)
            except (JoseError, ValueError) as error:
                raise IdentityNotVerifiedError(
                    f"The ID token is not signed as it should be: {error}"
                ) from None
        try:
            claims = CodeIDToken(token.claims, token.header, options, params)
            claims.validate(now=now // 1000, leeway=LEEWAY_S)
        except JoseError as error:
            raise IdentityNotVerifiedError(f"The ID token is not for this sign-in: {error}") from None
        if not 1 <= len(claims["sub"]) <= 255:
            raise IdentityNotVerifiedError("The ID token has no valid subject.")
        return dict(claims)

    async def _key_set(self) -> KeySet:
        if self._keys is None:
            found = await _document((await self.discover())["jwks_uri"])
            try:
                self._keys = KeySet.import_key_set(found)  # type: ignore[arg-type]
            except (JoseError, ValueError, KeyError, TypeError):
                raise StoreUnavailableError("The keys of the provider cannot be read.") from None
        return self._keys

    def _authenticated(self, metadata: Mapping[str, Any]) -> tuple[dict[str, str], dict[str, str]]:
        """Return the client's credentials as headers and form fields."""
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        if self._client_secret is None:
            return headers, {"client_id": self._client_id}
        known = metadata.get("token_endpoint_auth_methods_supported") or ["client_secret_basic"]
        if "client_secret_basic" not in known:
            return headers, {"client_id": self._client_id, "client_secret": self._client_secret}
        pair = f"{quote(self._client_id, safe='')}:{quote(self._client_secret, safe='')}"
        return {**headers, "Authorization": f"Basic {b64encode(pair.encode()).decode()}"}, {}


def oidc_of(settings: Settings) -> OidcProvider | None:
    """Return the configured provider; None without one."""
    if settings.oidc_issuer is None or settings.oidc_client_id is None:
        return None
    return OidcProvider(
        issuer=settings.oidc_issuer,
        client_id=settings.oidc_client_id,
        client_secret=settings.oidc_client_secret,
        name=settings.oidc_name,
        redirect_uri=f"{settings.public_url.rstrip('/')}/sign-in",
    )


async def _document(url: str) -> Mapping[str, Any]:
    answer = await fetch(url)
    if answer.status != 200:
        raise StoreUnavailableError(f"{url} answered {answer.status}.")
    return _decoded(answer.body)


def _decoded(body: bytes) -> dict[str, Any]:
    try:
        return msgspec.json.decode(body, type=dict[str, Any])
    except (msgspec.MsgspecError, ValueError):
        raise StoreUnavailableError("The provider returned invalid JSON.") from None
