"""GameTypes: frozen values, camelCase on the wire, closed to fields they do not name."""

import msgspec
import pytest

from rondel.kernel import Struct


class Card(Struct):
    face_up: bool
    held_by_seat: int | None = None


def test_a_noun_is_camel_case_on_the_wire() -> None:
    assert msgspec.json.encode(Card(True, 2)) == b'{"faceUp":true,"heldBySeat":2}'


def test_nouns_are_equal_and_hashable_by_their_fields() -> None:
    assert Card(True) == Card(face_up=True, held_by_seat=None)
    assert len({Card(True), Card(True), Card(False)}) == 2


def test_a_noun_does_not_change() -> None:
    card = Card(True)

    with pytest.raises(AttributeError, match="immutable"):
        card.face_up = False  # type: ignore[misc]


@pytest.mark.parametrize("text", [b'{"faceUp":true,"extra":1}', b'{"face_up":true}', b'{"faceUp":1}'])
def test_a_field_that_a_noun_does_not_name_or_of_another_type_is_not_read(text: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=Card)
