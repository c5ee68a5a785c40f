"""Scenes and moves keep secrets too: faces that remember what they may not, and a View open inside a row."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from msgspec.structs import replace as replaced

from rondel.kernel import AnyGame, Area, Fact, Move, Scene, Viewer
from rondel.laws import Law, run
from rondel.laws.consistency import CONSISTENCY
from rondel.laws.randomness import RANDOMNESS
from rondel.laws.scenes import moves_named
from rondel.laws.sealed import SEALED
from rondel.laws.secrecy import SECRECY
from tests.laws import lots
from tests.laws.lots import LOTS, State, View
from tests.laws.lots_face import FACE, FACED, scene


def found(game: AnyGame, law: Law, steps: int = 400) -> str:
    """What the law says first."""
    violations = run(game, laws=(law,), steps=steps).violations
    return violations[0].message if violations else ""


def test_a_good_face_keeps_every_secret() -> None:
    for law in (SECRECY, CONSISTENCY, RANDOMNESS, SEALED):
        assert found(FACED, law, steps=150) == ""


def faced(**changes: Any) -> AnyGame:
    return replace(LOTS, face=replace(FACE, **changes))


def with_a_memory_of_hands() -> AnyGame:
    """What one viewer was drawn shows in the Scenes of all others."""
    hands: dict[int, tuple[int, ...]] = {}

    def draw(view: View) -> Scene:
        if view.hand is not None:
            hands[0] = view.hand or hands.get(0, ())
        return replaced(scene(view), middle=Area(facts=(Fact("Hand", str(hands.get(0))),)))

    return faced(scene=draw)


def test_a_scene_that_shows_what_another_viewer_was_drawn_is_found_at_rest() -> None:
    assert "can tell the worlds apart" in found(with_a_memory_of_hands(), SECRECY)
    assert "by its Scene" in found(with_a_memory_of_hands(), SECRECY)


def test_a_scene_that_shows_what_another_viewer_was_drawn_is_found_inside_a_row() -> None:
    assert "apart by its Scene" in found(with_a_memory_of_hands(), CONSISTENCY)


def test_moves_that_remember_what_another_seat_was_told_are_found() -> None:
    seen: list[int] = [0]

    def moves(event: Any) -> Sequence[Move]:
        if isinstance(event, lots.BidSealed):
            seen[0] = event.amount
        return (Move("lot", "lot", to_at=seen[0]),)

    def decide(*args: Any) -> Sequence[Any]:
        """The bid is sealed before everybody hears that there is one."""
        events = list(lots.decide(*args))
        if len(events) > 1 and isinstance(events[0], lots.BidPlaced):
            events[:2] = events[1::-1]
        return events

    message = found(replace(faced(moves=moves), decide=decide), SEALED)

    assert "apart by its moves" in message


def test_a_view_that_is_open_inside_a_row_alone_is_found() -> None:
    """At rest nothing shows, so the law of secrecy alone would let it pass."""

    def view(state: State, viewer: Viewer) -> View:
        shown = lots.view(state, viewer)
        return shown if state.bids is None else replaced(shown, lot=state.deck[0])

    game = replace(FACED, view=view)

    assert found(game, SECRECY, steps=150) == ""
    assert "knows" in found(game, CONSISTENCY)


def test_nobody_asks_for_the_moves_of_what_the_house_alone_hears() -> None:
    calls: list[Any] = []

    def moves(event: Any) -> Sequence[Move]:
        calls.append(event)
        return ()

    game = faced(moves=moves)
    sealed, public = lots.BidSealed(0, 3), lots.BidPlaced(0)

    assert moves_named(game, [lots.DeckShuffled((1, 2)), sealed], public) == ()
    assert calls == [sealed, public]
