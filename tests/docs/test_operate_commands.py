"""Every command on the pages for hosts is typed as it is printed, or has a reason why it is not."""

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from rondel.server.maintenance.owner import as_owner
from tests.cli.halted_tables import a_running_table
from tests.cli.test_admin import arrived
from tests.contracts.databases import created, migrated, url_of
from tests.contracts.ended_tables import ended, stored
from tests.docs.test_operate import PAGES, commands
from tests.sample import sample

Prepare = Callable[[str, Path], Mapping[str, str]]
"""Puts into a database what a page speaks of; returns what stands for what is printed."""

ELSEWHERE = {
    "backup": "tests/docs/test_operate.py",
    "cells": "tests/docs/test_cells_page.py",
    "point-in-time": "tests/docs/test_point_in_time.py",
}
"""Pages whose commands another test runs, all of them."""

NOT_HERE = {
    "python3 -m venv rondel": "just fresh-demo",
    ". rondel/bin/activate": "just fresh-demo",
    "pip install 'rondel[server]'": "just fresh-demo",
    "rondel demo": "just fresh-demo",
    "createdb rondel_try": "tests/server/fresh.py serves on an empty database",
    "rondel serve --dev --database postgresql://localhost/rondel_try": "tests/server/fresh.py",
    "python3 -m venv /opt/rondel": "just install-walk",
    "/opt/rondel/bin/pip install 'rondel[server]'": "just install-walk",
    "ln --symbolic /opt/rondel/bin/rondel /usr/local/bin/rondel": "just install-walk",
    "createuser --createrole --pwprompt rondel": "tests/docs/test_operate.py",
    "createdb --owner rondel rondel": "tests/docs/test_operate.py",
    "rondel --env-file /etc/rondel.env migrate": "tests/docs/test_operate.py",
    "rondel --env-file /etc/rondel.env doctor": "tests/docs/test_operate.py",
    "rondel --env-file /etc/rondel.env serve": "tests/docs/test_operate.py",
    "rondel serve --host 0.0.0.0 --plain-http": "it would serve the network that the tests run in",
    "docker compose up --detach --build": "needs Docker; tests/docs/test_containers.py and just image",
    "docker compose --profile tls up --detach --build": "needs Docker and a domain",
    "rondel bots --server https://games.example.org --token-file bot-runner.token": "needs that server",
    "rondel doctor --mail-to you@example.org": "needs a mail server: tests/cli/test_doctor.py has one",
    "/opt/rondel/bin/pip install --upgrade 'rondel[server]'": "the newest version is this one",
    "pip install 'rondel[server,otel]'": "tests/server/runtime/test_traces.py has it installed",
    "export RONDEL_TRACES=true OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318": "as above",
    "rondel serve": "tests/server/runtime/test_traces.py, with a collector",
    "rondel serve --port 8001 --redis redis://localhost:6379/0": "just restarts has several nodes",
    "rondel serve --port 8002 --redis redis://localhost:6379/0": "just restarts has several nodes",
    "gh attestation verify rondel-VERSION-py3-none-any.whl --repo OWNER/rondel": "needs a release",
    "gh attestation verify oci://ghcr.io/OWNER/rondel:VERSION --repo OWNER/rondel": "needs a release",
    (
        "gh attestation verify oci://ghcr.io/OWNER/rondel:VERSION --repo OWNER/rondel "
        "--predicate-type https://cyclonedx.org/bom"
    ): "needs a release",
}
"""Where another test runs a command, or why none does."""

SHELL = {
    ("install", "uv run just web"): "the steps `web client` and `wheel` of CI",
    ("install", "useradd"): "needs root and systemd; tests/docs/test_deploy.py verifies the units",
    ("install", "DOMAIN=games.example.org NODES="): "tests/docs/test_proxies.py starts Caddy with the file",
    (
        "kubernetes",
        "kubectl ",
    ): "needs a cluster; tests/docs/test_kubernetes.py holds the manifests to its schema",
    ("tuning", "rondel serve --workers 4"): "it serves until it is stopped; tests/cli/test_workers.py",
    ("prune", "cp "): "needs root and systemd; tests/docs/test_deploy.py verifies the units",
    ("backup", "install "): "needs root and systemd; tests/docs/test_deploy.py verifies the units",
}
"""Blocks of `sh` that are no settings, by page and beginning, and why they are not run."""


def nothing(_url: str, _folder: Path) -> Mapping[str, str]:
    return {}


def ended_tables(url: str, folder: Path) -> Mapping[str, str]:
    async def store() -> None:
        async with as_owner(url) as connection:
            await stored(connection, ended("decks", 2), days_ago=100)

    asyncio.run(store())
    (folder / "archive").mkdir()
    return {"/var/lib/rondel/archive": "archive"}


def a_halted_table(url: str, _folder: Path) -> Mapping[str, str]:
    a_running_table(url, code="K7PW3M9D")
    return {}


def people(url: str, _folder: Path) -> Mapping[str, str]:
    arrived(url, "Ada", "ada@example.org")
    arrived(url, "Mallory")
    return {}


def an_invitation(_url: str, _folder: Path) -> Mapping[str, str]:
    found = "ID=$(rondel admin invites | head --lines=1 | cut --delimiter=' ' --fields=1)"
    return {"rondel admin withdraw": f"{found}\nrondel admin withdraw"}


def a_settings_file(_url: str, _folder: Path) -> Mapping[str, str]:
    return {"/etc/rondel.env": "rondel.env"}


def a_place_for_backups(_url: str, folder: Path) -> Mapping[str, str]:
    (folder / "backups").mkdir()
    return {"/var/backups/rondel": "backups"}


PREPARED: dict[str, Prepare] = {
    "archive": ended_tables,
    "halted": a_halted_table,
    "moderation": people,
    "notices": a_settings_file,
    "private": an_invitation,
    "upgrade": a_place_for_backups,
}

TYPED = [
    page
    for page in PAGES
    if page.stem not in ELSEWHERE and any(command not in NOT_HERE for command in commands(page))
]


@pytest.fixture(scope="module")
def template() -> Iterator[str]:
    with migrated() as name:
        yield name


@pytest.mark.parametrize("page", sample(TYPED, 2), ids=lambda page: page.stem)
def test_the_commands_of_a_page_do_what_they_say(page: Path, template: str, tmp_path: Path) -> None:
    with created(template) as name:
        meant = PREPARED.get(page.stem, nothing)(url_of(name), tmp_path)
        steps = [command for command in commands(page) if command not in NOT_HERE]
        script = "\n".join(["set -e", *steps]).replace("rondel --env-file /etc/rondel.env ", "rondel ")
        for printed, instead in meant.items():
            assert printed in script, printed
            script = script.replace(printed, instead)
        environment = {
            **{key: text for key, text in os.environ.items() if not key.startswith("RONDEL_")},
            "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
            "RONDEL_DATABASE_URL": url_of(name),
        }
        done = subprocess.run(
            ["bash", "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )

    assert done.returncode == 0, done.stdout + done.stderr


def test_no_reason_outlives_its_command() -> None:
    printed = {command for page in PAGES for command in commands(page)}

    assert set(NOT_HERE) <= printed
    assert {page.stem for page in PAGES} >= ELSEWHERE.keys() | PREPARED.keys()


def test_a_block_that_is_not_run_holds_settings_or_has_a_reason() -> None:
    found = set()
    for page in PAGES:
        blocks = re.findall(
            r"^ *```sh\n(.*?)^ *```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
        )
        for block in blocks:
            lines = [line.strip() for line in block.splitlines()]
            reason = next((key for key in SHELL if key[0] == page.stem and lines[0].startswith(key[1])), None)
            if reason is not None:
                found.add(reason)
            else:
                assert all(re.match(r"[A-Z_]+=", line) for line in lines), (page.name, block)

    assert found == set(SHELL)
