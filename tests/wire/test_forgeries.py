"""Games of a dishonest host: each is refused by its own sentence."""

import pytest

from rondel.games.cambio.game import CAMBIO
from rondel.wire.proof import verify
from tests.wire.forgeries import forgeries, honest, under_older_rules

FORGERIES = forgeries()


@pytest.mark.parametrize("name", FORGERIES)
def test_a_host_who_chooses_the_luck_is_named(name: str) -> None:
    faults = verify(CAMBIO, FORGERIES[name].text).faults

    assert FORGERIES[name].verify in [fault.message for fault in faults]


def test_the_same_game_played_honestly_is_proven() -> None:
    proof = verify(CAMBIO, honest())

    assert proof.faults == ()
    assert proof.decided_again == proof.rows


def test_rows_of_rules_that_are_not_installed_are_not_proven() -> None:
    proof = verify(CAMBIO, under_older_rules())

    assert (proof.decided_again, proof.under_older_rules) == (0, proof.rows)
