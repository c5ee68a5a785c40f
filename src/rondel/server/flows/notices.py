"""Notices: who is told that it is their turn, when, by what, and in which words.

A turn is planned once its player has had a while to notice by themselves. A message says the game, the table
and that it is their turn: nothing that not everybody may know.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Final
from uuid import UUID

import msgspec
import structlog

from rondel.kernel import Ms
from rondel.server.access import seat_of
from rondel.server.flows.alerts import stop_token, wishes_of
from rondel.server.flows.lobby import tables_of
from rondel.server.ids import new_id
from rondel.server.node import Node
from rondel.server.ports import (
    Account,
    Channel,
    Device,
    Digest,
    Go,
    Later,
    Mail,
    Notice,
    Owed,
    TableRow,
    Unavailable,
    Undeliverable,
    Unknown,
    Wishes,
    Withdrawn,
)
from rondel.server.position import is_told_at_once
from rondel.server.templates.letters import Turn, digest_letter, turn_letter, turn_note
from rondel.server.watchdog import GAME_CODE

MINUTE_MS: Final = 60_000
HOUR_MS: Final = 60 * MINUTE_MS
PATIENCE_MS: Final = 10 * MINUTE_MS
"""Whoever looks at the table is not told so for so long."""

LEFT_H: Final = (8, 4, 1)
"""A reminder is sent when so many hours are left."""

APART_MS: Final = 30 * MINUTE_MS
"""A reminder that would come sooner after the first message is left out."""

PERIOD_MS: Final[Mapping[Digest, Ms]] = {"hourly": HOUR_MS, "daily": 24 * HOUR_MS}
MORNING_MS: Final = 7 * HOUR_MS
"""A daily digest goes out at this time of the day, by UTC."""

SENDING_MS: Final = 60_000
"""Whoever takes longer to hand a message over is taken for dead."""

REST_MS: Final = 500
TRIES: Final = 8
FIRST_REST_MS: Final = 30_000
LONGEST_REST_MS: Final = HOUR_MS

_log = structlog.get_logger()


async def plan(node: Node, owed: Owed) -> None:
    """What is to be sent about a turn, and when to look at it again."""
    table = await node.tables.get(owed.table)
    account = await _player(node, table, owed)
    if table is None or account is None or table.id in await node.alerts.muted(account.id):
        await node.notices.plan(owed, ())
        return
    wishes = await wishes_of(node, account.id)
    until = await _not_before(node, table, owed, wishes)
    if until is not None and until > node.now.ms():
        await node.notices.postpone(owed, until)
        return
    notices = [notice async for notice in _notices(node, owed, account, wishes)]
    for digest in (each for each in notices if each.table is None):
        await node.cells.home.notices.add(digest)  # one for all cells; twice is once
    of_table = [each for each in notices if each.table is not None]
    await node.notices.plan(owed, of_table, _reminders(owed, node.now.ms()) if notices else ())


async def _player(node: Node, table: TableRow | None, owed: Owed) -> Account | None:
    places = () if table is None else table.places
    account = next((place.account for place in places if place.seat == owed.seat), None)
    return None if account is None else await node.people.account(account)


async def _not_before(node: Node, table: TableRow, owed: Owed, wishes: Wishes) -> Ms | None:
    """When it is time: after a while, later if the player is looking; or when so many hours are left.

    At a table that was opened so, at once, also if the player is looking.
    """
    hours = hours_of(owed.kind)
    if hours is not None:
        return None if owed.runs_out_at is None else owed.runs_out_at - hours * HOUR_MS
    game = node.games.get(table.game)
    with GAME_CODE:
        is_told = game is not None and is_told_at_once(game, table)
    if is_told:
        return owed.at
    now = node.now.ms()
    if now >= owed.at + wishes.delay_ms and now < owed.at + PATIENCE_MS and await _is_here(node, owed):
        return now + MINUTE_MS
    return owed.at + wishes.delay_ms


async def _is_here(node: Node, owed: Owed) -> bool:
    try:
        return owed.seat in (await node.presence.here([owed.table]))[owed.table]
    except Unavailable:
        return False


def hours_of(kind: str) -> int | None:
    """How many hours are left by a reminder of this kind; None for the turn itself."""
    return int(kind.removeprefix("left_").removesuffix("h")) if kind.startswith("left_") else None


def _reminders(owed: Owed, now: Ms) -> Sequence[Later]:
    if owed.kind != "turn" or owed.runs_out_at is None:
        return ()
    moments = [(hours, owed.runs_out_at - hours * HOUR_MS) for hours in LEFT_H]
    return [Later(f"left_{hours}h", at) for hours, at in moments if at - now >= APART_MS]


async def _notices(node: Node, owed: Owed, account: Account, wishes: Wishes) -> AsyncIterator[Notice]:
    """One for each way that leads to the player."""
    if hours_of(owed.kind) is not None and owed.runs_out_at is None:
        return  # the clock stands still
    now = node.now.ms()
    if account.email is not None and wishes.by_mail:
        period = PERIOD_MS.get(wishes.digest)
        if owed.kind == "turn" and period is not None:
            yield _digest(account, now, period)
        elif await _may_mail(node, account, owed):
            yield _notice(owed, account, "mail", now)
    if wishes.hook is not None:
        yield _notice(owed, account, "hook", now)
    for device in await node.alerts.devices(account.id):
        yield _notice(owed, account, "push", now, device)


async def _may_mail(node: Node, account: Account, owed: Owed) -> bool:
    rate = node.settings.notices
    wait = await node.limits.take(f"notices:{account.id}:{owed.table}", burst=rate.burst, per_ms=rate.per_ms)
    if wait:
        node.metrics.notice("mail", "too many")
    return not wait


def _notice(owed: Owed, account: Account, channel: Channel, now: Ms, device: Device | None = None) -> Notice:
    parts = (
        owed.table,
        owed.seat,
        owed.version,
        owed.kind,
        channel,
        *(() if device is None else (device.id,)),
    )
    return Notice(
        id=new_id(),
        key=":".join(map(str, parts)),
        account=account.id,
        kind=owed.kind,
        channel=channel,
        due_at=now,
        table=owed.table,
        seat=owed.seat,
        version=owed.version,
        device=None if device is None else device.id,
    )


def _digest(account: Account, now: Ms, period: Ms) -> Notice:
    """The one digest of this hour or day."""
    offset = MORNING_MS % period
    at = ((now - offset) // period + 1) * period + offset
    return Notice(new_id(), f"{account.id}:digest:{at}", account.id, "digest", "mail", at)


async def deliver(node: Node, notice: Notice) -> None:
    """Send it, and write down what became of it. Each is handed over at most once."""

    async def go() -> bool:
        node.failpoints.reach("before_sending")
        if not await _is_wanted(node, notice):
            await node.notices.passed(notice.id)
            return False
        is_to_go = await node.notices.sending(notice.id, lease_ms=SENDING_MS)
        if is_to_go:
            node.failpoints.reach("after_sending")
        return is_to_go

    try:
        is_sent = await _send(node, notice, go)
        node.failpoints.reach("before_sent")
    except Withdrawn:
        became = "passed"
    except Unknown as why:
        became, text = "unknown", str(why)
        await _surely(lambda: node.notices.unknown(notice.id, text))
    except Undeliverable as why:
        became = "dead"
        await _bury(node, notice, str(why))
    except Unavailable as why:
        became = await _later(node, notice, str(why))
    else:
        became = "sent" if is_sent else "passed"
        await _surely(lambda: (node.notices.sent if is_sent else node.notices.passed)(notice.id))
    node.metrics.notice(notice.channel, became)
    if became in ("dead", "unknown"):
        _log.warning("notice", kind=notice.channel, because=became, account=str(notice.account))


async def _is_wanted(node: Node, notice: Notice) -> bool:
    """Whether its account still wants it. Home looks again as it marks it; another cell cannot."""
    if node.other_cell is None:
        return True
    account, wishes = notice.account, await wishes_of(node, notice.account)
    if await node.people.account(account) is None or notice.table in await node.alerts.muted(account):
        return False
    match notice.channel:
        case "mail":
            return wishes.by_mail
        case "hook":
            return wishes.hook is not None
        case "push":
            return notice.device in {device.id for device in await node.alerts.devices(account)}


async def _surely(write: Callable[[], Awaitable[None]]) -> None:
    """Write it down though the database be away: as long as the lease lasts, nobody else will send it."""
    for _ in range(SENDING_MS // REST_MS - 1):
        try:
            return await write()
        except Unavailable:
            await asyncio.sleep(REST_MS / 1000)
    return await write()


async def _later(node: Node, notice: Notice, why: str) -> str:
    """Try again, each time after a longer rest; at last not any more."""
    if notice.tries + 1 >= TRIES:
        await node.notices.dead(notice.id, why)
        return "dead"
    rest = min(FIRST_REST_MS * 4**notice.tries, LONGEST_REST_MS)
    await node.notices.again(notice.id, at=node.now.ms() + rest, because=why)
    return "again"


async def _bury(node: Node, notice: Notice, why: str) -> None:
    """It will never be taken; a browser that takes nothing is forgotten."""
    await node.notices.dead(notice.id, why)
    if notice.device is not None:
        await node.alerts.drop_device(notice.account, notice.device)


async def _send(node: Node, notice: Notice, go: Go) -> bool:
    """Hand it over by its channel; False if there is nothing to say or nowhere to say it."""
    account = await node.people.account(notice.account)
    if account is None:
        return False
    if notice.table is None:
        return await _send_digest(node, notice, account, go)
    table = await node.tables.get(notice.table)
    if table is None:
        return False
    turn = _turn(node, table, hours_of(notice.kind))
    match notice.channel:
        case "mail":
            return await _mail(node, notice, account, turn, go)
        case "hook":
            return await _hook(node, notice, account, turn, go)
        case "push":
            return await _push(node, notice, account, turn, go)


def _turn(node: Node, table: TableRow, hours: int | None = None) -> Turn:
    game = node.games.get(table.game)
    title = table.game if game is None else game.title
    return Turn(title, table.code, f"{_home(node)}/t/{table.id}", hours)


def _home(node: Node) -> str:
    return node.settings.public_url.rstrip("/")


async def _mail(node: Node, notice: Notice, account: Account, turn: Turn, go: Go) -> bool:
    if account.email is None:
        return False
    token = await _stop_token(node, account, notice.table)
    letter = turn_letter(
        to=account.email,
        turn=turn,
        stop=f"{_home(node)}/stop-mail#{token}",
        language=account.language,
        product=node.settings.name,
    )
    await node.mailer.send(_signed(node, letter, notice, token), go)
    return True


async def _send_digest(node: Node, notice: Notice, account: Account, go: Go) -> bool:
    tables = await _waiting(node, account.id)
    if account.email is None or not tables:
        return False
    token = await _stop_token(node, account, None)
    letter = digest_letter(
        to=account.email,
        tables=[_turn(node, table) for table in tables],
        stop=f"{_home(node)}/stop-mail#{token}",
        language=account.language,
        product=node.settings.name,
    )
    await node.mailer.send(_signed(node, letter, notice, token), go)
    return True


async def _waiting(node: Node, account: UUID) -> Sequence[TableRow]:
    """Tables where the account owes a move, and wants to hear of it."""
    muted = await node.alerts.muted(account)
    tables = await tables_of(node, account, limit=100)
    return [
        table
        for table in tables.rows
        if table.status == "active" and table.id not in muted and seat_of(table, account) in table.to_act
    ]


async def _stop_token(node: Node, account: Account, table: UUID | None) -> str:
    """Signed by a key that is kept from now on."""
    return stop_token(await node.alerts.wish(await wishes_of(node, account.id)), table)


def _signed(node: Node, letter: Mail, notice: Notice, token: str) -> Mail:
    return msgspec.structs.replace(
        letter, id=f"notice-{notice.id}", unsubscribe=f"{_home(node)}/api/stop-mail/{token}"
    )


async def _hook(node: Node, notice: Notice, account: Account, turn: Turn, go: Go) -> bool:
    wishes = await wishes_of(node, account.id)
    if wishes.hook is None:
        return False
    note = turn_note(turn, account.language)
    said = {
        "username": node.settings.name,
        "content": f"{note.title} ({note.text})\n{turn.link}",
        "allowed_mentions": {"parse": []},
    }
    await node.hooks.post(wishes.hook, msgspec.json.encode(said), id=notice.id, go=go)
    return True


async def _push(node: Node, notice: Notice, account: Account, turn: Turn, go: Go) -> bool:
    devices = await node.alerts.devices(account.id)
    device = next((device for device in devices if device.id == notice.device), None)
    if device is None or notice.table is None:
        return False
    said = {**turn_note(turn, account.language)._asdict(), "table": str(notice.table)}
    await node.pusher.push(device, msgspec.json.encode(said), topic=notice.table.hex, go=go)
    return True
