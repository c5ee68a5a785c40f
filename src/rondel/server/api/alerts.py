"""Alerts over HTTP: how I want to be told that it is my turn, and a link that stops it without signing in."""

import base64
import binascii
import re
from typing import Annotated, Any
from uuid import UUID

from litestar import Request, delete, get, patch, post
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.response import Redirect
from msgspec import UNSET

from rondel.server.answers import Denied
from rondel.server.api.asked import Mute, NewDevice, SetAlerts
from rondel.server.api.door import Door
from rondel.server.api.provide import Address, TableId, TheDoor, WhoAsks
from rondel.server.api.sessions import Signed
from rondel.server.api.told import AlertsTold, alerts_told
from rondel.server.flows import alerts

TOKEN = re.compile("[A-Za-z0-9_-]{1,200}")
LONGEST_LABEL = 200

OnlyTable = Annotated[bool, QueryParameter(name="onlyTable")]


@get("/me/alerts")
async def chosen(door: TheDoor, signed: WhoAsks) -> AlertsTold:
    """How I am told that it is my turn."""
    return _told(door, signed, await alerts.chosen(door.node, signed.account))


@patch("/me/alerts")
async def choose(door: TheDoor, signed: WhoAsks, data: JSONBody[SetAlerts]) -> AlertsTold:
    """Be told otherwise; what is not said stays."""
    found = await alerts.choose(
        door.node,
        signed.account,
        by_mail=data.by_mail,
        hook=data.hook,
        delay_ms=UNSET if data.delay_s is UNSET else 1000 * data.delay_s,
        digest=data.digest,
    )
    return _told(door, signed, found)


@post("/me/devices", status_code=200)
async def add_device(
    request: Request[Any, Any, Any], door: TheDoor, signed: WhoAsks, data: JSONBody[NewDevice]
) -> AlertsTold:
    """Tell me in this browser too, by Web Push."""
    found = await alerts.add_device(
        door.node,
        signed.account,
        endpoint=data.endpoint,
        p256dh=_bytes(data.p256dh),
        auth=_bytes(data.auth),
        label=request.headers.get("user-agent", "")[:LONGEST_LABEL],
    )
    return _told(door, signed, found)


@delete("/me/devices/{device:uuid}", status_code=204)
async def drop_device(door: TheDoor, signed: WhoAsks, device: FromPath[UUID]) -> None:
    """Not in that browser any more."""
    await alerts.drop_device(door.node, signed.account, device)


@post("/tables/{table:uuid}/mute", status_code=200)
async def mute(door: TheDoor, signed: WhoAsks, table: TableId, data: JSONBody[Mute]) -> AlertsTold:
    """Do not tell me of this table, or do so again."""
    return _told(door, signed, await alerts.mute(door.node, signed.account, table, data.is_muted))


@post("/stop-mail/{token:str}", status_code=204)
async def stop(door: TheDoor, address: Address, token: FromPath[str], only_table: OnlyTable = False) -> None:
    """End mail about turns, by the link in one; one press, without signing in (RFC 8058)."""
    await door.limit_address("links", address, door.node.settings.codes)
    await alerts.stop(door.node, token, only_table=only_table)


@get("/stop-mail/{token:str}", include_in_schema=False)
async def ask_stop(token: FromPath[str]) -> Redirect:
    """Whoever opens that link in a browser is asked first: mail readers open links by themselves."""
    if not TOKEN.fullmatch(token):
        raise Denied.of("LINK_NOT_VALID")
    return Redirect(f"/stop-mail#{token}", status_code=303)


def _told(door: Door, signed: Signed, found: alerts.Chosen) -> AlertsTold:
    can_mail = signed.account.email is not None and door.node.settings.smtp_url is not None
    return alerts_told(
        found.wishes,
        found.devices,
        found.muted,
        can_mail=can_mail,
        most_mails=door.node.settings.notices,
        push_key=door.node.pusher.public_key,
    )


def _bytes(text: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
    except (ValueError, binascii.Error):
        raise Denied.of("DEVICE_NOT_ALLOWED", "The keys of this browser are none.") from None


HANDLERS: tuple[Any, ...] = (chosen, choose, add_device, drop_device, mute, stop, ask_stop)
