"""Entry points of installed packages: each is read and loaded apart, so that a broken one spoils no other."""

import os
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from email.message import Message
from importlib.metadata import Distribution, EntryPoint, distributions
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

OWN: Final = "rondel"
"""The distribution whose names nobody else can take."""

_OURS: Final = f"{Path(__file__).parents[1]}{os.sep}"

REPAIR: Final = "Repair or uninstall the package, then restart the server"


class Finding(NamedTuple):
    """Something in a package that cannot be used: which package, what in it, why, and what to do next."""

    package: str
    entry: str
    message: str
    next: str

    def __str__(self) -> str:
        return f"{self.package}, entry point {self.entry}: {self.message}"


class PackageError(Exception):
    """An entry point cannot be used; the finding says why."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(str(finding))
        self.finding: Final = finding


class Offered(NamedTuple):
    """An entry point and the package that has it, with its version."""

    name: str
    target: str
    package: str
    is_own: bool
    point: EntryPoint

    def cannot(self, message: str, next: str = REPAIR) -> PackageError:  # noqa: A002 - as in every answer
        """Why this entry point cannot be used, as an exception."""
        return PackageError(Finding(self.package, f"{self.name} = {self.target}", message, next))

    def load(self) -> Any:
        """What the entry point names; Unusable if that cannot be loaded, whatever its import raises."""
        try:
            return self.point.load()
        except (Exception, SystemExit) as error:  # code of others, so anything can come out of it
            raise self.cannot(because_of(error), _next(error, self.point)) from error


Claims: TypeAlias = Mapping[str, Sequence[Offered]]
"""The entry points of a group by name: more than one where packages claim the same name."""


def claims(group: str) -> tuple[Claims, Sequence[Finding]]:
    """All entry points of the group, and the packages whose entry points cannot be read."""
    found: dict[str, list[Offered]] = {}
    findings: list[Finding] = []
    packages: set[str] = set()
    for distribution in distributions():
        if f"[{group}]" not in _text(distribution):
            continue
        package = _package(distribution)
        if package in packages:
            continue  # the first on the path is the one that is imported
        packages.add(package)
        try:
            offered = list(_offered(distribution, group, package))
        except Exception as error:  # noqa: BLE001 - a file by others that is not what it should be
            why = f"its entry points cannot be read: {because_of(error)}"
            findings.append(Finding(package, group, why, REPAIR))
            continue
        for each in offered:
            found.setdefault(each.name, []).append(each)
    return {name: sorted(found[name], key=lambda each: each.package) for name in sorted(found)}, findings


def only(claimed: Sequence[Offered]) -> Offered:
    """The one that has the name: Rondel's own, or the only one there is; Unusable if several claim it.

    Nobody can say which of several is meant at tables that are running, so none of them is loaded.
    """
    own = [each for each in claimed if each.is_own]
    if own or len(claimed) == 1:
        return (own or claimed)[0]
    raise clashes(claimed)[0]


def clashes(claimed: Sequence[Offered]) -> Sequence[PackageError]:
    """One for each entry point that does not get its name because of another."""
    if len(claimed) == 1:
        return ()
    return [
        each.cannot(
            f"the name {each.name!r} is claimed by {_others(each, claimed)}, too",
            "Uninstall all but one of these packages, then restart the server",
        )
        for each in claimed
        if not each.is_own
    ]


def _others(one: Offered, claimed: Sequence[Offered]) -> str:
    return " and ".join(sorted(each.package for each in claimed if each is not one))


def _offered(distribution: Distribution, group: str, package: str) -> Iterator[Offered]:
    is_own = distribution.metadata["Name"] == OWN
    for point in distribution.entry_points.select(group=group):
        yield Offered(point.name, point.value, package, is_own, point)


def _text(distribution: Distribution) -> str:
    try:
        return distribution.read_text("entry_points.txt") or ""
    except (OSError, ValueError):  # bytes that are no text; then nobody can say that it is for us
        return ""


def _package(distribution: Distribution) -> str:
    """What a package is called, with its version; where it does not say it, the folder it is in."""
    about: Any = Message()
    with suppress(Exception):  # newer Pythons raise where there is no METADATA
        about = distribution.metadata
    if not about["Name"]:
        return f"a package without a name in {distribution.locate_file('')}"
    return f"{about['Name']} {about['Version'] or 'without a version'}"


def because_of(error: BaseException) -> str:
    """What was raised, and in which line of the package, as one line.

    Where Rondel itself raised it, for a wrong mark say, the line is that of the package which called Rondel.
    """
    text = " ".join(traceback.format_exception_only(error)[-1].split())
    where = [(error.filename, error.lineno)] if isinstance(error, SyntaxError) else _lines(error)
    theirs = [line for line in where if not str(line[0]).startswith(_OURS)] or where
    names_line = hasattr(error, "lineno") and text.endswith(f":{error.lineno})")
    return f"{text} ({theirs[-1][0]}:{theirs[-1][1]})" if theirs and not names_line else text


def _lines(error: BaseException) -> list[tuple[str, int | None]]:
    """The lines of the package that the error passed through, without those of whoever imports it."""
    frames = traceback.extract_tb(error.__traceback__)
    return [
        (frame.filename, frame.lineno)
        for frame in frames
        if not frame.filename.startswith((__file__, "<"))  # <frozen ...>, and <string> of made functions
        and "importlib" not in Path(frame.filename).parts
    ]


def _next(error: BaseException, point: EntryPoint) -> str:
    """What to do about an error at import."""
    if not _lines(error) and isinstance(error, (ImportError, AttributeError)):
        return f"Correct the entry point: there is no {point.value!r} in the package; then restart the server"
    if isinstance(error, ImportError):
        return "Install what the package imports, or uninstall it; then restart the server"
    return REPAIR
