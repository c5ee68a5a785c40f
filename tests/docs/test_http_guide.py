"""The page on HTTP: its commands, typed as printed, play a game. A server is started for it: seconds."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from rondel.server.api.context.sessions import PLAIN_CLIENT
from tests.cli.served import serving
from tests.contracts.databases import created, url_of

PAGE = Path(__file__).parents[2] / "docs/guides/http.md"


@pytest.mark.drawn(1 / 3)
def test_the_commands_of_the_page_lead_from_a_guest_to_the_scores() -> None:
    blocks = re.findall(r"^```sh\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)

    with created() as name, serving("--dev", "--bots", "0", "--database", url_of(name)) as served:
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", "".join(blocks)],
            capture_output=True,
            text=True,
            check=False,
            timeout=180,
            env={**os.environ, "URL": served.url},
        )

    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    answers = [json.loads(line) for line in lines if line.startswith("{")]
    (scores,) = [
        answer
        for answer in answers
        if "scores" in answer and "players" not in answer and "view" not in answer
    ]
    assert (scores["phase"], len(scores["scores"])) == ("completed", 2)
    assert sum(score["isCambioCaller"] for score in scores["scores"]) == 1
    assert re.search(
        r"^The power is (peek_own|peek_opponent|blind_swap|look_own)\.$", done.stdout, re.MULTILINE
    )
    assert [answer["skipped"] for answer in answers if "skipped" in answer] == [False]
    assert PLAIN_CLIENT in lines
    assert lines[-1] == "setup"
    for line in ("proposal", "bid", "[540, 658]"):
        assert line in lines
    assert "is carried out: Taxation." in done.stdout
