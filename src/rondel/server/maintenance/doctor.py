"""The doctor: checks everything a node needs, and says how to fix it."""

import asyncio
import html
import shutil
import ssl
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import asyncpg

from rondel.bots import registry as bots
from rondel.server.adapters.archive import Archive
from rondel.server.adapters.http_client.oidc import oidc_of
from rondel.server.adapters.mail.smtp import PORTS, SmtpMailer
from rondel.server.adapters.postgres.lineage import read_history
from rondel.server.adapters.postgres.pool import APP, SECRETS
from rondel.server.adapters.redis import FAULTS, connect
from rondel.server.api.pages.branding import check_games, read_branding
from rondel.server.flows.accounts.passkeys import are_offered
from rondel.server.flows.accounts.registration import read_allow_list
from rondel.server.maintenance.known_cells import HOME_NAME, CellRow, which_cell
from rondel.server.maintenance.migrations import missing_roles, newest
from rondel.server.ports.messages import DeliveryUnknownError, Mail, UndeliverableError
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.settings import Settings, SettingsError
from rondel.wire import faces
from rondel.wire.registry import findings, installed_games

WITHIN_S: Final = 5.0
OLDEST_POSTGRESQL: Final = 15
MOST_SKEW_MS: Final = 1_000
LEAST_FREE: Final = 0.1
WEEK_MS: Final = 7 * 24 * 3_600_000
LATE_MS: Final = 600_000
BEHIND_MS: Final = 60_000
MANY_DEAD: Final = 20
MENDED_PYTHON: Final = {(3, 11): 15, (3, 12): 13, (3, 13): 12, (3, 14): 3}
"""The first patch of each version that has the fixes we ask for."""

_DO_ABOUT_MAIL: Final = {
    "sign_in": "Check user and password in RONDEL_SMTP_URL; special characters are percent-encoded.",
    "unreachable": "Check host and port, and whether they want smtp:// (STARTTLS) or smtps:// (TLS).",
    "timeout": "Check host and port, and whether they want smtp:// (STARTTLS) or smtps:// (TLS).",
    "refused": "Check RONDEL_MAIL_FROM, and whether the server wants smtp:// (STARTTLS) or smtps:// (TLS).",
    None: "Try again in some minutes: the mail server refused it for now.",
}
"""What to do when a mail is not taken, by what SmtpMailer calls the cause."""

LOCAL: Final = frozenset(("localhost", "127.0.0.1", "::1"))


class Finding(NamedTuple):
    """A check's subject and result, and the fix if it is wrong. A warning is not urgent."""

    what: str
    message: str
    do: str | None = None
    is_warning: bool = False


async def examine(settings: Settings, mail_to: str | None = None) -> AsyncIterator[Finding]:
    """Run all checks one by one; send a test email to `mail_to`, if given."""
    yield python_finding(sys.version_info[:3])
    async for finding in examine_database(settings):
        yield finding
    yield await _archive(settings)
    for finding in _games():
        yield finding
    for finding in _branding(settings):
        yield finding
    yield _registration(settings)
    yield await _redis(settings)
    yield await _smtp(settings)
    if mail_to is not None:
        yield await _test_mail(settings, mail_to)
    yield _browsers(settings)
    yield _passkeys(settings)
    yield await _provider(settings)
    yield _disk(Path(tempfile.gettempdir()))
    for finding in _origins(settings):
        yield finding


def python_finding(version: tuple[int, int, int]) -> Finding:
    """Check that Python has the fixes for email header injection: CVE-2024-6923 and CVE-2026-1299."""
    message, patch = ".".join(map(str, version)), MENDED_PYTHON.get(version[:2])
    if patch is None or version[2] >= patch:
        return Finding("python", message)
    wanted = f"{version[0]}.{version[1]}.{patch}"
    message = f"{message}: affected by CVE-2024-6923 or CVE-2026-1299, which Rondel's own checks mitigate"
    return Finding("python", message, f"Upgrade to {wanted} or newer all the same.", is_warning=True)


async def examine_database(settings: Settings) -> AsyncIterator[Finding]:
    """Check the database alone, and the cells it knows."""
    if settings.database_url is None:
        yield Finding("database", "not configured", "Set RONDEL_DATABASE_URL, or use --database URL.")
        return
    try:
        connection = await asyncpg.connect(settings.database_url, timeout=WITHIN_S)
    except (OSError, TimeoutError, asyncpg.PostgresError, ValueError) as error:
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
        yield Finding(
            "database", f"connection failed: {why}", "Start PostgreSQL, and check the URL and its user."
        )
        return
    try:
        yield await _version(connection)
        yield await _clock(connection)
        yield await _durability(connection)
        yield await _connections(connection, settings)
        migrations = await _migrations(connection)
        yield migrations
        if migrations.do is None:
            yield await _roles(connection)
            yield await _privileges(connection)
            yield await _history(connection)
            yield await _notices(connection)
            yield await _halted(connection)
            yield await _waiting(connection)
            yield await _record(connection)
            async for finding in _cells(connection, settings):
                yield finding
    finally:
        await connection.close()


async def _version(connection: Any) -> Finding:
    version = await connection.fetchval("SHOW server_version")
    where = await connection.fetchval("SELECT current_user || ' at ' || current_database()")
    message = f"PostgreSQL {version.split()[0]}, as {where}"
    if connection.get_server_version().major < OLDEST_POSTGRESQL:
        return Finding("database", message, f"Upgrade PostgreSQL to {OLDEST_POSTGRESQL} or newer.")
    return Finding("database", message)


async def _clock(connection: Any) -> Finding:
    """Compare the database's clock with the middle of the request and the response."""
    started_at = time.time()
    there = float(await connection.fetchval("SELECT extract(epoch FROM clock_timestamp())"))
    skew_ms = round(1000 * (there - (started_at + time.time()) / 2))
    message = f"clock skew between this machine and the database: {abs(skew_ms)} ms"
    if abs(skew_ms) <= MOST_SKEW_MS:
        return Finding("clock", message)
    return Finding("clock", message, "Enable NTP on both machines. Games use the database's clock.")


async def _durability(connection: Any) -> Finding:
    settings = ("fsync", "full_page_writes", "synchronous_commit")
    off = [name for name in settings if await connection.fetchval(f"SHOW {name}") == "off"]
    if not off:
        return Finding("durability", "a commit is on disk when it is acknowledged")
    return Finding(
        "durability", f"{' and '.join(off)} off", "Enable it: otherwise acknowledged moves can be lost."
    )


async def _connections(connection: Any, settings: Settings) -> Finding:
    most = int(await connection.fetchval("SHOW max_connections"))
    needs = settings.database_pool + 2 + 2
    message = f"a node takes up to {needs} of {most}"
    if needs < most:
        return Finding("connections", message)
    return Finding("connections", message, "Lower RONDEL_DATABASE_POOL or raise max_connections.")


async def _migrations(connection: Any) -> Finding:
    if await connection.fetchval("SELECT to_regclass('alembic_version')") is None:
        return Finding("migrations", "the database is empty", "Run: rondel migrate")
    revision = await connection.fetchval("SELECT version_num FROM alembic_version")
    if revision != newest():
        return Finding("migrations", f"at {revision}, not at {newest()}", "Run: rondel migrate")
    epoch = await connection.fetchval("SELECT epoch FROM cell")
    return Finding("migrations", f"at {revision}, the newest; epoch {epoch}")


async def _roles(connection: Any) -> Finding:
    missing = await missing_roles(connection)
    if not missing:
        return Finding("roles", f"member of {APP} and {SECRETS}")
    user = await connection.fetchval("SELECT quote_ident(current_user)")
    grants = " ".join(f"GRANT {role} TO {user};" for role in missing)
    do = f"Run: rondel migrate. If that is refused, run as a superuser: {grants}"
    return Finding("roles", f"this user is not a member of {' or '.join(missing)}", do)


async def _privileges(connection: Any) -> Finding:
    """Check that the roles lack dangerous privileges."""
    forbidden = ((APP, "journal", "UPDATE"), (APP, "journal", "DELETE"), (APP, "table_secret", "SELECT"))
    asks = "SELECT has_table_privilege($1, $2::text, $3)"
    too_much = [
        f"{role} may {privilege} {table}"
        for role, table, privilege in (*forbidden, (SECRETS, "journal", "SELECT"))
        if await connection.fetchval(asks, role, table, privilege)
    ]
    if not too_much:
        return Finding(
            "privileges", "rows of the journal are never changed, secrets are read by their role alone"
        )
    return Finding("privileges", ", ".join(too_much), "Revoke this privilege.")


async def _history(connection: Any) -> Finding:
    """Check for a restore or promotion that may have lost moves."""
    if await connection.fetchval("SELECT pg_is_in_recovery()"):
        do = "Name the primary in RONDEL_DATABASE_URL, or promote this one."
        return Finding("history", "this database is a standby and takes no rows", do)
    try:
        history = await read_history(connection)
    except asyncpg.InsufficientPrivilegeError:
        message = "not compared: this user may not call pg_control_system()"
        return Finding("history", message)
    if history.noted is None:
        return Finding("history", "no node has started on this database yet")
    if history.change is None:
        return Finding("history", "same history as at the last start of a node, or the epoch was raised")
    message = f"restored or promoted since a node last started, at the same epoch: {history.change}"
    do = (
        "Run: rondel migrate --raise-epoch. Only if no acknowledged move is missing, restart a node instead"
        " (docs/operate/backup.md, After a restore)."
    )
    return Finding("history", message, do)


async def _notices(connection: Any) -> Finding:
    """Check for notifications that failed or are overdue."""
    counts = dict(
        await connection.fetch(
            "SELECT state, count(*) FROM notice"
            " WHERE state IN ('dead', 'unknown') AND changed_at > now_ms() - $1 GROUP BY state",
            WEEK_MS,
        )
    )
    late = await connection.fetchval(
        "SELECT count(*) FROM notice WHERE state = 'waiting' AND due_at < now_ms() - $1 AND tries = 0",
        LATE_MS,
    )
    dead, unknown = counts.get("dead", 0), counts.get("unknown", 0)
    message = f"this week {dead} could not be delivered, {unknown} may not have been"
    if late:
        return Finding(
            "notices", f"{late} have waited for over ten minutes", "Start a node with RONDEL_JOBS=true."
        )
    if dead + unknown == 0:
        return Finding("notices", "nothing failed this week")
    why = await connection.fetchval(
        "SELECT message FROM notice WHERE state IN ('dead', 'unknown') ORDER BY changed_at DESC LIMIT 1"
    )
    return Finding(
        "notices", f"{message}; the last: {why}", None if dead < MANY_DEAD else "Check mail and keys."
    )


async def _halted(connection: Any) -> Finding:
    """Check for tables halted by a server error."""
    count = await connection.fetchval("SELECT count(*) FROM game_session WHERE halted IS NOT NULL")
    if count == 0:
        return Finding("halted", "no table")
    tables = "1 table" if count == 1 else f"{count} tables"
    return Finding("halted", f"{tables} stopped by an error", "See which and why: rondel tables halted")


def _games() -> Iterator[Finding]:
    """List the installed games, and each unusable part of a package."""
    yield Finding("games", ", ".join(installed_games()))
    for found in findings():
        yield Finding("game", str(found), f"{found.next}; the others are served without it.")
    for found in bots.findings(installed_games()):
        yield Finding("bot", str(found), f"{found.next}; the others play without it.")
    for found in faces.findings(installed_games()):
        yield Finding("face", str(found), f"{found.next}; its game is shown without it.")


def _branding(settings: Settings) -> Iterator[Finding]:
    """Check the branding and the offered games. An unusable file prevents the start."""
    try:
        branding = read_branding(settings)
    except SettingsError as wrong:
        yield Finding("branding", str(wrong), "Fix the file or unset the setting: nodes will not start.")
    else:
        parts = ["a logo"] if branding.logo is not None else []
        shown = [*parts, *(f"/{page}" for page in branding.pages)]
        yield Finding("branding", f"{branding.name}" + (f", with {', '.join(shown)}" if shown else ""))
    try:
        check_games(settings, installed_games())
    except SettingsError as wrong:
        yield Finding("offered", str(wrong), "Correct RONDEL_GAMES: no node starts.")
    else:
        yield Finding("offered", ", ".join(settings.games) or "new tables of every game")


def _registration(settings: Settings) -> Finding:
    """Check who can register, and that they can sign in."""
    try:
        listed = read_allow_list(settings)
    except SettingsError as wrong:
        return Finding("registration", str(wrong), "Correct RONDEL_ALLOW_LIST: no node starts.")
    if settings.registration != "allow-list":
        return Finding("registration", settings.registration)
    message = f"allow-list, {len(listed)} addresses and domains"
    do = "Set RONDEL_SMTP_URL." if settings.smtp_url is None else None
    return Finding("registration", f"{message}, and nobody can sign in without mail" if do else message, do)


async def _waiting(connection: Any) -> Finding:
    """Check for running tables whose game is not installed."""
    rows = await connection.fetch(
        "SELECT game, count(*) AS many FROM game_session"
        " WHERE status = 'active' AND NOT game = ANY($1::text[]) GROUP BY game ORDER BY game",
        list(installed_games()),
    )
    if not rows:
        return Finding("waiting", "no table waits for its game")
    message = ", ".join(f"{row['many']} of {row['game']}" for row in rows)
    do = "Install or repair the package, and restart the server; the tables then resume."
    return Finding("waiting", f"tables whose game cannot be loaded: {message}", do)


async def _record(connection: Any) -> Finding:
    """Check for tables whose SQL projection has failed or is far behind."""
    failed = await connection.fetchrow(
        "SELECT count(*) OVER () AS many, table_id, version, failed FROM projection"
        " WHERE failed IS NOT NULL ORDER BY updated_at DESC LIMIT 1"
    )
    if failed is not None:
        message = (
            f"{failed['many']} tables cannot be recorded; {failed['table_id']} after {failed['version']}"
        )
        do = f"Run: rondel record rebuild --table {failed['table_id']}"
        return Finding("record", f"{message}: {failed['failed']}", do)
    late = await connection.fetchval(
        "SELECT count(*) FROM game_session AS s JOIN projection AS p ON p.table_id = s.id"
        " WHERE s.header IS NOT NULL AND NOT s.is_record_final AND s.version > p.version"
        " AND (SELECT at FROM journal WHERE table_id = s.id AND version = p.version + 1) < now_ms() - $1",
        BEHIND_MS,
    )
    if late:
        return Finding(
            "record", f"{late} tables are behind by over a minute", "Start a node with RONDEL_JOBS=true."
        )
    return Finding("record", "up to date")


async def _cells(home: Any, settings: Settings) -> AsyncIterator[Finding]:
    """Check the cells of a home database; nothing with a single database."""
    name, number = await which_cell(home)
    if number != 0 and settings.cells:
        do = "Let RONDEL_DATABASE_URL name the database that has the accounts."
        yield Finding("cells", f"this database is the cell {name!r}, and not home", do)
    rows = await home.fetch("SELECT number, name, takes_tables FROM known_cell ORDER BY number")
    known = {row["name"]: CellRow(*row) for row in rows}
    if number != 0 or (len(known) == 1 and not settings.cells):
        return
    for name, url in settings.cell_urls.items():
        yield await _cell(home, known.get(name), name, url)
    for name in sorted(known.keys() - settings.cell_urls.keys() - {HOME_NAME}):
        do = "Name it in RONDEL_CELLS, for every node."
        message = "home knows it and RONDEL_CELLS does not: its tables cannot be reached"
        yield Finding(f"cell {name}", message, do, is_warning=True)
    taking = [cell.name for cell in known.values() if cell.takes_tables]
    yield Finding("cells", f"new tables go to {', '.join(taking) or 'none'}")


async def _cell(home: Any, known: CellRow | None, name: str, url: str) -> Finding:
    what = f"cell {name}"
    if known is None:
        return Finding(what, "home does not know it", "Run: rondel migrate")
    try:
        cell = await asyncpg.connect(url, timeout=WITHIN_S)
    except (OSError, TimeoutError, asyncpg.PostgresError, ValueError) as error:
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
        do = "Start its PostgreSQL, and check RONDEL_CELLS. Its tables answer 503 until then."
        return Finding(what, f"connection failed: {why}", do)
    try:
        migrations = await _migrations(cell)
        if migrations.do is not None:
            return migrations._replace(what=what)
        there = await which_cell(cell)
        if there != (known.name, known.number):
            message = (
                f"its database is the cell {there[0]!r}, number {there[1]}, and not number {known.number}"
            )
            return Finding(
                what, message, "Give each cell its own address in RONDEL_CELLS, and run: rondel migrate"
            )
        return _beside(what, known, await _apart_ms(home, cell))
    finally:
        await cell.close()


def _beside(what: str, known: CellRow, apart_ms: int) -> Finding:
    """Check the clock of a usable cell."""
    takes = "takes new tables" if known.takes_tables else "takes no new tables"
    message = f"number {known.number}, {takes}, its clock {apart_ms} ms from home's"
    if apart_ms <= MOST_SKEW_MS:
        return Finding(what, message)
    return Finding(what, message, "Enable NTP on the machines of both databases.", is_warning=True)


async def _apart_ms(home: Any, cell: Any) -> int:
    """Return the clock skew of a cell: home is read before and after it, and the middle counts."""
    before, there, after = [int(await each.fetchval("SELECT now_ms()")) for each in (home, cell, home)]
    return abs(there - (before + after) // 2)


async def _redis(settings: Settings) -> Finding:
    if settings.redis_url is None:
        return Finding("redis", "not configured: only one node may run")
    redis = connect(settings.redis_url, timeout_s=WITHIN_S)
    try:
        version = (await redis.info("server"))["redis_version"]
    except (*FAULTS, ValueError) as error:
        why = str(error) or type(error).__name__
        return Finding(
            "redis", f"connection failed: {why}", "Start Redis or Valkey, and check RONDEL_REDIS_URL."
        )
    finally:
        await redis.aclose()
    return Finding("redis", f"version {version}")


async def _archive(settings: Settings) -> Finding:
    """Check that the archive is reachable."""
    if settings.archive is None:
        return Finding("archive", "not configured")
    try:
        async with asyncio.timeout(WITHIN_S):
            await Archive(settings.archive).check()
    except (StoreUnavailableError, TimeoutError) as lost:
        why = str(lost) or "the archive does not answer"
        return Finding("archive", why, "Mount or make it, or correct RONDEL_ARCHIVE; its tables answer 503.")
    return Finding("archive", f"{settings.archive} answers")


async def _smtp(settings: Settings) -> Finding:
    """Check that an SMTP server answers."""
    if settings.smtp_url is None:
        return Finding("mail", "not used: nobody can sign in by e-mail")
    url = urlsplit(settings.smtp_url)
    tls = ssl.create_default_context() if url.scheme == "smtps" else None
    try:
        async with asyncio.timeout(WITHIN_S):
            port = url.port or PORTS[url.scheme]
            reader, writer = await asyncio.open_connection(url.hostname, port, ssl=tls)
            try:
                greeting = await reader.readline()
            finally:
                writer.transport.abort()  # skips the TLS shutdown
    except (OSError, TimeoutError, ValueError) as error:
        why = str(error) or type(error).__name__
        return Finding(
            "mail", f"connection failed: {why}", "Check RONDEL_SMTP_URL: smtp://user:password@host:port"
        )
    if not greeting.startswith(b"220"):
        return Finding(
            "mail", "this host and port is not an SMTP server", "Check host and port of RONDEL_SMTP_URL."
        )
    return Finding("mail", f"{url.hostname} answers")


async def _test_mail(settings: Settings, to: str) -> Finding:
    """Send a test email to this address."""
    if settings.smtp_url is None:
        do = "Set RONDEL_SMTP_URL and RONDEL_MAIL_FROM."
        return Finding("test-mail", "not sent: there is no mail server", do)
    text = f"Test email from the Rondel server at {settings.public_url}. Email delivery works.\n"
    mail = Mail(to, "Test mail from Rondel", text, f"<p>{html.escape(text)}</p>")
    mailer = SmtpMailer.at(settings.smtp_url, sender=settings.mail_from)
    try:
        await mailer.send(mail)
    except UndeliverableError as no:
        do = "Check the address and RONDEL_MAIL_FROM: the mail server may take mail of its own domain only."
        return Finding("test-mail", f"refused: {no}", do)
    except DeliveryUnknownError as no:
        return Finding("test-mail", f"sent, no confirmation: {no}", "Check whether it has arrived.")
    except StoreUnavailableError as no:
        return Finding("test-mail", f"not sent: {no}", _DO_ABOUT_MAIL[no.cause])
    return Finding("test-mail", f"the mail server accepted it for {to}; check whether it has arrived")


async def _provider(settings: Settings) -> Finding:
    """Check the identity provider's discovery document."""
    provider = oidc_of(settings)
    if provider is None:
        return Finding("provider", "not configured: no sign-in at an identity provider")
    try:
        await provider.discover()
    except StoreUnavailableError as no:
        do = "Check RONDEL_OIDC_ISSUER; mail and passkeys work meanwhile."
        return Finding("provider", f"{provider.issuer} cannot be used: {no}", do)
    return Finding(
        "provider", f"{provider.issuer} answers; people come back to {settings.public_url}/sign-in"
    )


def _passkeys(settings: Settings) -> Finding:
    if are_offered(settings):
        return Finding(
            "passkeys", f"people can sign in by passkeys of {urlsplit(settings.public_url).hostname}"
        )
    return Finding("passkeys", "not offered: browsers want https and a domain in RONDEL_PUBLIC_URL")


def _browsers(settings: Settings) -> Finding:
    if settings.vapid_key is None:
        return Finding("browsers", "not configured: no browser notifications; `rondel vapid` creates a key")
    public = urlsplit(settings.public_url)
    if public.scheme != "https" and public.hostname not in LOCAL:
        do = "Use a TLS reverse proxy: browsers accept notifications only from https pages."
        return Finding("browsers", "VAPID key set, but no TLS", do)
    return Finding("browsers", "browser notifications enabled")


def _disk(path: Path) -> Finding:
    usage = shutil.disk_usage(path)
    message = f"{usage.free / 2**30:.1f} GiB free on this machine"
    if usage.free >= LEAST_FREE * usage.total:
        return Finding("disk", message)
    return Finding(
        "disk", f"{message}, less than 10 %", "Make room; if the database is elsewhere, look there too."
    )


def _origins(settings: Settings) -> Iterator[Finding]:
    public = urlsplit(settings.public_url)
    if public.scheme == "http" and public.hostname not in LOCAL and not settings.plain_http:
        do = "Use a TLS reverse proxy and an https URL, or set RONDEL_PLAIN_HTTP=true."
        yield Finding("address", f"{settings.public_url} is plain http", do)
    else:
        yield Finding("address", f"people come to {settings.public_url}")
    origin = f"{public.scheme}://{public.netloc}"
    # `rondel serve` takes the public address where no origins are set
    origins = (origin,) if settings.origins == Settings().origins else settings.origins
    odd = [each for each in origins if not is_origin(each)]
    if odd:
        yield Finding(
            "origins",
            f"{odd[0]} is not an origin",
            "One looks like https://games.example.org, without a path.",
        )
    elif origin not in origins:
        yield Finding("origins", f"missing {origin}", f"Add it: RONDEL_ORIGINS={origin}")
    else:
        yield Finding("origins", ", ".join(origins))


def is_origin(text: str) -> bool:
    """Return whether this is an origin as browsers write it: scheme, host, and a port if needed."""
    url = urlsplit(text)
    return url.scheme in ("http", "https") and bool(url.hostname) and text == f"{url.scheme}://{url.netloc}"
