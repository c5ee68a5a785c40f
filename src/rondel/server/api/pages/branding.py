"""Branding: the server's name, its logo, and the pages that an operator must publish.

The files are read once, when a node starts. An unusable file stops the start with an error.
"""

import struct
from collections.abc import Collection
from pathlib import Path
from typing import Final, NamedTuple

from rondel.server.settings import Registration, Settings, SettingsError

PNG: Final = b"\x89PNG\r\n\x1a\n"
LOGO_BYTES: Final = 256 << 10
LOGO_SIDES: Final = range(64, 2049)
PAGE_BYTES: Final = 256 << 10
PAGES: Final = ("imprint", "privacy")


class Logo(NamedTuple):
    """A PNG logo. Only pixels: it can run or load nothing in a visitor's browser."""

    content: bytes
    width: int
    height: int


class SitePage(NamedTuple):
    """A page of the operator: Markdown if its file name says so, else plain text."""

    text: str
    is_markdown: bool


class Branding(NamedTuple):
    """The server's name, logo and pages."""

    name: str = "Rondel"
    logo: Logo | None = None
    imprint: SitePage | None = None
    privacy: SitePage | None = None
    registration: Registration = "open"

    @property
    def pages(self) -> tuple[str, ...]:
        """Return the names of the configured pages."""
        return tuple(name for name in PAGES if getattr(self, name) is not None)


def read_branding(settings: Settings) -> Branding:
    """Read the branding from the settings. Raises SettingsError for an unusable file."""
    return Branding(
        settings.name,
        None if settings.logo is None else read_logo(settings.logo),
        None if settings.imprint is None else read_page("RONDEL_IMPRINT", settings.imprint),
        None if settings.privacy is None else read_page("RONDEL_PRIVACY", settings.privacy),
        settings.registration,
    )


def read_logo(path: str) -> Logo:
    """Read a logo. Its bytes decide whether it is a PNG, not its name."""
    content = _bytes("RONDEL_LOGO", path, LOGO_BYTES)
    if not content.startswith(PNG) or content[12:16] != b"IHDR" or len(content) < 33:
        raise SettingsError(
            f"RONDEL_LOGO must be a PNG file; {path} is not. Convert it: SVG and others are not served."
        )
    width, height = struct.unpack(">II", content[16:24])
    if width not in LOGO_SIDES or height not in LOGO_SIDES:
        raise SettingsError(
            f"RONDEL_LOGO is {width} by {height} pixels; each side has"
            f" {LOGO_SIDES[0]} to {LOGO_SIDES[-1]}. Scale it: 512 by 512 suits best."
        )
    return Logo(content, width, height)


def read_page(variable: str, path: str) -> SitePage:
    """Read a page as UTF-8 text."""
    try:
        text = _bytes(variable, path, PAGE_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise SettingsError(f"{variable}: {path} is not UTF-8. Save it in that encoding.") from None
    if not text.strip():
        raise SettingsError(f"{variable}: {path} is empty. Write the page, or remove the setting.")
    return SitePage(text, Path(path).suffix.lower() in (".md", ".markdown"))


def check_games(settings: Settings, known: Collection[str]) -> None:
    """Raise SettingsError if RONDEL_GAMES names a game that is not installed."""
    unknown = [game for game in settings.games if game not in known]
    if unknown:
        raise SettingsError(
            f"RONDEL_GAMES names {', '.join(unknown)}, which is not installed."
            f" Installed are: {', '.join(sorted(known))}."
        )


def _bytes(variable: str, path: str, most: int) -> bytes:
    try:
        with Path(path).open("rb") as file:
            content = file.read(most + 1)
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise SettingsError(
            f"{variable}: {path} cannot be read: {why}. Check the path and who may read it."
        ) from None
    if len(content) > most:
        raise SettingsError(f"{variable}: {path} is larger than {most >> 10} KiB. Make it smaller.")
    return content
