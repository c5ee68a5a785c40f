"""Frames: tags and the nouns of a union."""

import dataclasses

import pytest

from rondel.kernel import Struct, TakeBack, TimeReturned, Undone
from rondel.wire.tagged import action_frames, event_frames, members, player_action_frames, tag_of
from tests.kernel.tally import TALLY, Action, Add, Pass


@pytest.mark.parametrize(
    ("name", "tag"),
    [
        ("Pass", "PASS"),
        ("DrawCard", "DRAW_CARD"),
        ("ApplyJSONOverride", "APPLY_JSON_OVERRIDE"),
        ("ImportJSON", "IMPORT_JSON"),
        ("Round2Started", "ROUND2_STARTED"),
        ("SetX", "SET_X"),
    ],
)
def test_a_tag_is_the_name_in_screaming_snake(name: str, tag: str) -> None:
    assert tag_of(type(name, (Struct,), {})) == tag


def test_one_noun_is_a_union_of_one() -> None:
    assert members(Pass) == (Pass,)
    assert members(Add | Pass) == (Add, Pass)


def test_the_tables_own_words_are_kept_by_the_journal_and_asked_where_there_is_undo() -> None:
    without = dataclasses.replace(TALLY, undo=None)

    assert "TAKE_BACK" in action_frames(TALLY).noun_by_tag
    assert "RETURN_TIME" in action_frames(TALLY).noun_by_tag
    assert "TAKE_BACK" in action_frames(without).noun_by_tag
    assert set(player_action_frames(TALLY).noun_by_tag.values()) == {*members(Action), TakeBack}
    assert set(player_action_frames(without).noun_by_tag.values()) == set(members(Action))
    assert event_frames(TALLY, dated=True).noun_by_tag["UNDONE"] is Undone
    assert event_frames(TALLY, dated=True).noun_by_tag["TIME_RETURNED"] is TimeReturned


def test_only_dated_frames_carry_version_and_time() -> None:
    plain, dated = event_frames(TALLY, dated=False), event_frames(TALLY, dated=True)

    assert plain.by_noun[Undone].__struct_fields__ == ("payload",)
    assert dated.by_noun[Undone].__struct_fields__ == ("version", "at", "payload")
