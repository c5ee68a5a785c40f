"""The net for Imperial's sealed ballots meets every kind of ballot, and is not torn by the game as it is."""

from tests.secrecy import ballots, seating


def test_17_8_nothing_shown_depends_on_what_another_has_sealed() -> None:
    """Rules 17.5, 17.6, 17.7, 19.2, 20.4: whatever is seen, heard, listed or refused."""
    compared = ballots.watch(8, 150)

    assert min(compared.values()) > 10


def test_17_8_where_ballots_are_open_votes_are_told_to_all_and_bids_to_nobody() -> None:
    """Rules 17.5, 17.6, 17.7, 21.1: with `openBallots`."""
    compared = ballots.watch_open(6, 150)

    assert min(compared.values()) > 3


def test_21_1_hidden_choices_are_imagined_fairly() -> None:
    looked = ballots.imagine_fairly(6, 200)

    assert min(looked.values()) > 2


def test_a_bot_of_imperial_is_handed_what_its_seat_knows() -> None:
    assert seating.seat_spies_at_imperial(1) > 20
