"""`rondel serve` and `rondel bots`. Where a process is started, a second or two go by."""

import asyncio
import json
import os
import signal
import socket
import subprocess
from typing import Any

import httpx
import pytest

from rondel.cli.serving.process import check_http, describe_server, environment_of_bots, is_private
from rondel.server.settings import Settings
from tests.cli.invoke import assert_wrong_use, rondel
from tests.cli.served import RONDEL, moves_of_bots, serving
from tests.wire.packages import Packages, install_broken_game


def test_an_empty_database_is_enough_to_serve_and_the_bots_play(empty_database: str) -> None:
    with serving("--dev", "--database", empty_database) as served:
        served.wait_for("RONDEL_DATABASE_URL=")
        table, version = asyncio.run(moves_of_bots(served.url))
        assert version >= 2, table
        assert served.stop() == 0
    logged = [json.loads(line)["event"] for line in served.lines if line.startswith("{")]
    assert logged[0] == "server.started"
    assert "server.stopped" in logged  # the bots' process may yet say that no server answers

    result = rondel("migrate", "--check", "--database", empty_database)
    assert result.exit_code == 0


def test_a_broken_game_is_logged_once_and_the_others_are_served(
    empty_database: str, packages: Packages, monkeypatch: pytest.MonkeyPatch
) -> None:
    reason = install_broken_game(packages)
    monkeypatch.setenv("PYTHONPATH", str(packages.folder))

    with serving("--dev", "--bots", "0", "--database", empty_database) as served:
        assert served.stop() == 0

    logged = [line for line in served.lines if "torn" in line]
    assert len(logged) == 1, served.lines
    assert "game.skipped" in logged[0]
    assert reason in logged[0]


def test_where_things_are_tried_the_link_to_sign_in_is_printed_and_on_a_page(empty_database: str) -> None:
    with (
        serving("--dev", "--bots", "0", "--database", empty_database) as served,
        httpx.Client(verify=False, base_url=served.url, timeout=60) as ada,
    ):
        token = ada.post("/api/guests", json={"name": "Ada", "bearer": True}).json()["token"]
        ada.headers["Authorization"] = f"Bearer {token}"

        assert ada.post("/api/me/email", json={"email": "ada@example.com"}).is_success

        served.wait_for("/sign-in#")
        link = next(line.strip() for line in served.lines if "/sign-in#" in line)
        assert link.startswith(f"{served.url}/sign-in#")
        assert link in ada.get("/dev").text
        looked = ada.post("/api/links/look", json={"token": link.partition("#")[2]})
        assert looked.json()["email"] == "ada@example.com"
        assert link not in ada.get("/dev", headers={"Host": "elsewhere.example"}).text
        assert link not in ada.get("/dev", headers={"X-Forwarded-For": "192.0.2.7"}).text


@pytest.mark.parametrize(
    ("settings", "is_it"),
    [
        (Settings(), True),
        (Settings(host="0.0.0.0", plain_http=True), False),
        (Settings(public_url="https://rondel.example"), False),
    ],
)
def test_mails_are_shown_where_nobody_else_can_ask_for_them(settings: Settings, is_it: bool) -> None:
    assert is_private(settings) is is_it


@pytest.mark.drawn(1 / 3)
def test_ctrl_c_stops_it_and_its_bots_end_even_if_it_is_killed(empty_database: str) -> None:
    with serving("--dev", "--database", empty_database) as served:
        assert served.stop(signal.SIGINT) == 0

    with serving("--dev", "--database", empty_database) as served:
        asyncio.run(moves_of_bots(served.url))
        served.child.kill()
        # its output is read to the end only when the bots, who share it, have gone too
    assert served.child.returncode == -signal.SIGKILL


def test_a_database_of_another_version_is_not_served(empty_database: str) -> None:
    result = rondel("serve", "--port", "0", "--database", empty_database)

    assert result.exit_code == 1
    assert "rondel migrate" in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_port_that_is_taken_is_said_in_one_line(empty_database: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        result = rondel("serve", "--port", taken.getsockname()[1], "--database", empty_database)

    assert result.exit_code == 1
    assert "Cannot listen on 127.0.0.1 port" in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("serve", "--database"),
        ("serve --database sqlite:///rondel.db", "is no PostgreSQL"),
        ("serve --database postgresql://localhost/x --host 0.0.0.0", "--plain-http"),
        ("serve --database postgresql://localhost/x --public-url http://games.example.org", "--plain-http"),
        ("serve --database postgresql://localhost/x --port 70000", "70000"),
        ("serve --database postgresql://localhost/x --bots many", "many"),
        ("bots", "A bot runner needs a token"),
        ("bots --token-file nowhere", "nowhere"),
        ("bots --new-token", "RONDEL_DATABASE_URL"),
    ],
)
def test_wrong_use_is_answered_with_one_line(arguments: str, expected: str) -> None:
    assert_wrong_use(rondel(*arguments.split()), expected)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("--think fast", "0.4-1.2"),
        ("--think 2-1", "0.4-1.2"),
        ("--share 3/2", "1/2 and 2/2"),
        ("--share half", "1/2 and 2/2"),
        ("--server localhost", "no address of a server"),
    ],
)
def test_wrong_options_of_bots_are_answered_with_one_line(
    arguments: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RONDEL_BOT_RUNNER_TOKEN", "a token")

    assert_wrong_use(rondel("bots", *arguments.split()), expected)


@pytest.mark.parametrize(
    "chosen",
    [
        {},
        {"host": "0.0.0.0", "public_url": "https://games.example.org"},
        {"host": "0.0.0.0", "plain_http": True},
        {"host": "::1", "public_url": "http://localhost:8000"},
    ],
)
def test_plain_http_is_served_to_this_machine_or_where_it_was_asked_for(chosen: dict[str, Any]) -> None:
    check_http(Settings(**chosen))


def test_a_server_without_mail_says_so_when_it_starts() -> None:
    assert any(line.startswith("No mail is sent") for line in describe_server(Settings(), 1))
    assert not any("No mail" in line for line in describe_server(Settings(smtp_url="smtp://mail.example"), 1))


def test_what_it_says_of_its_settings_holds_no_secret() -> None:
    secret = Settings(
        database_url="postgresql://u:hidden@h/d",
        smtp_url="smtp://u:hidden@h",
        redis_url="redis://:hidden@h",
        metrics_token="hidden",
        vapid_key="h" * 43,
        plain_http=True,
    )
    text = "\n".join(describe_server(secret, 1))

    assert "hidden" not in text
    assert "RONDEL_DATABASE_URL=postgresql://u:***@h/d" in text
    assert "RONDEL_METRICS_TOKEN=***" in text
    assert "RONDEL_VAPID_KEY=***" in text
    assert "RONDEL_PLAIN_HTTP=true" in text


def test_bots_are_told_no_way_to_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("RONDEL_DATABASE_URL", "RONDEL_SMTP_URL", "PGPASSWORD"):
        monkeypatch.setenv(name, "hidden")

    environment = environment_of_bots("a token")

    assert "hidden" not in environment.values()
    assert environment["RONDEL_BOT_RUNNER_TOKEN"] == "a token"
    assert "PATH" in environment


def test_a_token_for_bot_runners_elsewhere(empty_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving("--dev", "--bots", "0", "--database", empty_database) as served:
        monkeypatch.setenv("RONDEL_DATABASE_URL", empty_database)
        token = rondel("bots", "--new-token").stdout.strip()
        environment = {**os.environ, "RONDEL_BOT_RUNNER_TOKEN": token}
        command = [*RONDEL, "bots", "--server", served.url, "--think", "0-0.1"]
        with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as bot_runner:
            try:
                asyncio.run(moves_of_bots(served.url))
                bot_runner.send_signal(signal.SIGINT)
                assert bot_runner.wait(30) == 130
            finally:
                bot_runner.kill()

        monkeypatch.setenv("RONDEL_BOT_RUNNER_TOKEN", "another")
        refused = rondel("bots", "--server", served.url)
        assert refused.exit_code == 1
        assert "not a bot runner's" in refused.stderr
