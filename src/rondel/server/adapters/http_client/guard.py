"""Outgoing messages go to public addresses, and to private ones that the operator allows.

A URL from a user must not reach the server's own network (SSRF). So a name is resolved once, each of its
addresses is checked, and the connection goes to a checked address.
"""

import asyncio
import socket
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, NamedTuple, TypeAlias
from urllib.parse import urlsplit

from rondel.server.ports.messages import UndeliverableError
from rondel.server.ports.value import StoreUnavailableError

Address: TypeAlias = IPv4Address | IPv6Address

LONGEST_URL: Final = 2000

_TRANSLATED: Final = IPv6Network("64:ff9b::/96")
"""Behind these a translator speaks to an IPv4 address, the last 32 bits."""

_UNICAST: Final = IPv6Network("2000::/3")
"""All that has been given out to the public so far."""

_SPECIAL: Final = tuple(
    ip_network(text)
    for text in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
        *("192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15"),
        *("198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
        *("2001::/23", "2001:db8::/32", "3fff::/20"),
    )
)
"""IANA's special-purpose addresses. We keep the list ourselves: `is_global` has had another idea of it in
many a version of Python, and took fec0::/10, 192.0.0.8 and 3fff::/20 for public."""


class ConnectTarget(NamedTuple):
    """A checked address to connect to, and the host name to request there."""

    address: str
    port: int
    host: str
    is_tls: bool
    target: str
    authority: str


class Guard:
    """Filter that permits public addresses, and those in `allowed`: networks such as 10.1.0.0/16."""

    def __init__(self, allowed: Sequence[str] = ()) -> None:
        self._allowed = [ip_network(text) for text in allowed]

    def check(self, url: str) -> None:
        """Raise ValueError for an unusable URL: not HTTPS, with a password, or too long."""
        parts = urlsplit(url)
        if len(url) > LONGEST_URL or not url.isascii() or not url.isprintable() or " " in url or "\\" in url:
            raise ValueError(f"A URL is plain ASCII, with at most {LONGEST_URL} characters.")
        if parts.scheme != "https" and not (parts.scheme == "http" and self._allowed):
            raise ValueError("A URL begins with https://.")
        if not parts.hostname or parts.username is not None or parts.password is not None or parts.fragment:
            raise ValueError("A URL has a host, and neither user nor fragment.")
        if parts.port == 0:
            raise ValueError("There is no port 0.")
        literal = _literal(parts.hostname)
        if literal is not None and not self.lets(literal):
            raise ValueError("This address is not public.")

    async def place(self, url: str) -> ConnectTarget:
        """Resolve the host and check every address. Raises UndeliverableError if one is not permitted."""
        try:
            self.check(url)
        except ValueError as no:
            raise UndeliverableError(str(no)) from None
        parts = urlsplit(url)
        host, is_tls = parts.hostname or "", parts.scheme == "https"
        port = parts.port or (443 if is_tls else 80)
        found = await _resolved(host, port)
        if not all(self.lets(address, is_tls=is_tls) for address in found):
            raise UndeliverableError("This address is not public.")
        target = parts.path or "/"
        return ConnectTarget(
            str(found[0]),
            port,
            host,
            is_tls,
            f"{target}?{parts.query}" if parts.query else target,
            parts.netloc,
        )

    def lets(self, address: Address, *, is_tls: bool = True) -> bool:
        """Return whether a connection may go to an address. Without TLS, only to allowed networks."""
        if any(address in network for network in self._allowed if network.version == address.version):
            return True
        return is_tls and _is_public(address)


def _literal(host: str) -> Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def _is_public(address: Address) -> bool:
    """Return whether an address is public. A wrapped IPv4 address is checked by itself."""
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if address in _TRANSLATED:
            inner = IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return _is_public(inner)
        if address not in _UNICAST:
            return False
    is_special = any(address in network for network in _SPECIAL if network.version == address.version)
    return not is_special and address.is_global and not address.is_multicast and not address.is_reserved


async def _resolved(host: str, port: int) -> list[Address]:
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise StoreUnavailableError("The host name does not resolve.") from None
    addresses = dict.fromkeys(ip_address(str(entry[4][0]).partition("%")[0]) for entry in found)
    if not addresses:
        raise StoreUnavailableError("The host name does not resolve.")
    return list(addresses)
