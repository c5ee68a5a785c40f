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
from rondel.server.settings import Settings
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
    words = shlex.split(command.partition(" >")[0].replace("--env-file /etc/rondel.env ", ""))
    known: click.Command | None = main
    while isinstance(known, click.Group):
        known = known.get_command(click.Context(known), words.pop(1))

    assert known is not None
    options = {option for parameter in known.params for option in parameter.opts}
    assert {word for word in words[1:] if word.startswith("--")} <= options


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
        ("cached_tables", "(20 000)"),
        ("game_cpu_ms", "(1500)"),
    ],
)
def test_defaults_are_as_the_page_says(name: str, shown: str) -> None:
    text = (FOLDER / "tuning.md").read_text(encoding="utf-8")
    (default,) = [field.default for field in msgspec.structs.fields(Settings) if field.name == name]

    assert re.search(rf"`RONDEL_{name.upper()}`[^(]*{re.escape(shown)}", text)
    assert int(shown.strip("()").replace(" ", "")) == default


@pytest.mark.drawn(1 / 3)
def test_a_server_is_installed_as_the_page_says(migrated_database: str, tmp_path: Path) -> None:
    """Each command under "For real", but for the file's place, names, and a password on a terminal."""
    text = (FOLDER / "install.md").read_text(encoding="utf-8")
    chapter = text[text.index("## For real") : text.index("### As a service")]
    (settings,) = re.findall(r"^```sh\n(.*?)^```$", chapter, re.MULTILINE | re.DOTALL)
    name, owner, server = f"{migrated_database}_real", f"{migrated_database}_owner", SERVER.rpartition("@")[2]
    settings = re.sub(
        r"^RONDEL_DATABASE_URL=.*", f"RONDEL_DATABASE_URL=postgresql://{owner}@{server}/{name}", settings
    )
    settings = re.sub(r"^RONDEL_SMTP_URL=.*\n", "", settings, flags=re.MULTILINE)  # there is no mail server
    (tmp_path / "rondel.env").write_text(f"{settings}\nRONDEL_PORT=0\n")
    steps = [
        step.replace("/etc/rondel.env", "rondel.env")
        .replace("--pwprompt rondel", owner)
        .replace("--owner rondel rondel", f"--owner {owner} {name}")
        for step in re.findall(r"^\$ (.*)", chapter, re.MULTILINE)
    ]
    programs = [Path(step.split()[0]).name for step in steps]
    assert programs == ["python3", "pip", "ln", "createuser", "createdb", "rondel", "rondel", "rondel"]
    steps = steps[3:]  # `just install-walk` runs these too
    grant = f"GRANT rondel_app, rondel_secrets TO {owner} WITH ADMIN OPTION"
    made_roles = f"psql --quiet --dbname postgres --command '{grant}'"
    served = f"timeout --preserve-status --signal=TERM 600 {steps.pop()} --bots 0 > log & child=$!"
    waited = "until grep -q 'Serving at' log; do kill -0 $child; sleep 0.2; done; kill $child; wait $child"
    user, host, port = SERVER.partition("//")[2].partition("@")[0], *server.split(":")
    environment = {
        **{key: value for key, value in os.environ.items() if not key.startswith("RONDEL_")},
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
        "PGHOST": host,
        "PGPORT": port,
        "PGUSER": user,
    }
    # other tests have made the roles on this server; a fresh one needs no grant, since the user makes them
    script = "\n".join(["set -e", *steps[:2], made_roles, *steps[2:], served, waited])
    try:
        done = subprocess.run(
            ["bash", "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
    finally:
        asyncio.run(drop(name, owner))

    assert done.returncode == 0, done.stdout + done.stderr
    assert "WRONG" not in done.stdout, done.stdout
    assert "Serving at https://games.example.org" in (tmp_path / "log").read_text()


@pytest.fixture
def migrated_database() -> Iterator[str]:
    with created() as name:
        yield name


@pytest.mark.drawn(1 / 3)
def test_a_backup_is_restored_as_the_page_says(migrated_database: str, tmp_path: Path) -> None:
    (transcript, *_) = sorted((ROOT / "tests/games/decks/transcripts").glob("*.jsonl"))
    (tmp_path / "transcript.jsonl").write_bytes(transcript.read_bytes())
    restored = f"{migrated_database}_again"
    script = "\n".join(
        ["set -e", "rondel migrate", *commands(FOLDER / "backup.md"), "rondel migrate --check"]
    )
    user, _, host = SERVER.partition("//")[2].partition("@")
    for printed, meant in (
        ("rondel --env-file /etc/rondel.env ", "rondel "),
        ("rondel restore", "FILE=$(echo backups/*.dump)\nrondel restore"),
        ("rondel_restored", restored),
        ("--owner rondel ", f"--owner {user} "),
        ("/var/backups/rondel", "backups"),
        (
            "rondel migrate --check",
            'rondel migrate --check --database "${RONDEL_DATABASE_URL%/*}/' + restored + '"',
        ),
    ):
        assert printed in script
        script = script.replace(printed, meant)
    environment = {
        **{name: text for name, text in os.environ.items() if not name.startswith("RONDEL_")},
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
        "RONDEL_DATABASE_URL": url_of(migrated_database),
        "PGHOST": host.partition(":")[0],
        "PGPORT": host.partition(":")[2],
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


async def drop(name: str, owner: str | None = None) -> None:
    import asyncpg

    connection = await asyncpg.connect(url_of("postgres"))
    try:
        await connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        if owner is not None:
            await connection.execute(f'DROP ROLE IF EXISTS "{owner}"')
    finally:
        await connection.close()
