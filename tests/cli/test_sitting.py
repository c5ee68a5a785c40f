from pathlib import Path

import pytest

from rondel.cli.terminal.save_file import Save
from rondel.cli.terminal.session import GameInProgressError, load_or_start
from rondel.games.decks.actions import ClosePlanner, DealNextHand, EndTurn, ToggleCardSelection
from rondel.games.decks.options import Options
from rondel.kernel import Refusal
from rondel.wire.proof import verify
from rondel.wire.registry import load_game
from rondel.wire.transcript import read

DECKS = load_game("decks")


@pytest.fixture
def save(tmp_path: Path) -> Save:
    return Save(tmp_path / "decks.jsonl")


def test_a_new_sitting_is_begun_and_kept_at_once(save: Save) -> None:
    sitting = load_or_start(DECKS, save, options=Options(hand_size=3))

    assert len(sitting.view.hand_cards) == 3
    assert sitting.notice == ""
    assert sitting.trouble is None
    assert sitting.outcome is None
    assert len(read(save.path.read_bytes()).lines) == 1


def test_every_version_is_kept(save: Save) -> None:
    sitting = load_or_start(DECKS, save)
    card = sitting.view.hand_cards[0].instance_id

    sitting.ask(ToggleCardSelection(card))
    sitting.take_back()
    sitting.ask(DealNextHand())

    assert len(read(save.path.read_bytes()).lines) == 4
    assert not verify(DECKS, save.path.read_bytes()).faults
    assert load_or_start(DECKS, save).view == sitting.view


def test_a_refusal_changes_nothing(save: Save) -> None:
    sitting = load_or_start(DECKS, save)
    before = save.path.read_bytes()

    with pytest.raises(Refusal):
        sitting.ask(EndTurn())

    assert save.path.read_bytes() == before


def test_options_do_not_fit_a_sitting_under_way(save: Save) -> None:
    load_or_start(DECKS, save)

    with pytest.raises(GameInProgressError):
        load_or_start(DECKS, save, options=Options())


def test_a_new_one_is_begun_where_it_is_wanted_and_the_old_one_is_kept(save: Save) -> None:
    load_or_start(DECKS, save)
    old = save.path.read_bytes()

    sitting = load_or_start(DECKS, save, options=Options(hand_size=7), is_new=True)

    assert len(sitting.view.hand_cards) == 7
    old_path = save.path.with_name(f"decks-{read(old).header.table}.jsonl")
    assert old_path.read_bytes() == old
    assert old_path.with_suffix(".secret").exists()
    assert old_path.name in sitting.notice


def test_an_ended_one_has_its_end_and_the_next_begins_anew(save: Save) -> None:
    sitting = load_or_start(DECKS, save)
    sitting.ask(ClosePlanner())
    assert sitting.outcome is not None
    old = read(save.path.read_bytes())
    assert old.end is not None

    assert load_or_start(DECKS, save, options=Options()).outcome is None
    assert read(save.path.read_bytes()).header.table != old.header.table


def test_a_save_that_failed_is_tried_again_with_the_next_version(tmp_path: Path) -> None:
    folder = tmp_path / "rondel"
    folder.write_text("in the way")
    sitting = load_or_start(DECKS, Save(folder / "decks.jsonl"))
    assert str(sitting.trouble).startswith("Not saved: File exists")

    folder.unlink()
    sitting.ask(DealNextHand())

    assert sitting.trouble is None
    assert load_or_start(DECKS, Save(folder / "decks.jsonl")).view == sitting.view


def test_what_cannot_be_set_aside_is_not_overwritten(save: Save, monkeypatch: pytest.MonkeyPatch) -> None:
    save.path.write_text("precious")

    def refuse(_save: Save) -> Path:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Save, "set_aside", refuse)
    sitting = load_or_start(DECKS, save)
    sitting.ask(DealNextHand())

    assert sitting.trouble is not None
    assert save.path.read_text() == "precious"
