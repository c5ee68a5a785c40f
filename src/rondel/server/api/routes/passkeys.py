"""Passkeys over HTTP: add one, list and remove mine, sign in by one."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from litestar import Request, Response, delete, get, post
from litestar.params import FromPath, JSONBody
from webauthn import base64url_to_bytes

from rondel.server.api.context.api_context import ApiContext
from rondel.server.api.context.dependencies import Address, Api, Caller
from rondel.server.api.context.sessions import (
    Authenticated,
    browser_of,
    challenge_cookie,
    cookie,
    headers_of,
    no_challenge_cookie,
)
from rondel.server.api.requests import AddPasskey, UsePasskey
from rondel.server.api.responses import AccountResponse, PasskeyResponse, account_response, passkey_response
from rondel.server.errors import ApiError, BannedError
from rondel.server.flows.accounts import passkeys
from rondel.server.flows.accounts.passkeys import CHALLENGE_MS, Created, Signature
from rondel.wire.strict import MalformedError


@post("/me/passkeys/challenge", status_code=200)
async def ask_to_add(api: Api, signed: Caller) -> Response[Mapping[str, Any]]:
    """What my browser needs to make a passkey: the options of `navigator.credentials.create`."""
    _refuse_scripts(signed)
    await api.limit("passkeys", str(signed.account.id), api.node.settings.constants.code_rate)
    challenge = await passkeys.ask_to_add(api.node, signed.account)
    return _with_challenge(api, challenge)


@post("/me/passkeys", status_code=201)
async def add(
    request: Request[Any, Any, Any], api: Api, signed: Caller, data: JSONBody[AddPasskey]
) -> Response[PasskeyResponse]:
    """Add the passkey that my browser has made."""
    _refuse_scripts(signed)
    created = Created(_bytes(data.client_data), _bytes(data.attestation))
    passkey = await passkeys.add(api.node, signed.account, _browser(api, request), data.name, created)
    gone = no_challenge_cookie(api.node.settings)
    return Response(passkey_response(passkey), status_code=201, cookies=[gone])


@get("/me/passkeys")
async def own(api: Api, signed: Caller) -> list[PasskeyResponse]:
    """My passkeys."""
    return [passkey_response(each) for each in await passkeys.passkeys(api.node, signed.account)]


@delete("/me/passkeys/{passkey:uuid}", status_code=204)
async def remove(api: Api, signed: Caller, passkey: FromPath[UUID]) -> None:
    """Remove one of my passkeys: nobody signs in by it any more."""
    _refuse_scripts(signed)
    await passkeys.remove(api.node, signed.account, passkey)


@post("/passkeys/challenge", status_code=200)
async def ask_to_sign_in(api: Api, address: Address) -> Response[Mapping[str, Any]]:
    """What a browser needs to sign in: the options of `navigator.credentials.get`, the same for everybody."""
    await api.limit_address("passkeys", address, api.node.settings.constants.code_rate)
    return _with_challenge(api, await passkeys.ask_to_sign_in(api.node))


@post("/passkeys", status_code=200)
async def sign_in(
    request: Request[Any, Any, Any], api: Api, address: Address, data: JSONBody[UsePasskey]
) -> Response[AccountResponse]:
    """Sign in by a passkey. Whatever is wrong about it, the answer is the same."""
    await api.refuse_guesses("sign-ins", address, data.id)
    signature = Signature(
        _bytes(data.id),
        _bytes(data.client_data),
        _bytes(data.authenticator_data),
        _bytes(data.signature),
        _bytes(data.user_handle),
    )
    label = request.headers.get("user-agent", "")[:200]
    try:
        account, token = await passkeys.sign_in(api.node, _browser(api, request), signature, label=label)
    except BannedError:
        raise  # the passkey was right
    except ApiError:
        await api.limit_address("sign-ins", address, api.node.settings.constants.failed_sign_in_rate)
        raise
    settings = api.node.settings
    cookies = [cookie(settings, token, account), no_challenge_cookie(settings)]
    return Response(account_response(account), cookies=cookies)


def _with_challenge(api: ApiContext, challenge: passkeys.PasskeyChallenge) -> Response[Mapping[str, Any]]:
    return Response(
        challenge.options, cookies=[challenge_cookie(api.node.settings, challenge.browser, CHALLENGE_MS)]
    )


def _browser(api: ApiContext, request: Request[Any, Any, Any]) -> str | None:
    return browser_of(headers_of(request.scope["headers"]), api.node.settings)


def _refuse_scripts(signed: Authenticated) -> None:
    """A script's token, once stolen, must not become a way in that stays when the token is ended."""
    if signed.session.kind != "cookie":
        raise ApiError.of("NOT_ALLOWED", "Passkeys are added and removed in a browser, not by a token.")


def _bytes(text: str) -> bytes:
    try:
        return base64url_to_bytes(text)
    except ValueError:
        raise MalformedError("A value is not base64url.") from None


HANDLERS = (ask_to_add, add, own, remove, ask_to_sign_in, sign_in)
