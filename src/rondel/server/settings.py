"""Settings: everything about a node that whoever runs it may choose, read from the environment once."""

import os
import re
import socket
from collections.abc import Iterable, Mapping
from ipaddress import ip_network
from typing import Any, Final, Self, get_args, get_origin

import msgspec

from rondel.kernel import Ms

PREFIX: Final = "RONDEL_"
_KEY: Final = re.compile("[A-Za-z0-9_-]{43}")


class NotASetting(ValueError):  # noqa: N818 - reads as a sentence
    """A variable of ours says something that cannot be set."""


class Rate(msgspec.Struct, frozen=True):
    """At most `burst` at once, and as many again within `per_ms`. Written 20/10s."""

    burst: int
    per_ms: Ms

    @classmethod
    def of(cls, text: str) -> Self:
        """Read 20/10s or 10/60s."""
        burst, _, seconds = text.partition("/")
        return cls(int(burst), int(seconds.removesuffix("s")) * 1000)


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """One field, one variable: `plain_http` is RONDEL_PLAIN_HTTP. Lists are separated by commas."""

    node: str = msgspec.field(default_factory=lambda: f"{socket.gethostname()}-{os.getpid()}")
    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str = "http://127.0.0.1:8000"
    """Where people reach this server: links in mails begin with it."""

    origins: tuple[str, ...] = ("http://127.0.0.1:8000", "http://localhost:8000")
    """Exactly these pages may ask in a player's name."""

    plain_http: bool = False
    """There is no TLS in front of this server: the session's cookie cannot ask for it."""

    trusted_proxies: tuple[str, ...] = ("127.0.0.1",)
    """Whose X-Forwarded-For is believed: addresses and networks, or * for whoever connects."""

    database_url: str | None = None
    database_pool: int = 8
    """How many connections; without a database everything is kept in memory and lost at the end."""

    statement_cache: bool = True
    """Off where a pooler sits in front of the database."""

    redis_url: str | None = None
    """Without Redis this node is alone."""

    smtp_url: str | None = None
    """smtp://user:password@host:port, or smtp+plain:// without TLS; without it, mails go nowhere."""

    mail_from: str = "rondel@localhost"

    vapid_key: str | None = None
    """For messages to browsers, as `rondel vapid` makes it; without it, there are none."""

    hook_networks: tuple[str, ...] = ()
    """Private networks that webhooks may go to all the same, also without TLS; written 10.1.0.0/16."""

    notices: Rate = Rate(6, 86_400_000)
    """How many mails about one table one person gets."""

    notice_delay_ms: Ms = 60_000
    """How long a turn may take before its player is told, unless they chose otherwise."""

    undo_wait_ms: Ms = 3_000
    """How long bots wait at least after a person's move, in games where a move can be taken back."""

    game_limit_ms: Ms = 1_500
    """How much CPU time a game may take for one answer before its table is halted; 0 for any."""

    log_level: str = "info"
    metrics_token: str | None = None
    """Who asks /metrics from another machine must say it; without it, only this machine may ask."""

    snapshot_every: int = 64
    live_tables: int = 20_000
    """How many folded tables a node remembers."""

    limited: bool = True
    """Off for load tests alone."""

    acts: Rate = Rate(20, 10_000)
    calls: Rate = Rate(200, 10_000)
    guests: Rate = Rate(10, 60_000)
    codes: Rate = Rate(10, 60_000)
    chats: Rate = Rate(10, 10_000)
    notes: Rate = Rate(30, 60_000)
    orders: Rate = Rate(30, 60_000)
    """How often one account may write a note, and give or end standing orders."""

    replays: Rate = Rate(60, 60_000)
    replay_bytes: Rate = Rate(32 << 20, 60_000)
    """How many transcripts, and how many bytes of them, one account may have proved; so may one address."""

    failed_sign_ins: Rate = Rate(30, 60_000)
    """How many wrong tokens, of people or of bots, one address may try."""

    tokens: Rate = Rate(40, 86_400_000)
    """How many tokens for scripts one address may make."""

    mails: Rate = Rate(5, 3_600_000)
    open_tables: int = 20
    sockets: int = 10
    """How many sockets one account may have at this node."""

    refusals: Rate = Rate(50, 5_000)
    """How many requests of one address may be told that it asks too often; then its requests wait unread."""

    frames: Rate = Rate(200, 10_000)
    """How many frames one socket may send; the ones beyond that wait."""

    connections: int = 10_000
    """How many connections this node accepts, sockets among them."""

    connections_per_address: int = 512
    """How many of them may come from one address, as limits count them; trusted proxies are exempt."""

    new_connections: Rate = Rate(1_000, 10_000)
    """How many connections one address may open; trusted proxies are exempt."""

    header_bytes: int = 16_384
    header_ms: Ms = 10_000
    """How large the header of a request may be, and how long it may take to arrive."""

    body_bytes: int = 5 << 20
    body_ms: Ms = 30_000
    """How large any body may be as it is sent, and how long each 64 KiB of it may take to arrive."""

    keep_alive_ms: Ms = 30_000
    """How long an HTTP connection may be idle between two requests; counted in whole seconds."""

    unread_ms: Ms = 30_000
    """How long a client may leave unread what it was sent."""

    queue_frames: int = 64
    queue_bytes: int = 1 << 20
    ping_ms: Ms = 10_000
    dead_ms: Ms = 20_000
    """A socket is pinged this often, and counts as closed when it has been silent for so long."""

    recheck_ms: Ms = 300_000
    """How often a socket's session is looked up again, at the latest."""

    revoked_ms: Ms = 700
    """How often sessions of open sockets are looked up, where there are few."""

    heads_ms: Ms = 1_000
    """How often the heads of watched tables are read, because an announcement may be lost."""

    presence_ms: Ms = 10_000
    drain_ms: Ms = 30_000
    """Over how long sockets are sent away when the node stops."""

    jobs: bool = True
    """Whether this node fires deadlines and reports absences."""

    failpoints: str = ""
    """For fault tests alone: `before_ack=0.01` lets the node die there, once in a hundred times."""

    def __post_init__(self) -> None:
        if self.vapid_key is not None and not _KEY.fullmatch(self.vapid_key):
            raise NotASetting("RONDEL_VAPID_KEY is no key. Make one: rondel vapid")
        _check_networks("RONDEL_HOOK_NETWORKS", self.hook_networks)
        _check_networks("RONDEL_TRUSTED_PROXIES", (each for each in self.trusted_proxies if each != "*"))

    @property
    def cookie(self) -> str:
        """The name of the session's cookie."""
        return "rondel_session" if self.plain_http else "__Host-rondel_session"

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Self:
        """Settings as the environment has them; an unknown RONDEL_ variable is an error, not a silence."""
        fields = {field.name: field.type for field in msgspec.structs.fields(cls)}
        told: dict[str, Any] = {}
        for variable, text in environment.items():
            if not variable.startswith(PREFIX):
                continue
            name = variable.removeprefix(PREFIX).lower()
            if name not in fields:
                raise NotASetting(f"{variable} is not a setting. There are: {', '.join(sorted(fields))}.")
            try:
                told[name] = _read(text, fields[name])
            except ValueError:
                raise NotASetting(f"{variable} cannot be {text!r}.") from None
        return cls(**told)


def _check_networks(variable: str, networks: Iterable[str]) -> None:
    for network in networks:
        try:
            ip_network(network)
        except ValueError:
            raise NotASetting(f"{variable} cannot have {network!r} in it.") from None


def _read(text: str, kind: Any) -> Any:
    if get_origin(kind) is tuple:
        return tuple(part.strip() for part in text.split(",") if part.strip())
    if kind is Rate:
        return Rate.of(text)
    if type(None) in get_args(kind) and not text:
        return None
    return msgspec.convert(text, kind, strict=False)
