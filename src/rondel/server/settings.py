"""Settings: everything about a node that its host may choose, read from the environment once."""

import logging
import os
import re
import socket
from collections.abc import Iterable, Mapping, Sequence
from ipaddress import ip_network
from typing import Annotated, Any, Final, Literal, NamedTuple, Self, TypeAlias, get_args
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from rondel.kernel import Ms
from rondel.server.variables import Rate as Rate
from rondel.server.variables import read

PREFIX: Final = "RONDEL_"
SMTP_SCHEMES: Final = ("smtp", "smtps", "smtp+plain")
LONGEST_NAME: Final = 40
_KEY: Final = re.compile("[A-Za-z0-9_-]{43}")
_CELL: Final = re.compile("[a-z0-9][a-z0-9-]{0,31}")


Registration: TypeAlias = Literal["open", "invitation", "allow-list"]


class NotASetting(ValueError):  # noqa: N818 - reads as a sentence
    """A variable of ours says something that cannot be set."""


def _about(meaning: str, at_least: int | None = None, at_most: int | None = None) -> Meta:
    """What a setting does, in one or two sentences for the host; and its bounds."""
    return Meta(description=meaning, ge=at_least, le=at_most)


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """One field, one variable: `plain_http` is RONDEL_PLAIN_HTTP. Lists are separated by commas.

    docs/operate/settings.md is made from these fields: `just settings-page`.
    """

    node: Annotated[
        str, _about("The name of this node in logs. Nodes that share a database need different names.")
    ] = msgspec.field(default_factory=lambda: f"{socket.gethostname()}-{os.getpid()}")
    host: Annotated[str, _about("The address to listen on. 0.0.0.0 or :: listens on all of them.")] = (
        "127.0.0.1"
    )
    port: Annotated[int, _about("The port to listen on; 0 takes a free one.", 0, 65_535)] = 8000
    workers: Annotated[
        int,
        _about(
            "How many processes serve on that port. More than one needs Redis; each also has a port of its "
            "own, one of those that follow, where its metrics are read.",
            1,
            64,
        ),
    ] = 1
    public_url: Annotated[
        str, _about("The address people type to reach this server. Links in mails begin with it.")
    ] = "http://127.0.0.1:8000"
    origins: Annotated[
        tuple[str, ...],
        _about(
            "The pages that may act in a player's name, each written https://games.example.org."
            " Unless set, it is the one of RONDEL_PUBLIC_URL."
        ),
    ] = ("http://127.0.0.1:8000", "http://localhost:8000")
    plain_http: Annotated[
        bool,
        _about(
            "Serve other machines without TLS. Session cookies travel unencrypted: only for a home network."
        ),
    ] = False
    trusted_proxies: Annotated[
        tuple[str, ...],
        _about(
            "The proxies whose X-Forwarded-For header is believed: addresses and networks,"
            " or * for anybody who connects."
        ),
    ] = ("127.0.0.1",)

    name: Annotated[
        str, _about("What this server is called: in titles of pages, in mails, and as an installed app.")
    ] = "Rondel"
    logo: Annotated[
        str | None,
        _about(
            "A PNG file that is shown instead of the wheel: 64 to 2048 pixels a side, at most 256 KiB."
            " 512 by 512 suits best."
        ),
    ] = None
    imprint: Annotated[
        str | None,
        _about(
            "A Markdown (.md) or text file that is shown as the page /imprint, with a link at the foot"
            " of every page."
        ),
    ] = None
    privacy: Annotated[str | None, _about("The same for the page /privacy.")] = None
    games: Annotated[
        tuple[str, ...],
        _about(
            "The games that new tables can be opened for, by the names that `rondel games` lists; none for"
            " all of them. Tables of other games go on."
        ),
    ] = ()

    registration: Annotated[
        Registration,
        _about(
            "Who may come in: open (everybody), invitation (whoever has a link that an admin or a moderator"
            " made) or allow-list (addresses of RONDEL_ALLOW_LIST, who sign in by mail; no guests)."
            " Sessions that there are go on."
        ),
    ] = "open"
    allow_list: Annotated[
        tuple[str, ...],
        _about(
            "Who may sign in where RONDEL_REGISTRATION is allow-list: addresses (ada@example.org), whole"
            " domains (example.org), and files (/etc/rondel.allowed) with one of these a line."
        ),
    ] = ()

    database_url: Annotated[
        str | None,
        _about("The PostgreSQL database: postgresql://USER:PASSWORD@HOST/NAME, percent-encoded."),
    ] = None
    database_pool: Annotated[
        int, _about("How many connections a node opens to the database; four more are used now and then.", 1)
    ] = 8
    cells: Annotated[
        tuple[str, ...],
        _about("More databases for tables, NAME=URL each; accounts stay in RONDEL_DATABASE_URL."),
    ] = ()
    statement_cache: Annotated[
        bool,
        _about(
            "Set it to false behind a pooler that hands out connections by transaction, such as PgBouncer."
        ),
    ] = True
    archive: Annotated[
        str | None,
        _about(
            "Where `rondel archive` has put the moves of ended tables: file:///DIRECTORY or s3://BUCKET/PREFIX."
        ),
    ] = None
    redis_url: Annotated[
        str | None,
        _about("The Redis or Valkey that several nodes share: redis://HOST:PORT/0. One node needs none."),
    ] = None

    oidc_issuer: Annotated[
        str | None,
        _about(
            "The provider of OpenID Connect where people can sign in, written as it calls itself:"
            " https://id.example.org. Without it nobody is offered that."
        ),
    ] = None
    oidc_client_id: Annotated[str | None, _about("The name by which that provider knows this server.")] = None
    oidc_client_secret: Annotated[
        str | None, _about("The secret that it gave this server. Without it PKCE alone protects the code.")
    ] = None
    oidc_name: Annotated[str, _about("What people are shown: Sign in with NAME.")] = "OpenID"

    smtp_url: Annotated[
        str | None,
        _about(
            "The mail server: smtp://USER:PASSWORD@HOST:PORT with STARTTLS (usually port 587), smtps:// with"
            " TLS from the start (465), or smtp+plain:// without TLS. Without it no mail is sent, and nobody"
            " can sign in by mail."
        ),
    ] = None
    mail_from: Annotated[str, _about("The sender of mails: an address, or Name <address>.")] = (
        "rondel@localhost"
    )
    vapid_key: Annotated[
        str | None,
        _about("The key for browser notifications, as `rondel vapid` makes it. Without it there are none."),
    ] = None
    hook_networks: Annotated[
        tuple[str, ...],
        _about("Private networks that webhooks may reach, also without TLS, written 10.1.0.0/16."),
    ] = ()
    notices: Annotated[Rate, _about("How many mails about one table one person gets.")] = Rate(6, 86_400_000)
    notice_delay_ms: Annotated[
        Ms,
        _about(
            "How long a player may take for a turn before a message is sent, unless they chose otherwise.", 0
        ),
    ] = 60_000

    undo_wait_ms: Annotated[
        Ms,
        _about(
            "How long bots wait at least after a person's move, in games where a move can be taken back.", 0
        ),
    ] = 3_000
    game_limit_ms: Annotated[
        Ms,
        _about(
            "How much CPU time a game may take for one answer before its table is halted; 0 for no limit.", 0
        ),
    ] = 1_500
    snapshot_every: Annotated[
        int,
        _about("After how many moves a table's state is stored, so that a node need not read all moves.", 1),
    ] = 64
    live_tables: Annotated[int, _about("How many tables a node keeps in memory.", 1)] = 20_000
    jobs: Annotated[
        bool,
        _about(
            "Whether this node fires deadlines, reports absences and sends messages. One node at least must."
        ),
    ] = True

    log_level: Annotated[
        str, _about("Which lines are logged: debug, info, warning, error or critical and what is above it.")
    ] = "info"
    metrics_token: Annotated[
        str | None,
        _about("The bearer token for reading /metrics from other machines. Without it only this one may."),
    ] = None

    traces: Annotated[
        bool,
        _about(
            "Whether the steps of moves are sent to a collector of OpenTelemetry. Where it is, the standard"
            " variable OTEL_EXPORTER_OTLP_ENDPOINT says. Needs the extra rondel[otel]."
        ),
    ] = False

    limited: Annotated[
        bool, _about("Whether the limits below hold. Set it to false for load tests only.")
    ] = True
    acts: Annotated[Rate, _about("Moves of one account.")] = Rate(20, 10_000)
    calls: Annotated[Rate, _about("Requests of one account; as many sockets may be opened.")] = Rate(
        200, 10_000
    )
    guests: Annotated[Rate, _about("New guests from one address.")] = Rate(10, 60_000)
    codes: Annotated[
        Rate,
        _about("Table codes, links from mails and seat links that one address, or one account, may try."),
    ] = Rate(10, 60_000)
    chats: Annotated[Rate, _about("Chat messages of one account.")] = Rate(10, 10_000)
    notes: Annotated[Rate, _about("Notes that one account may write.")] = Rate(30, 60_000)
    orders: Annotated[Rate, _about("Standing orders that one account may give or end.")] = Rate(30, 60_000)
    replays: Annotated[
        Rate, _about("Transcripts that one account may have proved, each in a process of its own.")
    ] = Rate(60, 60_000)
    replay_bytes: Annotated[
        Rate, _about("Bytes of those transcripts, of one account and of one address.")
    ] = Rate(32 << 20, 60_000)
    failed_sign_ins: Annotated[
        Rate, _about("Wrong tokens, of people or of bots, that one address may try.")
    ] = Rate(30, 60_000)
    tokens: Annotated[Rate, _about("Tokens for scripts that one address may make.")] = Rate(40, 86_400_000)
    mails: Annotated[Rate, _about("Sign-in mails that one address may request.")] = Rate(5, 3_600_000)
    open_tables: Annotated[int, _about("How many tables one account may have open at a time.", 1)] = 20
    sockets: Annotated[int, _about("How many sockets one account may have at this node.", 1)] = 10
    refusals: Annotated[
        Rate,
        _about(
            "How often one address is answered that it asks too often; beyond that its requests wait unread."
        ),
    ] = Rate(50, 5_000)

    frames: Annotated[Rate, _about("Frames that one socket may send; further ones wait.")] = Rate(200, 10_000)
    connections: Annotated[int, _about("How many connections this node accepts, sockets among them.", 1)] = (
        10_000
    )
    connections_per_address: Annotated[
        int, _about("How many of them one address may have. Trusted proxies are exempt.", 1)
    ] = 512
    new_connections: Annotated[
        Rate, _about("Connections that one address may open. Trusted proxies are exempt.")
    ] = Rate(1_000, 10_000)
    header_bytes: Annotated[int, _about("How large the header of a request may be.", 1)] = 16_384
    header_ms: Annotated[Ms, _about("How long the header of a request may take to arrive.", 1)] = 10_000
    body_bytes: Annotated[int, _about("How large the body of a request may be.", 1)] = 5 << 20
    body_ms: Annotated[Ms, _about("How long each 64 KiB of a body may take to arrive.", 1)] = 30_000
    keep_alive_ms: Annotated[
        Ms, _about("How long an HTTP connection may be idle between two requests, in whole seconds.", 1)
    ] = 30_000
    unread_ms: Annotated[Ms, _about("How long a client may leave unread what it was sent.", 1)] = 30_000
    queue_frames: Annotated[
        int, _about("How many frames wait for a slow socket before they are dropped for one full view.", 1)
    ] = 64
    queue_bytes: Annotated[
        int, _about("How many bytes wait for a slow socket before they are dropped.", 1)
    ] = 1 << 20

    ping_ms: Annotated[Ms, _about("How often a socket is pinged.", 1)] = 10_000
    dead_ms: Annotated[Ms, _about("After how long a silence a socket counts as closed.", 1)] = 20_000
    recheck_ms: Annotated[
        Ms, _about("How often the session of an open socket is looked up again, at the latest.", 1)
    ] = 300_000
    revoked_ms: Annotated[
        Ms, _about("How often sessions of open sockets are looked up while there are few.", 1)
    ] = 700
    heads_ms: Annotated[
        Ms,
        _about(
            "How often a node asks the database whether it has missed moves that were made at other nodes.", 1
        ),
    ] = 1_000
    presence_ms: Annotated[Ms, _about("How often a node tells the others who is connected to it.", 1)] = (
        10_000
    )
    drain_ms: Annotated[
        Ms,
        _about(
            "Over how long a stopping node sends its players to other nodes; at once if there is none.", 0
        ),
    ] = 30_000

    failpoints: Annotated[
        str,
        _about(
            "For fault tests only: before_ack=0.01 lets the node die at that point once in a hundred times."
        ),
    ] = ""

    def __post_init__(self) -> None:
        if self.vapid_key is not None and not _KEY.fullmatch(self.vapid_key):
            raise NotASetting("RONDEL_VAPID_KEY is no key. Make one: rondel vapid")
        if self.log_level.upper() not in logging.getLevelNamesMapping():
            raise NotASetting(
                f"RONDEL_LOG_LEVEL cannot be {self.log_level!r}. It is info, or debug, warning, error."
            )
        if self.smtp_url is not None and urlsplit(self.smtp_url).scheme not in SMTP_SCHEMES:
            raise NotASetting("RONDEL_SMTP_URL begins with smtp://, smtps:// or smtp+plain://.")
        if not 1 <= len(self.name) <= LONGEST_NAME or not self.name.isprintable() or self.name.isspace():
            raise NotASetting(f"RONDEL_NAME is one line of 1 to {LONGEST_NAME} characters.")
        if self.archive is not None and not self.archive.startswith(("file:///", "s3://")):
            raise NotASetting(
                f"RONDEL_ARCHIVE is file:///DIRECTORY or s3://BUCKET/PREFIX, not {self.archive!r}."
            )
        _check_cells(self.cells, self.database_url)
        if (self.oidc_issuer is None) != (self.oidc_client_id is None):
            raise NotASetting("RONDEL_OIDC_ISSUER and RONDEL_OIDC_CLIENT_ID are set together, or neither.")
        if self.oidc_issuer is not None and not _is_issuer(self.oidc_issuer):
            raise NotASetting("RONDEL_OIDC_ISSUER is https://HOST, or http://localhost:PORT for a test.")
        _check_networks("RONDEL_HOOK_NETWORKS", self.hook_networks)
        _check_networks("RONDEL_TRUSTED_PROXIES", (each for each in self.trusted_proxies if each != "*"))

    def offers(self, game: str) -> bool:
        """Whether new tables of this game can be opened."""
        return not self.games or game in self.games

    @property
    def cell_urls(self) -> Mapping[str, str]:
        """The databases of other cells than home, by name."""
        return {name: url for name, _, url in (each.partition("=") for each in self.cells)}

    @property
    def cookie(self) -> str:
        """The name of the session's cookie."""
        return "rondel_session" if self.plain_http else "__Host-rondel_session"

    @property
    def challenge_cookie(self) -> str:
        """The name of the cookie that binds a challenge to a browser."""
        return "rondel_challenge" if self.plain_http else "__Host-rondel_challenge"

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Self:
        """Settings as the environment has them; an unknown RONDEL_ variable is an error, not a silence."""
        fields = {field.name: field.type for field in msgspec.structs.fields(cls)}
        values: dict[str, Any] = {}
        for variable, text in environment.items():
            if not variable.startswith(PREFIX):
                continue
            name = variable.removeprefix(PREFIX).lower()
            if name not in fields:
                raise NotASetting(f"{variable} is not a setting. See all of them: rondel settings")
            try:
                values[name] = read(text, fields[name])
            except ValueError:
                raise NotASetting(f"{variable} cannot be {text!r}.") from None
        return cls(**values)


class Described(NamedTuple):
    """A setting: its name, its default, and what it does."""

    name: str
    default: Any
    meaning: str

    @property
    def variable(self) -> str:
        """RONDEL_PORT for `port`."""
        return f"{PREFIX}{self.name.upper()}"


SECTIONS: Final = {
    "node": "Address",
    "name": "This server",
    "database_url": "Database and Redis",
    "oidc_issuer": "Signing in at another site",
    "smtp_url": "Mail and other messages",
    "undo_wait_ms": "Games",
    "log_level": "Logs, metrics and traces",
    "limited": "Limits",
    "frames": "Connections",
    "ping_ms": "Sockets and nodes",
    "failpoints": "Tests",
}
"""The first setting of each section, and the section's heading."""


def described() -> dict[str, list[Described]]:
    """All settings by section, in the order in which a host should read them."""
    sections: dict[str, list[Described]] = {}
    heading = ""
    for field in msgspec.structs.fields(Settings):
        heading = SECTIONS.get(field.name, heading)
        (about,) = (each for each in get_args(field.type) if isinstance(each, Meta))
        default = None if field.name == "node" else field.default
        sections.setdefault(heading, []).append(Described(field.name, default, about.description or ""))
    return sections


def _is_issuer(url: str) -> bool:
    parts = urlsplit(url)
    is_here = parts.scheme == "http" and parts.hostname in ("localhost", "127.0.0.1", "::1")
    is_bare = not parts.query and not parts.fragment and parts.username is None
    return is_bare and bool(parts.hostname) and (parts.scheme == "https" or is_here)


def _check_cells(cells: Sequence[str], home: str | None) -> None:
    names = [each.partition("=")[0] for each in cells]
    urls = [each.partition("=")[2] for each in cells]
    if not all(map(_CELL.fullmatch, names)) or "home" in names:
        raise NotASetting(
            "RONDEL_CELLS is NAME=URL,NAME=URL. A name has a to z, digits and -, and is not home."
        )
    if not all(map(_is_database, urls)):
        raise NotASetting(
            "RONDEL_CELLS: each cell is NAME=postgresql://USER:PASSWORD@HOST/DATABASE, percent-encoded."
        )
    if len(set(names)) < len(names) or len({*urls, home}) < len(urls) + 1:
        raise NotASetting("RONDEL_CELLS: each cell has a name and a database of its own.")
    if cells and home is None:
        raise NotASetting("RONDEL_CELLS needs RONDEL_DATABASE_URL: accounts are kept there.")


def _is_database(url: str) -> bool:
    """Whether it is an address of PostgreSQL, with no bare / in its password: that would end the host."""
    parts = urlsplit(url)
    try:
        parts.port  # noqa: B018 - it is read here
    except ValueError:
        return False
    return parts.scheme in ("postgres", "postgresql") and "@" not in parts.path


def _check_networks(variable: str, networks: Iterable[str]) -> None:
    for network in networks:
        try:
            ip_network(network)
        except ValueError:
            raise NotASetting(f"{variable} cannot have {network!r} in it.") from None
