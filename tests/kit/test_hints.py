"""What the laws say to an author who uses the kit: in its words, and with the author's lines."""

from dataclasses import replace
from typing import Any

import pytest

from rondel.kernel import AnyGame
from rondel.laws import obey, run
from rondel.laws.causes import MEANINGS, causes_of, half_hint
from rondel.laws.conservation import CONSERVATION
from rondel.laws.consistency import CONSISTENCY
from rondel.laws.face import FACE
from rondel.laws.legal import LEGAL
from tests.kit.auction import AUCTION
from tests.kit.bluff import AT_ONCE, BLUFF, OPEN_HANDS, CardLaid, Lay, bluff
from tests.laws.lots import LOTS


def test_an_event_with_a_public_and_a_private_field_is_named_with_what_to_do() -> None:
    found = run(AT_ONCE, laws=[CONSISTENCY], steps=300).violations[0]

    assert "was told nothing of ClaimLaidToYou" in found.message
    assert found.differs[0].startswith("claim: ")
    assert found.causes[0].startswith("ClaimLaid has private and public fields, and others see what the")
    assert "Make two Events of it" in found.causes[0]


def test_a_private_field_that_others_see_by_its_effect_is_named_with_what_to_do() -> None:
    """A hand that lies open: what is missing there tells which card was laid."""
    found = run(OPEN_HANDS, laws=[CONSISTENCY], steps=300).violations[0]

    assert "was told nothing of CardLaidToYou" in found.message
    assert found.causes[0].startswith(
        "CardLaid has a field marked private_to(...), and its `apply` changes by it what"
    )


def test_what_the_hint_proposes_is_lawful() -> None:
    obey(BLUFF, laws=[CONSISTENCY], steps=300)


def test_an_event_that_is_no_half_of_another_has_no_such_hint() -> None:
    class NothingToYou: ...

    assert half_hint(BLUFF, CardLaid(0, 1), is_next_event_different=True) is None
    assert half_hint(BLUFF, NothingToYou(), is_next_event_different=True) is None


@pytest.mark.parametrize("law", ["secrecy", "consistency", "randomness", "sealed", "calibration"])
def test_causes_are_in_the_words_of_the_kit_for_a_game_of_the_kit(law: str) -> None:
    own, kernels = causes_of(law, AUCTION), causes_of(law, LOTS)

    assert len(own) == len(kernels) == 4
    assert own[:3] != kernels[:3]
    assert not any(word in " ".join(own) for word in ("`evolve`", "`knows`", "`imagine`", "`audience`"))
    assert own[-1] == kernels[-1] == f"the law is: {MEANINGS[law]}; {PAGE}"


PAGE = 'more on the page "The laws" of the documentation'


def test_a_phase_that_no_action_names_is_named() -> None:
    class Lost(Lay):
        when = ("claim",)

    lost, kernels = bluff(Lost), replace(LOTS, legal=lambda state, seat: ())

    assert (
        "the phase is 'claims': an Action must have it in `when`"
        in (run(lost, laws=[LEGAL], steps=20).violations[0].causes[0])
    )
    assert run(kernels, laws=[LEGAL], steps=20).violations[0].causes == causes_of("legal")


def test_a_sorted_hand_is_among_the_hints() -> None:
    assert any("is_sorted=True" in cause for cause in causes_of("calibration", AUCTION))


def crashing(game: AnyGame) -> AnyGame:
    def evolve(state: Any, event: Any, at: int) -> Any:
        raise KeyError("no such card")

    return replace(game, evolve=evolve)


def test_a_crash_is_told_with_the_lines_of_the_game() -> None:
    report = run(crashing(AUCTION), laws=[CONSERVATION], steps=10)
    found = report.violations[0]

    assert found.message == "the game crashed: KeyError: 'no such card'"
    assert found.lines[-1].startswith(f"{__file__}:")
    assert found.lines[-1].endswith(' in evolve: raise KeyError("no such card")')
    assert "--steps 1 " in found.how_to_repeat
    with pytest.raises(AssertionError, match=r"\n  at .*test_hints.py:\d+ in evolve") as raised:
        obey(crashing(AUCTION), steps=10)
    assert str(raised.value).count("the game crashed") == 1


def test_a_face_that_fails_is_told_with_its_line() -> None:
    def scene(view: Any) -> Any:
        raise LookupError("no zone")

    assert AUCTION.face is not None
    failing = replace(AUCTION, face=replace(AUCTION.face, scene=scene))

    found = run(failing, laws=[FACE], steps=1).violations[0]

    assert found.lines[-1].endswith(' in scene: raise LookupError("no zone")')


def test_where_no_line_is_of_the_games_folder_the_last_ones_are_shown() -> None:
    found = run(crashing(LOTS), laws=[CONSERVATION], steps=1).violations[0]

    assert found.lines[-1].startswith(f"{__file__}:")


def test_every_law_says_what_it_is() -> None:
    from rondel.laws import ALL

    assert set(MEANINGS) == {law.name for law in ALL}
