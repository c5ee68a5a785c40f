"""`rondel demo`: a table with bots in the browser, with no database beside it."""

import sys
import time
from pathlib import Path

import httpx
import pytest

from rondel.cli.commands.demo import has_browser
from tests.cli.invoke import assert_wrong_use, rondel
from tests.cli.served import RONDEL, started


def a_browser(folder: Path) -> tuple[Path, Path]:
    """A browser that only notes which address it was given, and the file where it does."""
    browser, seen = folder / "browser", folder / "seen"
    browser.write_text(f'#!/bin/sh\necho "$1" > {seen}\n')
    browser.chmod(0o755)
    return browser, seen


def address_in(seen: Path) -> str:
    until = time.monotonic() + 60
    while not (seen.exists() and seen.read_text().strip()):
        assert time.monotonic() < until
        time.sleep(0.05)
    return seen.read_text().strip()


@pytest.mark.drawn(1 / 3)
def test_the_browser_opens_at_a_table_where_bots_sit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    browser, seen = a_browser(tmp_path)
    monkeypatch.setenv("BROWSER", str(browser))
    monkeypatch.setenv("RONDEL_DATABASE_URL", "postgresql://nobody@192.0.2.1/nothing")

    with started(*RONDEL, "demo") as served, httpx.Client() as player:
        served.wait_for("Your table of Cambio: ")
        link = httpx.URL(address_in(seen))
        first, second = player.get(link), player.get(link)

        assert (first.status_code, second.status_code) == (303, 303)
        assert first.headers["location"] != second.headers["location"]
        view = player.get(
            link.join(f"/api/tables/{second.headers['location'].removeprefix('/t/')}/view")
        ).json()
        assert (view["seat"], view["status"]) == (0, "active")
        assert [seat["kind"] for seat in view["seats"]] == ["human", "bot", "bot"]
        assert "legal" in view

        # nobody is led there by another site, nor by a guess
        assert player.get(link, headers={"Host": "elsewhere.example"}).status_code != 303
        assert player.get(link, headers={"X-Forwarded-For": "192.0.2.7"}).status_code != 303
        assert player.get(link.join("/demo/another")).status_code != 303
        assert served.stop() == 0


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("demo poker", "There is no game called 'poker'"),
        ("demo cambio --bots 9", "Cambio is played by 2 to 6, not by 10."),
        ("demo decks --bots 1", "played by 1 to 1, not by 2"),
    ],
)
def test_wrong_use_is_answered_with_one_line(arguments: str, expected: str) -> None:
    assert_wrong_use(rondel(*arguments.split()), expected)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a window")
def test_a_browser_in_the_terminal_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not has_browser()

    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert has_browser()
