"""Imperial as a Scene: what is drawn, what is asked in each mode, and what each choice is called."""

import json
from collections.abc import Iterator
from dataclasses import replace as with_
from typing import Any

import pytest
from msgspec.structs import replace

from rondel.games.imperial.actions import Action, BuyStock, MoveUnit, Propose
from rondel.games.imperial.face import tell
from rondel.games.imperial.game import IMPERIAL, Imperial, imperial
from rondel.games.imperial.pieces import Proposal, Tally
from rondel.games.imperial.view import View, VotingView
from rondel.kernel import Chance, Scene, Viewer
from rondel.wire.choose import choose
from rondel.wire.codec import codec_of
from tests.games.imperial.table import Table, started
from tests.games.imperial.toy import TOY, TOY_FLAGS


def drawn(table: Table, viewer: Viewer = 0, game: Imperial = IMPERIAL) -> Scene:
    assert game.face is not None
    return game.face.scene(table.view(viewer))


def zone(scene: Scene, name: str) -> dict[str | None, str | None]:
    """The pieces of a zone of the middle, with their marks."""
    [found] = [each for each in scene.middle.zones if each.id == name]
    return {piece.face: piece.mark for piece in found.pieces}


def wander(seats: int, steps: int, **options: Any) -> Iterator[Table]:
    """A table after each of so many moves by luck."""
    rng, table = Chance.of_seed(f"wander {seats} {options}"), started(seats, **options)
    for _ in range(steps):
        if IMPERIAL.outcome(table.state) is not None:
            return
        seat = rng.pick(table.up())
        table.play(seat, rng.pick(table.legal(seat)))
        yield table


def test_every_nation_is_told_in_a_line_and_every_territory_with_what_is_on_it() -> None:
    scene = drawn(started(3, start="fixed"))

    facts = {fact.label: fact.value for fact in scene.middle.facts}
    assert list(facts) == ["Round", "Austria", "Italy", "France", "England", "Germany", "Russia"]
    assert "dictator Seat" in str(facts["Austria"])
    assert "factories 2/2" in str(facts["Austria"])
    assert "in the center" in str(facts["Austria"])
    assert zone(scene, "land.Austria")["Vienna"] == "(factory)"
    assert zone(scene, "land.Seas")["North Sea"] is None


def test_another_map_is_drawn_as_well() -> None:
    toy = imperial(TOY, TOY_FLAGS)
    scene = drawn(started(2, game=toy, start="fixed"), game=toy)

    assert "Northport" in zone(scene, "land.North")
    assert "Heath" in zone(scene, "land.Neutral land")


def test_4_6_a_bid_is_asked_for_and_its_length_is_told_to_nobody() -> None:
    table = started(3)
    assert drawn(table).prompt == (
        "Austria is auctioned: bid up to $20.33, sealed; any other amount is written in cents"
    )

    table.play(0, codec_of(IMPERIAL).parse_action(b'{"type":"BID","payload":{"amount":1234}}'))

    assert drawn(table).prompt == "Your bid for Austria is in; the others cannot see it"
    assert not any("12.34" in repr(drawn(table, viewer)) for viewer in (0, 1, None))
    assert drawn(table, None).prompt == "Austria is auctioned; bids are sealed"


def voting(*, are_open: bool) -> View:
    plans = [Proposal(0, "Taxation"), Proposal(1, "Investor")]
    sides = [Tally(3, (0,)), Tally(0, ())] if are_open else [Tally(), Tally()]
    view = started(2, start="fixed", open_ballots=are_open).view(0)
    return replace(
        view,
        mode="vote",
        proposal1=plans[0],
        proposal2=plans[1],
        voting=VotingView("Austria", (0,), sides[0], sides[1]),
    )


@pytest.mark.parametrize(
    ("are_open", "text"),
    [
        (True, "everybody sees the votes. 1: Taxation. 2: Investor. 1 has 3 (Seat 0), 2 has 0."),
        (False, "votes are sealed. 1: Taxation. 2: Investor."),
    ],
)
def test_17_6_open_votes_are_told_and_no_sealed_ones(*, are_open: bool, text: str) -> None:
    assert IMPERIAL.face is not None

    assert IMPERIAL.face.scene(voting(are_open=are_open)).prompt == f"Vote for Austria; {text}"


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_every_choice_of_a_game_has_a_sentence_of_its_own_and_every_mode_a_question(seats: int) -> None:
    modes: set[str | None] = set()
    for table in wander(seats, 300, open_ballots=seats == 3, timed=seats == 6):
        view = table.view(None)
        modes.add(view.mode)
        for seat in table.up():
            legal = table.legal(seat)
            texts = [tell(action) for action in legal]
            assert all(texts), [action for action, text in zip(legal, texts, strict=True) if not text]
            twice = {text for text in texts if texts.count(text) > 1}
            assert not twice, (view.mode, twice)
            assert drawn(table, seat).prompt, view.mode
    assert {"bid", "buy-bid", "proposal", "continue-man"} <= modes


def test_what_can_be_pressed_is_a_space_then_its_data() -> None:
    table = next(table for table in wander(2, 100, start="fixed") if table.view(None).mode == "proposal")
    [seat] = table.up()
    frames = json.loads(codec_of(IMPERIAL).legal_bytes(table.legal(seat)))
    [rondel] = [each for each in drawn(table, seat).middle.zones if each.id == "rondel"]

    for piece in rondel.pieces:
        wanted = [frame for frame in frames if frame["payload"]["wheelSpot"] == piece.face]
        assert list(choose(frames, [piece.picks]).left) == wanted


@pytest.mark.parametrize("mode", ["continue-man", "peace-vote", "buy-bid", "buy", "proposal-opp"])
def test_a_scene_is_drawn_between_two_events_of_one_row(mode: Any) -> None:
    table = started(2, start="fixed")
    table.state = replace(table.state, mode=mode)

    assert drawn(table).prompt is None
    assert table.up() in ([], list(table.nation(str(table.state.nation_up)).leadership[1:2]))


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Propose("Factory", factory_loc="Lemberg"), "Factory: build in Lemberg for $5.00"),
        (Propose("L-Produce", fleet_produce=("Trieste",)), "L-Produce: fleet in Trieste"),
        (Propose("Import"), "Import: nothing"),
        (Propose("Taxation"), "Taxation"),
        (
            MoveUnit("Norway", "", ("North Sea", "English Channel")),
            "To Norway, by way of North Sea, English Channel, quietly",
        ),
        (BuyStock("Austria", 4, 2), "Buy the 4 of Austria, returning the 2"),
    ],
)
def test_an_action_is_told(action: Action, text: str) -> None:
    assert tell(action) == text


def test_the_browser_is_sent_no_scene() -> None:
    assert IMPERIAL.face is not None
    assert IMPERIAL.face.is_on_request
    assert with_(IMPERIAL.face).tell is tell
