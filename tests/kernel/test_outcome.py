"""Outcomes: who stands where, as the wire tells it."""

import msgspec

from rondel.kernel import Outcome, Standing


def test_an_outcome_travels_with_its_ending_standings_and_winners() -> None:
    outcome = Outcome("reached", (Standing(0, 2, 5), Standing(1, 1)), (1,))

    text = msgspec.json.encode(outcome)

    assert text == (
        b'{"ending":"reached","standings":[{"seat":0,"place":2,"score":5},'
        b'{"seat":1,"place":1,"score":null}],"winners":[1],"isAbandoned":false}'
    )
    assert msgspec.json.decode(text, type=Outcome) == outcome


def test_an_abandoned_game_has_neither_standings_nor_winners() -> None:
    outcome = Outcome("abandoned", is_abandoned=True)

    assert (outcome.standings, outcome.winners) == ((), ())
