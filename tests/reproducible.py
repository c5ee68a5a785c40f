"""`python -m tests.reproducible`: build wheel and source archive twice, and compare the bytes.

Each is built from a clean copy of the sources in a directory of its own, seconds apart, with another umask,
time zone, language and seed for hashes. The web client is built in both, unless `--client` names one that is
there. With `--beside` only one is built, and compared with the files of that directory.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
CLIENT: Final = Path("src/rondel/server/web")
APART_S: Final = 2.1
"""Times in a wheel are counted in steps of two seconds."""


class Circumstances(NamedTuple):
    """What must not matter."""

    folder: str
    umask: int
    variables: dict[str, str]


ONE: Final = Circumstances("a", 0o022, {"TZ": "UTC", "LC_ALL": "C", "PYTHONHASHSEED": "1"})
OTHER: Final = Circumstances(
    "another/and a deeper one", 0o077, {"TZ": "Asia/Kathmandu", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "2"}
)


def copied(into: Path, under: Circumstances, client: Path | None) -> None:
    """A clean copy of the sources."""
    tree = into / under.folder
    shutil.copytree(ROOT, tree, ignore=_made)
    if client is not None:
        shutil.copytree(client, tree / CLIENT)
    for file in tree.rglob("*"):
        os.utime(file)
        file.chmod(file.stat().st_mode & ~under.umask)


def built(into: Path, under: Circumstances) -> dict[str, bytes]:
    """The files that a build of the copy gives, by name."""
    tree, out = into / under.folder, into / f"{under.umask}"
    variables = {name: value for name, value in os.environ.items() if name != "SOURCE_DATE_EPOCH"}
    subprocess.run(
        ["uv", "build", "--quiet", "--out-dir", str(out)],
        cwd=tree,
        env={**variables, **under.variables},
        umask=under.umask,
        check=True,
    )
    return packages(out)


def _made(folder: str, names: list[str]) -> set[str]:
    """What is no source but was made from them, or by a tool."""
    made = {"node_modules", "dist", "__pycache__", ".git", ".venv", ".hypothesis"}
    return {
        name
        for name in names
        if name in made or name.endswith("_cache") or Path(folder, name) == ROOT / CLIENT
    }


def packages(folder: Path) -> dict[str, bytes]:
    """Wheel and source archive, by name."""
    return {
        file.name: file.read_bytes() for file in sorted(folder.glob("*.whl")) + sorted(folder.glob("*.gz"))
    }


def members(name: str, content: bytes) -> dict[str, tuple[str, bytes]]:
    """What is in it: by name the mode with the time, and the bytes."""
    if name.endswith(".whl"):
        with zipfile.ZipFile(BytesIO(content)) as wheel:
            return {
                each.filename: (f"{each.external_attr:o} {each.date_time}", wheel.read(each))
                for each in wheel.infolist()
            }
    with tarfile.open(fileobj=BytesIO(content)) as archive:
        found = {}
        for each in archive.getmembers():
            file = archive.extractfile(each)
            found[each.name] = (f"{each.mode:o} {each.mtime}", b"" if file is None else file.read())
        return found


def differences(name: str, one: bytes, other: bytes) -> list[str]:
    """What differs, in words; nothing if they are the same."""
    if one == other:
        return []
    first, second = members(name, one), members(name, other)
    lines = [f"only once: {each}" for each in sorted(first.keys() ^ second.keys())]
    for each in sorted(first.keys() & second.keys()):
        if first[each][1] != second[each][1]:
            lines.append(f"other bytes: {each}")
        elif first[each][0] != second[each][0]:
            lines.append(f"other mode or time: {each}: {first[each][0]}, {second[each][0]}")
    return lines or [f"the same files in another order or packed otherwise: {name}"]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.reproducible", description=__doc__)
    parser.add_argument("--client", type=Path, help="a web client that is built already")
    parser.add_argument("--beside", type=Path, help="a directory with a wheel and a source archive")
    arguments = parser.parse_args()
    client = None if arguments.client is None else arguments.client.resolve()
    with tempfile.TemporaryDirectory(prefix="rondel-twice-") as folder:
        if arguments.beside is not None:
            one = packages(arguments.beside)
            copied(Path(folder), OTHER, client)
        else:
            copied(Path(folder), ONE, client)
            copied(Path(folder), OTHER, client)
            one = built(Path(folder), ONE)
            time.sleep(APART_S)
        other = built(Path(folder), OTHER)
    if len(one) != 2 or one.keys() != other.keys():
        print(f"not the same files: {', '.join(one)}; {', '.join(other)}")  # noqa: T201
        return 1
    lines = [line for name in one for line in differences(name, one[name], other[name])]
    for name, content in one.items():
        print(hashlib.sha256(content).hexdigest(), name)  # noqa: T201
    print("\n".join(lines) if lines else "the same bytes, twice")  # noqa: T201
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
