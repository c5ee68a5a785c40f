"""Client addresses behind trusted proxies, and the rate limits they count against.

Only the last entry of X-Forwarded-For comes from the proxy; clients can forge the others. If that entry is
no address, the proxy itself counts as the client.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any, Final, TypeAlias

Address: TypeAlias = IPv4Address | IPv6Address

ANY: Final = "*"
FORWARDED: Final = b"x-forwarded-for"

NETWORK_BITS: Final = 64
"""What one household has."""

REMEMBERED: Final = 4_096
"""How many parsed addresses are kept: in a storm each one is asked for several times."""

SITE_BITS: Final = 48
SITE_TIMES: Final = 8
"""A site has 65 536 such networks, and may ask as often as so many of them."""


class Proxies:
    """Trusted proxies: addresses, networks, or every peer (`*`)."""

    def __init__(self, trusted: Sequence[str]) -> None:
        self._is_any = ANY in trusted
        self._networks = [ip_network(text) for text in trusted if text != ANY]

    def client(self, peer: str | None, forwarded: Iterable[bytes]) -> str | None:
        """Return the client: the last forwarded address that is no trusted proxy, or the peer."""
        if not self.trusts(peer):
            return peer
        named = [entry for value in forwarded for entry in value.decode("latin-1").split(",")]
        last: Address | None = None
        for entry in reversed(named):
            last = read(_without_port(entry.strip()))
            if last is None or not self._trusts(last):
                break
        return peer if last is None else str(last)

    def trusts(self, peer: str | None) -> bool:
        """Return whether this peer is a trusted proxy."""
        return self._is_any or self._trusts(read(peer))

    def seen(self, scope: Any) -> Any:
        """Return the scope with the client's address in place of the proxy's."""
        client = scope.get("client")
        peer = client[0] if client else None
        forwarded = [value for name, value in scope["headers"] if name == FORWARDED]
        found = self.client(peer, forwarded)
        return scope if found == peer else {**scope, "client": (found, 0)}

    def _trusts(self, address: Address | None) -> bool:
        return address is not None and any(address in network for network in self._networks)


@lru_cache(REMEMBERED)
def read(text: str | None) -> Address | None:
    """Parse an IP address without its zone; unwrap an IPv4-mapped one. None if it is invalid."""
    try:
        address = ip_address((text or "").partition("%")[0])
    except ValueError:
        return None
    inner = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return inner or address


@lru_cache(REMEMBERED)
def tiers(client: str | None) -> tuple[tuple[str, int], ...]:
    """Return the networks whose limits apply, with factors: an IPv4 address, or an IPv6 network and site."""
    address = read(client)
    if address is None:
        return (("unknown", 1),)
    if isinstance(address, IPv4Address):
        return ((str(address), 1),)
    return ((_network(address, NETWORK_BITS), 1), (_network(address, SITE_BITS), SITE_TIMES))


def _network(address: IPv6Address, bits: int) -> str:
    return str(ip_network((int(address), bits), strict=False))


def _without_port(entry: str) -> str:
    if entry.startswith("["):
        inside, closed, _ = entry[1:].partition("]")
        return inside if closed else entry
    return entry.partition(":")[0] if entry.count(":") == 1 else entry
