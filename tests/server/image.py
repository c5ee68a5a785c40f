"""The Dockerfile, followed line by line without a container, up to a page that is served.

Each stage is a folder. COPY copies what .dockerignore leaves, RUN runs in a fresh
Python environment; an absolute path is one inside the stage's folder. Then the image's command serves an
empty database, the page and a script of the client are fetched, and the health check is run.

uv run python -m tests.server.image --modules web/node_modules

`--modules` names packages that `npm ci` has installed already, so that it is not run again.
"""

import argparse
import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple
from urllib.error import URLError
from urllib.request import urlopen

from tests.contracts.databases import created, url_of

ROOT = Path(__file__).parents[2]
NEEDS_A_CONTAINER = ("useradd",)
"""Commands that would change this machine: they run in real builds only."""


class Line(NamedTuple):
    """One instruction: its word, and the rest."""

    word: str
    rest: str


def lines(dockerfile: str) -> Iterator[Line]:
    """The instructions, each on one line, without comments."""
    joined = re.sub(r"\\\n\s*", " ", re.sub(r"^#.*\n", "", dockerfile, flags=re.MULTILINE))
    for line in joined.splitlines():
        if line.strip():
            word, _, rest = line.strip().partition(" ")
            yield Line(word, rest.strip())


def ignored(path: Path, patterns: list[str]) -> bool:
    """Whether .dockerignore leaves out this file or a folder around it; the last one that fits decides."""
    is_out = False
    for pattern in patterns:
        wanted = pattern.removeprefix("!").removeprefix("**/")
        parts = [*path.parents, path]
        anywhere = pattern.removeprefix("!").startswith("**/")
        if any(fnmatch(str(part), wanted) or (anywhere and fnmatch(part.name, wanted)) for part in parts):
            is_out = not pattern.startswith("!")
    return is_out


def context(into: Path) -> None:
    """What a build is sent: our files, without those that .dockerignore leaves out."""
    patterns = [
        line
        for line in (ROOT / ".dockerignore").read_text().splitlines()
        if line and not line.startswith("#")
    ]
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout
    for name in filter(None, listed.decode().split("\0")):
        if not ignored(Path(name), patterns) and (ROOT / name).is_file():
            (into / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, into / name)


@dataclass
class Stage:
    """One stage: its folder, where it works, its environment, how it is started."""

    root: Path
    workdir: str = "/"
    environment: dict[str, str] = field(default_factory=dict)
    command: list[str] = field(default_factory=list)
    health: list[str] = field(default_factory=list)

    def at(self, path: str) -> Path:
        """A path of the stage, in this machine's folders."""
        inside = path if path.startswith("/") else f"{self.workdir}/{path}"
        return self.root / os.path.normpath(inside).lstrip("/")

    def variables(self) -> dict[str, str]:
        """The environment of its processes: nothing of ours but the way to programs and packages."""
        prefixes = ("HOME", "PATH", "PIP_", "UV_", "npm_", "NODE_", "SSL_")
        ours = {
            name: text
            for name, text in os.environ.items()
            if name.startswith(prefixes) and name != "UV_PYTHON"
        }
        path = f"{self.root / 'python/bin'}:{ours['PATH']}"
        return {**ours, **self.environment, "PATH": self.environment.get("PATH", path)}


def follow(folder: Path, modules: Path | None) -> Stage:
    """Do what the Dockerfile says; the last stage."""
    sources, stages = folder / "context", {}
    context(sources)
    stage = Stage(folder)
    for line in lines((ROOT / "Dockerfile").read_text()):
        began = time.monotonic()
        if line.word == "FROM":
            name = line.rest.partition(" AS ")[2] or "image"
            stage = stages[name] = Stage(folder / name)
            if "PYTHON" in line.rest and name != "image":  # the image has the Python of stage `build`
                subprocess.run([sys.executable, "-m", "venv", stage.root / "python"], check=True)
        elif modules is not None and line.rest.startswith("npm ci"):
            stage.at("node_modules").symlink_to(modules.resolve())
        else:
            _do(line, stage, stages, sources)
        sys.stdout.write(f"{time.monotonic() - began:6.1f} s  {line.word} {line.rest[:90]}\n")
        sys.stdout.flush()
    return stage


def _do(line: Line, stage: Stage, stages: dict[str, Stage], sources: Path) -> None:
    match line.word:
        case "ARG" | "EXPOSE" | "USER":
            pass
        case "WORKDIR":
            stage.workdir = line.rest
            stage.at(".").mkdir(parents=True, exist_ok=True)
        case "ENV":
            for name, text in (pair.split("=", 1) for pair in shlex.split(line.rest)):
                known = text.replace("$PATH", stage.variables()["PATH"])
                stage.environment[name] = known.replace("/build/", f"{stage.root}/build/")
        case "COPY":
            _copy(line.rest, stage, stages, sources)
        case "RUN" if line.rest.split()[0] not in NEEDS_A_CONTAINER:
            subprocess.run(["sh", "-ec", line.rest], cwd=stage.at("."), env=stage.variables(), check=True)
        case "RUN":
            sys.stdout.write(f"not run without a container: {line.rest}\n")
        case "CMD":
            stage.command = json.loads(line.rest)
        case "HEALTHCHECK":
            stage.health = json.loads(line.rest.partition(" CMD ")[2])
        case _:
            raise NotImplementedError(line.word)


def _copy(rest: str, stage: Stage, stages: dict[str, Stage], sources: Path) -> None:
    words = rest.split()
    origin = stages[words.pop(0).removeprefix("--from=")] if words[0].startswith("--from=") else None
    *wanted, into = words
    for name in wanted:
        here = sources / name if origin is None else origin.at(name)
        there = stage.at(into) if here.is_dir() or not into.endswith("/") else stage.at(into) / here.name
        there.parent.mkdir(parents=True, exist_ok=True)
        if here.is_dir():
            shutil.copytree(here, there, symlinks=True, dirs_exist_ok=True)
        else:
            shutil.copy2(here, there)


def serve(stage: Stage) -> None:
    """Start the image's command on an empty database; fetch the page and a script; run the health check."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with created() as name:
        variables = {**stage.variables(), "RONDEL_DATABASE_URL": url_of(name), "RONDEL_PORT": str(port)}
        variables["RONDEL_HOST"] = "127.0.0.1"  # other machines have no business here
        variables["RONDEL_DRAIN_MS"] = "0"
        with subprocess.Popen(stage.command, cwd=stage.root, env=variables) as server:
            try:
                page = _fetched(f"http://127.0.0.1:{port}/", server)
                script = re.search(r'src="(/assets/[^"]+\.js)"', page)
                assert script is not None, page[:500]
                assert not _fetched(f"http://127.0.0.1:{port}{script[1]}", server).lstrip().startswith("<")
                subprocess.run(stage.health, cwd=stage.root, env=variables, check=True)
            finally:
                server.terminate()
        assert server.returncode == 0, server.returncode
    sys.stdout.write(
        f"GET / answers 200 with the client ({len(page)} bytes, {script[1]}), and the node is healthy.\n"
    )


def _fetched(url: str, server: "subprocess.Popen[bytes]") -> str:
    until = time.monotonic() + 120
    while True:
        try:
            with urlopen(url, timeout=30) as answer:
                text: str = answer.read().decode()
                return text
        except URLError:
            assert server.poll() is None, "the command has ended"
            assert time.monotonic() < until, f"{url} does not answer"
            time.sleep(0.2)


def main() -> None:
    """Follow the Dockerfile in a folder that is removed at the end."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--modules", type=Path, help="packages that are installed already")
    with tempfile.TemporaryDirectory() as folder:
        serve(follow(Path(folder), parser.parse_args().modules))


if __name__ == "__main__":
    main()
