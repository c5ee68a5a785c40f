"""What may be asked at Imperial's table: the legal list in words, in groups, and filtered."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from rondel.cli.tables.imperial.words import good_for, prices, way
from rondel.games.imperial.actions import (
    Action,
    Agree,
    AnswerPeace,
    Bid,
    BuyBid,
    BuyStock,
    DeferUnit,
    HouseAction,
    MoveUnit,
    PauseClock,
    Propose,
    PuntBuy,
    ResumeClock,
    Vote,
    VotePeace,
)
from rondel.games.imperial.geography import Spot
from rondel.games.imperial.history import money, plan
from rondel.games.imperial.pieces import DOLLAR, FACTORY_COST, IMPORT_COST, KIND_OF
from rondel.games.imperial.view import View

FEW = 8
"""So many choices are listed without groups."""


class Choice(NamedTuple):
    """A legal action in words, the group it is in, and its place among groups."""

    group: str
    label: str
    action: Action
    order: int = 0

    @property
    def whole(self) -> str:
        """Group and label in one line."""
        return f"{self.group}: {self.label}" if self.group and self.label else self.group or self.label


class Line(NamedTuple):
    """A line of the list: a choice, or a group that can be opened."""

    text: str
    chosen: Choice | str


def choices_of(view: View, legal: Sequence[Action]) -> list[Choice]:
    """All that may be asked; groups on the wheel in the order of its spots, as far as they are."""
    return sorted((_choice(view, action) for action in legal), key=lambda choice: choice.order)


def lines_of(choices: Sequence[Choice], *, group: str | None, words: str) -> list[Line]:
    """What is listed: the matches of a filter, else an open group, else groups, or all if they are few."""
    wanted = words.lower().split()
    if wanted:
        inside = [choice for choice in choices if group in (None, choice.group)]
        return [
            Line(choice.whole, choice)
            for choice in inside
            if all(word in choice.whole.lower() for word in wanted)
        ]
    if group is not None:
        return [Line(choice.label or choice.group, choice) for choice in choices if choice.group == group]
    counts: dict[str, int] = {}
    for choice in choices:
        counts[choice.group] = counts.get(choice.group, 0) + 1
    if len(choices) <= FEW or len(counts) == 1:
        return [Line(choice.whole, choice) for choice in choices]
    lines: dict[str, Line] = {}
    for number, choice in enumerate(choices):
        if choice.group and counts[choice.group] > 1:
            lines.setdefault(
                choice.group, Line(f"{choice.group} … {counts[choice.group]} ways", choice.group)
            )
        else:
            lines[f"{number} {choice.whole}"] = Line(choice.whole, choice)
    return list(lines.values())


def typed_bid(view: View, choices: Sequence[Choice], words: str) -> Choice | None:
    """4.6 The bid that was typed in dollars, if this seat may bid it."""
    read = re.fullmatch(r"\$?(\d{1,4})(?:[.,](\d{1,2}))?", words.strip(), re.ASCII)
    bids = [choice.action.amount for choice in choices if isinstance(choice.action, Bid)]
    if read is None or not bids:
        return None
    amount = DOLLAR * int(read[1]) + int((read[2] or "").ljust(2, "0"))
    return _choice(view, Bid(amount)) if amount <= max(bids) else None


def typed_convoys(choices: Sequence[Choice], words: str) -> list[Choice] | None:
    """8.7 Moves over the seas that were typed after `via`; None where nothing of the kind was typed.

    Whether a convoy can go that way, the rules say when it is asked for.
    """
    where, is_typed, over = words.lower().partition("via ")
    if not is_typed:
        return None
    seas = [_sea(name.strip()) for name in over.split(",") if name.strip()]
    if not seas or None in seas:
        return []
    via = tuple(sea for sea in seas if sea is not None)
    return [
        choice._replace(label=f"{choice.label}, via {', '.join(via)}", action=_by_sea(choice.action, via))
        for choice in choices
        if isinstance(choice.action, MoveUnit) and all(word in choice.whole.lower() for word in where.split())
    ]


def _sea(words: str) -> str | None:
    """The one sea whose name has these words in it."""
    found = [
        name
        for name, kind in KIND_OF.items()
        if kind == "sea" and all(w in name.lower() for w in words.split())
    ]
    return found[0] if len(found) == 1 else None


def _by_sea(move: MoveUnit, via: tuple[str, ...]) -> MoveUnit:
    return MoveUnit(move.destination, move.action_code, via)


def _choice(view: View, action: Action) -> Choice:
    match action:
        case Bid(amount):
            return Choice("", _bid(view, amount), action)
        case BuyBid(accept):
            return Choice("", _taking(view) if accept else "Leave it, and keep the money", action)
        case Propose():
            steps, _ = way(view, action.wheel_spot)
            return Choice(_spot(view, action.wheel_spot), _data(action), action, steps)
        case Agree():
            return Choice("Agree to the proposal", "", action, -1)
        case Vote(proposal):
            proposed = view.proposal1 if proposal == 1 else view.proposal2
            return Choice("", f"Vote for {proposal}: {plan(proposed) if proposed else ''}", action)
        case MoveUnit(destination, code):
            return Choice(*_move(view, destination, code), action)
        case DeferUnit():
            return Choice("Later: the other units first", "", action, 1)
        case AnswerPeace(accept) | VotePeace(accept):
            return Choice("", "Accept peace" if accept else "Reject it: war", action)
        case BuyStock():
            return Choice(action.country, _stock(view, action), action)
        case PuntBuy():
            return Choice("Buy nothing", "", action, -1)
        case PauseClock():
            return Choice("Stop the clock", "", action, 99)
        case ResumeClock():
            return Choice("Let the clock run", "", action, 99)
        case _:
            return _nobodys(action)


def _nobodys(action: HouseAction) -> Choice:
    raise AssertionError(f"{action} is the house's, and on no legal list")


def _bid(view: View, amount: int) -> str:
    takes = good_for(view, amount)
    return f"Bid {money(amount)}, good for the {takes} at most" if takes else f"Bid {money(amount)}: pass"


def _taking(view: View) -> str:
    bid = view.player_info[view.bid_buy_order[0]].bid
    assert isinstance(bid, int)
    return f"Take the {good_for(view, bid)} of {view.country_up} for {money(bid)}"


def _spot(view: View, spot: Spot) -> str:
    steps, fee = way(view, spot)
    if not steps:
        return spot
    return f"{spot}, {steps} {'step' if steps == 1 else 'steps'}" + (f" for {money(fee)}" if fee else "")


def _data(action: Propose) -> str:
    """The data of a proposal; where there may be some and is none, that it is none."""
    if action.factory_loc is not None:
        return f"build in {action.factory_loc} for {money(FACTORY_COST)}"
    if action.wheel_spot == "Import":
        bought = [*zip(action.imports.types, action.imports.territories, strict=True)]
        units = [f"{unit_type} in {territory}" for unit_type, territory in bought]
        return f"{', '.join(units)} for {money(len(units) * IMPORT_COST)}" if units else "nothing"
    if action.wheel_spot in ("L-Produce", "R-Produce"):
        fleets = [f"fleet in {territory}" for territory in action.fleet_produce]
        return (
            ", ".join([*fleets, *(f"army in {territory}" for territory in action.army_produce)]) or "nothing"
        )
    return ""


def _move(view: View, destination: str, code: str) -> tuple[str, str]:
    maneuver = view.current_maneuver
    assert maneuver is not None
    units = maneuver.pending_fleets if maneuver.phase == "fleet" else maneuver.pending_armies
    is_staying = units[maneuver.unit_index].territory == destination
    return (f"Stay in {destination}" if is_staying else f"To {destination}"), code or "quietly"


def _stock(view: View, action: BuyStock) -> str:
    costs = prices(view)
    if not action.return_stock:
        return f"the {action.stock} for {money(costs[action.stock])}"
    more = costs[action.stock] - costs[action.return_stock]
    return f"the {action.stock} for {money(more)} and the {action.return_stock} in return"
