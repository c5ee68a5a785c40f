"""What the tests of the web client read: forecasts with their Views, and the figures of whole games by turn.

`uv run python -m tests.games.imperial.forecasts` writes both anew.
"""

import json
from pathlib import Path
from typing import Any, Final

from rondel.games.imperial.actions import Action, AnswerPeace, Bid, BuyBid, BuyStock, MoveUnit, Propose, Vote
from rondel.games.imperial.events import CountryStarted
from rondel.games.imperial.game import IMPERIAL
from rondel.kernel import Seat
from rondel.kernel.replay import steps
from rondel.wire.codec import codec_of
from rondel.wire.transcript import read, row_of
from tests.games.imperial.table import Table, imports, playing, started

HERE: Final = Path(__file__).parent
WEB_TESTS: Final = HERE.parents[2] / "web" / "tests"
CODEC = codec_of(IMPERIAL)
DEMOCRACY = {"Austria": {0: [4], 1: [3], 2: [2]}}


def recorded() -> dict[str, Any]:
    """Each case by name: what seat 0 sees, may do and has chosen, and the forecast of that."""
    return {
        "interest": _case(
            playing({"Austria": {0: [5], 1: [3], 2: [1]}}, cash=[700, 50, 0], money={"Austria": 300}),
            Propose("Investor"),
        ),
        "import": _case(
            playing(DEMOCRACY, money={"Austria": 100}),
            Propose("Import", imports=imports("army Prague", "army Vienna")),
        ),
        "taxation": _case(
            playing({"Austria": {0: [4]}}, points={"Austria": 24}, chips={"Austria": ["Romania", "Tunis"]}),
            Propose("Taxation"),
        ),
        "vote": _case(_voting(), Vote(2)),
        "war": _case(_at_war(), MoveUnit("Venice", "war Italy army")),
        "peace": _case(_at_war(), MoveUnit("Venice", "peace")),
        "accepted": _case(_offered_peace(), AnswerPeace(accept=True)),
        "refused": _case(_offered_peace(), AnswerPeace(accept=False)),
        "purchase": _case(_buying(), BuyStock("Austria", 6, 4)),
        "bid": _case(started(3), Bid(950)),
        "offer": _case(_offered(), BuyBid(accept=True)),
    }


def _voting() -> Table:
    table = playing(DEMOCRACY, cash=[0, 400, 0], money={"Austria": 100})
    table.propose(0, "Taxation")
    table.propose(1, "Factory", factory_loc="Prague")
    return table


def _at_war() -> Table:
    armies = {"Austria": ["Trieste", "Vienna"], "Italy": ["Venice"]}
    table = playing({"Austria": {0: [4]}, "Italy": {1: [4]}}, armies=armies)
    table.propose(0, "L-Maneuver")
    return table


def _offered_peace() -> Table:
    armies = {"Austria": ["Trieste", "Vienna"], "Italy": ["Venice"]}
    table = playing({"Austria": {1: [4]}, "Italy": {0: [4]}}, armies=armies)
    table.propose(1, "L-Maneuver")
    table.play(1, MoveUnit("Venice", "peace"))
    return table


def _buying() -> Table:
    table = playing({"Austria": {1: [5], 0: [4]}}, cash=[500, 500], spaces={"Austria": "Taxation"})
    table.propose(1, "R-Maneuver")
    return table


def _offered() -> Table:
    table = started(3)
    for seat, amount in enumerate((950, 900, 0)):
        table.play(seat, Bid(amount))
    return table


def _case(table: Table, action: Action, seat: Seat = 0) -> dict[str, Any]:
    assert IMPERIAL.forecast is not None
    known = IMPERIAL.knows(table.state, seat)
    return {
        "view": json.loads(CODEC.noun_bytes(known.view)),
        "legal": json.loads(CODEC.legal_bytes(table.legal(seat))),
        "action": json.loads(CODEC.action_bytes(action)),
        "forecast": json.loads(CODEC.noun_bytes(IMPERIAL.forecast(known, action))),
    }


def courses() -> dict[str, Any]:
    """By transcript: the View at its end, and what each seat had in cash and stock when each turn began."""
    return {name: _course(name) for name in ("auction", "everybody_buys", "investor", "ending_power_25")}


def _course(name: str) -> dict[str, Any]:
    transcript = read((HERE / "transcripts" / f"{name}.jsonl").read_bytes())
    state = IMPERIAL.start(CODEC.options(bytes(transcript.header.options)), transcript.seat_specs)
    turns = []
    for step in steps(IMPERIAL, state, [row_of(IMPERIAL, line) for line in transcript.lines]):
        state = step.after
        if any(isinstance(event, CountryStarted) for event in step.row.events):
            turns.append(state.players)
    turns.append(state.players)
    return {
        "view": json.loads(CODEC.noun_bytes(IMPERIAL.view(state, None))),
        "cash": [[player.money for player in players] for players in turns],
        "stock": [
            [sum(owned.denomination for owned in player.bonds) for player in players] for players in turns
        ],
    }


def main() -> None:
    """Write both files."""
    for name, content in (("forecasts", recorded()), ("courses", courses())):
        text = json.dumps(content, separators=(",", ":"))
        (WEB_TESTS / f"{name}.json").write_text(f"{text}\n")


if __name__ == "__main__":
    main()
