"""What makes this server the host's own: its name, its logo, and the pages that a host must publish.

The files are read once, when a node starts. A file that cannot be used stops the start with a sentence.
"""

import struct
from collections.abc import Collection
from pathlib import Path
from typing import Final, NamedTuple

from rondel.server.settings import NotASetting, Registration, Settings

PNG: Final = b"\x89PNG\r\n\x1a\n"
LOGO_BYTES: Final = 256 << 10
LOGO_SIDES: Final = range(64, 2049)
PAGE_BYTES: Final = 256 << 10
PAGES: Final = ("imprint", "privacy")


class Logo(NamedTuple):
    """A PNG: it holds pixels alone, so nothing in it can run or load anything in a visitor's browser."""

    content: bytes
    width: int
    height: int


class SitePage(NamedTuple):
    """A text of the host's; Markdown unless its file ends otherwise."""

    text: str
    is_markdown: bool


class Branding(NamedTuple):
    """The server as its host describes it."""

    name: str = "Rondel"
    logo: Logo | None = None
    imprint: SitePage | None = None
    privacy: SitePage | None = None
    registration: Registration = "open"

    @property
    def pages(self) -> tuple[str, ...]:
        """The names of the pages that there are."""
        return tuple(name for name in PAGES if getattr(self, name) is not None)


def read_branding(settings: Settings) -> Branding:
    """The branding that the settings name; NotASetting for a file that cannot be used."""
    return Branding(
        settings.name,
        None if settings.logo is None else read_logo(settings.logo),
        None if settings.imprint is None else read_page("RONDEL_IMPRINT", settings.imprint),
        None if settings.privacy is None else read_page("RONDEL_PRIVACY", settings.privacy),
        settings.registration,
    )


def read_logo(path: str) -> Logo:
    """The logo in this file, judged by its bytes and not by its name."""
    content = _bytes("RONDEL_LOGO", path, LOGO_BYTES)
    if not content.startswith(PNG) or content[12:16] != b"IHDR" or len(content) < 33:
        raise NotASetting(
            f"RONDEL_LOGO is a PNG; {path} is not. Convert it: other kinds, SVG among them, are not served."
        )
    width, height = struct.unpack(">II", content[16:24])
    if width not in LOGO_SIDES or height not in LOGO_SIDES:
        raise NotASetting(
            f"RONDEL_LOGO is {width} by {height} pixels; each side has"
            f" {LOGO_SIDES[0]} to {LOGO_SIDES[-1]}. Scale it: 512 by 512 suits best."
        )
    return Logo(content, width, height)


def read_page(variable: str, path: str) -> SitePage:
    """The text in this file."""
    try:
        text = _bytes(variable, path, PAGE_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NotASetting(f"{variable}: {path} is not UTF-8. Save it in that encoding.") from None
    if not text.strip():
        raise NotASetting(f"{variable}: {path} is empty. Write the page, or remove the setting.")
    return SitePage(text, Path(path).suffix.lower() in (".md", ".markdown"))


def check_games(settings: Settings, known: Collection[str]) -> None:
    """NotASetting, with the names there are, if RONDEL_GAMES has one that is not installed."""
    unknown = [game for game in settings.games if game not in known]
    if unknown:
        raise NotASetting(
            f"RONDEL_GAMES names {', '.join(unknown)}, which is not installed."
            f" Installed are: {', '.join(sorted(known))}."
        )


def _bytes(variable: str, path: str, most: int) -> bytes:
    try:
        with Path(path).open("rb") as file:
            content = file.read(most + 1)
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise NotASetting(
            f"{variable}: {path} cannot be read: {why}. Check the path and who may read it."
        ) from None
    if len(content) > most:
        raise NotASetting(f"{variable}: {path} is larger than {most >> 10} KiB. Make it smaller.")
    return content
