"""The pages for whoever runs a server: their commands exist, and a backup made by them can be restored."""

import asyncio
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import msgspec
import pytest

from rondel.cli.main import main
from rondel.server.settings import Rate, Settings
from tests.contracts.databases import SERVER, created, url_of

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs/operate"
PAGES = sorted(FOLDER.glob("*.md"))


def commands(page: Path) -> list[str]:
    """What stands behind a $ in a block of commands."""
    blocks = re.findall(
        r"^ *```console\n(.*?)^ *```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    return [
        line.strip()[2:] for block in blocks for line in block.splitlines() if line.strip().startswith("$ ")
    ]


OURS = sorted({command for page in PAGES for command in commands(page) if command.startswith("rondel ")})


@pytest.mark.parametrize("command", OURS)
def test_a_command_of_ours_has_these_options(command: str) -> None:
    words = shlex.split(command.partition(" >")[0])
    known = main.get_command(click.Context(main), words[1])

    assert known is not None
    options = {option for parameter in known.params for option in parameter.opts}
    assert {word for word in words[2:] if word.startswith("--")} <= options


def test_the_pages_show_commands() -> None:
    assert len(OURS) >= 8


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_variable_is_a_setting(page: Path) -> None:
    named = set(re.findall(r"RONDEL_([A-Z_]+)", page.read_text(encoding="utf-8")))
    settings = {field.name.upper() for field in msgspec.structs.fields(Settings)}

    assert named <= settings


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("database_pool", "(8)"),
        ("snapshot_every", "(64)"),
        ("live_tables", "(20 000)"),
        ("game_limit_ms", "(1500)"),
    ],
)
def test_defaults_are_as_the_page_says(name: str, shown: str) -> None:
    text = (FOLDER / "tuning.md").read_text(encoding="utf-8")
    (default,) = [field.default for field in msgspec.structs.fields(Settings) if field.name == name]

    assert re.search(rf"`RONDEL_{name.upper()}`[^(]*{re.escape(shown)}", text)
    assert int(shown.strip("()").replace(" ", "")) == default


def test_the_limits_of_connections_are_as_the_page_says() -> None:
    text = (FOLDER / "tuning.md").read_text(encoding="utf-8")
    shown = dict(re.findall(r"^\| `RONDEL_([A-Z_]+)` \| ([^|]+?) \|", text, re.MULTILINE))
    settings = Settings()

    for name, default in shown.items():
        value = getattr(settings, name.lower())
        is_rate = isinstance(value, Rate)
        assert (Rate.of(default) if is_rate else int(default.replace(" ", ""))) == value, name
    assert {"CONNECTIONS", "CONNECTIONS_PER_ADDRESS", "HEADER_BYTES", "HEADER_MS", "FRAMES"} <= shown.keys()


@pytest.fixture
def migrated_database() -> Iterator[str]:
    with created() as name:
        yield name


def test_a_backup_is_restored_as_the_page_says(migrated_database: str, tmp_path: Path) -> None:
    restored = f"{migrated_database}_again"
    script = "\n".join(
        ["set -e", "rondel migrate", *commands(FOLDER / "backup.md"), "rondel migrate --check"]
    )
    script = script.replace("rondel_restored", restored)
    user, _, host = SERVER.partition("//")[2].partition("@")
    environment = {
        **{name: text for name, text in os.environ.items() if not name.startswith("RONDEL_")},
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
        "RONDEL_DATABASE_URL": url_of(migrated_database),
        "PGHOST": host.partition(":")[0],
        "PGUSER": user,
    }
    try:
        done = subprocess.run(
            ["bash", "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
    finally:
        asyncio.run(drop(restored))

    assert done.returncode == 0, done.stdout + done.stderr
    assert "The epoch is now" in done.stdout
    assert "WRONG" not in done.stdout


async def drop(name: str) -> None:
    import asyncpg

    connection = await asyncpg.connect(url_of("postgres"))
    try:
        await connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
    finally:
        await connection.close()
