"""Liar's Dice: 2 to 6 players bid on all dice under all cups, and call the bluff."""

from typing import Final

from liars_dice.about import ENGLISH, GERMAN
from liars_dice.face import FACE
from liars_dice.rules import (
    Bid,
    BidMade,
    CallLiar,
    CupLifted,
    DiceGiven,
    DiceRolled,
    DieLost,
    RoundBegun,
    State,
    deal,
)
from rondel import kit

LIARS_DICE: Final = kit.game(
    name="liars_dice",
    title="Liar's Dice",
    seats=range(2, 7),
    state=State,
    actions=[Bid, CallLiar],
    events=[DiceGiven, RoundBegun, DiceRolled, BidMade, CupLifted, DieLost],
    deal=deal,
    endings={"last_one"},
    face=FACE,
    about={"en": ENGLISH, "de": GERMAN},
)
