"""Bramble: 3 to 6 players bluff with three blooms and a thorn each."""

from typing import Final

from bramble.about import ENGLISH, GERMAN
from bramble.face import FACE
from bramble.rules import (
    ChallengeBegun,
    Claim,
    ClaimMade,
    ClaimPassed,
    DiscLaid,
    DiscLost,
    DiscTurned,
    GiveUp,
    Lay,
    Pass,
    PointWon,
    RoundBegun,
    State,
    Turn,
    deal,
)
from rondel import kit

BRAMBLE: Final = kit.game(
    name="bramble",
    title="Bramble",
    seats=range(3, 7),
    state=State,
    actions=[Lay, Claim, Pass, Turn, GiveUp],
    events=[
        RoundBegun,
        DiscLaid,
        ClaimMade,
        ClaimPassed,
        ChallengeBegun,
        DiscTurned,
        DiscLost,
        PointWon,
    ],
    deal=deal,
    endings={"points", "last_one"},
    face=FACE,
    about={"en": ENGLISH, "de": GERMAN},
)
