"""Imperial, chapter 14: what may be asked."""

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, field

from rondel.games.imperial.geography import Spot
from rondel.games.imperial.pieces import NO_IMPORT, Cents, Import
from rondel.kernel import Noun


class Bid(Noun):
    """4.6 A sealed bid in whole cents."""

    amount: Cents


class BuyBid(Noun):
    """4.8 Take the stock that the bid is good for, or leave it."""

    accept: bool


class Propose(Noun):
    """5.2 A wheel spot, and the data its action needs."""

    wheel_spot: Spot
    factory_loc: str | None = None
    fleet_produce: tuple[str, ...] = ()
    army_produce: tuple[str, ...] = ()
    imports: Import = field(default=NO_IMPORT, name="import")


class Agree(Noun):
    """5.8 The opposition lets the leader's proposal pass."""


class Vote(Noun):
    """5.9 A sealed vote for one of the two proposals."""

    proposal: Literal[1, 2]


class MoveUnit(Noun):
    """8.3 Where the unit goes and what it does there; `via` names the seas of a convoy."""

    destination: str
    action_code: str
    via: tuple[str, ...] | None = None


class DeferUnit(Noun):
    """8.3 The other units of the phase first."""


class AnswerPeace(Noun):
    """9.4 A dictator's answer to an offer of peace."""

    accept: bool


class VotePeace(Noun):
    """9.5 A sealed vote on an offer of peace."""

    accept: bool


class BuyStock(Noun):
    """10.6 Buy a stock; 0, or a lower one of the same country in return."""

    country: str
    stock: Annotated[int, Meta(ge=1)]
    return_stock: Annotated[int, Meta(ge=0)] = 0


class PuntBuy(Noun):
    """10.7 Buy nothing."""


class PauseClock(Noun):
    """12.6 Stop the clock."""


class ResumeClock(Noun):
    """12.6 Let the clock run again."""


class StartGame(Noun):
    """4.1 The house begins."""


class AutoAct(Noun):
    """12.8 The house acts for those who do not."""


class Abandon(Noun):
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

PUNT: Final = PuntBuy()
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
