"""Imperial, chapter 14: what may be asked."""

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, field

from rondel.games.imperial.geography import SpaceName
from rondel.games.imperial.pieces import NO_IMPORT, Cents, Import
from rondel.kernel import Struct


class Bid(Struct):
    """4.6 A sealed bid in whole cents."""

    amount: Cents


class BuyBid(Struct):
    """4.8 Take the stock that the bid is good for, or leave it."""

    accept: bool


class Propose(Struct):
    """5.2 A wheel spot, and the data its action needs."""

    space: SpaceName = field(name="wheelSpot")
    factory_loc: str | None = None
    fleet_produce: tuple[str, ...] = ()
    army_produce: tuple[str, ...] = ()
    imports: Import = field(default=NO_IMPORT, name="import")


class Agree(Struct):
    """5.8 The opposition lets the leader's proposal pass."""


class Vote(Struct):
    """5.9 A sealed vote for one of the two proposals."""

    proposal: Literal[1, 2]


class MoveUnit(Struct):
    """8.3 Where the unit goes and what it does there; `via` names the seas of a convoy."""

    destination: str
    action_code: str
    via: tuple[str, ...] | None = None


class DeferUnit(Struct):
    """8.3 The other units of the phase first."""


class AnswerPeace(Struct):
    """9.4 A dictator's answer to an offer of peace."""

    accept: bool


class VotePeace(Struct):
    """9.5 A sealed vote on an offer of peace."""

    accept: bool


class BuyStock(Struct):
    """10.6 Buy a stock; 0, or a lower one of the same country in return."""

    nation: str = field(name="country")
    bond: Annotated[int, Meta(ge=1)] = field(name="stock")
    returned_bond: Annotated[int, Meta(ge=0)] = field(default=0, name="returnStock")


class PuntBuy(Struct):
    """10.7 Buy nothing."""


class PauseClock(Struct):
    """12.6 Stop the clock."""


class ResumeClock(Struct):
    """12.6 Let the clock run again."""


class StartGame(Struct):
    """4.1 The house begins."""


class AutoAct(Struct):
    """12.8 The house acts for those who do not."""


class Abandon(Struct):
    """12.9 The table is given up."""


Submission: TypeAlias = (
    Bid
    | BuyBid
    | Propose
    | Agree
    | Vote
    | MoveUnit
    | DeferUnit
    | AnswerPeace
    | VotePeace
    | BuyStock
    | PuntBuy
)
"""15.1 What a seat submits when it is up."""
ClockAction: TypeAlias = PauseClock | ResumeClock
HouseAction: TypeAlias = StartGame | AutoAct | Abandon
Action: TypeAlias = Submission | ClockAction | HouseAction

PASS: Final = PuntBuy()
AGREE: Final = Agree()
DEFER: Final = DeferUnit()


def is_open(action: Action) -> bool:
    """14.2 Whether `legal` lists this kind of payload only by sample."""
    match action:
        case Bid() | Propose():
            return True
        case MoveUnit():
            return action.via is not None
        case _:
            return False
