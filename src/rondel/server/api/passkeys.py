"""Passkeys over HTTP: add one, list and remove mine, sign in by one."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from litestar import Request, Response, delete, get, post
from litestar.params import FromPath, JSONBody
from webauthn import base64url_to_bytes

from rondel.server.answers import Banned, Denied
from rondel.server.api.asked import AddPasskey, UsePasskey
from rondel.server.api.door import Door
from rondel.server.api.provide import Address, TheDoor, WhoAsks
from rondel.server.api.sessions import (
    Signed,
    browser_of,
    challenge_cookie,
    cookie,
    headers_of,
    no_challenge_cookie,
)
from rondel.server.api.told import AccountTold, PasskeyTold, account_told, passkey_told
from rondel.server.flows import passkeys
from rondel.server.flows.passkeys import CHALLENGE_MS, Created, Signature
from rondel.wire.strict import Malformed


@post("/me/passkeys/challenge", status_code=200)
async def ask_to_add(door: TheDoor, signed: WhoAsks) -> Response[Mapping[str, Any]]:
    """What my browser needs to make a passkey: the options of `navigator.credentials.create`."""
    _refuse_scripts(signed)
    await door.limit("passkeys", str(signed.account.id), door.node.settings.codes)
    asked = await passkeys.ask_to_add(door.node, signed.account)
    return _with_challenge(door, asked)


@post("/me/passkeys", status_code=201)
async def add(
    request: Request[Any, Any, Any], door: TheDoor, signed: WhoAsks, data: JSONBody[AddPasskey]
) -> Response[PasskeyTold]:
    """Add the passkey that my browser has made."""
    _refuse_scripts(signed)
    created = Created(_bytes(data.client_data), _bytes(data.attestation))
    passkey = await passkeys.add(door.node, signed.account, _browser(door, request), data.name, created)
    gone = no_challenge_cookie(door.node.settings)
    return Response(passkey_told(passkey), status_code=201, cookies=[gone])


@get("/me/passkeys")
async def own(door: TheDoor, signed: WhoAsks) -> list[PasskeyTold]:
    """My passkeys."""
    return [passkey_told(each) for each in await passkeys.passkeys(door.node, signed.account)]


@delete("/me/passkeys/{passkey:uuid}", status_code=204)
async def remove(door: TheDoor, signed: WhoAsks, passkey: FromPath[UUID]) -> None:
    """Remove one of my passkeys: nobody signs in by it any more."""
    _refuse_scripts(signed)
    await passkeys.remove(door.node, signed.account, passkey)


@post("/passkeys/challenge", status_code=200)
async def ask_to_sign_in(door: TheDoor, address: Address) -> Response[Mapping[str, Any]]:
    """What a browser needs to sign in: the options of `navigator.credentials.get`, the same for everybody."""
    await door.limit_address("passkeys", address, door.node.settings.codes)
    return _with_challenge(door, await passkeys.ask_to_sign_in(door.node))


@post("/passkeys", status_code=200)
async def sign_in(
    request: Request[Any, Any, Any], door: TheDoor, address: Address, data: JSONBody[UsePasskey]
) -> Response[AccountTold]:
    """Sign in by a passkey. Whatever is wrong about it, the answer is the same."""
    await door.refuse_guesses("sign-ins", address, data.id)
    signature = Signature(
        _bytes(data.id),
        _bytes(data.client_data),
        _bytes(data.authenticator_data),
        _bytes(data.signature),
        _bytes(data.user_handle),
    )
    label = request.headers.get("user-agent", "")[:200]
    try:
        account, token = await passkeys.sign_in(door.node, _browser(door, request), signature, label=label)
    except Banned:
        raise  # the passkey was right
    except Denied:
        await door.limit_address("sign-ins", address, door.node.settings.failed_sign_ins)
        raise
    settings = door.node.settings
    cookies = [cookie(settings, token, account), no_challenge_cookie(settings)]
    return Response(account_told(account), cookies=cookies)


def _with_challenge(door: Door, asked: passkeys.Asked) -> Response[Mapping[str, Any]]:
    return Response(
        asked.options, cookies=[challenge_cookie(door.node.settings, asked.browser, CHALLENGE_MS)]
    )


def _browser(door: Door, request: Request[Any, Any, Any]) -> str | None:
    return browser_of(headers_of(request.scope["headers"]), door.node.settings)


def _refuse_scripts(signed: Signed) -> None:
    """A script's token, once stolen, must not become a way in that stays when the token is ended."""
    if signed.session.kind != "cookie":
        raise Denied.of("NOT_ALLOWED", "Passkeys are added and removed in a browser, not by a token.")


def _bytes(text: str) -> bytes:
    try:
        return base64url_to_bytes(text)
    except ValueError:
        raise Malformed("A value is not base64url.") from None


HANDLERS = (ask_to_add, add, own, remove, ask_to_sign_in, sign_in)
