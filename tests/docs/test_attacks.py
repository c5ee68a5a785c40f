"""The page of attacks: each checker is given each game, and answers what the page says."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from rondel.client import Http, Witnesses, check_proof
from rondel.wire.transcript import read
from rondel.wire.verdict import Judgement
from tests.cli.invoke import rondel
from tests.docs.test_fair_shuffle import program
from tests.wire.attacks import FIXTURE, PAGE, Attack, attacks, cases, page

ATTACKS = attacks()
EXITS: dict[str, int] = {"proven": 0, "consistent": 3, "broken": 1}


def files(attack: Attack, folder: Path) -> list[str]:
    """The transcript and what was seen, as a player has them."""
    game, witness = folder / "game.jsonl", folder / "witness.json"
    game.write_bytes(attack.text)
    if attack.witness is None:
        return [str(game)]
    witness.write_bytes(msgspec.json.encode(attack.witness))
    return [str(game), str(witness)]


@pytest.mark.parametrize("name", ATTACKS)
def test_rondel_verify_answers_as_the_page_says(name: str, tmp_path: Path) -> None:
    game, *witness = files(ATTACKS[name], tmp_path)

    result = rondel("verify", game, *(("--witness", witness[0]) if witness else ()))

    assert result.exit_code == EXITS[ATTACKS[name].answer], result.stdout
    assert ATTACKS[name].sentence in result.stdout


@pytest.mark.parametrize("name", ATTACKS)
async def test_the_python_client_answers_as_the_page_says(name: str, tmp_path: Path) -> None:
    """A dishonest server gives the program its transcript, and a View that fits."""
    attack, table = ATTACKS[name], read(ATTACKS[name].text).header.table
    if attack.witness is not None:
        (tmp_path / f"{table}.json").write_bytes(msgspec.json.encode(attack.witness))
    view = {"table": table, "epoch": 2, "version": 1, "status": "completed", "seat": 0}
    epochs = () if attack.witness is None else attack.witness.epochs
    view["epoch"] = epochs[-1].epoch if epochs else 1

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        request = await reader.readuntil(b"\r\n\r\n")
        body = attack.text if b"/transcript" in request else msgspec.json.encode(view)
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        verdict = await check_proof(Http(url), table, Witnesses(tmp_path))

    expected: Judgement = attack.answer
    assert verdict.answer == expected


@pytest.mark.parametrize("name", ATTACKS)
def test_the_program_of_the_guide_answers_as_the_page_says(name: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", program(), *files(ATTACKS[name], tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    message = ATTACKS[name].page
    if message is None:
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith("The deck was ")
    else:
        assert done.returncode == 1
        assert f"AssertionError: {message}" in done.stderr


def test_the_page_and_the_tests_of_the_browser_have_these_attacks() -> None:
    """After a change: `uv run python -m tests.wire.attacks`."""
    assert PAGE.read_text(encoding="utf-8") == page()
    assert json.loads(FIXTURE.read_text(encoding="utf-8")) == json.loads(json.dumps(cases()))
