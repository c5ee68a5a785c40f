"""Faces by others: modules for the browser that draw the board of a game, each read once and apart.

The entry point GAME of the group `rondel.faces` names a WebFace. One that cannot be used is left out, and is
a finding; its game is shown as any game without a face of its own.
"""

import hashlib
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from rondel.wire.packages import Claims, Finding, Offered, PackageError, because_of, claims, clashes, only
from rondel.wire.registry import is_rondels

GROUP: Final = "rondel.faces"

FACADE: Final = 1
"""The newest version of what a module is handed by the page."""

TYPES: Final = Path(__file__).with_name("face.d.ts")
"""What a module is handed, as types of TypeScript."""

MOST_BYTES: Final = 4 * 2**20
KINDS: Final[Mapping[str, str]] = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".webp": "image/webp",
    ".avif": "image/avif",
    ".woff2": "font/woff2",
}
"""What is served of a folder, by the ending of its name."""


@dataclass(frozen=True)
class WebFace:
    """What an entry point names: a folder with one built module, and the version it is written against."""

    folder: Path
    facade: int
    module: str = "face.js"
    style: str | None = None


@dataclass(frozen=True)
class LoadedFace:
    """A face as it is served: every file by its name inside the folder. Other bytes give another digest."""

    facade: int
    files: Mapping[str, bytes]
    module: str
    style: str | None

    @property
    def digest(self) -> str:
        """A name for exactly these files."""
        whole = hashlib.sha256()
        for name, content in self.files.items():
            whole.update(f"{name}\n{len(content)}\n".encode() + content)
        return whole.hexdigest()[:20]

    def integrity(self, name: str) -> str:
        """What a browser compares a file with before it uses it."""
        return f"sha384-{b64encode(hashlib.sha384(self.files[name]).digest()).decode()}"


def faces(games: Iterable[str]) -> Mapping[str, LoadedFace]:
    """The faces of these games by name, without those that cannot be used."""
    loaded = {name: _loaded(name) for name in _claims()[0] if name in set(games)}
    return {name: face for name, face in loaded.items() if isinstance(face, LoadedFace)}


def findings(games: Iterable[str]) -> Sequence[Finding]:
    """What is installed as a face of these games and cannot be used: package, entry point, why, what next."""
    found, unread = _claims()
    problems = list(unread)
    for name, claimed in found.items():
        clashing = [each.finding for each in clashes(claimed)]
        problems += clashing or _finding(claimed[0], name in set(games))
    return problems


def refresh() -> None:
    """Look for faces again: packages were installed or removed while this process runs."""
    _claims.cache_clear()
    _loaded.cache_clear()


@cache
def _claims() -> tuple[Claims, Sequence[Finding]]:
    return claims(GROUP)


def _finding(offered: Offered, is_playable: bool) -> Iterator[Finding]:
    if not is_playable:
        yield offered.cannot(f"there is no game {offered.name!r} that can be loaded").finding
        return
    face = _loaded(offered.name)
    if isinstance(face, Finding):
        yield face
    elif face.facade != FACADE:
        yield _other_facade(offered, face.facade)


def _other_facade(offered: Offered, facade: int) -> Finding:
    """Pages refuse it in words, so that players know why they see another board."""
    is_newer = facade > FACADE
    do = "Upgrade Rondel, or install an older version of" if is_newer else "Install a newer version of"
    return offered.cannot(
        f"it is written against version {facade} of the facade, and this Rondel has version {FACADE}",
        f"{do} the package; then restart the server",
    ).finding


@cache
def _loaded(name: str) -> LoadedFace | Finding:
    """The face, or why there is none; read once, also if that fails."""
    try:
        return _usable(only(_claims()[0][name]))
    except PackageError as unusable:
        return unusable.finding


def _usable(offered: Offered) -> LoadedFace:
    if is_rondels(offered.name):
        raise offered.cannot(f"Rondel draws {offered.name!r} itself", "Uninstall the package")
    face = offered.load()
    if not isinstance(face, WebFace):
        raise offered.cannot(f"it is a {type(face).__name__}, not a WebFace")
    try:
        files = dict(_read(Path(face.folder)))
        if missing := _missing(face, files):
            raise offered.cannot(missing)
        return LoadedFace(int(face.facade), files, face.module, face.style)
    except (OSError, ValueError, TypeError) as error:
        raise offered.cannot(f"its files cannot be read: {because_of(error)}") from error


def _read(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Every file that is served, in the order of their names; nothing that lies elsewhere."""
    inside = folder.resolve(strict=True)
    left = MOST_BYTES
    for path in sorted(inside.rglob("*")):
        if path.suffix not in KINDS or not path.is_file():
            continue
        if not path.resolve().is_relative_to(inside):
            raise ValueError(f"{path.name} is a link to a file outside of the folder")
        left -= path.stat().st_size
        if left < 0:
            raise ValueError(f"they are larger than {MOST_BYTES // 2**20} MiB together")
        yield path.relative_to(inside).as_posix(), path.read_bytes()


def _missing(face: WebFace, files: Mapping[str, bytes]) -> str | None:
    """Why these files are not those of a face."""
    if face.module not in files or not face.module.endswith(".js"):
        return f"there is no module {face.module!r} in {face.folder}: build it first"
    if others := [name for name in files if name.endswith(".js") and name != face.module]:
        return f"a face is one module, so bundle it: there is {others[0]}, too"
    if face.style is not None and (face.style not in files or not face.style.endswith(".css")):
        return f"there is no style {face.style!r} in {face.folder}"
    return None
