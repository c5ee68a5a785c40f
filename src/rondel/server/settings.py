"""Settings: what an operator can configure, read from the environment once at startup."""

import logging
import os
import re
import socket
from collections.abc import Iterable, Iterator, Mapping, Sequence
from ipaddress import ip_network
from typing import Annotated, Any, Final, Literal, NamedTuple, Self, TypeAlias, get_args, get_origin
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from rondel.kernel import Ms


class Rate(msgspec.Struct, frozen=True):
    """A token bucket: `burst` at once, refilled over `per_ms`. Written 20/10s."""

    burst: int
    per_ms: Ms

    @classmethod
    def of(cls, text: str) -> Self:
        """Parse a rate such as 20/10s."""
        burst, _, seconds = text.partition("/")
        return cls(int(burst), int(seconds.removesuffix("s")) * 1000)

    def __str__(self) -> str:
        return f"{self.burst}/{self.per_ms // 1000}s"


def read(text: str, kind: Any) -> Any:
    """Parse `text` as a value of type `kind`. Raises ValueError if it is not one."""
    bare = get_args(kind)[0] if get_origin(kind) is Annotated else kind
    if get_origin(bare) is tuple:
        return tuple(part.strip() for part in text.split(",") if part.strip())
    if bare is Rate:
        return Rate.of(text)
    if type(None) in get_args(bare) and not text:
        return None
    return msgspec.convert(text, kind, strict=False)


def written(value: Any) -> str:
    """Format a value so that `read` returns it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(value) if isinstance(value, tuple) else str(value)


PREFIX: Final = "RONDEL_"
SMTP_SCHEMES: Final = ("smtp", "smtps", "smtp+plain")
LONGEST_NAME: Final = 40
_KEY: Final = re.compile("[A-Za-z0-9_-]{43}")
_CELL: Final = re.compile("[a-z0-9][a-z0-9-]{0,31}")


Registration: TypeAlias = Literal["open", "invitation", "allow-list"]


class SettingsError(ValueError):
    """An environment variable has an unknown name or an invalid value."""


def _about(meaning: str, at_least: int | None = None, at_most: int | None = None) -> Meta:
    """The description of a setting for operators, and its bounds."""
    return Meta(description=meaning, ge=at_least, le=at_most)


class Constants(msgspec.Struct, frozen=True, kw_only=True):
    """Rates, sizes and intervals that no operator needs to change. Tests pass their own."""

    move_rate: Rate = Rate(20, 10_000)
    """Moves per account."""
    chat_rate: Rate = Rate(10, 10_000)
    """Chat messages per account."""
    note_rate: Rate = Rate(30, 60_000)
    """Saved notes per account."""
    order_rate: Rate = Rate(30, 60_000)
    """Standing orders per account, given or cancelled."""
    code_rate: Rate = Rate(10, 60_000)
    """Table codes, email links and seat links tried, per address and per account."""
    failed_sign_in_rate: Rate = Rate(30, 60_000)
    """Invalid tokens per address, of people and of bots."""
    token_rate: Rate = Rate(40, 86_400_000)
    """New API tokens per address."""
    replay_rate: Rate = Rate(60, 60_000)
    """Transcripts verified per account."""
    replay_byte_rate: Rate = Rate(32 << 20, 60_000)
    """Bytes of those transcripts, per account and per address."""
    notice_rate: Rate = Rate(6, 86_400_000)
    """Emails about one table per person."""
    immediate_notice_rate: Rate = Rate(60, 86_400_000)
    """Emails about one table per person, where the table notifies at once."""
    notice_delay_ms: Ms = 60_000
    """Delay before a turn notification, unless the player chose another."""

    undo_wait_ms: Ms = 3_000
    """Minimum bot delay after a human move, in games with undo."""
    snapshot_every: int = 64
    """Moves between snapshots."""

    sockets_per_account: int = 10
    """Open WebSockets per account and node."""
    frame_rate: Rate = Rate(200, 10_000)
    """Frames per WebSocket; further ones wait."""
    refusal_rate: Rate = Rate(50, 5_000)
    """429 responses per address before its requests are left unread."""
    connection_rate: Rate = Rate(1_000, 10_000)
    """New connections per address. Trusted proxies are exempt."""
    header_bytes: int = 16_384
    """Maximum size of a request header."""
    header_ms: Ms = 10_000
    """Time a request header may take to arrive."""
    body_bytes: int = 5 << 20
    """Maximum size of a request body."""
    body_ms: Ms = 30_000
    """Time each 64 KiB of a request body may take to arrive."""
    unread_ms: Ms = 30_000
    """Time a client may take to read its responses."""
    queue_frames: int = 64
    """Frames queued for a slow socket before they are replaced by one full view."""
    queue_bytes: int = 1 << 20
    """Bytes queued for a slow socket before they are replaced by one full view."""
    ping_ms: Ms = 10_000
    """Interval of WebSocket pings."""
    dead_ms: Ms = 20_000
    """Idle time after which a socket is closed."""

    recheck_ms: Ms = 300_000
    """Maximum age of a session check on an open socket."""
    revoked_ms: Ms = 700
    """Interval of session checks on open sockets while there are few."""
    heads_ms: Ms = 1_000
    """Polling interval for moves made on other nodes."""
    presence_ms: Ms = 10_000
    """Interval at which a node publishes who is connected to it."""


RENAMED: Final = {
    "calls": "request_rate",
    "guests": "guest_rate",
    "mails": "mail_rate",
    "limited": "rate_limits",
    "live_tables": "cached_tables",
    "hook_networks": "webhook_networks",
    "game_limit_ms": "game_cpu_ms",
    "keeper_token": "bot_runner_token",
}
"""Earlier names of settings, with the present ones."""

FIXED: Final = frozenset(
    (
        *("acts", "chats", "notes", "orders", "frames", "codes", "failed_sign_ins", "tokens", "replays"),
        *("replay_bytes", "refusals", "new_connections", "notices", "notice_delay_ms", "undo_wait_ms"),
        *("snapshot_every", "sockets", "header_bytes", "header_ms", "body_bytes", "body_ms", "unread_ms"),
        *("queue_frames", "queue_bytes", "ping_ms", "dead_ms", "recheck_ms", "revoked_ms", "heads_ms"),
        *("presence_ms", "failpoints"),
    )
)
"""Earlier settings that are constants now."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """One field, one variable: `plain_http` is RONDEL_PLAIN_HTTP. Lists are separated by commas.

    docs/operate/settings.md is generated from these fields by `just settings-page`.
    """

    node: Annotated[
        str, _about("Name of this node in logs. Must be unique among nodes that share a database.")
    ] = msgspec.field(default_factory=lambda: f"{socket.gethostname()}-{os.getpid()}")
    host: Annotated[str, _about("Listen address (0.0.0.0 or :: for all).")] = "127.0.0.1"
    port: Annotated[int, _about("Listen port; 0 picks a free port.", 0, 65_535)] = 8000
    workers: Annotated[
        int,
        _about(
            "Worker processes. More than one needs Redis. Worker N also listens on PORT+N for its"
            " metrics. Raise it when one core is busy.",
            1,
            64,
        ),
    ] = 1
    public_url: Annotated[
        str, _about("Public URL of the server, as players type it. Links in emails start with it.")
    ] = "http://127.0.0.1:8000"
    origins: Annotated[
        tuple[str, ...],
        _about(
            "Allowed origins for cookies and WebSockets, e.g. https://games.example.org. Default: the"
            " origin of RONDEL_PUBLIC_URL."
        ),
    ] = ("http://127.0.0.1:8000", "http://localhost:8000")
    plain_http: Annotated[
        bool,
        _about(
            "Allow plain HTTP from other machines. Session cookies travel unencrypted: home networks only."
        ),
    ] = False
    trusted_proxies: Annotated[
        tuple[str, ...],
        _about(
            "Proxies trusted for X-Forwarded-For (addresses, networks or *). Set it to the address of"
            " your reverse proxy."
        ),
    ] = ("127.0.0.1",)

    name: Annotated[str, _about("Name of the server in page titles, emails and the installed app.")] = (
        "Rondel"
    )
    logo: Annotated[
        str | None,
        _about(
            "PNG file shown as the logo: 64 to 2048 pixels a side, at most 256 KiB; 512 by 512 works best."
        ),
    ] = None
    imprint: Annotated[
        str | None,
        _about("Markdown (.md) or text file shown as the page /imprint, linked at the foot of every page."),
    ] = None
    privacy: Annotated[
        str | None,
        _about("Markdown (.md) or text file shown as the page /privacy, linked at the foot of every page."),
    ] = None
    games: Annotated[
        tuple[str, ...],
        _about(
            "Games offered for new tables, by the names `rondel games` lists. Unset: all. Existing"
            " tables of other games go on."
        ),
    ] = ()

    registration: Annotated[
        Registration,
        _about(
            "Who can register: open, invitation (needs a link made by an admin or a moderator) or"
            " allow-list (the addresses of RONDEL_ALLOW_LIST, by email; no guests). Existing sessions"
            " are not affected."
        ),
    ] = "open"
    allow_list: Annotated[
        tuple[str, ...],
        _about(
            "Who can sign in when RONDEL_REGISTRATION is allow-list: addresses (ada@example.org),"
            " domains (example.org), and files (/etc/rondel.allowed) with one of these per line."
        ),
    ] = ()

    database_url: Annotated[
        str | None, _about("PostgreSQL database: postgresql://USER:PASSWORD@HOST/NAME, percent-encoded.")
    ] = None
    database_pool: Annotated[
        int,
        _about(
            "Database connections per node (up to 4 more for short tasks). Lower it when many nodes"
            " share few connections.",
            1,
        ),
    ] = 8
    cells: Annotated[
        tuple[str, ...],
        _about("More databases for tables, NAME=URL each; accounts stay in RONDEL_DATABASE_URL."),
    ] = ()
    statement_cache: Annotated[
        bool, _about("Set to false behind a transaction pooler such as PgBouncer.")
    ] = True
    archive: Annotated[
        str | None,
        _about(
            "Where `rondel archive` puts the moves of finished tables: file:///DIRECTORY or"
            " s3://BUCKET/PREFIX. Set it on every node before the first `rondel archive --move`."
        ),
    ] = None
    redis_url: Annotated[
        str | None,
        _about(
            "Redis or Valkey shared by several nodes or workers: redis://HOST:PORT/0. A single node"
            " needs none."
        ),
    ] = None

    oidc_issuer: Annotated[
        str | None,
        _about("OpenID Connect issuer URL, exactly as in its discovery document. Unset: no OIDC sign-in."),
    ] = None
    oidc_client_id: Annotated[str | None, _about("Client id at the OpenID Connect provider.")] = None
    oidc_client_secret: Annotated[
        str | None, _about("Client secret. Unset: the code is protected by PKCE alone.")
    ] = None
    oidc_name: Annotated[str, _about("Name of the provider on the sign-in button: Sign in with NAME.")] = (
        "OpenID"
    )

    smtp_url: Annotated[
        str | None,
        _about(
            "Mail server: smtp://USER:PASSWORD@HOST:PORT with STARTTLS (usually port 587), smtps://"
            " with TLS from the start (465), or smtp+plain:// without TLS. Unset: no email, and no"
            " email sign-in."
        ),
    ] = None
    mail_from: Annotated[str, _about("Sender of emails: an address, or Name <address>.")] = "rondel@localhost"
    vapid_key: Annotated[
        str | None,
        _about("Key for browser notifications, made by `rondel vapid`. Unset: no browser notifications."),
    ] = None
    webhook_networks: Annotated[
        tuple[str, ...],
        _about("Private networks that webhooks may reach, also without TLS, e.g. 10.1.0.0/16."),
    ] = ()

    game_cpu_ms: Annotated[
        Ms,
        _about(
            "CPU limit per call into a game (0: none). A call that exceeds it halts its table. Raise"
            " it for a game that computes long.",
            0,
        ),
    ] = 1_500
    cached_tables: Annotated[
        int, _about("Tables a node keeps in memory. Lower it on a machine with little memory.", 1)
    ] = 20_000
    jobs: Annotated[
        bool,
        _about(
            "Whether this node fires deadlines, reports absences and sends notifications. At least"
            " one node must."
        ),
    ] = True

    log_level: Annotated[
        str, _about("Lowest level that is logged: debug, info, warning, error or critical.")
    ] = "info"
    metrics_token: Annotated[
        str | None,
        _about("Bearer token for reading /metrics from other machines. Unset: only from this machine."),
    ] = None
    traces: Annotated[
        bool,
        _about(
            "Send traces of moves to an OpenTelemetry collector, whose address is in"
            " OTEL_EXPORTER_OTLP_ENDPOINT. Needs the extra rondel[otel]."
        ),
    ] = False

    rate_limits: Annotated[
        bool,
        _about(
            "Whether rate limits and the limit of sockets per account apply. Set to false for load"
            " tests only."
        ),
    ] = True
    request_rate: Annotated[
        Rate, _about("Requests per account, and new sockets per account. Raise it for scripts that poll.")
    ] = Rate(200, 10_000)
    guest_rate: Annotated[
        Rate, _about("New guests per address. Raise it when a school or a club shares one address.")
    ] = Rate(10, 60_000)
    mail_rate: Annotated[
        Rate, _about("Sign-in emails per address. Raise it when a school or a club shares one address.")
    ] = Rate(5, 3_600_000)
    open_tables: Annotated[int, _about("Open tables per account.", 1)] = 20
    connections: Annotated[
        int,
        _about(
            "Connections per node, including sockets; more get 503. Raise it together with the limit of"
            " open files.",
            1,
        ),
    ] = 10_000
    connections_per_address: Annotated[
        int,
        _about(
            "Connections per address; more get 429. Trusted proxies are exempt. Raise it when many players"
            " share one address.",
            1,
        ),
    ] = 512
    keep_alive_ms: Annotated[
        Ms,
        _about(
            "Time an HTTP connection may be idle between two requests, in whole seconds. Keep it"
            " above the idle timeout of your reverse proxy.",
            1,
        ),
    ] = 30_000
    drain_ms: Annotated[
        Ms,
        _about(
            "Time over which a stopping node disconnects its players, if another node runs."
            " Keep it below the stop timeout of your service manager.",
            0,
        ),
    ] = 30_000

    constants: Constants = Constants()
    """Not a setting: tests pass their own."""

    def __post_init__(self) -> None:
        if self.vapid_key is not None and not _KEY.fullmatch(self.vapid_key):
            raise SettingsError("RONDEL_VAPID_KEY: invalid key (create one with `rondel vapid`).")
        if self.log_level.upper() not in logging.getLevelNamesMapping():
            raise SettingsError(
                f"RONDEL_LOG_LEVEL must be debug, info, warning, error or critical, not {self.log_level!r}."
            )
        if self.smtp_url is not None and urlsplit(self.smtp_url).scheme not in SMTP_SCHEMES:
            raise SettingsError("RONDEL_SMTP_URL must start with smtp://, smtps:// or smtp+plain://.")
        if not 1 <= len(self.name) <= LONGEST_NAME or not self.name.isprintable() or self.name.isspace():
            raise SettingsError(f"RONDEL_NAME must be one line of 1 to {LONGEST_NAME} characters.")
        if self.archive is not None and not self.archive.startswith(("file:///", "s3://")):
            raise SettingsError(
                f"RONDEL_ARCHIVE must be file:///DIRECTORY or s3://BUCKET/PREFIX, not {self.archive!r}."
            )
        _check_cells(self.cells, self.database_url)
        if (self.oidc_issuer is None) != (self.oidc_client_id is None):
            raise SettingsError("Set both RONDEL_OIDC_ISSUER and RONDEL_OIDC_CLIENT_ID, or neither.")
        if self.oidc_issuer is not None and not _is_issuer(self.oidc_issuer):
            raise SettingsError(
                "RONDEL_OIDC_ISSUER must be https://HOST, or http://localhost:PORT for a test."
            )
        _check_networks("RONDEL_WEBHOOK_NETWORKS", self.webhook_networks)
        _check_networks("RONDEL_TRUSTED_PROXIES", (each for each in self.trusted_proxies if each != "*"))

    def offers(self, game: str) -> bool:
        """Whether new tables of this game can be opened."""
        return not self.games or game in self.games

    @property
    def cell_urls(self) -> Mapping[str, str]:
        """The databases of the cells other than home, by name."""
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
        """Read the settings. Raises SettingsError for an unknown RONDEL_ variable or an invalid value."""
        fields = {field.name: field.type for field in _variables()}
        values: dict[str, Any] = {}
        for variable, text in environment.items():
            if not variable.startswith(PREFIX):
                continue
            name = variable.removeprefix(PREFIX).lower()
            if name not in fields:
                raise SettingsError(_why_unknown(variable, name))
            try:
                values[name] = read(text, fields[name])
            except ValueError:
                raise SettingsError(f"{variable} cannot be {text!r}.") from None
        return cls(**values)


def _why_unknown(variable: str, name: str) -> str:
    if name in RENAMED:
        return f"{variable} is called {PREFIX}{RENAMED[name].upper()} now."
    if name in FIXED:
        return f"{variable} is fixed now. Remove it."
    return f"{variable} is not a setting. See all of them: rondel settings"


def _variables() -> Iterator[msgspec.structs.FieldInfo]:
    """The fields that are read from the environment: those with a description."""
    for field in msgspec.structs.fields(Settings):
        if get_origin(field.type) is Annotated:
            yield field


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
    "oidc_issuer": "OpenID Connect",
    "smtp_url": "Email, browser notifications and webhooks",
    "game_cpu_ms": "Games",
    "log_level": "Logs, metrics and traces",
    "rate_limits": "Limits",
    "connections": "Connections",
}
"""The first setting of each section, and the section's heading."""


def described() -> dict[str, list[Described]]:
    """All settings by section, in reading order."""
    sections: dict[str, list[Described]] = {}
    heading = ""
    for field in _variables():
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
        raise SettingsError(
            "RONDEL_CELLS must be NAME=URL,NAME=URL. Names have a to z, digits and -; home is reserved."
        )
    if not all(map(_is_database, urls)):
        raise SettingsError(
            "RONDEL_CELLS: each cell must be NAME=postgresql://USER:PASSWORD@HOST/DATABASE, percent-encoded."
        )
    if len(set(names)) < len(names) or len({*urls, home}) < len(urls) + 1:
        raise SettingsError("RONDEL_CELLS: names and databases must be distinct.")
    if cells and home is None:
        raise SettingsError("RONDEL_CELLS requires RONDEL_DATABASE_URL.")


def _is_database(url: str) -> bool:
    """Whether `url` is a PostgreSQL URL. An unescaped / in the password would end the host part."""
    parts = urlsplit(url)
    try:
        parts.port  # noqa: B018 - raises if it is invalid
    except ValueError:
        return False
    return parts.scheme in ("postgres", "postgresql") and "@" not in parts.path


def _check_networks(variable: str, networks: Iterable[str]) -> None:
    for network in networks:
        try:
            ip_network(network)
        except ValueError:
            raise SettingsError(f"{variable} must list networks, not {network!r}.") from None
