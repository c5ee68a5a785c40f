"""The page about several databases: its commands add a cell, close home and back both up."""

from pathlib import Path

import pytest

from tests.cli.invoke import rondel
from tests.cli.test_record import fetched
from tests.contracts.databases import created, migrated, url_of
from tests.docs.test_operate import FOLDER, commands


def test_the_commands_of_the_page_do_what_they_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    user, make, *typed = commands(FOLDER / "cells.md")
    assert user.startswith("createuser ")
    assert make.startswith("createdb ")
    with migrated() as home, created() as east:
        monkeypatch.setenv("RONDEL_DATABASE_URL", url_of(home))
        monkeypatch.setenv("RONDEL_CELLS", f"east={url_of(east)}")
        for command in typed:
            program, *words = command.replace("/var/backups/rondel", str(tmp_path)).split()
            done = rondel(*words)
            assert (program, done.exit_code) == ("rondel", 0), f"{command}\n{done.output}"
        cells = fetched(url_of(home), "SELECT name, takes_tables FROM known_cell ORDER BY number")

    assert [tuple(row) for row in cells] == [("home", False), ("east", True)]
    assert len(list(tmp_path.iterdir())) == 2
