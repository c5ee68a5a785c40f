"""What a frame is padded to: its length with every hidden value in its longest form."""

import msgspec
import pytest

from rondel.games.cambio.game import CAMBIO
from rondel.games.cambio.options import Options, faces_of
from rondel.kernel import HiddenForms
from rondel.wire.padding import LongestForms, padded


@pytest.mark.parametrize(
    ("length", "size"),
    [(1, 256), (256, 256), (257, 512), (1024, 1024), (1025, 2048), (2049, 4096), (6144, 6144)],
)
def test_a_frame_is_padded_with_blanks_to_a_step_of_size(length: int, size: int) -> None:
    assert padded(b"x" * length) == (b"x" * length).ljust(size)


def test_every_card_counts_as_many_bytes() -> None:
    forms = LongestForms(CAMBIO.hidden_forms)
    faces = faces_of(Options(seats=2, jokers=2, joker_value=-1, black_king=20)).values()
    frames = [msgspec.json.encode({"held": face, "power": None}) for face in faces]

    assert len({len(frame) for frame in frames}) > 4
    assert len({len(frame) + forms.missing(frame) for frame in frames}) == 1


def test_pieces_in_a_row_count_as_the_longest_of_their_group() -> None:
    forms = LongestForms(HiddenForms(pieces=[("fox", "badger"), range(8, 13), ("one", "two")]))

    assert forms.missing(b'["fox","badger","fox"]') == 6
    assert forms.missing(b'{"dice":[8,9,12],"at":1912,"share":0.8}') == 2
    assert forms.missing(b'["one"]') == 0


def test_a_value_in_a_patch_counts_as_in_a_view() -> None:
    forms = LongestForms(HiddenForms(fields={"bid": (99_999,), "suit": ("hearts", "clubs", None)}))

    assert forms.missing(b'{"bid":7,"suit":"clubs"}') == forms.missing(b'{"bid":[7],"suit":["clubs"]}') == 5
    assert forms.missing(b'{"suit":null}') == 4


def test_a_game_without_hidden_values_is_padded_as_it_is() -> None:
    assert LongestForms(HiddenForms()).missing(b'{"rank":"A"}') == 0


def test_a_boundary_lies_between_no_two_cards() -> None:
    for filler in range(940, 1040):
        sizes = {
            len(padded(msgspec.json.encode({"x": "y" * filler, "rank": rank}), game=CAMBIO))
            for rank in ("A", "10", "K")
        }
        assert len(sizes) == 1
