"""`rondel settings` and `rondel --env-file`."""

import json
import os
from pathlib import Path

import pytest

from rondel.server.settings import PREFIX, Rate, Settings, described, read, written
from tests.cli.invoke import assert_wrong_use, rondel


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith(PREFIX)]:
        monkeypatch.delenv(name)


def rows(*arguments: object) -> dict[str, dict[str, str]]:
    result = rondel(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return {row["variable"]: row for row in json.loads(result.stdout)}


def a_file(folder: Path, *lines: str) -> Path:
    file = folder / "rondel.env"
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


def test_every_setting_is_shown_with_value_source_default_and_meaning() -> None:
    shown = rows("settings")

    assert len(shown) == sum(map(len, described().values())) == 44
    assert shown["RONDEL_PORT"] == {
        "variable": "RONDEL_PORT",
        "value": "8000",
        "source": "default",
        "default": "8000",
        "meaning": "Listen port; 0 picks a free port.",
        "section": "Address",
    }


def test_the_environment_comes_before_the_file_and_both_before_the_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = a_file(
        tmp_path, "# ours", "RONDEL_PORT=9001", "RONDEL_HOST='::1'", "export RONDEL_GUEST_RATE=3/10s"
    )
    monkeypatch.setenv("RONDEL_PORT", "9002")

    shown = rows("--env-file", file, "settings", "--changed")

    assert {name: (row["value"], row["source"]) for name, row in shown.items()} == {
        "RONDEL_PORT": ("9002", "environment"),
        "RONDEL_HOST": ("::1", str(file)),
        "RONDEL_GUEST_RATE": ("3/10s", str(file)),
    }
    assert "RONDEL_HOST" not in os.environ


def test_the_file_is_read_by_every_command(tmp_path: Path) -> None:
    file = a_file(tmp_path, "RONDEL_DATABASE_URL=postgresql://127.0.0.1:1/nowhere")

    result = rondel("--env-file", file, "migrate", "--check")

    assert "postgresql://127.0.0.1:1/nowhere" in result.stderr


def test_what_is_secret_is_hidden(tmp_path: Path) -> None:
    file = a_file(
        tmp_path,
        "RONDEL_DATABASE_URL=postgresql://rondel:hush@localhost/rondel",
        "RONDEL_REDIS_URL=redis://:hush@localhost/0",
        "RONDEL_SMTP_URL=smtp://post:hush@localhost:587",
        "RONDEL_METRICS_TOKEN=hush",
        f"RONDEL_VAPID_KEY={'hush' * 10}abc",
    )

    for arguments in (("settings",), ("settings", "--json"), ("settings", "--changed")):
        output = rondel("--env-file", file, *arguments).output

        assert "hush" not in output
        assert output.count("***") == 5


def test_words_choose_settings_and_wrong_ones_are_answered_with_one_line() -> None:
    assert "RONDEL_SMTP_URL" in rows("settings", "mail")
    assert "RONDEL_PORT" not in rows("settings", "mail")
    assert_wrong_use(rondel("settings", "zeppelin"), "No setting matches zeppelin")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("RONDEL_PORT", "line 2: this is not NAME=value"),
        ("RONDEL_PORT='80", "line 2: this is not NAME=value"),
        ("RONDEL_PROT=80", "RONDEL_PROT is not a setting"),
        ("RONDEL_PORT=80000", "RONDEL_PORT cannot be '80000'"),
        ("RONDEL_LOG_LEVEL=loud", "error or critical, not 'loud'"),
    ],
)
def test_a_file_that_says_something_wrong_is_answered_with_one_line(
    line: str, expected: str, tmp_path: Path
) -> None:
    assert_wrong_use(rondel("--env-file", a_file(tmp_path, "# ours", line), "settings"), expected)


def test_a_file_that_is_not_there_is_answered_with_one_line() -> None:
    assert_wrong_use(rondel("--env-file", "nowhere.env", "settings"), "nowhere.env")


def test_what_is_written_is_read_as_the_same() -> None:
    fields = Settings.__annotations__
    for section in described().values():
        for each in section:
            assert read(written(each.default), fields[each.name]) == each.default or each.name == "node"
    assert Rate.of(str(Rate(7, 60_000))) == Rate(7, 60_000)
