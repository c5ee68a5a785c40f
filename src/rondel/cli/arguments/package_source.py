"""A package as its author has it: a folder with a pyproject.toml, used where it stands, never installed."""

import os
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final, NamedTuple

import rondel
from rondel.bots import registry as bots
from rondel.wire import faces, registry

PROJECT: Final = "pyproject.toml"
_NOT_INSTALLED: Final = "0"


class NotAPackageError(ValueError):
    """The folder holds no package with games; the text says what is missing."""


class Source(NamedTuple):
    """A package's folder, what it is called, and its entry points by group."""

    folder: Path
    name: str
    version: str
    points: Mapping[str, Mapping[str, str]]

    @property
    def games(self) -> tuple[str, ...]:
        """The names of its games."""
        return tuple(self.points.get(registry.GROUP, {}))

    @property
    def code(self) -> Path:
        """The folder that its modules are imported from."""
        inside = self.folder / "src"
        return inside if inside.is_dir() else self.folder

    @property
    def is_installed(self) -> bool:
        """Whether a package of this name is installed, too."""
        return _installed(self.name) != _NOT_INSTALLED

    def forget_modules(self) -> None:
        """Let the next import read its files again, also where another copy of them was imported."""
        targets = (target for points in self.points.values() for target in points.values())
        names = {target.partition(":")[0].partition(".")[0] for target in targets}
        for name, module in list(sys.modules.items()):
            file = str(getattr(module, "__file__", None) or "")
            if name.partition(".")[0] in names or file.startswith(f"{self.code}{os.sep}"):
                del sys.modules[name]
        refresh()


class ProjectReadError(NotAPackageError):
    """The pyproject.toml of the folder cannot be read."""


def source_in(folder: Path) -> Source:
    """The package in this folder; NotAPackageError if there is none, or none with a game."""
    file = folder.resolve() / PROJECT
    try:
        project = tomllib.loads(file.read_text(encoding="utf-8")).get("project", {})
    except OSError:
        raise NotAPackageError(
            f"There is no {PROJECT} in {folder.resolve()}. Make a package: rondel new NAME --seats 2-4"
        ) from None
    except ValueError as error:
        raise ProjectReadError(f"{file} cannot be read: {error}") from None
    points = _points(project)
    if not points.get(registry.GROUP):
        raise NotAPackageError(
            f'{file} names no game. Add [project.entry-points."{registry.GROUP}"] with NAME = "MODULE:GAME".'
        )
    name = str(project.get("name", folder.resolve().name))
    return Source(file.parent, name, str(project.get("version") or _installed(name)), points)


def package_here() -> Source | None:
    """The package in the current folder, if there is one with a game; ProjectReadError if nobody can say.

    The folder of the program that runs is none: what it has is loaded already.
    """
    try:
        source = source_in(Path())
    except ProjectReadError:
        raise
    except NotAPackageError:
        return None
    return None if Path(rondel.__file__).is_relative_to(source.code) else source


def _points(project: Mapping[str, Any]) -> Mapping[str, Mapping[str, str]]:
    """The groups of entry points that are tables of texts; others are left out."""
    groups = project.get("entry-points", {})
    if not isinstance(groups, dict):
        return {}
    return {
        group: {name: target for name, target in points.items() if isinstance(target, str)}
        for group, points in groups.items()
        if isinstance(points, dict)
    }


def _installed(name: str) -> str:
    """Its version where it is installed, too: so it is taken for the same package."""
    try:
        return version(name)
    except PackageNotFoundError:
        return _NOT_INSTALLED


@contextmanager
def on_the_path(source: Source) -> Iterator[None]:
    """As if it were installed: for this process, and for those that it starts."""
    with tempfile.TemporaryDirectory(prefix="rondel-") as folder:
        info = Path(folder) / f"{source.name.replace('-', '_')}-{source.version}.dist-info"
        info.mkdir()
        about = f"Metadata-Version: 2.1\nName: {source.name}\nVersion: {source.version}\n"
        (info / "METADATA").write_text(about, encoding="utf-8")
        (info / "entry_points.txt").write_text("\n".join(_lines(source)), encoding="utf-8")
        added = [folder, str(source.code)]
        before, inherited = list(sys.path), os.environ.get("PYTHONPATH")
        sys.path[:0] = added
        os.environ["PYTHONPATH"] = os.pathsep.join([*added, *([inherited] if inherited else [])])
        source.forget_modules()
        try:
            yield
        finally:
            sys.path[:] = before
            if inherited is None:
                del os.environ["PYTHONPATH"]
            else:
                os.environ["PYTHONPATH"] = inherited
            source.forget_modules()


def _lines(source: Source) -> Iterator[str]:
    for group, points in source.points.items():
        yield f"[{group}]"
        yield from (f"{name} = {target}" for name, target in points.items())
    yield ""


def refresh() -> None:
    """Look for games, bots and faces again."""
    registry.refresh()
    bots.refresh()
    faces.refresh()
