"""The guide to faces, followed: its package is made, served and broken, as the page says."""

import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

import httpx
import pytest

from rondel.server.api.pages.files import POLICY
from rondel.wire.faces import FACADE, KINDS, MOST_BYTES
from tests.docs.tutorial import run

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/guides/your-face.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r'^```\w+ title="([^"]+)"\n(.*?)^```$', PAGE, re.MULTILINE | re.DOTALL))
NEW, DEV, TYPES = re.findall(r"^```console\n\$ (.*)\n```$", PAGE, re.MULTILINE)
PROJECT, MODULE = "pond/pyproject.toml", "pond/src/pond/web/face.js"


def follow(folder: Path) -> None:
    """Do what the page says, up to the command that serves it."""
    run(folder, "bash", "-c", NEW)
    for name, text in FILES.items():
        file = folder / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(file.read_text() + "\n" + text if name == PROJECT else text)


@pytest.mark.drawn(1 / 3)
def test_the_package_of_the_page_is_served_and_what_is_wrong_with_it_is_said(tmp_path: Path) -> None:
    follow(tmp_path)
    command = [str(Path(sys.executable).with_name("rondel")), *DEV.split()[1:], "--port", "0", "--steps", "0"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}
    ) as served:
        limit = threading.Timer(240, served.kill)
        limit.start()
        try:
            assert served.stdout is not None
            base = re.search(r"http://[\w.:]+", served.stdout.readline())
            assert base is not None
            served.stdout.readline()
            face = httpx.get(f"{base[0]}/faces/index.json", timeout=60).json()["pond"]
            assert face["facade"] == FACADE
            assert httpx.get(base[0] + face["module"]["at"]).text == FILES[MODULE]

            (tmp_path / MODULE).unlink()
            lines = [next(served.stdout) for _ in range(2)]
            served.send_signal(signal.SIGINT)
            assert served.wait(60) == 0
        finally:
            limit.cancel()
            served.kill()

    assert lines[0] == "File changed: reloading.\n"
    assert lines[1].startswith(
        "Left out: rondel-pond 0.1.0, entry point pond = pond.board:FACE: there is no module"
    )


def test_the_types_are_written_for_a_compiler_to_read(tmp_path: Path) -> None:
    run(tmp_path, "bash", "-c", TYPES)

    text = (tmp_path / "rondel-face.d.ts").read_text().partition("export type Mount")[0]
    fields = re.findall(
        r"^  (?:readonly )?(\w+)[(:]", text.partition("export interface Perspective")[2], re.MULTILINE
    )
    assert len(fields) == 17
    assert [field for field in fields if f"`{field}`" not in PAGE and f"facade.{field}" not in PAGE] == []


def test_the_page_names_every_kind_of_file_and_the_limit() -> None:
    assert [kind for kind in KINDS if f"`{kind[1:]}`" not in PAGE and kind not in (".js", ".css")] == []
    assert f"{MOST_BYTES // 2**20} MiB" in PAGE


@pytest.mark.parametrize("name", re.findall(r"`(--[\w-]+)`", PAGE))
def test_a_colour_that_the_page_promises_is_there(name: str) -> None:
    assert f"  {name}: " in (ROOT / "web/src/ui/tokens.css").read_text(encoding="utf-8")


def test_what_the_page_says_of_the_policy_is_what_is_sent() -> None:
    assert "unsafe" not in POLICY
    assert "media-src" not in POLICY
    assert "require-trusted-types-for 'script'" in POLICY
