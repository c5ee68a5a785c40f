import json
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from rondel.games.decks.actions import ClosePlanner, ConfirmDiscard, ToggleCardSelection
from rondel.games.decks.options import Options
from rondel.kernel import HOUSE, SeatSpec
from rondel.table.local import LocalTable
from rondel.wire.registry import load_game
from rondel.wire.transcript import read
from rondel.wire.witness import RowTime
from tests.cli.invoke import rondel
from tests.wire.forgeries import forgeries, honest, under_older_rules
from tests.wire.sittings import SEALED_OTHERWISE, SHORT, go_on, opened, watched

FORGERIES = forgeries()
PROOF = "4 versions, 4 decided again, luck recomputed."


@pytest.fixture
def table() -> LocalTable:
    game = load_game("decks")
    table = LocalTable.opened(game, Options(discard_count=1), [SeatSpec()])
    table.play(HOUSE, game.begin, 1000)
    table.play(0, ToggleCardSelection(table.state.hand_cards[0].instance_id), 2000)
    table.play(0, ConfirmDiscard(), 3000)
    return table


@pytest.fixture
def ended(table: LocalTable) -> LocalTable:
    table.play(0, ClosePlanner(), 4000)
    return table


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "friday.jsonl"


@pytest.fixture
def witness(ended: LocalTable, path: Path) -> Path:
    """The ended game in `path`, and what its player saw of it."""
    path.write_bytes(ended.transcript())
    file = path.with_suffix(".witness.json")
    file.write_bytes(msgspec.json.encode(watched(ended)))
    return file


def test_what_was_seen_to_its_end_is_proven(path: Path, witness: Path) -> None:
    result = rondel("verify", path, "--witness", witness)

    assert result.exit_code == 0
    assert result.stdout == (
        f"{path}: PROVEN. 4 versions, 4 decided again, luck recomputed."
        " 1 of 1 nonce sent by programs that vouch for it.\n"
    )


def test_without_a_witness_it_is_not_proven_and_that_may_be_enough(path: Path, witness: Path) -> None:
    answer = f"{path}: CONSISTENT, NOT PROVEN: no witness was given. {PROOF}\n"

    alone, enough = rondel("verify", path), rondel("verify", path, "--unwitnessed")

    assert (alone.exit_code, alone.stdout) == (3, answer)
    assert (enough.exit_code, enough.stdout) == (0, answer)


def test_unwitnessed_excuses_nothing_else(table: LocalTable, path: Path) -> None:
    path.write_bytes(table.transcript())

    result = rondel("verify", path, "--unwitnessed")

    assert result.exit_code == 3
    assert result.stdout == (
        f"{path}: CONSISTENT, NOT PROVEN: the game has not ended here, so its secret is not shown;"
        " no witness was given. 3 versions, 2 decided again, not ended yet.\n"
    )


def test_one_byte_of_a_card_is_found_with_its_line(table: LocalTable, path: Path) -> None:
    lines = table.transcript().splitlines(keepends=True)
    card = table.steps[1].before.hand_cards[0].card.encode()
    other = b"K\xe2\x99\xa0" if card != b"K\xe2\x99\xa0" else b"Q\xe2\x99\xa0"
    lines[3] = lines[3].replace(b'"cards":["' + card, b'"cards":["' + other)
    path.write_bytes(b"".join(lines))

    result = rondel("verify", path)

    *faults, answer = result.stdout.splitlines()
    assert (result.exit_code, answer) == (1, f"{path}: BROKEN.")
    assert faults
    assert all(line.startswith(f"{path}:4: ") for line in faults)


@pytest.mark.parametrize("text", ["", "no transcript\n", "{}\n", '{"line":"header"}\n', "\x00\n"])
def test_what_is_no_transcript_is_told_as_such(path: Path, text: str) -> None:
    path.write_text(text)

    result = rondel("verify", path)

    assert result.exit_code == 1
    assert result.stdout.startswith(f"{path}: not a transcript: line 1: ")
    assert result.stdout.count("\n") == 1


def test_another_game_than_the_digests_are_of_is_found(ended: LocalTable, path: Path) -> None:
    path.write_bytes(ended.transcript().replace(b'"game":"decks"', b'"game":"dekcs"', 1))

    result = rondel("verify", path)

    assert result.exit_code == 1  # the first row's digest covers the header
    assert result.stdout.startswith(f"{path}:2: version 1: the digest does not fit the line\n")


def test_a_game_that_is_not_installed_is_not_proven(path: Path) -> None:
    path.write_bytes(go_on(opened(), SHORT).transcript())

    result = rondel("verify", path)

    assert result.exit_code == 3
    assert "tally is not installed here, so no row was decided again" in result.stdout


def test_every_file_is_looked_at_and_the_worst_answer_counts(
    ended: LocalTable, path: Path, tmp_path: Path
) -> None:
    path.write_bytes(b"no transcript")
    other = tmp_path / "saturday.jsonl"
    other.write_bytes(ended.transcript())

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


def test_what_i_saw_is_compared(ended: LocalTable, path: Path, witness: Path) -> None:
    header, seen = ended.context.header, watched(ended).epochs[-1]
    nonce = header.seats[0].nonce.upper()
    digest = seen.header or ""
    given = ("--commitment", header.commitment, "--header", digest, "--seal", f"{seen.version}:{seen.seal}")

    good = rondel("verify", path, *given, "--nonce", nonce)
    part = rondel("verify", path, "--commitment", header.commitment)
    bad = rondel("verify", path, "--commitment", "00" * 32, "--header", "11" * 32, "--seal", f"2:{'22' * 32}")

    assert (good.exit_code, part.exit_code, bad.exit_code) == (0, 3, 1)
    assert good.stdout.startswith(f"{path}: PROVEN. ")
    assert "what was seen has no header and no seal" in part.stdout
    assert [line.partition(": ")[2] for line in bad.stdout.splitlines()[1:3]] == [
        "the header is not the one of your first View: rules, seats, options, nonces or secret differ",
        f"version 2: {SEALED_OTHERWISE}",
    ]


def test_a_seal_of_an_early_version_says_how_much_was_not_seen(
    ended: LocalTable, path: Path, witness: Path
) -> None:
    seen = watched(ended, until=3)
    witness.write_bytes(msgspec.json.encode(replace(seen, times=(RowTime(2, 2000, 92_000),))))

    result = rondel("verify", path, "--witness", witness)

    assert result.exit_code == 0
    assert result.stdout.endswith(
        " 1 of 1 nonce sent by programs that vouch for it; 1 row not seen by you."
        " The server's time of version 2 was 90 s from your clock.\n"
    )


def test_several_witnesses_are_compared_together(ended: LocalTable, path: Path, witness: Path) -> None:
    """A nonce that was refused on one device was sent by the other."""
    refused = path.with_suffix(".phone.json")
    refused.write_bytes(msgspec.json.encode(replace(watched(ended), nonce=None, refused="ab" * 16)))

    alone = rondel("verify", path, "--witness", refused)
    both = rondel("verify", path, "--witness", refused, "--witness", witness)

    assert (alone.exit_code, both.exit_code) == (3, 0)
    assert "CONSISTENT, NOT PROVEN: your nonce is not part of the luck." in alone.stdout


@pytest.mark.parametrize("name", FORGERIES)
def test_a_host_who_chooses_the_luck_is_refused_in_a_sentence(name: str, path: Path) -> None:
    """Though secret, digests and all that the player saw fit."""
    path.write_bytes(FORGERIES[name].text)
    header = read(FORGERIES[name].text)

    result = rondel(
        "verify", path, "--commitment", header.header.commitment, "--header", header.first_digest.hex()
    )

    assert result.exit_code == 1
    assert FORGERIES[name].verify in result.stdout


def test_the_same_game_played_honestly_holds(path: Path) -> None:
    path.write_bytes(honest())

    assert rondel("verify", path, "--unwitnessed").exit_code == 0


def test_rows_of_rules_that_are_not_installed_are_not_proven(path: Path) -> None:
    path.write_bytes(under_older_rules())

    result = rondel("verify", path)

    assert result.exit_code == 3
    assert ", which are not installed here (installed: rules " in result.stdout


def test_what_i_saw_is_given_whole_and_for_one_table(path: Path, witness: Path) -> None:
    short = rondel("verify", path, "--nonce", "abc")
    seal = rondel("verify", path, "--seal", "00" * 32)
    two = rondel("verify", path, path, "--nonce", "ab" * 16)
    none = rondel("verify", path, "--witness", path)

    assert (short.exit_code, seal.exit_code, two.exit_code, none.exit_code) == (2, 2, 2, 2)
    assert "--nonce takes 32 hexadecimal digits, not 'abc'" in " ".join(short.stderr.split())
    assert "--seal takes a version, a colon and 64 hexadecimal digits" in " ".join(seal.stderr.split())
    assert "give one transcript" in " ".join(two.stderr.split())
    assert "is not a witness" in " ".join(none.stderr.split())
    assert json.loads(witness.read_text())["format"] == 1
