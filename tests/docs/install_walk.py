"""`python -m tests.docs.install_walk WHEEL`: follow the guide to installing, on PostgreSQL 15 and 18.

Every command of "For real", in its order, up to a server that answers; each is timed. Only places and names
are others than on the page: /opt, /etc and /usr/local are in a folder of our own, and the wheel is a file.
No role of Rondel exists on the servers. The page's first chapter is timed by `tests.server.fresh_demo`.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from tests.contracts.newest_postgres import server
from tests.faults.cluster import installed_programs
from tests.server.fresh_demo import wheel_in

PAGE: Final = Path(__file__).parents[2] / "docs/operate/install.md"
PASSWORD: Final = "p@ss word"
READY_S: Final = 300


def chapter() -> str:
    text = PAGE.read_text(encoding="utf-8")
    return text[text.index("## For real") : text.index("### As a service")]


def commands() -> list[str]:
    """What stands behind a $ in the chapter."""
    return re.findall(r"^\$ (.*)", chapter(), re.MULTILINE)


def settings() -> str:
    """The lines of the settings file that the chapter prints, without a mail server, which is not here."""
    (lines,) = re.findall(r"^```sh\n(.*?)^```$", chapter(), re.MULTILINE | re.DOTALL)
    return "\n".join(line for line in lines.splitlines() if not re.match("RONDEL_(SMTP|MAIL)", line)) + "\n"


SERVERS: Final[Mapping[str, Callable[[], AbstractContextManager[str]]]] = {
    "15": lambda: server(installed_programs()),
    "18": server,
}


class Walk:
    """One walk through the page, in a folder of its own."""

    def __init__(self, folder: Path, wheel: Path, address: str) -> None:
        self._folder, self._wheel = folder, wheel
        at = urlsplit(address)
        for name in ("opt", "etc", "bin", "home"):
            (folder / name).mkdir()
        self._host = f"{at.hostname}:{at.port}"
        self._environment = {
            "PATH": f"{folder}/bin:{os.environ['PATH']}",
            "HOME": f"{folder}/home",
            "PGHOST": str(at.hostname),
            "PGPORT": str(at.port),
            "PGUSER": str(at.username),
            **{name: os.environ[name] for name in ("PIP_INDEX_URL", "PIP_CONFIG_FILE") if name in os.environ},
        }
        self.took_s: list[tuple[float, str]] = []

    def here(self, command: str) -> str:
        """The command of the page with places and names of this walk."""
        for printed, meant in (
            ("/opt/rondel", f"{self._folder}/opt/rondel"),
            ("/usr/local/bin", f"{self._folder}/bin"),
            ("/etc/rondel.env", f"{self._folder}/etc/rondel.env"),
            ("'rondel[server]'", f"'rondel[server] @ {self._wheel.resolve().as_uri()}'"),
        ):
            command = command.replace(printed, meant)
        return command

    def write_settings(self) -> None:
        """The file, as the page says; a port of its own, since 8000 may be taken."""
        password = "".join(char if char.isalnum() else f"%{ord(char):02X}" for char in PASSWORD)
        text = settings().replace("PASSWORD", password).replace("@localhost/", f"@{self._host}/")
        (self._folder / "etc/rondel.env").write_text(text + "RONDEL_PORT=0\n")

    def run(self, command: str) -> str:
        """Type it, and the password twice where one is wanted; returns what it said."""
        began = time.monotonic()
        done = subprocess.run(
            ["bash", "-c", self.here(command)],
            cwd=self._folder,
            env=self._environment,
            input=f"{PASSWORD}\n{PASSWORD}\n",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,  # without a terminal, so that a password is read from its input
            check=False,
        )
        self.took_s.append((time.monotonic() - began, command))
        if done.returncode:
            raise SystemExit(f"{command}\n{done.stdout}")
        return done.stdout

    def serve(self, command: str) -> None:
        """Start it, wait until its page is there, and stop it."""
        began = time.monotonic()
        output = self._folder / "output"
        with (
            output.open("w") as file,
            subprocess.Popen(
                ["bash", "-c", f"exec {self.here(command)}"],
                cwd=self._folder,
                env={**self._environment, "PYTHONUNBUFFERED": "1"},
                stdout=file,
                stderr=file,
            ) as child,
        ):
            try:
                while not (found := re.search(r"RONDEL_PORT=(\d+)", output.read_text())):
                    if child.poll() is not None or time.monotonic() - began > READY_S:
                        raise SystemExit(f"{command}\n{output.read_text()}")
                    time.sleep(0.05)
                page = _page(f"http://127.0.0.1:{found[1]}/")
                self.took_s.append((time.monotonic() - began, command))
                assert b"<title>" in page, page[:200]
            finally:
                child.terminate()
                child.wait(60)


def _page(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=60) as answer:
        return bytes(answer.read())


def walk(folder: Path, wheel: Path, address: str) -> Walk:
    """All of it; whoever reads the page writes the settings where it says so, before the tables are made."""
    steps, walked = commands(), Walk(folder, wheel, address)
    for step in steps[:-1]:
        if step.endswith(" migrate"):
            walked.write_settings()
        output = walked.run(step)
        assert "WRONG" not in output, output
    walked.serve(steps[-1])
    return walked


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.docs.install_walk", description=__doc__)
    parser.add_argument("wheel", type=Path, nargs="?", help="built from these sources if none is named")
    parser.add_argument("--postgres", choices=SERVERS, action="append", help="which; both if none is named")
    arguments = parser.parse_args()
    for version in arguments.postgres or SERVERS:
        with (
            tempfile.TemporaryDirectory(prefix="rondel-wheel-") as built,
            tempfile.TemporaryDirectory(prefix="rondel-walk-") as folder,
            SERVERS[version]() as address,
        ):
            walked = walk(Path(folder), arguments.wheel or wheel_in(built), address)
        total = sum(seconds for seconds, _ in walked.took_s)
        for seconds, command in walked.took_s:
            sys.stdout.write(f"{seconds:7.1f} s  {command}\n")
        sys.stdout.write(
            f"PostgreSQL {version}: {len(walked.took_s)} commands and one file, {total / 60:.1f} minutes\n"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
