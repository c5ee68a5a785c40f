"""Imperial, chapters 1, 14, 15 and 16: words, actions, events, and how they travel."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from rondel.games.imperial.actions import (
    Abandon,
    Action,
    Agree,
    AutoAct,
    Bid,
    BuyBid,
    BuyStock,
    MoveUnit,
    PauseClock,
    Propose,
    PuntBuy,
    ResumeClock,
    StartGame,
    Vote,
    is_open,
)
from rondel.games.imperial.events import (
    Event,
    GameEnded,
    InvestorEnded,
    InvestorStarted,
    ManeuverExecuted,
    OrderSet,
    PeaceSettled,
    PeaceVoteShown,
    Submitted,
    TaxesCollected,
    UnitDeferred,
    UnitPlanned,
    UnitsImported,
    UnitsProduced,
    WheelMoved,
)
from rondel.games.imperial.game import IMPERIAL
from rondel.games.imperial.history import history, money, plan, sentence, sentences
from rondel.games.imperial.options import Options
from rondel.games.imperial.pieces import Import, Loss, Move, Proposal
from rondel.games.imperial.state import Nation, Player, State
from rondel.kernel import EVERYONE, HOUSE, Chance, ReturnTime, Row, SeatSpec, Standing, TimeReturned, Undone
from rondel.wire.codec import codec_of
from rondel.wire.strict import MalformedError
from rondel.wire.tagged import tag_of
from tests.games.imperial.table import NOW, Table, imports, playing, refused, seen, started, tags

ALONE: dict[str, Any] = {"Austria": {0: [4]}, "Italy": {1: [4]}}
DEMOCRACY: dict[str, Any] = {"Austria": {0: [4], 1: [3], 2: [2]}}


def test_1_2_the_game_is_a_record_of_pure_functions() -> None:
    """Rules 1.2: there is no record, and actions have the default size."""
    assert IMPERIAL.record is None
    assert IMPERIAL.max_action_bytes == 4096
    assert IMPERIAL.undo is not None
    table = playing(ALONE)
    before = table.state
    IMPERIAL.decide(before, 0, Propose("Taxation"), Chance.of_seed(1), NOW)
    assert table.state is before


def test_1_3_house_actions_are_the_houses() -> None:
    table = playing(ALONE)
    for action in (StartGame(), AutoAct(), Abandon()):
        with refused("HOUSE_ONLY"):
            table.play(0, action)
    with refused("NOT_SEATED"):
        table.play(None, Propose("Taxation"))
    with refused("NOT_SEATED"):
        table.play(2, Propose("Taxation"))
    with refused("NOT_SEATED"):
        table.play(HOUSE, Propose("Taxation"))


def test_1_4_evolve_is_given_the_time() -> None:
    table = playing(ALONE)
    table.play(0, Propose("L-Produce"), after=1234)
    assert table.state.timer.last_move == NOW + 1234


def test_1_5_every_event_has_one_audience() -> None:
    events = started(2).play(0, Bid(700))
    assert tags(seen(events, 0)) == ["SUBMITTED", "BID_PLACED", "BID_SEALED"]
    assert tags(seen(events, 1)) == tags(seen(events, None)) == ["SUBMITTED", "BID_PLACED"]


def test_1_6_actions_and_events_travel_in_frames() -> None:
    codec = codec_of(IMPERIAL)
    action = codec.parse_action(
        b'{"type":"BUY_STOCK","payload":{"country":"Italy","stock":4,"returnStock":2}}'
    )
    assert action == BuyStock("Italy", 4, 2)
    assert codec.parse_action(b'{"type":"AGREE"}') == Agree()
    frame = codec.observation(Submitted(1, 7), 9, NOW)
    assert msgspec.json.decode(frame) == {
        "type": "SUBMITTED",
        "version": 9,
        "at": NOW,
        "payload": {"seat": 1, "turnID": 7, "auto": False},
    }
    proposed = codec.parse_action(
        b'{"type":"PROPOSE","payload":{"wheelSpot":"Import","import":{"types":["army"],"territories":["Rome"]}}}'
    )
    assert proposed == Propose("Import", imports=imports("army Rome"))


@pytest.mark.parametrize(
    "text",
    [
        b'{"type":"BIDS"}',
        b'{"type":"BID","payload":{"amount":1.5}}',
        b'{"type":"BID","payload":{"amount":true}}',
        b'{"type":"BID","payload":{"amount":"7"}}',
        b'{"type":"VOTE","payload":{"proposal":3}}',
        b'{"type":"PROPOSE","payload":{"wheelSpot":"Lunch"}}',
        b'{"type":"PROPOSE","payload":{"wheelSpot":"Import","import":{"types":["army"],"territories":[]}}}',
        b'{"type":"BUY_STOCK","payload":{"country":"Italy","stock":0}}',
        b'{"type":"PROPOSE","payload":{"wheelSpot":"Taxation","setWheelSpot":"function"}}',
    ],
)
def test_1_6_what_cannot_be_read_never_reaches_the_rules(text: bytes) -> None:
    """Rules 1.6, 16.4, 25.9: nor is anything evaluated."""
    with pytest.raises(MalformedError):
        codec_of(IMPERIAL).parse_action(text)


def test_1_7_checks_go_in_order() -> None:
    """Rules 1.7, 14.1: mode, then whether it is submitted, then whose turn."""
    table = playing(DEMOCRACY)
    with refused("WRONG_MODE"):
        table.play(2, Vote(1))
    table.propose(0, "Taxation")
    table.propose(1, "L-Produce")
    table.play(2, Vote(1))
    with refused("ALREADY_SUBMITTED"):
        table.play(2, Vote(2))
    with refused("WRONG_MODE"):
        table.play(2, PuntBuy())
    table.play(HOUSE, Abandon())
    for actor in (0, HOUSE):
        with refused("GAME_OVER"):
            table.play(actor, StartGame() if actor is HOUSE else Vote(1))
    with refused("GAME_OVER"):
        table.play(0, PauseClock())
    with refused("HOUSE_ONLY"):
        table.play(0, StartGame())
    with refused("NOT_SEATED"):
        table.play(9, StartGame())


def test_1_7_left_codes_come_before_right_ones() -> None:
    table = playing(ALONE, spaces={"Austria": "Investor"}, armies={"Germany": ["Prague"]}, cash=0)
    proposals: list[tuple[str, dict[str, Any], str]] = [
        ("Investor", {"factory_loc": "Rome"}, "WHEEL_UNREACHABLE"),
        ("Factory", {"factory_loc": "Rome", "army_produce": ("Vienna",)}, "FIELD_NOT_ALLOWED"),
        ("Factory", {"factory_loc": "Rome"}, "BAD_TERRITORY"),
        ("Factory", {"factory_loc": "Vienna"}, "FACTORY_EXISTS"),
        ("Factory", {"factory_loc": "Prague"}, "OCCUPIED"),
        ("L-Produce", {"army_produce": ("Prague", "Lemberg")}, "OCCUPIED"),
        ("L-Produce", {"army_produce": ("Lemberg", "Lemberg")}, "NO_FACTORY"),
        ("L-Produce", {"army_produce": ("Vienna", "Vienna")}, "DUPLICATE"),
        ("Factory", {"factory_loc": "Lemberg"}, "CANNOT_AFFORD"),
    ]
    for space, data, code in proposals:
        with refused(code):
            table.propose(0, space, **data)


def test_1_8_money_is_whole_cents() -> None:
    """Rules 1.8, 25.2: shown with two decimals."""
    assert [money(amount) for amount in (0, 5, 1016, 200000, -150)] == [
        "$0.00",
        "$0.05",
        "$10.16",
        "$2000.00",
        "-$1.50",
    ]
    assert all(isinstance(amount, int) for amount in started(6).cash())


def test_1_9_votes_holdings_points_and_turns_are_integers() -> None:
    table = playing(DEMOCRACY)
    view = msgspec.json.encode(table.view(None))
    assert b"." not in view.replace(b"sealed.bid", b"")


def test_1_10_no_names_and_no_controllers_in_state_or_view() -> None:
    """Rules 1.10, 25.12: e-mail left the game."""
    fields = {*State.__struct_fields__, *Player.__struct_fields__, *Nation.__struct_fields__}
    assert not fields & {"email", "kind", "controller", "user", "my_turn"}


def test_1_11_countries_have_their_order() -> None:
    assert [nation.name for nation in started(2).state.nations] == [
        "Austria",
        "Italy",
        "France",
        "England",
        "Germany",
        "Russia",
    ]


def test_1_11_there_is_no_other_country() -> None:
    with pytest.raises(KeyError):
        started(2).nation("Atlantis")


def test_1_12_to_act_is_my_turn() -> None:
    table = playing(DEMOCRACY)
    table.propose(0, "Taxation")
    turns = [seat for seat, info in enumerate(table.view(None).player_info) if info.my_turn]
    assert turns == table.up() == [1]


def test_14_1_answers_without_a_question_are_refused() -> None:
    table = playing(ALONE, armies={"Austria": ["Vienna"]})
    table.propose(0, "L-Maneuver")
    with refused("NOT_YOUR_TURN"):
        table.play(1, MoveUnit("Vienna", ""))
    with refused("WRONG_MODE"):
        table.play(0, Propose("Taxation"))


def test_14_2_bids_are_listed_by_sample() -> None:
    table = started(2)
    listed = [action.amount for action in table.legal(0) if isinstance(action, Bid)]
    assert listed == [0, 200, 400, 600, 900, 1200, 1600, 2100, 2700, 3050]
    table.play(0, Bid(777))
    assert table.player(0).bid == 777


def test_14_2_the_longest_list_of_proposals() -> None:
    homes = ("Dublin", "Edinburgh", "Liverpool", "London", "Sheffield")
    table = playing({"England": {0: [4]}}, up="England", factories={"England": homes}, cash=5000)
    counts = dict.fromkeys(table.spaces(0), 0)
    for action in table.legal(0):
        if isinstance(action, Propose):
            counts[action.space] += 1
    assert (counts["Import"], counts["L-Produce"], counts["R-Produce"]) == (220, 32, 32)
    assert len(table.legal(0)) <= 300
    sets = [action.imports for action in table.legal(0) if isinstance(action, Propose)]
    for each in sets:
        pairs = list(zip(each.territories, each.types, strict=True))
        assert pairs == sorted(pairs)


def test_14_2_import_lists_are_taken_in_any_order() -> None:
    table = playing(ALONE)
    table.propose(0, "Import", imports=imports("army Vienna", "army Budapest"))
    assert table.armies("Austria") == ["Vienna", "Budapest"]


def test_14_2_what_is_open() -> None:
    assert [
        is_open(action)
        for action in (
            Bid(1),
            Propose("Taxation"),
            MoveUnit("Rome", "", ("Ionian Sea",)),
            MoveUnit("Rome", ""),
            Agree(),
        )
    ] == [True, True, True, False, False]


def test_14_2_a_long_list_of_purchases() -> None:
    table = playing(
        {"Austria": {0: [1, 2, 3, 4], 1: [5]}, "Italy": {0: [1, 2, 3, 4]}},
        spaces={"Austria": "Taxation"},
        cash=9000,
        setup="classic",
        ninth_bond=True,
    )
    table.propose(0, "Investor")
    assert 0 < len(table.legal(0)) <= 150
    assert table.legal(1) == []


def test_19_1_what_a_refusal_is_about() -> None:
    by_blame = {
        "request": {"INVALID_AMOUNT", "BAD_TERRITORY", "FIELD_NOT_ALLOWED", "DUPLICATE"},
        "asker": {"NOT_SEATED", "HOUSE_ONLY", "NOT_YOUR_TURN"},
    }
    for blame, codes in by_blame.items():
        assert {code for code, about in IMPERIAL.error_blame.items() if about == blame} == codes
    assert len(IMPERIAL.error_blame) == 7  # all others are about the moment


def test_19_3_the_clock_is_stopped_on_the_head() -> None:
    assert IMPERIAL.applies_to_any_version == {PauseClock, ResumeClock}


def test_15_1_every_submission_is_numbered() -> None:
    table = started(2)
    for number, (seat, amount) in enumerate(((0, 0), (1, 0)), start=1):
        events = table.play(seat, Bid(amount))
        assert events[0] == Submitted(seat, number)
    assert table.state.turn_id == 2
    assert tags(playing(ALONE, timed=True).play(0, PauseClock())) == ["CLOCK_PAUSED"]


QUIET = {
    "SUBMITTED",
    "TIME_CHARGED",
    "BID_PLACED",
    "VOTE_CAST",
    "PEACE_VOTE_CAST",
    "BID_SEALED",
    "VOTE_SEALED",
    "PEACE_VOTE_SEALED",
}


def test_15_2_history_is_public_and_told_by_the_reader() -> None:
    """Rules 15.2, 25.14: neither State nor View; one sentence for every event but the quiet ones."""
    lines, quiet, everything = random_history()
    assert quiet <= QUIET
    assert all(text.endswith(".") for text in lines)
    assert all(IMPERIAL.audience(event) is EVERYONE for event in everything)
    kinds = {tag_of(kind) for kind in get_args(Event)}
    assert kinds >= QUIET
    assert not {"history", "log"} & {*State.__struct_fields__}


def test_15_3_the_history_call_tells_every_public_event_in_a_sentence() -> None:
    """Rules 15.3, 25.14: the seed's `history: string[]`."""
    lines, _, everything = random_history()
    call = IMPERIAL.calls["history"]
    assert (call.ask, call.hears_history) == (None, True)
    assert call.respond(started(2).view(None), everything, ()) == {"history": lines}


def test_15_2_an_open_vote_is_told_in_a_sentence_and_a_sealed_one_is_not() -> None:
    for are_open, expected in ((True, ["Seat 1 votes for proposal 2."]), (False, [])):
        table = playing(DEMOCRACY, open_ballots=are_open)
        table.propose(0, "Taxation")
        table.propose(1, "L-Produce")
        assert sentences(table.play(1, Vote(2))) == expected
    assert sentence(PeaceVoteShown(2, accept=True)) == "Seat 2 votes for peace."
    assert sentence(PeaceVoteShown(2, accept=False)) == "Seat 2 votes against peace."


@pytest.mark.parametrize("are_open", [False, True])
def test_16_8_the_proposals_are_told_in_words(*, are_open: bool) -> None:
    """Rules 16.8, 16.4, 17.6, 25.14: with what they have only where ballots are open."""
    table = playing(DEMOCRACY, open_ballots=are_open)
    tell = IMPERIAL.calls["proposals"].respond
    assert tell(table.view(None), (), ()) == {"country": "Austria", "proposal1": None, "proposal2": None}
    table.propose(0, "Taxation")
    table.propose(1, "L-Produce", army_produce=("Vienna",))
    table.play(1, Vote(2))
    answers = [tell(table.view(viewer), (), ()) for viewer in (0, 1, None)]
    assert answers[0] == answers[1] == answers[2]
    assert msgspec.json.decode(msgspec.json.encode(answers[0]["proposal1"])) == {
        "seat": 0,
        "proposal": "Taxation",
        "votes": 0 if are_open else None,
        "voters": [] if are_open else None,
    }
    assert answers[0]["proposal2"]["proposal"] == "L-Produce, an army in Vienna"
    assert answers[0]["proposal2"]["voters"] == ((1,) if are_open else None)


def random_history() -> tuple[list[str], set[str], list[Event]]:
    """A game of chance, told from its journal."""
    rng = Chance.of_seed("history 4")
    table = started(4, timed=True, max_rounds=12)
    rows: list[Row] = []
    while IMPERIAL.outcome(table.state) is None:
        seat = rng.pick(table.up())
        action = rng.pick(table.legal(seat))
        events = table.play(seat, action, after=2000)
        rows.append(Row(len(rows) + 1, table.at, seat, 1, action, tuple(events)))
    rows.append(Row(len(rows) + 1, table.at, 0, 1, Agree(), (Undone(3),)))
    rows.append(Row(len(rows) + 1, table.at, HOUSE, 1, ReturnTime(5), (TimeReturned(5),)))
    everything = history(rows, 1, len(rows))
    assert len(history(rows, 2, 3)) < len(everything)
    quiet = {tag_of(type(event)) for event in everything if sentence(event) is None}
    return sentences(everything), quiet, everything


def test_15_2_a_punt_is_told_as_a_punt() -> None:
    """Rules 15.2, 23.1: not as a purchase."""
    table = playing(ALONE, spaces={"Austria": "R-Produce"})
    table.propose(0, "R-Maneuver")
    lines = sentences(table.play(0, PuntBuy()))
    assert lines[0] == "Seat 0 passes."


def test_15_2_sentences() -> None:
    table = started(2)
    table.play(0, Bid(900))
    assert sentences(table.play(1, Bid(0))) == ["Bids for Austria: seat 0 $9.00 and seat 1 $0.00."]
    assert sentences(table.play(0, BuyBid(accept=True)))[0] == "Seat 0 takes the 4 of Austria for $9.00."
    table.play(0, Bid(400))
    table.play(1, Bid(0))
    assert sentences(table.play(0, BuyBid(accept=False)))[0] == "Seat 0 leaves the 2 of Italy."
    fixed = Table(IMPERIAL.start(Options(start="fixed"), [SeatSpec()] * 2))
    assert "takes" in str(sentence(fixed.play(HOUSE, StartGame())[0]))


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (
            GameEnded("abandoned", None, (), ()),
            "The game is over: the table was left. Nobody is scored.",
        ),
        (
            GameEnded("power_25", "Italy", (1725,), (Standing(0, 1, 1725),)),
            "The game is over: Italy has 25 points. 1. seat 0 with $17.25.",
        ),
        (OrderSet((3, 1, 2), 1), "The order of the seats is 1, 2, 0; seat 1 takes the investor card."),
        (OrderSet((2, 1), None), "The order of the seats is 1, 0."),
        (UnitDeferred("army", 0), "An army is deferred."),
        (UnitPlanned(Move("Rome", "Rome", ""), "army"), "Planned for an army: Rome stays."),
        (
            UnitPlanned(Move("London", "Belgium", "peace"), "army", ("English Channel",)),
            "Planned for an army: London to Belgium (peace), by way of English Channel.",
        ),
        (UnitsProduced("Italy", (), ()), "Italy produces nothing."),
        (
            UnitsImported("Italy", ("Genoa",), ("Rome", "Rome"), 300, 0, 0),
            "Italy imports a fleet in Genoa, an army in Rome and an army in Rome.",
        ),
        (
            TaxesCollected("Italy", 6, 1, 1, 0, 6, (100, 0)),
            "Italy collects $6.00 in taxes, pays for 1 unit and has 1 point; bonus: seat 0 $1.00.",
        ),
        (WheelMoved("Italy", "center", "Import", 0, 0, 1, False), "Italy goes from center to Import."),
        (
            WheelMoved("Italy", "Factory", "Investor", 6, 600, 1, True),
            "Italy goes from Factory to Investor; seat 1 pays $6.00.",
        ),
        (InvestorStarted(1, 200, (1,)), "Bonds are sold to seat 1."),
        (InvestorStarted(None, 0, (1, 2, 0)), "Bonds are sold to seats 1, 2 and 0."),
        (InvestorEnded(None, ()), "No more bonds are sold."),
        (
            InvestorEnded(2, (0, 1)),
            "No more bonds are sold. Seats 0 and 1 bought nothing. Seat 2 has the investor card now.",
        ),
        (
            PeaceSettled("Italy", "Tunis", True, "no_holders"),
            "Italy accepts peace in Tunis without being asked: nobody holds its bonds.",
        ),
        (
            ManeuverExecuted(
                "Italy", (), (), (), (), (Loss("Austria", "army", "Rome", True),), (), ("Tunis",)
            ),
            "Italy maneuvers: no unit moves; Austria loses an army in Rome; a new chip on Tunis.",
        ),
    ],
)
def test_15_2_a_sentence_is_grammatical(event: Event, expected: str) -> None:
    assert sentence(event) == expected


def test_16_1_the_state_has_the_fields_of_the_book() -> None:
    wanted = "options bank mode countryUp round turnID sameTurn undo proposal1 proposal2 voting bidBuyOrder"
    wanted += " bidders swissSet buyers currentManeuver peaceVote peaceAnswers timer auctionRepeated ending"
    assert {*wanted.split(), "standings"} <= set(State.__struct_encode_fields__)
    assert started(2).view(None).setup == "setups/standard"
    assert started(2, setup="classic").view(None).setup == "setups/classic"


def test_16_2_a_player_has_the_fields_of_the_book() -> None:
    assert Player.__struct_encode_fields__ == (
        "money",
        "investor",
        "order",
        "swiss",
        "stock",
        "scoreModifier",
        "banked",
        "bid",
    )


def test_16_3_a_country_has_the_fields_of_the_book() -> None:
    """Rules 16.3, 10.10: empty lists are lists."""
    assert Nation.__struct_encode_fields__[1:] == (
        "money",
        "points",
        "factories",
        "wheelSpot",
        "gov",
        "leadership",
        "availStock",
        "offLimits",
        "lastTax",
        "taxChips",
        "fleets",
        "armies",
    )
    shown = msgspec.json.decode(msgspec.json.encode(started(2).view(0)))
    assert shown["countryInfo"]["Austria"]["taxChips"] == []


def test_16_4_a_proposal_is_plain_data_and_told_from_itself_alone() -> None:
    """Rules 16.4, 25.9: no functions, nothing evaluated, no stored text."""
    table = playing(DEMOCRACY)
    table.propose(0, "Import", imports=imports("army Vienna", "fleet Trieste"))
    proposal = table.view(2).proposal1
    assert proposal is not None
    assert msgspec.json.decode(msgspec.json.encode(proposal)) == {
        "seat": 0,
        "wheelSpot": "Import",
        "factoryLoc": None,
        "fleetProduce": [],
        "armyProduce": [],
        "fleetMan": [],
        "armyMan": [],
        "import": {"types": ["army", "fleet"], "territories": ["Vienna", "Trieste"]},
        "steps": 0,
        "fee": 0,
        "guests": [],
    }
    assert plan(proposal) == "Import, an imported army in Vienna, an imported fleet in Trieste"
    other = Proposal(
        1,
        "R-Maneuver",
        fleet_man=(Move("Trieste", "Ionian Sea", "peace"),),
        army_man=(Move("Rome", "Rome", ""),),
    )
    assert plan(other) == "R-Maneuver, Trieste to Ionian Sea (peace), Rome stays"
    third = Proposal(1, "Factory", "Prague", ("Trieste",), ("Vienna",), fee=200)
    assert plan(third) == (
        "Factory, a factory in Prague, a fleet in Trieste, an army in Vienna, for a fee of $2.00"
    )
    guest = Proposal(1, "L-Maneuver", army_man=(Move("Rome", "Rome", "hostile"), Move("Rome", "Naples", "")))
    assert plan(guest) == "L-Maneuver, Rome stays (hostile), Rome to Naples"


def test_16_5_a_maneuver_has_the_fields_of_the_book() -> None:
    table = playing(ALONE, fleets={"Austria": ["Trieste"]}, armies={"Austria": ["Vienna"]})
    table.propose(0, "L-Maneuver")
    shown = msgspec.json.decode(msgspec.json.encode(table.view(1).current_maneuver))
    assert shown == {
        "country": "Austria",
        "player": 0,
        "wheelSpot": "L-Maneuver",
        "phase": "fleet",
        "unitIndex": 0,
        "pendingFleets": [{"territory": "Trieste", "hostile": True}],
        "pendingArmies": [{"territory": "Vienna", "hostile": True}],
        "completedFleetMoves": [],
        "completedArmyMoves": [],
        "returnMode": "execute",
        "proposalSlot": 0,
        "pendingPeace": None,
        "waitingTargets": [],
        "deferred": 0,
        "carried": {},
    }
    table.move(0, "Ionian Sea")
    shown = msgspec.json.decode(msgspec.json.encode(table.view(1).current_maneuver))
    assert shown["completedFleetMoves"] == [["Trieste", "Ionian Sea", ""]]
    assert (shown["phase"], shown["unitIndex"]) == ("army", 0)


def test_every_action_has_a_place_in_the_table() -> None:
    """Rules 14.1: sixteen kinds, and each is refused somewhere."""
    assert len(get_args(Action)) == 16
    assert Import() == Import((), ())


SOURCES = Path(__file__).parents[3] / "src" / "rondel"
OLD_WORDS = re.compile(r"\b(stocks?|punt\w*|wheels?|countr(y|ies)|places?)\b", re.IGNORECASE)


def texts(source: str) -> Iterator[str]:
    """The strings of a module that people may read: sentences, their parts, headings; no docstrings."""
    tree = ast.parse(source)
    notes = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in notes:
            text = re.sub(r"\{\w+\}", "", node.value)
            if " " in text or text[:1].isupper():
                yield text


def test_15_2_people_read_of_nations_bonds_the_rondel_passes_and_territories() -> None:
    read = [
        text
        for path in sorted((SOURCES / "games/imperial").rglob("*.py"))
        for text in texts(path.read_text())
    ]
    assert len(read) > 50
    assert [text for text in read if OLD_WORDS.search(text)] == []
