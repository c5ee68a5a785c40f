from pathlib import Path

import pytest

from rondel.games.decks.actions import ClosePlanner, ConfirmDiscard, ToggleCardSelection
from rondel.games.decks.options import Options
from rondel.kernel import HOUSE, Sitter
from rondel.table.local import LocalTable
from rondel.wire.shelf import take
from tests.cli.invoke import rondel


@pytest.fixture
def table() -> LocalTable:
    game = take("decks")
    table = LocalTable.opened(game, Options(discard_count=1), [Sitter()])
    table.play(HOUSE, game.begin, 1000)
    table.play(0, ToggleCardSelection(table.state.hand_cards[0].instance_id), 2000)
    table.play(0, ConfirmDiscard(), 3000)
    return table


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "friday.jsonl"


def test_a_transcript_that_holds_is_told_in_one_line(table: LocalTable, path: Path) -> None:
    table.play(0, ClosePlanner(), 4000)
    path.write_bytes(table.transcript())

    result = rondel("verify", path)

    assert result.exit_code == 0
    assert result.stdout == f"{path}: holds. 4 versions, 4 decided again, luck recomputed.\n"


def test_one_that_has_not_ended_is_told_as_such(table: LocalTable, path: Path) -> None:
    path.write_bytes(table.transcript())

    result = rondel("verify", path)

    assert result.exit_code == 0
    assert result.stdout == (
        f"{path}: holds. 3 versions, 2 decided again, 1 only folded (older rules or luck not revealed),"
        " not ended yet.\n"
    )


def test_one_byte_of_a_card_is_found_with_its_line(table: LocalTable, path: Path) -> None:
    lines = table.transcript().splitlines(keepends=True)
    card = table.steps[1].before.hand_cards[0].card.encode()
    other = b"K\xe2\x99\xa0" if card != b"K\xe2\x99\xa0" else b"Q\xe2\x99\xa0"
    lines[3] = lines[3].replace(b'"cards":["' + card, b'"cards":["' + other)
    path.write_bytes(b"".join(lines))

    result = rondel("verify", path)

    assert result.exit_code == 1
    assert result.stdout.splitlines()
    assert all(line.startswith(f"{path}:4: ") for line in result.stdout.splitlines())


@pytest.mark.parametrize("text", ["", "no transcript\n", "{}\n", '{"line":"header"}\n', "\x00\n"])
def test_what_is_no_transcript_is_told_as_such(path: Path, text: str) -> None:
    path.write_text(text)

    result = rondel("verify", path)

    assert result.exit_code == 1
    assert result.stdout.startswith(f"{path}: is no transcript: line 1: ")
    assert result.stdout.count("\n") == 1


def test_a_transcript_of_an_unknown_game_is_told_as_such(table: LocalTable, path: Path) -> None:
    path.write_bytes(table.transcript().replace(b'"game":"decks"', b'"game":"dekcs"', 1))

    result = rondel("verify", path)

    assert result.exit_code == 1
    assert (
        result.stdout == f"{path}:1: There is no game called 'dekcs'. Installed: cambio, decks, imperial.\n"
    )


def test_every_file_is_looked_at_and_one_fault_is_enough(
    table: LocalTable, path: Path, tmp_path: Path
) -> None:
    path.write_bytes(b"no transcript")
    other = tmp_path / "saturday.jsonl"
    other.write_bytes(table.transcript())

    result = rondel("verify", path, other)

    assert result.exit_code == 1
    assert [line.split(":")[0] for line in result.stdout.splitlines()] == [str(path), str(other)]


def test_a_missing_file_is_wrong_use_and_nothing_is_verified(
    table: LocalTable, path: Path, tmp_path: Path
) -> None:
    path.write_bytes(table.transcript())

    result = rondel("verify", path, tmp_path / "nowhere.jsonl")

    assert result.exit_code == 2
    assert result.stdout == ""


def test_what_i_saw_is_compared(table: LocalTable, path: Path) -> None:
    table.play(0, ClosePlanner(), 4000)
    path.write_bytes(table.transcript())
    header = table.context.header

    good = rondel("verify", path, "--commitment", header.commitment, "--nonce", header.seats[0].nonce.upper())
    bad = rondel("verify", path, "--commitment", "00" * 32, "--header", "11" * 32)

    assert good.exit_code == 0
    assert good.stdout.endswith("luck recomputed. As you saw it: commitment, nonce.\n")
    assert bad.exit_code == 1
    assert [line.partition(": ")[2].split(":")[0] for line in bad.stdout.splitlines()] == [
        "the commitment is not the one you were shown before play",
        "the header is not the one of your first View",
    ]


def test_what_i_saw_is_given_whole_and_for_one_table(table: LocalTable, path: Path) -> None:
    path.write_bytes(table.transcript())

    short = rondel("verify", path, "--nonce", "abc")
    two = rondel("verify", path, path, "--nonce", "ab" * 16)

    assert (short.exit_code, two.exit_code) == (2, 2)
    assert "--nonce takes 32 hexadecimal digits, not 'abc'" in " ".join(short.stderr.split())
    assert "give one transcript" in " ".join(two.stderr.split())
