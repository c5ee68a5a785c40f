"""Notification preferences over HTTP, and unsubscribe links that need no sign-in."""

import base64
import binascii
import re
from typing import Annotated, Any
from uuid import UUID

from litestar import Request, delete, get, patch, post
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.response import Redirect
from msgspec import UNSET

from rondel.server.api.context.api_context import ApiContext
from rondel.server.api.context.dependencies import Address, Api, Caller, TableId
from rondel.server.api.context.sessions import Authenticated
from rondel.server.api.requests import Mute, NewDevice, SetNotificationPreferences
from rondel.server.api.responses import NotificationPreferencesResponse, alerts_response
from rondel.server.errors import ApiError
from rondel.server.flows.messages import alerts

TOKEN = re.compile("[A-Za-z0-9_-]{1,200}")
LONGEST_LABEL = 200

OnlyTable = Annotated[bool, QueryParameter(name="onlyTable")]


@get("/me/alerts")
async def chosen(api: Api, signed: Caller) -> NotificationPreferencesResponse:
    """Return the account's notification preferences."""
    return _response(api, signed, await alerts.chosen(api.node, signed.account))


@patch("/me/alerts")
async def choose(
    api: Api, signed: Caller, data: JSONBody[SetNotificationPreferences]
) -> NotificationPreferencesResponse:
    """Change notification preferences; unset fields stay."""
    found = await alerts.choose(
        api.node,
        signed.account,
        by_mail=data.by_mail,
        hook=data.hook,
        delay_ms=UNSET if data.delay_s is UNSET else 1000 * data.delay_s,
        digest=data.digest,
    )
    return _response(api, signed, found)


@post("/me/devices", status_code=200)
async def add_device(
    request: Request[Any, Any, Any], api: Api, signed: Caller, data: JSONBody[NewDevice]
) -> NotificationPreferencesResponse:
    """Subscribe a browser to notifications by Web Push."""
    found = await alerts.add_device(
        api.node,
        signed.account,
        endpoint=data.endpoint,
        p256dh=_bytes(data.p256dh),
        auth=_bytes(data.auth),
        label=request.headers.get("user-agent", "")[:LONGEST_LABEL],
    )
    return _response(api, signed, found)


@delete("/me/devices/{device:uuid}", status_code=204)
async def drop_device(api: Api, signed: Caller, device: FromPath[UUID]) -> None:
    """Unsubscribe a browser."""
    await alerts.drop_device(api.node, signed.account, device)


@post("/tables/{table:uuid}/mute", status_code=200)
async def mute(
    api: Api, signed: Caller, table: TableId, data: JSONBody[Mute]
) -> NotificationPreferencesResponse:
    """Mute notifications of a table, or unmute them."""
    return _response(
        api, signed, await alerts.mute(api.cells.at(table), signed.account, table, data.is_muted)
    )


@post("/stop-mail/{token:str}", status_code=204)
async def stop(api: Api, address: Address, token: FromPath[str], only_table: OnlyTable = False) -> None:
    """Unsubscribe from turn emails by their link: one click, without sign-in (RFC 8058)."""
    await api.limit_address("links", address, api.node.settings.constants.code_rate)
    await alerts.stop(api.node, token, only_table=only_table)


@get("/stop-mail/{token:str}", include_in_schema=False)
async def ask_stop(token: FromPath[str]) -> Redirect:
    """Ask for confirmation of an unsubscribe link: mail programs open links by themselves."""
    if not TOKEN.fullmatch(token):
        raise ApiError.of("LINK_NOT_VALID")
    return Redirect(f"/stop-mail#{token}", status_code=303)


def _response(
    api: ApiContext, signed: Authenticated, found: alerts.NotificationSettings
) -> NotificationPreferencesResponse:
    can_mail = signed.account.email is not None and api.node.settings.smtp_url is not None
    return alerts_response(
        found.wishes,
        found.devices,
        found.muted,
        can_mail=can_mail,
        most_mails=api.node.settings.constants.notice_rate,
        most_mails_at_once=api.node.settings.constants.immediate_notice_rate,
        push_key=api.node.pusher.public_key,
    )


def _bytes(text: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
    except (ValueError, binascii.Error):
        raise ApiError.of("DEVICE_NOT_ALLOWED", "Invalid push subscription keys.") from None


HANDLERS: tuple[Any, ...] = (chosen, choose, add_device, drop_device, mute, stop, ask_stop)
