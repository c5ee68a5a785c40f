"""A game's own sentences, by the values of what they are about."""

import json
from pathlib import Path
from typing import Any

import pytest

from rondel.kernel import PieceStyle, Sentences, Viewer

SHARED = json.loads(
    (Path(__file__).parents[2] / "web" / "tests" / "sentences.json").read_text(encoding="utf-8")
)
"""Cases that the web client passes, too."""


def sentences(
    words: dict[str, str], you: Viewer = None, looks: dict[str, PieceStyle] | None = None
) -> Sentences:
    return Sentences(
        words, looks or {}, you=you, name=SHARED["names"].__getitem__, plain=lambda field, value: f"<{value}>"
    )


@pytest.mark.parametrize("case", SHARED["cases"], ids=lambda case: case["expected"])
def test_the_clients_cases(case: dict[str, Any]) -> None:
    of = sentences(SHARED["words"], case["you"]).of

    assert of(case["tag"], case["fields"]) == case["expected"]


def test_a_face_is_called_what_it_looks_like() -> None:
    looks = {"ROSE": PieceStyle("a rose")}

    assert sentences({"LAID": "{seat} lays {disc}"}, 0, looks).of("LAID", {"seat": 0, "disc": "ROSE"}) == (
        "You lays a rose"
    )


def test_a_value_without_words_is_shown_plainly() -> None:
    of = sentences({"SET": "Set {on} {names} {spot}"}).of

    assert of("SET", {"on": True, "names": [], "spot": {"x": 1}}) == "Set <True> <[]> <{'x': 1}>"


def test_a_key_with_a_space_that_is_no_condition_is_a_text_of_its_own() -> None:
    assert sentences({"SET it up": "no", "SET up=": "no", "SET": "Set"}).of("SET", {"up": 1}) == "Set"


def test_a_text_is_filled_by_itself() -> None:
    assert sentences({}, 2).fill("{2} [draws|draw]", {}) == "You draw"


def test_a_condition_on_a_field_that_is_not_there_does_not_hold() -> None:
    assert sentences({"CALLED": "{seat} calls", "CALLED last=true": "The last call"}).of(
        "CALLED", {"seat": 0}
    ) == (f"{SHARED['names'][0]} calls")
