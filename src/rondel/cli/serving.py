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

from rondel.cli.parameters import WrongUse
from rondel.cli.servers import TOKEN_VARIABLE, end_of_stdin, server_extra, settings_with, shown, shown_setting

if TYPE_CHECKING:
    from rondel.server.api.siblings import Siblings
    from rondel.server.app import Running, Server
    from rondel.server.node import Node
    from rondel.server.ports import Mail
    from rondel.server.settings import Settings

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
    """Plain http beyond this machine is asked for by name."""
    public = urlsplit(settings.public_url)
    if settings.plain_http or public.scheme == "https":
        return
    if not is_private(settings):
        where = settings.public_url if _is_here(settings.host) else f"--host {settings.host}"
        raise WrongUse(
            f"{where} would serve other machines over plain http, where anybody on the way can listen. "
            "Put TLS in front and say --public-url https://..., or say --plain-http."
        )


def is_private(settings: "Settings") -> bool:
    """Whether nobody reaches this server from another machine."""
    return _is_here(settings.host) and _is_here(urlsplit(settings.public_url).hostname or "")


def _is_here(host: str) -> bool:
    """Whether only this machine is meant."""
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
                "Say another by --port or --host."
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
    """By which address this machine itself reaches what listens at `host`."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - a question


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def told(settings: "Settings", bots: int) -> Iterator[str]:
    """The address, and every setting that is not the usual one, without what is secret."""
    usual = type(settings)()
    yield f"Rondel serves at {settings.public_url}, bots on {bots} processes. Ctrl-C stops it."
    if settings.smtp_url is None:
        yield "No mail is sent: RONDEL_SMTP_URL is not set, or --dev ignores it."
    if settings.plain_http:
        yield "This is plain http: whoever is on the way can listen. TLS in one step: docs/operate/install.md"
    for name in settings.__struct_fields__:
        value = getattr(settings, name)
        if name != "node" and value != getattr(usual, name):
            yield f"  RONDEL_{name.upper()}={shown_setting(name, value)}"


Greeting: TypeAlias = Callable[["Settings", int], Iterable[str]]
"""What a server says once it serves: from its settings, and how many processes bots have."""


def serve_in_memory(
    said: Mapping[str, Any],
    *,
    bots: int = 1,
    think: str | None = None,
    greet: Greeting = told,
    begin: "Callable[[Running], None] | None" = None,
) -> None:
    """Serve to this machine and keep everything in memory: no database, no Redis, no mails; lost at the end.

    `said` are settings such as `port` (None where nothing was said), `think` how long bots take over a move.
    """
    options = {**said, **IN_MEMORY}
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
                    shows_mails=is_private(settings) and begin is None,
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
    think: str | None = None,
    greet: Greeting = told,
    begin: "Callable[[Running], None] | None" = None,
    siblings: "Siblings | None" = None,
) -> None:
    """Serve on the sockets until Ctrl-C or SIGTERM, with so many processes of bots; `begin` comes first.

    One of several processes also stops, with all others of its port, at the end of its standard input.
    """
    import asyncpg
    import structlog

    from rondel.server.app import Server, collect_less, running
    from rondel.server.logs import start_logging
    from rondel.server.ports import Unavailable
    from rondel.server.settings import NotASetting

    start_logging(settings.log_level)
    try:
        async with (
            running(settings) as node_running,
            bots_beside(settings, node_running.node, bots, think),
        ):
            server = Server(node_running, siblings)
            server.heed_signals()
            _listen(listening)
            for line in greet(settings, bots):
                click.echo(line)
            if shows_mails:
                node_running.show_mails(show_mail)
                click.echo(
                    f"Mails, and the links to sign in, are shown here and at {settings.public_url}/dev"
                )
            if begin is not None:
                begin(node_running)
            collect_less()
            log = structlog.get_logger()
            log.info("serving", node=settings.node, host=settings.host, port=settings.port)
            async with _stopping_with_siblings(server, settings):
                await server.serve(sockets=list(listening))
            log.info("stopped", node=settings.node)
    except NotASetting as wrong:
        raise WrongUse(str(wrong)) from None
    except (Unavailable, asyncpg.PostgresError) as lost:
        raise click.ClickException(
            f"The database {shown(settings.database_url or '')} says: {lost}"
        ) from None


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
    from rondel.server.api.dev import links

    click.echo("\n".join([f"Mail to {mail.to}: {mail.subject}", *(f"  {link}" for link in links(mail))]))


@asynccontextmanager
async def bots_beside(
    settings: "Settings", node: "Node", bots: int, think: str | None
) -> AsyncIterator[None]:
    """Bots in processes of their own, each with the same token, which ends with this server."""
    from rondel.server.flows.keeper import new_token, revoke_token
    from rondel.server.ports import Unavailable

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
        with suppress(Unavailable):
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
