"""Patches: what they make of a value is the other value; the vectors hold the browser to the same."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec import UNSET, UnsetType

from rondel.games.cambio.events import Seen
from rondel.games.cambio.pieces import Card, Slot
from rondel.kernel import AnyGame, Area, Piece, Scene, Viewer, Zone
from rondel.laws.law import Tally
from rondel.laws.walk import Playthrough, Seeded
from rondel.wire.codec import codec_of
from rondel.wire.patch import Patches, apply, diff, whole_step
from tests.secrecy.wire.games import SERVED

VECTORS = Path(__file__).parents[2] / "web/tests/patches.json"
"""Read by `web/tests/patch.test.ts` too."""

SLOT = Slot(0, 0)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(2, 9) | st.text("ab_", max_size=3) | st.just("__proto__"),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("abc") | st.just("__proto__"), inner)
    ),
    max_leaves=12,
)


def encoded(value: Any) -> bytes:
    return msgspec.json.encode(value, order="sorted")


def roundtrip(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def test_a_patch_is_as_long_whatever_two_hidden_cards_have_in_common() -> None:
    """Else its size would tell others whether a card that moves up in a list has the rank of the last one."""
    nine, spade, four = Card("9", "hearts", 9), Card("9", "spades", 9), Card("4", "hearts", 4)

    assert diff((Seen(SLOT, nine),), (Seen(SLOT, spade),)) == {"0": {"card": [spade]}}
    assert diff((Seen(SLOT, nine),), (Seen(SLOT, four),)) == {"0": {"card": [four]}}


def by_wire(before: Any, after: Any) -> bytes:
    """What a client makes of the patch from one value to another, as sorted JSON."""
    return encoded(apply(roundtrip(before), roundtrip(diff(before, after))))


@given(JSON, JSON)
def test_a_patch_leads_from_any_json_to_any_other(before: Any, after: Any) -> None:
    assert by_wire(before, after) == encoded(after)


class Shared(msgspec.Struct):
    own: Any
    common: Any


@given(JSON, JSON, st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), max_size=6))
@example([2], [3], [(0, 1), (0, 1)])
def test_patches_of_parts_that_values_share_are_those_of_each_alone(
    one: Any, other: Any, pairs: list[tuple[int, int]]
) -> None:
    parts = (one, other, [one])
    made: Patches = {}
    for was, now in pairs:
        before, after = Shared(was, parts[was]), Shared(now, parts[now])
        assert diff(before, after, made) == diff(before, after)


@pytest.mark.parametrize(("before", "patch", "after"), json.loads(VECTORS.read_text()))
def test_a_vector_holds(before: Any, patch: Any, after: Any) -> None:
    assert diff(before, after) == patch
    assert encoded(apply(before, patch)) == encoded(after)


class Plain(msgspec.Struct):
    a: Any = None
    b: int | UnsetType = UNSET


class Short(msgspec.Struct, omit_defaults=True):
    a: int = 0
    b: tuple[int, ...] = ()


class Listed(msgspec.Struct, array_like=True):
    a: int
    b: int


class Made(msgspec.Struct, omit_defaults=True):
    a: int = 0
    b: list[int] = msgspec.field(default_factory=list)


class Lone(msgspec.Struct):
    a: int


@pytest.mark.parametrize(
    ("before", "after", "patch"),
    [
        (Plain(1, 2), Plain(1, 3), {"b": [3]}),
        (Plain(1, 2), Plain(1), {"b": None}),
        (Plain(1), Plain(1, 2), {"b": [2]}),
        (Plain(1), Plain(True), {"a": [True]}),
        (Plain({"x": 1}), Plain({"x": 1}), {}),
        (Short(1), Short(), {"a": None}),
        (Short(), Short(0, (1,)), {"b": [(1,)]}),
        (Short(0, (1, 2)), Short(0, (1, 3, 4)), {"b": [1, 1, 3, 4]}),
        (Listed(1, 2), Listed(1, 3), [Listed(1, 3)]),
        (Made(1), Made(2), [Made(2)]),
        (Lone(1), Lone(2), [Lone(2)]),
        (Plain(1), Short(1), [Short(1)]),
        ([1, Plain(1)], [1, Plain(2)], {"1": {"a": [2]}}),
    ],
)
def test_structs_are_compared_as_they_are_encoded(before: Any, after: Any, patch: Any) -> None:
    assert diff(before, after) == patch
    assert by_wire(before, after) == encoded(after)


@pytest.mark.parametrize("before", [{}, {1: 2}])
def test_a_dict_whose_keys_are_no_texts_is_replaced(before: Any) -> None:
    assert diff(before, {1: 3}) == [{1: 3}]


def test_members_of_a_dict_come_in_the_order_of_the_whole() -> None:
    for after in ({"a": 1, "b": 1, "c": 1}, {"b": 1, "c": 2}, {"c": 1}):
        before = {"b": 1, "d": 1}
        made = apply(before, roundtrip(diff(before, after)))
        assert list(made) == sorted(after)


def walked(game: AnyGame, seed: str) -> Playthrough:
    sitting = Playthrough(game, Seeded(seed), (), Tally(), is_bounded=True)
    sitting.walk(60)
    return sitting


def shown(game: AnyGame, state: Any, viewer: Viewer) -> dict[str, Any]:
    seen = game.view(state, viewer)
    legal = () if viewer is None else codec_of(game).legal_frames(game.legal(state, viewer))
    return {"view": seen, "legal": legal, "scene": None if game.face is None else game.face.scene(seen)}


@pytest.mark.parametrize("name", sorted(SERVED))
@pytest.mark.parametrize("seed", range(3))
def test_the_patch_of_every_step_of_a_walk_leads_every_viewer_to_its_next_view(name: str, seed: int) -> None:
    game = SERVED[name].game
    sitting = walked(game, f"patches {seed}")
    for viewer in (None, *range(len(sitting.seat_specs))):
        views = [shown(game, step.after, viewer) for step in sitting.table.steps]
        for before, after in pairwise(views):
            assert by_wire(before, after) == encoded(after)


@pytest.mark.parametrize("name", sorted(SERVED))
def test_the_members_of_a_view_keep_their_order(name: str) -> None:
    """To the byte: a client that lists the members of an object lists them as in the whole View."""
    game = SERVED[name].game
    codec, sitting = codec_of(game), walked(game, "order")
    views = [game.view(step.after, 0) for step in sitting.table.steps]
    for before, after in pairwise(views):
        patch = msgspec.json.decode(codec.noun_bytes(diff(before, after)))
        made = apply(msgspec.json.decode(codec.noun_bytes(before)), patch)
        assert msgspec.json.encode(made) == codec.noun_bytes(after)


def test_a_step_is_whole_again_with_its_beats() -> None:
    first, second, third = (
        Scene((Area((Zone("hand", pieces=(Piece(face),)),)),), prompt="Go") for face in "abc"
    )
    before = {"view": {"n": 1}, "legal": [], "clocks": None, "scene": roundtrip(first)}
    step = {
        "version": 2,
        "beats": [
            {"event": 0, "patch": roundtrip(diff(first, second))},
            {"event": 1},
        ],
        "patch": {"view": {"n": [2]}, "scene": roundtrip(diff(second, third))},
    }

    whole = whole_step(before, step)

    assert (whole["view"], whole["legal"], whole["clocks"]) == ({"n": 2}, [], None)
    assert whole["scene"] == roundtrip(third)
    assert [beat.get("scene") for beat in whole["beats"]] == [roundtrip(second), None]
    assert whole_step(before, {"version": 3}) == {"version": 3}


def test_a_step_of_a_game_without_a_face_has_no_scene() -> None:
    whole = whole_step({"view": {}, "legal": [], "clocks": None}, {"version": 2, "patch": {"legal": [[1]]}})

    assert "scene" not in whole
    assert whole["legal"] == [1]
