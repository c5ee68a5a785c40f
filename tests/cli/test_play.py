import os
import pty
import struct
import subprocess
import sys
from dataclasses import replace
from fcntl import ioctl
from pathlib import Path
from select import select
from termios import TIOCSWINSZ

import pytest

from rondel.cli.parameters import WrongUse
from rondel.cli.play import table_of
from rondel.cli.tables.decks import DecksTable
from rondel.wire.shelf import take
from rondel.wire.transcript import read


class InATerminal:
    """`rondel play decks` in a terminal of its own, 80 by 24."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.terminal, its_end = pty.openpty()
        ioctl(its_end, TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.child = subprocess.Popen(
            (sys.executable, "-c", "from rondel.cli.main import main; main()", "play", "decks", *arguments),
            stdin=its_end,
            stdout=its_end,
            stderr=its_end,
            env={**os.environ, "XDG_DATA_HOME": str(folder), "TERM": "xterm-256color"},
        )
        os.close(its_end)

    def read_until(self, text: str) -> str:
        """Look on until this is seen, or until there is nothing more to see."""
        shown = b""
        while text.encode() not in shown and select([self.terminal], [], [], 60)[0]:
            try:
                shown += os.read(self.terminal, 65536)
            except OSError:  # the other end is closed
                break
        return shown.decode(errors="replace")

    def press(self, keys: str) -> None:
        os.write(self.terminal, keys.encode())

    def close(self) -> tuple[int, str]:
        """Its exit code and the last it showed."""
        try:
            shown = self.read_until("nothing, so to its end")
            self.child.wait(60)
        finally:
            self.child.kill()
            self.child.wait()
            os.close(self.terminal)
        return self.child.returncode, shown


def test_a_sitting_is_played_in_a_terminal_and_goes_on_in_the_next(tmp_path: Path) -> None:
    first = InATerminal(tmp_path)
    first.read_until("Select 0 of 2 cards")
    first.press("13d")
    first.read_until("Planning")
    first.press("q")
    assert first.close()[0] == 0
    assert len(read((tmp_path / "rondel" / "decks.jsonl").read_bytes()).lines) == 4

    second = InATerminal(tmp_path)
    second.read_until("Welcome back")
    second.press("q")
    assert second.close()[0] == 0


def test_options_for_a_sitting_under_way_are_answered_with_one_line(tmp_path: Path) -> None:
    options = tmp_path / "options.json"
    options.write_text('{"handSize": 7, "discardCount": 3}')
    first = InATerminal(tmp_path, "--options", str(options))
    first.read_until("Select 0 of 3 cards")
    first.press("q")
    assert first.close()[0] == 0

    second = InATerminal(tmp_path, "--options", str(options))

    said = "A sitting with options of its own is under way; --new begins another.\r\n"
    assert second.close() == (2, said)


def test_a_games_table_is_the_module_of_its_name() -> None:
    assert table_of(take("decks")) is DecksTable


def test_a_game_without_a_table_is_answered_with_one_line() -> None:
    patience = replace(take("decks"), name="patience", title="Patience")

    with pytest.raises(WrongUse) as wrong_use:
        table_of(patience)

    said = "Patience has no table in the terminal yet. Games that have one: decks."
    assert wrong_use.value.format_message() == said
