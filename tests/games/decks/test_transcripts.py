"""Decks: sittings kept as files come out the same, byte for byte, and prove themselves."""

from pathlib import Path

import msgspec
import pytest

from rondel.games.decks.game import DECKS
from rondel.wire.proof import verify
from rondel.wire.transcript import read
from tests.games.decks.transcripts import FOLDER, SITTINGS, files


@pytest.mark.parametrize("name", SITTINGS)
def test_a_sitting_played_again_writes_the_same_bytes(name: str) -> None:
    for path, written in files(name).items():
        assert path.read_bytes() == written, (
            f"{path.name} has changed: `just transcripts`, then read the diff"
        )


@pytest.mark.parametrize("name", SITTINGS)
def test_a_transcript_proves_itself(name: str) -> None:
    proof = verify(DECKS, (FOLDER / f"{name}.jsonl").read_bytes())

    assert proof.faults == ()
    assert proof.is_ended
    assert proof.is_secret_revealed
    assert proof.decided_again == proof.rows > 0


def test_a_card_changed_in_one_line_is_found_in_that_line() -> None:
    text = (FOLDER / "closed.jsonl").read_bytes()
    number, line = next(
        (number, line)
        for number, line in enumerate(text.split(b"\n"), 1)
        if b"CARDS_DISCARDED" in line and b'"cards":["' in line
    )
    card = line.split(b'"cards":["')[1][:1]

    changed = text.replace(line, line.replace(b'"cards":["' + card, b'"cards":["Z'))

    assert {fault.line for fault in verify(DECKS, changed).faults} >= {number}
    assert min(fault.line for fault in verify(DECKS, changed).faults) == number


def test_every_ending_has_a_transcript() -> None:
    ends = {read((FOLDER / f"{name}.jsonl").read_bytes()).end for name in SITTINGS}

    assert {end.outcome.ending for end in ends if end is not None} == DECKS.endings


def test_no_file_is_left_over() -> None:
    written = {path for name in SITTINGS for path in files(name)}

    assert set(FOLDER.iterdir()) == written


def lines_of_spectators(path: Path) -> str:
    lines = path.read_text(encoding="utf-8").splitlines()
    return "\n".join(line for line in lines if line.startswith(("  everyone", "  spectator")))


@pytest.mark.parametrize("name", SITTINGS)
def test_a_playthrough_shows_a_spectator_no_order_and_no_selection(name: str) -> None:
    text = lines_of_spectators(FOLDER / f"{name}.txt")

    assert "DECK_SHUFFLED" not in text
    assert "CARD_SELECTED" not in text
    assert "selectedCardIds" not in text
    piles = [
        line.partition("drawPileCards: ")[2] for line in text.splitlines() if "sees  drawPileCards" in line
    ]
    assert piles
    for pile in piles:
        cards = msgspec.json.decode(pile)
        assert cards == sorted(cards)
