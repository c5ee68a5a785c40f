import stat
from pathlib import Path

import pytest

from rondel.cli.terminal.save_file import Save, SaveFileError, default_path
from rondel.games.decks.actions import ClosePlanner
from rondel.games.decks.options import Options
from rondel.kernel import HOUSE, SeatSpec
from rondel.table.local import LocalTable
from rondel.wire.registry import load_game

SECRET = bytes(range(32))


@pytest.fixture
def table() -> LocalTable:
    game = load_game("decks")
    table = LocalTable.opened(game, Options(), [SeatSpec()], table_id="friday", secret=SECRET)
    table.play(HOUSE, game.begin, 1000)
    return table


@pytest.fixture
def save(tmp_path: Path) -> Save:
    return Save(tmp_path / "rondel" / "decks.jsonl")


def write_save(save: Save, table: LocalTable) -> Save:
    save.write_secret(SECRET)
    save.write(table.transcript())
    return save


def test_the_data_folder_is_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_path("decks") == tmp_path / "rondel" / "decks.jsonl"

    monkeypatch.setenv("HOME", str(tmp_path))
    for elsewhere in ("", "relative/folder"):
        monkeypatch.setenv("XDG_DATA_HOME", elsewhere)
        assert default_path("decks") == tmp_path / ".local" / "share" / "rondel" / "decks.jsonl"


def test_nothing_kept_is_no_table(save: Save) -> None:
    assert save.read(load_game("decks")) is None


def test_what_is_kept_is_read_again(save: Save, table: LocalTable) -> None:
    again = write_save(save, table).read(load_game("decks"))

    assert again is not None
    assert again.state == table.state
    assert again.transcript() == table.transcript()


def test_only_the_owner_reads_it_and_nothing_else_is_left_behind(save: Save, table: LocalTable) -> None:
    write_save(save, table)

    assert sorted(path.name for path in save.path.parent.iterdir()) == ["decks.jsonl", "decks.secret"]
    assert stat.S_IMODE(save.secret_path.stat().st_mode) == 0o600
    assert stat.S_IMODE(save.path.stat().st_mode) == 0o600


def test_a_failed_write_leaves_what_was_there(save: Save, table: LocalTable) -> None:
    write_save(save, table)
    save.path.unlink()
    save.path.mkdir()

    with pytest.raises(OSError, match="directory"):
        save.write(b"")

    assert sorted(path.name for path in save.path.parent.iterdir()) == ["decks.jsonl", "decks.secret"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("decks.jsonl", b""),
        ("decks.jsonl", b"no transcript"),
        ("decks.jsonl", b"\xff\xfe"),
        ("decks.secret", b"not hexadecimal"),
        ("decks.secret", b"\xff"),
        ("decks.secret", b"00"),
    ],
)
def test_what_cannot_be_read_says_so(save: Save, table: LocalTable, name: str, content: bytes) -> None:
    write_save(save, table)
    save.path.with_name(name).write_bytes(content)

    with pytest.raises(SaveFileError):
        save.read(load_game("decks"))


def test_without_its_secret_it_cannot_be_read(save: Save, table: LocalTable) -> None:
    write_save(save, table).secret_path.unlink()

    with pytest.raises(SaveFileError, match=r"decks\.secret"):
        save.read(load_game("decks"))


def test_a_folder_in_its_place_cannot_be_read(save: Save) -> None:
    save.path.mkdir(parents=True)

    with pytest.raises(SaveFileError, match="directory"):
        save.read(load_game("decks"))


def test_an_old_sitting_stays_under_its_tables_id(save: Save, table: LocalTable) -> None:
    assert write_save(save, table).keep_old().name == "decks-friday.jsonl"

    assert sorted(path.name for path in save.path.parent.iterdir()) == [
        "decks-friday.jsonl",
        "decks-friday.secret",
    ]


def test_an_ended_one_needs_no_secret_beside_it(save: Save, table: LocalTable) -> None:
    table.play(0, ClosePlanner(), 2000)
    write_save(save, table).keep_old()

    assert [path.name for path in save.path.parent.iterdir()] == ["decks-friday.jsonl"]


def test_what_is_set_aside_overwrites_nothing(save: Save, table: LocalTable) -> None:
    names = [write_save(save, table).set_aside().name for _ in range(3)]

    assert names == ["decks.jsonl.broken", "decks.jsonl.broken2", "decks.jsonl.broken3"]
    save.write(b"")
    assert save.set_aside().name == "decks.jsonl.broken4"
    assert len(list(save.path.parent.glob("decks.secret.broken*"))) == 3
