"""A provider of OpenID Connect in a process of its own, made of the server's half of Authlib, with PKCE.

`python -m tests.server.provider PORT`. It signs in the subject named in the form, or in ?as=. A fault is
chosen by POST /fault and holds until another one is.
"""

import json
import sys
import time
from collections.abc import Collection
from typing import Any, ClassVar

from authlib.integrations.flask_oauth2 import AuthorizationServer
from authlib.oauth2.rfc6749 import ClientMixin, grants
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oidc.core import AuthorizationCodeMixin, OpenIDCode
from flask import Flask, Response, redirect, request
from joserfc import jwt
from joserfc.jwk import KeySet, OctKey, RSAKey
from joserfc.jws import JWSRegistry

CLIENT_ID, CLIENT_SECRET = "rondel", "the secret of rondel"
FORM = "<title>Sign in</title><form method=post><input name=as><button>Yes</button></form>"


class Client(ClientMixin):
    """The one client there is."""

    def get_client_id(self) -> str:
        return CLIENT_ID

    def get_default_redirect_uri(self) -> str:
        return ""

    def get_allowed_scope(self, scope: Collection[str] | str) -> str:
        return scope if isinstance(scope, str) else " ".join(scope)

    def check_redirect_uri(self, redirect_uri: str) -> bool:
        return redirect_uri.endswith("/sign-in")

    def check_client_secret(self, client_secret: str) -> bool:
        return client_secret == CLIENT_SECRET

    def check_endpoint_auth_method(self, method: str, endpoint: str) -> bool:
        return method == "client_secret_basic"

    def check_response_type(self, response_type: str) -> bool:
        return response_type == "code"

    def check_grant_type(self, grant_type: str) -> bool:
        return grant_type == "authorization_code"


class Code(AuthorizationCodeMixin):
    """A code, and for whom and what it was given."""

    def __init__(self, code: str, user: str, params: dict[str, str]) -> None:
        self.code, self.user, self.params = code, user, params
        self.code_challenge = params.get("code_challenge")
        self.code_challenge_method = params.get("code_challenge_method")

    def get_redirect_uri(self) -> str:
        return self.params["redirect_uri"]

    def get_scope(self) -> str:
        return self.params["scope"]

    def get_nonce(self) -> str:
        return self.params["nonce"]

    def get_auth_time(self) -> int:
        return int(time.time())

    def get_acr(self) -> str:
        return ""

    def get_amr(self) -> list[str]:
        return []


class CodeGrant(grants.AuthorizationCodeGrant):
    """Codes, each used once."""

    TOKEN_ENDPOINT_AUTH_METHODS = ("client_secret_basic",)
    codes: ClassVar[dict[str, Code]] = {}

    def save_authorization_code(self, code: str, oauth_request: Any) -> None:
        self.codes[code] = Code(code, oauth_request.user, dict(oauth_request.payload.data))

    def query_authorization_code(self, code: str, client: Any) -> Code | None:
        return self.codes.get(code)

    def delete_authorization_code(self, authorization_code: Code) -> None:
        del self.codes[authorization_code.code]

    def authenticate_user(self, authorization_code: Code) -> str:
        return authorization_code.user


class Provider(OpenIDCode):
    """ID tokens, right or wrong by the fault that was chosen."""

    def __init__(self, issuer: str) -> None:
        super().__init__(require_nonce=True)
        self.issuer, self.fault = issuer, ""
        self.key = RSAKey.generate_key(2048, {"kid": "one"})

    def exists_nonce(self, nonce: str, oauth_request: Any) -> bool:
        return False

    def encode_id_token(self, token: dict[str, Any], oauth_request: Any) -> str:
        now, hour = int(time.time()), 3600
        is_old = self.fault == "expired"
        claims = {
            "iss": "https://elsewhere.example" if self.fault == "issuer" else self.issuer,
            "sub": oauth_request.user,
            "aud": "another client" if self.fault == "audience" else CLIENT_ID,
            "iat": now - 2 * hour if is_old else now,
            "exp": now - hour if is_old else now + hour,
            "nonce": "another" if self.fault == "nonce" else oauth_request.authorization_code.get_nonce(),
            "name": f"{oauth_request.user} of the provider",
            "email": "victim@example.org",
        }
        if self.fault == "audience":
            claims["azp"] = CLIENT_ID  # asked for by us, and still not for us
        if self.fault == "no nonce":
            del claims["nonce"]
        if self.fault == "alg none":
            unsigned = JWSRegistry(algorithms=["none"])
            return jwt.encode({"alg": "none"}, claims, self.key, registry=unsigned)
        if self.fault == "shared secret":
            shared = OctKey.import_key(CLIENT_SECRET.ljust(32, "."))
            return jwt.encode({"alg": "HS256", "kid": "one"}, claims, shared)
        key = RSAKey.generate_key(2048, {"kid": "one"}) if self.fault == "key" else self.key
        return jwt.encode({"alg": "RS256", "kid": key.kid}, claims, key)


def provider_app(issuer: str) -> Flask:
    """The provider as an app."""
    app, provider = Flask(__name__), Provider(issuer)
    server = AuthorizationServer(app, query_client=lambda _: Client(), save_token=lambda *_: None)
    server.register_grant(CodeGrant, [provider, CodeChallenge(required=True)])

    @app.get("/.well-known/openid-configuration")
    def discovery() -> Any:
        if provider.fault == "down":
            return Response("down", 503)
        return {
            "issuer": "https://elsewhere.example" if provider.fault == "discovery" else issuer,
            "authorization_endpoint": f"{issuer}/authorize",
            "token_endpoint": f"{issuer}/token",
            "jwks_uri": f"{issuer}/jwks",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256", "none", "HS256"],
        }

    @app.get("/jwks")
    def jwks() -> Any:
        return json.loads(json.dumps(KeySet([provider.key]).as_dict(private=False)))

    @app.route("/authorize", methods=["GET", "POST"])
    def authorize() -> Any:
        user = request.values.get("as")
        if user is None:
            return FORM
        grant = server.get_consent_grant(end_user=user)  # type: ignore[no-untyped-call]
        return server.create_authorization_response(grant_user=user, grant=grant)

    @app.post("/token")
    def token() -> Any:
        return Response("down", 503) if provider.fault == "token down" else server.create_token_response()

    @app.post("/fault")
    def fault() -> Any:
        provider.fault = request.get_data(as_text=True)
        if provider.fault == "rotated":
            provider.key = RSAKey.generate_key(2048, {"kid": "two"})
        return redirect("/jwks")

    return app


if __name__ == "__main__":
    port = int(sys.argv[1])
    provider_app(f"http://localhost:{port}").run("127.0.0.1", port, threaded=False)
