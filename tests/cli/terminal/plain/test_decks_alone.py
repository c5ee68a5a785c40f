"""The Deck Planner in the terminal, on a machine that has nothing else."""

from pathlib import Path

from rondel.wire.transcript import read
from tests.cli.in_a_terminal import InATerminal

NO_CONNECTIONS = """
import os, sys

def refuse(event, _):
    if event in ("socket.connect", "socket.bind", "socket.getaddrinfo"):
        os.write(2, f"{event} was tried".encode())
        os._exit(97)

sys.addaudithook(refuse)
"""
"""Python that ends the process as soon as it asks for a database, a server or any other address."""


def test_11_11_a_planner_in_the_terminal_needs_no_database_and_no_server(tmp_path: Path) -> None:
    terminal = InATerminal(tmp_path, first=NO_CONNECTIONS)
    terminal.read_until("Select 0 of 2 cards")
    for keys, shown in (
        ("1\r", "Select 1 of 2 cards"),
        ("3\r", "Select 2 of 2 cards"),
        ("3\r", "Put 0 of 3 cards in order"),
        ("1\r", "Put 1 of 3 cards in order"),
        ("2\r", "Put 2 of 3 cards in order"),
        ("3\r", "Put 3 of 3 cards in order"),
        ("5\r", "The order is locked"),
        ("1\r", "Turn: 2"),
    ):
        terminal.press(keys)
        terminal.read_until(shown)
    terminal.press("q")

    assert terminal.close()[0] == 0
    saved = read((tmp_path / "rondel" / "decks.jsonl").read_bytes())
    assert len(saved.lines) == 9


def test_a_connection_that_is_tried_is_seen(tmp_path: Path) -> None:
    tries = f"{NO_CONNECTIONS}\nimport socket; socket.create_connection(('127.0.0.1', 5432))"
    terminal = InATerminal(tmp_path, first=tries)

    code, shown = terminal.close()

    assert code == 97
    assert "was tried" in shown
