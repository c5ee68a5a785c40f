"""Findings of the laws: what differs, the last rows, causes, kept sittings, and the matrix."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

import msgspec
import pytest
from msgspec import Meta

from rondel.games.cambio.game import CAMBIO
from rondel.games.imperial.game import IMPERIAL
from rondel.kernel import EVERYONE, HOUSE, Area, Audience, Chance, Face, Ms, Refusal, Scene, SeatSpec, Struct
from rondel.kernel.turn import evolve_all
from rondel.laws import calibration, in_full, obey, run
from rondel.laws.calibration import CALIBRATION
from rondel.laws.causes import causes_of
from rondel.laws.consistency import CONSISTENCY
from rondel.laws.differences import differences
from rondel.laws.draws import DRAWS
from rondel.laws.law import LawViolation, Moment, Tally
from rondel.laws.lockstep import World, WorldPair, audience_in_words
from rondel.laws.pure import PURE
from rondel.laws.randomness import RANDOMNESS
from rondel.laws.scenes import Screens
from rondel.laws.sealed import SEALED
from rondel.laws.walk import Playthrough, Seeded
from rondel.wire.proof import verify
from tests.kit.auction import AUCTION
from tests.laws import leaks, lots
from tests.laws.faults import forgets_its_note, lists_more_than_the_purse, tells_all_of_bids
from tests.laws.lots import LOTS


class Pair(Struct):
    row: tuple[int, ...] = ()
    name: str | None = None
    inner: dict[str, int] = msgspec.field(default_factory=dict)


def test_differences_are_told_by_path_with_both_values() -> None:
    one = Pair((1, 2, 3), "a", {"x": 1})
    other = Pair((1, 5), None, {"y": 1})

    assert differences(one, other) == (
        "row[1]: 2 / 5",
        "row[2]: 3 / (nothing)",
        "name: 'a' / None",
        "inner.x: 1 / (nothing)",
        "inner.y: (nothing) / 1",
    )
    assert differences(one, one) == ()
    assert differences(1, 2) == ("all of it: 1 / 2",)


def test_many_and_long_differences_are_cut_short() -> None:
    found = differences(Pair(tuple(range(10)), "a" * 100), Pair(tuple(range(1, 11)), "b"))

    assert len(found) == 6
    assert found[-1] == "and 6 more"
    assert all(len(line) < 150 for line in differences(Pair(name="a" * 100), Pair(name="b" * 100)))


@pytest.mark.parametrize(
    ("audience", "expected"),
    [(EVERYONE, "everyone"), (HOUSE, "the house"), (2, "one seat"), (frozenset({1, 2}), "several seats")],
)
def test_an_audience_has_a_name(audience: Audience, expected: str) -> None:
    assert audience_in_words(audience) == expected


def test_a_finding_has_all_there_is_to_say() -> None:
    banking = replace(LOTS, evolve=leaks.pays_for_a_sealed_bid)

    found = run(banking, laws=[SEALED], steps=500, seed=11).violations[0]

    assert found.differs[0].startswith("view.bank: ")
    assert len(found.rows) <= 5
    assert any("BidSealed" in row or "StartGame" in row for row in found.rows)
    assert len(found.causes) == 4
    assert found.causes[-1].startswith("the law is: a sealed field that is chosen otherwise changes nothing")
    assert len(in_full(found)) == 2 + len(found.differs) + len(found.rows) + 4
    with pytest.raises(AssertionError, match=r"differs: view.bank: .*\n(.*\n)*  row \d+: (.*\n)*  perhaps: "):
        obey(banking, laws=[SEALED], steps=500, seed=11)


def test_every_law_of_secrets_has_three_likely_causes() -> None:
    assert {
        len(causes_of(law.name)) for law in (CONSISTENCY, RANDOMNESS, DRAWS, SEALED, PURE, CALIBRATION)
    } == {4}
    [meaning] = causes_of("codec")
    assert meaning.startswith("the law is: what is written reads back as the same; more on the page")
    assert causes_of("walk") == ()


def test_a_sitting_that_broke_a_law_is_kept_as_a_transcript() -> None:
    banking = replace(LOTS, evolve=leaks.pays_for_a_sealed_bid)
    saved: dict[str, bytes] = {}

    report = run(banking, laws=[SEALED], steps=500, seed=11, keep=saved.__setitem__)

    assert len(saved) == len(report.violations)
    assert next(iter(saved)) == "lots-sealed-11-1.jsonl"
    assert not verify(banking, next(iter(saved.values()))).faults


def test_a_fault_of_the_whole_run_keeps_no_sitting() -> None:
    saved: dict[str, bytes] = {}
    low = replace(LOTS, imagine=leaks.imagines_low_lots)

    report = run(low, laws=[CALIBRATION], steps=10, keep=saved.__setitem__)

    assert [found.rows for found in report.violations] == [()]
    assert saved == {}


def test_the_matrix_says_which_events_part_worlds() -> None:
    report = run(LOTS, laws=[CONSISTENCY, RANDOMNESS, SEALED], steps=2000, seed=2)
    rows = {(row.event, row.audience): row for row in report.matrix}

    assert rows["BidsRevealed", "everyone"].parted > 0
    assert rows["CardSeen", "one seat"].parted > 0
    assert rows["ClockPaused", "everyone"].parted == 0 < rows["ClockPaused", "everyone"].received
    assert not any(row.audience == "the house" for row in report.matrix)


def started(seats: int = 2) -> lots.State:
    state = lots.start(lots.Options(), [SeatSpec()] * seats)
    return evolve_all(LOTS, state, lots.decide(state, HOUSE, lots.StartGame(), Chance.of_seed(1), 0), 0)


def lockstep(viewer: int | None, game: object = LOTS) -> WorldPair:
    sitting = Playthrough(game, Seeded("any"), (), Tally(), is_bounded=True)  # type: ignore[arg-type]
    sitting.walk(1)
    moment = Moment(sitting.table, [SeatSpec()] * 2, sitting.table.steps[-1], Seeded("any"), Tally())
    return WorldPair(moment, viewer, 2, 0)


def world(state: lots.State, events: Sequence[lots.Event]) -> World:
    return World(LOTS, state, events, 0)


def test_a_world_is_folded_once_however_many_watch() -> None:
    folded: list[object] = []

    def evolve(state: lots.State, event: lots.Event, at: Ms) -> lots.State:
        folded.append(event)
        return lots.evolve(state, event, at)

    events = [lots.Peeked(0), lots.Peeked(1)]
    one, other = (World(replace(LOTS, evolve=evolve), started(), events, 0) for _ in range(2))

    for viewer in (0, 1, None):
        assert lockstep(viewer).compare("a test", one, other)

    assert folded == [each for event in events for each in (event, event)]


def test_each_state_is_drawn_twice_for_each_viewer_however_many_ask() -> None:
    """Forth and back: so a face that remembers a neighbour's View shows it."""
    drawn: list[object] = []

    def scene(view: lots.View) -> Scene:
        drawn.append(view)
        return Scene((), Area(), f"{len(drawn)}")

    screens = Screens(replace(LOTS, face=Face(scene=scene)), range(2))
    state = started()

    scenes = [screens.of(state, viewer) for viewer in (0, 1, None, 0)]

    assert len(drawn) == 6
    assert [(forth.prompt, back.prompt) for forth, back in scenes] == [
        ("2", "5"),
        ("3", "4"),
        ("1", "6"),
        ("2", "5"),
    ]


def test_a_face_that_remembers_a_neighbours_view_is_found_by_a_sealed_choice() -> None:
    remembered: list[object] = [None]

    def scene(view: Any) -> Scene:
        shown = Scene((), Area(), f"{remembered.pop()}")
        remembered.append(None if view.you is None else view.players[view.you].bid)
        return shown

    report = run(replace(AUCTION, face=Face(scene=scene)), laws=[SEALED], steps=300, seed=1)

    assert any("by its Scene" in found.message for found in report.violations)


def test_what_is_told_and_forgotten_is_excused_by_announces_alone() -> None:
    state = started()
    one, other = world(state, [lots.Peeked(0)]), world(state, [lots.Peeked(1)])

    with pytest.raises(LawViolation, match="may know neither") as broken:
        lockstep(0).compare("a test", one, other)

    assert broken.value.differs == ("seat: 0 / 1",)
    assert not lockstep(0, replace(LOTS, announces=lambda _: True)).compare("a test", one, other)


def test_what_is_sealed_may_be_laid_open_by_a_declared_reveal_alone() -> None:
    state = started()
    one, other = world(state, [lots.LotSold(0, 1)]), world(state, [lots.LotSold(0, 2)])
    hushed = replace(LOTS, reveals=lambda _event, _viewer: False)

    assert not lockstep(1).compare("a test", one, other, is_sealed=True)
    assert not lockstep(1, hushed).compare("a test", one, other)
    with pytest.raises(LawViolation, match="which is sealed"):
        lockstep(1, hushed).compare("a test", one, other, is_sealed=True)
    with pytest.raises(LawViolation, match="or nothing by a test, which is sealed") as broken:
        lockstep(1, hushed).compare("a test", one, world(state, []), is_sealed=True)
    assert broken.value.differs == ()


def test_what_a_seat_alone_hears_may_be_of_another_kind_and_show() -> None:
    state = started()
    one, other = world(state, [lots.Noted(0, 1)]), world(state, [lots.BidSealed(0, 1)])

    assert not lockstep(1).compare("a test", one, other, is_own_affair=True)
    with pytest.raises(LawViolation, match="was told nothing of Noted, and knows a test apart by it"):
        lockstep(1).compare("a test", one, other)


def test_worlds_that_are_told_apart_next_are_not_compared_halfway() -> None:
    """A vote is sealed in one world and decides in the other: what is told next parts them, not the seal."""
    state = started()
    one, other = world(state, [lots.Noted(0, 1)]), world(state, [lots.LotSold(0, 1)])

    assert not lockstep(1).compare("a test", one, other, is_sealed=True)
    with pytest.raises(LawViolation, match="was told nothing of Noted"):
        lockstep(1).compare("a test", world(state, [lots.Noted(0, 1)]), world(state, [lots.BidSealed(0, 1)]))


def test_a_view_that_shows_more_than_known_is_found_between_two_events() -> None:
    """Known is the same, and still the View is not: nobody may be shown what Known leaves out."""
    showing = replace(
        LOTS, view=lambda state, seat: msgspec.structs.replace(lots.view(state, seat), bank=state.deck[0])
    )
    state = started()
    other = msgspec.structs.replace(state, deck=state.deck[::-1])

    with pytest.raises(LawViolation, match=r"told the same, Peeked\(seat=0\), and knows a test apart"):
        lockstep(1, showing).compare("a test", world(state, [lots.Peeked(0)]), world(other, [lots.Peeked(0)]))


def test_a_game_that_imagines_another_thing_is_left_to_the_law_of_secrecy() -> None:
    assert not run(replace(LOTS, imagine=forgets_its_note), laws=[CONSISTENCY], steps=600, seed=3).violations


def test_luck_that_decides_about_a_refusal_is_nobodys_secret() -> None:
    def decide(state: lots.State, actor: object, action: lots.Action, chance: Chance, now: Ms) -> object:
        events = lots.decide(state, actor, action, chance, now)  # type: ignore[arg-type]
        if isinstance(action, lots.Jot) and chance.below(2):
            raise Refusal("UNLUCKY", "Not this time.")
        return events

    unlucky = replace(LOTS, decide=decide)  # type: ignore[arg-type]

    assert not run(unlucky, laws=[RANDOMNESS, PURE], steps=600, seed=3).violations


def test_a_choice_that_is_listed_and_refused_is_left_to_the_law_of_legal_lists() -> None:
    listing = replace(LOTS, legal=lists_more_than_the_purse)

    assert not run(listing, laws=[SEALED], steps=400, seed=3).violations


def test_a_bid_that_is_told_to_all_breaks_both_laws_of_what_is_told() -> None:
    telling = replace(LOTS, audience=tells_all_of_bids, reveals=leaks.everything_reveals)

    for law in (CONSISTENCY, SEALED):
        found = run(telling, laws=[law], steps=1500, seed=5).violations
        assert Counter(each.law for each in found)[law.name] > 0


class Demanding(Struct):
    """Options that cannot all be left out."""

    rounds: Annotated[int, Meta(ge=3, le=4)]
    bank_s: int = 30
    allowance_s: int = 5
    patience_s: int = 0


def test_openings_are_dealt_by_drawn_options_where_some_must_be_given() -> None:
    demanding = replace(LOTS, types=replace(LOTS.types, options=Demanding))  # type: ignore[arg-type]

    options, seats = calibration._table(demanding)

    assert isinstance(options, Demanding)
    assert seats == 3


def test_a_game_that_hides_nothing_needs_few_openings() -> None:
    assert run(IMPERIAL, laws=[CALIBRATION], steps=1, seed=2).checks["calibration"] == 1 + 2 * 20


def test_hands_are_calibrated_as_a_replay_lays_them_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibration, "SAMPLES", 60)
    tally = Tally()

    calibration._calibrate(CAMBIO, tally)

    assert tally.checks["calibration"] == 120


def test_a_piece_is_asked_about_by_its_owner() -> None:
    """Whose turn it is speaks of a seat; a flag does not, and what takes many values is not asked about."""
    facts = {
        (("turn",), None): 1,
        (("flag",), None): True,
        (("at",), None): 9,
        (("players", "*", "cash"), 1): 8,
    }
    paths = frozenset({("turn",), ("flag",), ("players", "*", "cash")})
    opening = calibration.Sample(2, facts, ())
    mine, nobodys = calibration.Piece(("hands", "1", "0"), 1, 5), calibration.Piece(("deck", "0"), None, 5)

    assert list(calibration._facts_about(mine, opening, paths)) == [
        None,
        (("turn", "the owner"), True),
        (("players", "*", "cash"), 8),
    ]
    assert list(calibration._facts_about(nobodys, opening, paths)) == [
        None,
        (("turn",), 1),
        (("flag",), True),
    ]
    assert mine.row == ("hands", "*", "*")
