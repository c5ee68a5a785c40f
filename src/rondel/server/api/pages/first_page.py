"""The first page as it is sent to a link of a table: what the link is about, and the files the table needs.

A browser fetches those files while the page is on its way; a messenger shows an invitation's game and host.
Nothing else is said, and nothing of a private table: its key, behind # in the link, is sent to no server.
"""

import html
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias
from uuid import UUID

import msgspec

from rondel.kernel import about_in
from rondel.server.api.pages.branding import Branding
from rondel.server.flows.tables.invitation import Invitation

_MARK: Final = "<!--invitation-->"
_END_OF_HEAD: Final = "</head>"
_OUR_ICON: Final = '<link rel="icon" href="/icon.svg" type="image/svg+xml" />'
_NAME_PLACES: Final = (
    ("<title>", "</title>"),
    ('<meta name="application-name" content="', '"'),
    ('<p class="first-brand">', "</p>"),
    ("<noscript>", " needs"),
)
LOGO_PATH: Final = "/logo"

_INVITES: Final = {"en": "{host} invites you to play {game}", "de": "{host} lädt dich ein: {game}"}
_TABLE_OF: Final = {"en": "Hosted by {host}", "de": "Tisch von {host}"}
_TEXT: Final = {
    "en": "Choose a name to join. No account needed.",
    "de": "Wähle einen Namen und setz dich. Kein Konto nötig.",
}


Link: TypeAlias = UUID | str
"""What a link names a table by: its id or its code."""


class Preload(msgspec.Struct, frozen=True):
    """What a table needs beside the shell, and by game and language its face and words."""

    table: tuple[str, ...] = ()
    faces: Mapping[str, Mapping[str, tuple[str, ...]]] = {}


def link_of(path: str) -> Link | None:
    """The table that an address leads to, if it leads to one."""
    match path.split("/"):
        case ["", "t", text] if len(text) == 36:
            try:
                return UUID(text)
            except ValueError:
                return None
        case ["", "j", code] if 0 < len(code) <= 64:
            return code
    return None


def language_of(accepted: bytes) -> str:
    """The language of ours that a browser asks for first."""
    first = accepted.decode("latin-1").split(",")[0].strip().lower()
    return "de" if first.startswith("de") else "en"


def first_page(
    page: str, preload: Preload, invitation: Invitation | None, language: str, server: str = "Rondel"
) -> str:
    """The page of a table's link. Without an invitation it is the same for every table."""
    faces = preload.faces.get(invitation.game, {}) if invitation is not None else {}
    head = _files([*preload.table, *faces.get(language, ())])
    if invitation is not None:
        about = about_in(invitation.about, language)
        game = about.title or invitation.title
        title = _INVITES[language].format(host=invitation.host, game=game)
        head += _meta(server, title, f"{about.blurb} {_TEXT[language]}".strip())
        table = _TABLE_OF[language].format(host=invitation.host)
        body = f"<h1>{html.escape(game)}</h1><p>{html.escape(table)}</p>"
        page = page.replace(_MARK, body, 1)
    return page.replace(_END_OF_HEAD, head + _END_OF_HEAD, 1)


def branded(page: str, branding: Branding) -> str:
    """The first page of this server: its name in the places for it, and what its client must know at once."""
    name = html.escape(branding.name)
    for before, after in _NAME_PLACES:
        page = page.replace(f"{before}Rondel{after}", f"{before}{name}{after}", 1)
    head = ""
    if branding.logo is not None:
        page = page.replace(_OUR_ICON, f'<link rel="icon" href="{LOGO_PATH}" type="image/png" />', 1)
        head += f'<meta name="rondel-logo" content="{LOGO_PATH}">'
    if branding.registration != "open":
        head += f'<meta name="rondel-registration" content="{branding.registration}">'
    if branding.pages:
        head += f'<meta name="rondel-pages" content="{" ".join(branding.pages)}">'
    return page.replace(_END_OF_HEAD, head + _END_OF_HEAD, 1)


def branded_manifest(manifest: bytes, branding: Branding) -> bytes:
    """The manifest by which this server is installed as an app."""
    fields = msgspec.json.decode(manifest, type=dict[str, Any])
    fields |= {"name": branding.name, "short_name": branding.name}
    if branding.logo is not None:
        sizes = f"{branding.logo.width}x{branding.logo.height}"
        fields["icons"] = [{"src": LOGO_PATH, "sizes": sizes, "type": "image/png", "purpose": "any"}]
    return msgspec.json.encode(fields)


def _files(names: Iterable[str]) -> str:
    return "".join(
        f'<link rel="preload" as="style" crossorigin href="{name}">'
        if name.endswith(".css")
        else f'<link rel="modulepreload" crossorigin href="{name}">'
        for name in names
    )


def _meta(server: str, title: str, description: str) -> str:
    properties = {
        "og:type": "website",
        "og:site_name": server,
        "og:title": title,
        "og:description": description,
    }
    return "".join(
        f'<meta property="{name}" content="{html.escape(value)}">' for name, value in properties.items()
    )
