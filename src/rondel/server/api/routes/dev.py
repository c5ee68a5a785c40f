"""The page /dev: emails that `rondel serve --dev` stores instead of sending, for this machine only."""

import html
import ipaddress
import re
from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import urlsplit

from rondel.server.ports.messages import Mail

PATH: Final = "/dev"

_HEADERS: Final = (
    (b"content-type", b"text/html; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'; form-action 'none'"),
)
_LINK: Final = re.compile(r"https?://\S+")


class DevPage:
    """List of captured emails. They hold sign-in links, so only requests from this machine are served."""

    def __init__(self, mails: Iterable[Mail], origins: Iterable[str]) -> None:
        self._mails = mails
        self._origins = frozenset(origins)

    def serves(self, scope: Any) -> bool:
        """Return whether this is a local request for /dev under a name of this server."""
        return scope["type"] == "http" and scope["path"] == PATH and is_from_here(scope, self._origins)

    async def __call__(self, scope: Any, send: Any) -> None:
        """Respond with all captured emails, the newest first."""
        mails = "".join(map(_article, reversed(list(self._mails)))) or "<p>No mail yet.</p>"
        page = (
            "<!doctype html><html lang=en><meta name=viewport content='width=device-width'>"
            f"<title>Mails of this server</title><h1>Mails of this server</h1>{mails}</html>"
        )
        await send({"type": "http.response.start", "status": 200, "headers": list(_HEADERS)})
        await send({"type": "http.response.body", "body": page.encode()})


def is_from_here(scope: Any, origins: Iterable[str]) -> bool:
    """Return whether the request comes from this machine, under a name of this server."""
    hosts = {urlsplit(origin).netloc.encode() for origin in origins}
    return (
        scope["client"] is not None
        and ipaddress.ip_address(scope["client"][0]).is_loopback
        and dict(scope["headers"]).get(b"host") in hosts
    )


def links(mail: Mail) -> list[str]:
    """Return the URLs in an email's text."""
    return _LINK.findall(mail.text)


def _article(mail: Mail) -> str:
    lines = "".join(f"<p><a href='{html.escape(link)}'>{html.escape(link)}</a></p>" for link in links(mail))
    return f"<h2>{html.escape(mail.subject)}</h2><p>To {html.escape(mail.to)}</p>{lines}<hr>"
