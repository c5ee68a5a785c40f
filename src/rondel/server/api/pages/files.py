"""The web client as files, read once and served from memory; other addresses are its first page."""

import gzip
import hashlib
import mimetypes
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from rondel.server.api.pages.branding import Branding
from rondel.server.api.pages.first_page import (
    LOGO_PATH,
    Link,
    Preload,
    branded,
    branded_manifest,
    first_page,
    language_of,
    link_of,
)
from rondel.server.flows.tables.invitation import Invitation

FOLDER: Final = Path(__file__).parents[2] / "web"
FIRST: Final = "/index.html"
PRELOAD: Final = "/preload.json"
MANIFEST: Final = "/manifest.webmanifest"
FACES: Final = "/faces/"
"""Where faces by others are served: what is not one of their files is not there."""
NOT_PAGES: Final = ("/api/", "/schema", "/healthz", "/readyz", "/metrics", "/ws")
PACKED: Final = {"br": ".br", "gzip": ".gz"}
FOR_EVER: Final = b"public, max-age=31536000, immutable"

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types rondel"
)
"""No script that is not a file of ours; no text becomes a script. The policy `rondel` vouches for /sw.js."""

_HEADERS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    (b"content-security-policy", POLICY.encode()),
)
_NOT_BUILT: Final = (
    b"The web client is not part of this installation. In a checkout, `uv run just web` builds it.\n"
)


class Page(NamedTuple):
    """A file, as it is and as it was packed when it was built, and what a browser is told about it."""

    contents: Mapping[str, bytes]
    kind: bytes
    tag: bytes
    is_for_ever: bool


Invited = Callable[[Link, Any], Awaitable[Invitation | None]]
"""What may be said of the table that a link leads to, to whoever asks for it."""


async def _says_nothing(_link: Link, _scope: Any) -> None:
    pass


class Pages:
    """The files of the web client by their addresses."""

    def __init__(
        self,
        folder: Path = FOLDER,
        invited: Invited = _says_nothing,
        faces: Mapping[str, Page] | None = None,
        branding: Branding | None = None,
    ) -> None:
        self._invited = invited
        self._branding = Branding() if branding is None else branding
        self._pages: dict[str, Page] = {
            f"/{path.relative_to(folder).as_posix()}": _page(path, folder)
            for path in sorted(folder.rglob("*"))
            if path.is_file() and path.suffix not in PACKED.values()
        }
        self._faces = faces or {}
        self._be(self._branding)

        preload = self._pages.get(PRELOAD)
        self._preload = (
            Preload() if preload is None else msgspec.json.decode(preload.contents[""], type=Preload)
        )

    def _be(self, branding: Branding) -> None:
        """Put the host's name and logo where ours are."""
        if branding.logo is not None:
            logo = branding.logo.content
            self._pages[LOGO_PATH] = Page({"": logo}, b"image/png", tag_of(logo), False)
        if branding == Branding() or FIRST not in self._pages:
            return
        first, manifest = self._pages[FIRST], self._pages.get(MANIFEST)
        self._pages[FIRST] = _changed(first, branded(first.contents[""].decode(), branding).encode())
        if manifest is not None:
            self._pages[MANIFEST] = _changed(manifest, branded_manifest(manifest.contents[""], branding))

    def serves(self, scope: Any) -> bool:
        """Whether this request is for a page rather than for a call."""
        return (
            scope["type"] == "http"
            and scope["method"] in ("GET", "HEAD")
            and not scope["path"].startswith(NOT_PAGES)
        )

    async def __call__(self, scope: Any, send: Any) -> None:
        """Answer with the file, or with the first page, which knows its addresses itself."""
        page = self._found(scope["path"])
        if page is None:
            content = b"There is no such page.\n" if self._pages else _NOT_BUILT
            await _send(send, 404, content, b"text/plain; charset=utf-8", scope)
            return
        headers = dict(scope["headers"])
        link = link_of(scope["path"])
        if link is not None:
            page = await self._of_table(page, link, scope, headers)
        if headers.get(b"if-none-match") == page.tag:
            await _send(send, 304, b"", page.kind, scope, page)
            return
        takes = headers.get(b"accept-encoding", b"").decode("latin-1")
        packing = next((name for name in page.contents if name and name in takes), "")
        await _send(send, 200, page.contents[packing], page.kind, scope, page, packing)

    def _found(self, path: str) -> Page | None:
        if path.startswith(FACES):
            return self._faces.get(path)
        page = self._pages.get(path)
        is_address = "." not in path.rpartition("/")[2]
        return self._pages.get(FIRST) if page is None and is_address else page

    async def _of_table(self, page: Page, link: Link, scope: Any, headers: Mapping[bytes, bytes]) -> Page:
        """The first page for a table's link."""
        language = language_of(headers.get(b"accept-language", b""))
        invitation = await self._invited(link, scope)
        name = self._branding.name
        text = first_page(page.contents[""].decode(), self._preload, invitation, language, name)
        return _changed(page, text.encode())


def _changed(page: Page, content: bytes) -> Page:
    """The page with another content."""
    return Page({"gzip": gzip.compress(content, 6, mtime=0), "": content}, page.kind, tag_of(content), False)


def tag_of(content: bytes) -> bytes:
    """A name for these bytes, by which a browser asks whether it has them."""
    return f'"{hashlib.sha256(content).hexdigest()[:20]}"'.encode()


def _page(path: Path, folder: Path) -> Page:
    content = path.read_bytes()
    contents = {
        name: packed.read_bytes()
        for name, suffix in PACKED.items()
        if (packed := path.with_name(path.name + suffix)).exists()
    }
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if path.suffix == ".webmanifest":
        kind = "application/manifest+json"
    text = "; charset=utf-8" if kind.startswith("text/") or kind.endswith(("json", "javascript")) else ""
    is_for_ever = path.relative_to(folder).parts[0] == "assets"
    return Page({**contents, "": content}, f"{kind}{text}".encode(), tag_of(content), is_for_ever)


async def _send(
    send: Any,
    status: int,
    content: bytes,
    kind: bytes,
    scope: Any,
    page: Page | None = None,
    packing: str = "",
) -> None:
    headers = [(b"content-type", kind), (b"content-length", str(len(content)).encode()), *_HEADERS]
    if page is not None:
        cache_control = FOR_EVER if page.is_for_ever else b"no-cache"
        headers += [
            (b"etag", page.tag),
            (b"cache-control", cache_control),
            (b"vary", b"Accept-Encoding, Accept-Language"),
        ]
    if packing:
        headers.append((b"content-encoding", packing.encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    body = b"" if scope["method"] == "HEAD" else content
    await send({"type": "http.response.body", "body": body})
