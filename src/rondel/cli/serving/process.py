"""A server in this process, its bots beside it: what `rondel serve` and its like have in common."""

import asyncio
import gc
import ipaddress
import os
import socket
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import urlsplit

import msgspec
import rich_click as click

from rondel.cli.arguments.parameters import WrongUse
from rondel.cli.databases.server_settings import (
    TOKEN_VARIABLE,
    end_of_stdin,
    server_extra,
    settings_with,
    shown,
    shown_setting,
)

if TYPE_CHECKING:
    from rondel.server.api.transport.siblings import WorkerPeers
    from rondel.server.cells.node_context import NodeContext
    from rondel.server.ports.messages import Mail
    from rondel.server.settings import Settings
    from rondel.server.startup.app import RunningNode, Server

WEEK_MS = 7 * 24 * 3_600_000
STOP_S = 5.0
BACKLOG = 2048
RESTART_S = (1.0, 2.0, 5.0, 15.0, 30.0)
IN_MEMORY = {"database_url": "", "redis_url": "", "smtp_url": "", "drain_ms": 0}
"""The settings of a server that needs nothing beside it."""

RONDEL = (sys.executable, "-c", "from rondel.cli.main import main; main()")


def run(serving: Coroutine[Any, Any, None]) -> None:
    """On uvloop, where there is one: it does more with the same core."""
    try:
        import uvloop
    except ImportError:  # not made for every system
        asyncio.run(serving)
    else:
        uvloop.run(serving)
    # The process ends now; without this Python first looks for cycles in all it has, a second in a restart.
    gc.freeze()


def check_http(settings: "Settings") -> None:
    """Raise WrongUse if other machines would be served over plain HTTP without --plain-http."""
    public = urlsplit(settings.public_url)
    if settings.plain_http or public.scheme == "https":
        return
    if not is_private(settings):
        where = settings.public_url if _is_here(settings.host) else f"--host {settings.host}"
        raise WrongUse(
            f"Refusing to serve {where} to other machines over plain HTTP. "
            "Use a TLS reverse proxy and --public-url https://..., or pass --plain-http."
        )


def is_private(settings: "Settings") -> bool:
    """Return whether only this machine can reach the server."""
    return _is_here(settings.host) and _is_here(urlsplit(settings.public_url).hostname or "")


def _is_here(host: str) -> bool:
    """Return whether a host name or address is this machine's loopback."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@contextmanager
def bound(settings: "Settings", worker: int = 0) -> Iterator[socket.socket]:
    """The socket to listen on, or a worker's own, so that nothing is begun where somebody else listens.

    It does not listen yet: whoever takes it calls `listen` once there is somebody who answers. Until then a
    proxy is refused, and turns to another node at once.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    port = settings.port and settings.port + worker
    with socket.socket(family, socket.SOCK_STREAM) as reserved:
        if os.name == "posix":
            reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            reserved.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        try:
            reserved.bind((settings.host, port))
        except (OSError, OverflowError) as error:
            raise click.ClickException(
                f"Cannot listen on {settings.host} port {port}: {getattr(error, 'strerror', None) or error}. "
                "Choose another --port or --host."
            ) from None
        yield reserved


def _listen(reserved: Sequence[socket.socket]) -> None:
    for each in reserved:
        try:
            each.listen(BACKLOG)
        except OSError as error:  # somebody reserved the same port, and was sooner
            host, port = each.getsockname()[:2]
            raise click.ClickException(
                f"Cannot listen on {host} port {port}: {error.strerror or error}."
            ) from None


def placed(settings: "Settings", listening: socket.socket, options: Mapping[str, Any]) -> "Settings":
    """The settings with the port there is, and the addresses that follow from it where none were said."""
    from rondel.server.settings import Settings

    port = listening.getsockname()[1]
    fresh = Settings()
    public_url, origins = settings.public_url, settings.origins
    if options.get("public_url") is None and public_url == fresh.public_url:
        public_url = f"http://{_bracketed(_reached_at(settings.host))}:{port}"
    if origins == fresh.origins:
        local = () if settings.public_url.startswith("https:") else ("127.0.0.1", "localhost")
        origins = tuple(dict.fromkeys([_origin(public_url), *(f"http://{host}:{port}" for host in local)]))
    return msgspec.structs.replace(settings, port=port, public_url=public_url, origins=origins)


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def _reached_at(host: str) -> str:
    """By which address others reach what listens at `host`."""
    if host not in ("0.0.0.0", "::"):  # noqa: S104 - a question
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # nothing is sent: it only asks which address would
        return str(probe.getsockname()[0])
    return socket.gethostname()


def reached_here(host: str) -> str:
    """Return the address by which this machine reaches a server that listens at `host`."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - a question


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def describe_server(settings: "Settings", bots: int) -> Iterator[str]:
    """Yield the address, and every setting that differs from its default, with secrets masked."""
    usual = type(settings)()
    yield f"Serving at {settings.public_url}, {_processes(bots)}. Press Ctrl-C to stop."
    if settings.smtp_url is None:
        yield "No mail is sent: RONDEL_SMTP_URL is not set, or --dev ignores it."
    if settings.plain_http:
        yield "Warning: plain HTTP. Anyone on the network can read the traffic. See docs/operate/install.md"
    for name in settings.__struct_fields__:
        value = getattr(settings, name)
        if name != "node" and value != getattr(usual, name):
            yield f"  RONDEL_{name.upper()}={shown_setting(name, value)}"


def _processes(bots: int) -> str:
    return "no bots" if bots == 0 else "1 bot process" if bots == 1 else f"{bots} bot processes"


Greeting: TypeAlias = Callable[["Settings", int], Iterable[str]]
"""Returns the start-up lines of a server, from its settings and the number of bot processes."""


def serve_in_memory(
    overrides: Mapping[str, Any],
    *,
    bots: int = 1,
    think: str | None = None,
    greet: Greeting = describe_server,
    begin: "Callable[[RunningNode], None] | None" = None,
    demo: tuple[str, Sequence[str]] | None = None,
) -> None:
    """Serve to this machine and keep everything in memory: no database, no Redis, no mails; lost at the end.

    `overrides` are settings such as `port` (or None), `think` is how long bots take over a move.
    """
    options = {**overrides, **IN_MEMORY}
    with server_extra():
        settings = settings_with(options)
        check_http(settings)
        with bound(settings) as listening:
            settings = placed(settings, listening, options)
            run(
                serve_until_stopped(
                    settings,
                    [listening],
                    bots,
                    shows_mails=is_private(settings) and demo is None,
                    demo=demo,
                    think=think,
                    greet=greet,
                    begin=begin,
                )
            )


async def serve_until_stopped(
    settings: "Settings",
    listening: Sequence[socket.socket],
    bots: int,
    *,
    shows_mails: bool = False,
    demo: tuple[str, Sequence[str]] | None = None,
    think: str | None = None,
    greet: Greeting = describe_server,
    begin: "Callable[[RunningNode], None] | None" = None,
    siblings: "WorkerPeers | None" = None,
) -> None:
    """Serve on the sockets until Ctrl-C or SIGTERM, with so many processes of bots; `begin` comes first.

    One of several processes also stops, with all others of its port, at the end of its standard input.
    """
    import asyncpg
    import structlog

    from rondel.server.ports.value import StoreUnavailableError
    from rondel.server.runtime.logs import start_logging
    from rondel.server.settings import SettingsError
    from rondel.server.startup.app import Development, Server, freeze_gc, running

    start_logging(settings.log_level)
    development = Development(show_mail if shows_mails else None, demo=demo)
    try:
        async with (
            running(settings, development=development) as node_running,
            bots_beside(settings, node_running.node, bots, think),
        ):
            server = Server(node_running, siblings)
            server.install_signal_handlers()
            _listen(listening)
            for line in greet(settings, bots):
                click.echo(line)
            if shows_mails:
                click.echo(
                    f"Emails, with sign-in links, are printed here and listed at {settings.public_url}/dev"
                )
            if begin is not None:
                begin(node_running)
            freeze_gc()
            log = structlog.get_logger()
            log.info("server.started", node=settings.node, host=settings.host, port=settings.port)
            async with _stopping_with_siblings(server, settings):
                await server.serve(sockets=list(listening))
            log.info("server.stopped", node=settings.node)
    except SettingsError as wrong:
        raise WrongUse(str(wrong)) from None
    except (StoreUnavailableError, asyncpg.PostgresError) as lost:
        raise click.ClickException(f"Database {shown(settings.database_url or '')}: {lost}") from None


@asynccontextmanager
async def _stopping_with_siblings(server: "Server", settings: "Settings") -> AsyncIterator[None]:
    async def stop() -> None:
        await end_of_stdin()
        server.stop_with_siblings()

    if settings.workers == 1:
        yield
        return
    watching = asyncio.create_task(stop())
    try:
        yield
    finally:
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)


def show_mail(mail: "Mail") -> None:
    """What a mail would have been, for whoever tries things."""
    from rondel.server.api.routes.dev import links

    click.echo("\n".join([f"Mail to {mail.to}: {mail.subject}", *(f"  {link}" for link in links(mail))]))


@asynccontextmanager
async def bots_beside(
    settings: "Settings", node: "NodeContext", bots: int, think: str | None
) -> AsyncIterator[None]:
    """Bots in processes of their own, each with the same token, which ends with this server."""
    from rondel.server.flows.accounts.bot_runner import new_token, revoke_token
    from rondel.server.ports.value import StoreUnavailableError

    if bots == 0:
        yield
        return
    token, session = await new_token(node, f"rondel serve, {settings.node}", lives_ms=WEEK_MS)
    url = f"http://{_bracketed(reached_here(settings.host))}:{settings.port}"
    tasks = [
        asyncio.create_task(_keep(url, token, f"{number}/{bots}", think)) for number in range(1, bots + 1)
    ]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(StoreUnavailableError):
            await revoke_token(node, session)


async def _keep(url: str, token: str, share: str, think: str | None) -> None:
    """One process for bots; another, after a while, when it ends."""
    pace = () if think is None else ("--think", think)
    command = (*RONDEL, "bots", "--server", url, "--share", share, "--while-stdin", *pace)
    environment = environment_of_bots(token)
    tries = 0
    while True:
        child = await asyncio.create_subprocess_exec(
            *command, stdin=asyncio.subprocess.PIPE, env=environment, start_new_session=True
        )
        try:
            await child.wait()
        finally:
            await _stopped(child)
        await asyncio.sleep(RESTART_S[min(tries, len(RESTART_S) - 1)])
        tries += 1


def environment_of_bots(token: str) -> dict[str, str]:
    """What a process for bots is told: its token, and none of the settings, the database's among them."""
    plain = {name: text for name, text in os.environ.items() if not name.startswith(("RONDEL_", "PG"))}
    return {**plain, TOKEN_VARIABLE: token}


async def _stopped(child: asyncio.subprocess.Process) -> None:
    if child.returncode is None:
        child.terminate()
        try:
            async with asyncio.timeout(STOP_S):
                await child.wait()
        except TimeoutError:
            child.kill()
            await child.wait()
