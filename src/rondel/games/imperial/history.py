"""Imperial, 15.2 and 16.4: events and proposals told in English; a reader's affair, no State and no View."""

import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from rondel.games.imperial.events import (
    AuctionClosed,
    AuctionRepeated,
    BidAccepted,
    BidDeclined,
    BidsRevealed,
    BuyPunted,
    ClockPaused,
    ClockResumed,
    CountryStarted,
    Event,
    FactoryBuilt,
    GameEnded,
    GameStarted,
    InterestPaid,
    InvestorEnded,
    InvestorStarted,
    LeadershipChanged,
    ManeuverExecuted,
    ManeuverStarted,
    OrderSet,
    PeaceOffered,
    PeaceResolved,
    PeaceSettled,
    PeaceVoteShown,
    ProposalAgreed,
    ProposalExecuted,
    ProposalMade,
    StockBought,
    TaxesCollected,
    UnitDeferred,
    UnitPlanned,
    UnitsImported,
    UnitsProduced,
    VoteResolved,
    VoteShown,
    WheelMoved,
    audience,
)
from rondel.games.imperial.pieces import DOLLAR, Cents, Move, Proposal, UnitType
from rondel.kernel import EVERYONE, Row, Seat


def history(rows: Sequence[Row], first: int, last: int) -> list[Event]:
    """15.2 The public events of the Versions from `first` to `last`."""
    return [
        event
        for row in rows
        if first <= row.version <= last and not row.is_tables_own
        for event in row.events
        if audience(event) is EVERYONE
    ]


def sentences(events: Sequence[Event]) -> list[str]:
    """15.2 One for every event that has something to tell."""
    return [words for event in events if (words := sentence(event)) is not None]


_NAMED: Final = re.compile(
    r"\b[Ss]eats? (?P<seats>\d+(?:(?:, | and )\d+)*)\b|(?<=order of the seats is )(?P<order>\d+(?:, \d+)*)"
)


def named(lines: Sequence[str], players: Sequence[str]) -> list[str]:
    """16.9 The sentences with the players' names in the place of their seats, if there are any."""
    return (
        [_NAMED.sub(lambda found: _players(found, players), each) for each in lines] if players else [*lines]
    )


def _players(found: re.Match[str], players: Sequence[str]) -> str:
    return re.sub(r"\d+", lambda seat: players[int(seat[0])], found["seats"] or found["order"])


def sentence(event: Event) -> str | None:
    """15.2 The event in words; submissions, charges and covered ballots have none."""
    tell = _SENTENCES.get(type(event))
    return None if tell is None else tell(event)


def plan(proposal: Proposal) -> str:
    """16.4 A proposal in words, from its own data alone."""
    parts = [f"{proposal.space}"]
    if proposal.factory_loc is not None:
        parts.append(f"a factory in {proposal.factory_loc}")
    made = [*_each("a fleet in", proposal.fleet_produce), *_each("an army in", proposal.army_produce)]
    bought = zip(proposal.imports.types, proposal.imports.territories, strict=True)
    made += [f"an imported {unit_type} in {territory}" for unit_type, territory in bought]
    moves = [_move(move) for move in (*proposal.fleet_man, *proposal.army_man)]
    fee = [f"for a fee of {money(proposal.fee)}"] if proposal.fee else []
    return ", ".join([*parts, *made, *moves, *fee])


def money(amount: Cents) -> str:
    """1.8 Dollars with two decimals."""
    sign = "-" if amount < 0 else ""
    return f"{sign}${abs(amount) // 100}.{abs(amount) % 100:02}"


def _each(what: str, names: Sequence[str]) -> list[str]:
    return [f"{what} {name}" for name in names]


def _list(parts: Sequence[Any], none: str = "nothing") -> str:
    """The parts with commas and an "and" between them."""
    words = [str(part) for part in parts]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words) or none


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _a(unit_type: UnitType) -> str:
    return "an army" if unit_type == "army" else "a fleet"


def _seats(seats: Sequence[Seat]) -> str:
    return f"{'seat' if len(seats) == 1 else 'seats'} {_list(seats)}"


def _move(move: Move) -> str:
    if move.origin == move.destination:
        return f"{move.origin} stays" + (f" ({move.action_code})" if move.action_code else "")
    way = f"{move.origin} to {move.destination}"
    return f"{way} ({move.action_code})" if move.action_code else way


def _who(seat: Seat | None) -> str:
    return "The house" if seat is None else f"Seat {seat}"


def _by_seat(amounts: Sequence[Cents]) -> str:
    return _list([f"seat {seat} {money(amount)}" for seat, amount in enumerate(amounts) if amount], "nobody")


def _started(event: GameStarted) -> str:
    flags = [f"seat {seat} takes {_list(each)}" for seat, each in enumerate(event.flags)]
    begun = f"The game begins with {_count(event.seats, 'seat')} and {money(event.cash)} each"
    return f"{begun}: {'; '.join(flags)}." if flags else f"{begun}."


def _revealed(event: BidsRevealed) -> str:
    return (
        f"Bids for {event.nation}: {_list([f'seat {bid.seat} {money(bid.amount)}' for bid in event.bids])}."
    )


def _ordered(event: OrderSet) -> str:
    """4.10 The seats as they follow, not their numbers in the order."""
    seats = sorted(range(len(event.order)), key=lambda seat: event.order[seat])
    card = "" if event.investor is None else f"; seat {event.investor} takes the investor card"
    return f"The order of the seats is {', '.join(str(seat) for seat in seats)}{card}."


def _planned(event: UnitPlanned) -> str:
    via = f", by way of {_list(event.via)}" if event.via else ""
    return f"Planned for {_a(event.unit_type)}: {_move(event.move)}{via}."


_REASONS: Final = {
    "no_holders": "nobody holds its bonds",
    "same_player": "the same seat leads both",
    "no_electorate": "nobody else holds its bonds",
    "answered_before": "it has answered before",
}


def _offered(event: PeaceOffered) -> str:
    offer = f"{event.moving_nation} offers {event.target_nation} peace in {event.destination}."
    if not event.movers_vote:
        return offer
    return (
        f"{offer} All other holders of {event.target_nation} hold {event.moving_nation}, too, so they vote."
    )


def _settled(event: PeaceSettled) -> str:
    answer = "accepts" if event.accepted else "rejects"
    why = _REASONS[event.why]
    return f"{event.target_nation} {answer} peace in {event.destination} without being asked: {why}."


def _resolved(event: PeaceResolved) -> str:
    answer = "accepts" if event.accepted else "rejects"
    votes = f"{event.accept_votes} to {event.reject_votes}"
    return f"{event.target_nation} {answer} peace in {event.destination}, {votes}."


def _moved(event: WheelMoved) -> str:
    fee = f"; seat {event.payer} pays {money(event.fee)}" if event.fee else ""
    return f"{event.nation} goes from {event.origin} to {event.to}{fee}."


def _made(what: str, event: UnitsProduced | UnitsImported) -> str:
    units = [*_each("a fleet in", event.fleets), *_each("an army in", event.armies)]
    return f"{event.nation} {what} {_list(units)}."


def _maneuvered(event: ManeuverExecuted) -> str:
    moves = ", ".join(_move(move) for move in (*event.fleet_man, *event.army_man)) or "no unit moves"
    lost = [f"{loss.nation} loses {_a(loss.unit_type)} in {loss.territory}" for loss in event.losses]
    burnt = _each("the factory destroyed in", event.factories_destroyed)
    return (
        f"{event.nation} maneuvers: "
        + "; ".join([moves, *lost, *burnt, *_each("a new chip on", event.chips)])
        + "."
    )


def _taxed(event: TaxesCollected) -> str:
    return (
        f"{event.nation} collects {money(DOLLAR * event.revenue)} in taxes,"
        f" pays for {_count(event.units, 'unit')}"
        f" and has {_count(event.points, 'point')}; bonus: {_by_seat(event.bonus)}."
    )


def _closed(event: InvestorEnded) -> str:
    passed = f" {_seats(event.swiss).capitalize()} bought nothing." if event.swiss else ""
    card = "" if event.next_holder is None else f" Seat {event.next_holder} has the investor card now."
    return f"No more bonds are sold.{passed}{card}"


def _bought(event: StockBought) -> str:
    back = f", returning the {event.returned_bond}" if event.returned_bond else ""
    return f"Seat {event.seat} buys the {event.bond} of {event.nation} for {money(event.paid)}{back}."


_ENDINGS: Final = {
    "power_25": "{nation} has 25 points",
    "unsold": "nobody bought a bond",
    "round_limit": "the last round is over",
    "abandoned": "the table was left",
}


def _ended(event: GameEnded) -> str:
    why = _ENDINGS[event.ending].format(nation=event.nation)
    places = [f"{each.place}. seat {each.seat} with {money(each.score or 0)}" for each in event.standings]
    return f"The game is over: {why}. {', '.join(places) or 'Nobody is scored'}."


_SENTENCES: Final[dict[type, Callable[[Any], str]]] = {
    GameStarted: _started,
    BidsRevealed: _revealed,
    BidAccepted: lambda e: f"Seat {e.seat} takes the {e.bond} of {e.nation} for {money(e.paid)}.",
    BidDeclined: lambda e: f"Seat {e.seat} leaves the {e.bond} of {e.nation}.",
    AuctionClosed: lambda e: f"The auction of {e.nation} is over.",
    AuctionRepeated: lambda _: "Nobody bought anything; the auction begins once more.",
    OrderSet: _ordered,
    LeadershipChanged: lambda e: f"{e.nation} is a {e.gov}, led by seat {e.leadership[0]}.",
    CountryStarted: lambda e: f"Round {e.round}: {e.nation} is up.",
    ProposalMade: lambda e: f"Seat {e.proposal.seat} proposes: {plan(e.proposal)}.",
    ProposalAgreed: lambda e: f"Seat {e.seat} agrees.",
    ManeuverStarted: lambda e: f"Seat {e.player} plans {e.space} for {e.nation}.",
    UnitPlanned: _planned,
    UnitDeferred: lambda e: f"{_a(e.unit_type).capitalize()} is deferred.",
    PeaceOffered: _offered,
    PeaceSettled: _settled,
    PeaceVoteShown: lambda e: f"Seat {e.seat} votes {'for' if e.accept else 'against'} peace.",
    PeaceResolved: _resolved,
    VoteShown: lambda e: f"Seat {e.seat} votes for proposal {e.proposal}.",
    VoteResolved: lambda e: f"Proposal {e.winner} wins, {e.proposal1.votes} to {e.proposal2.votes}.",
    ProposalExecuted: lambda e: f"The proposal of seat {e.seat} is carried out: {plan(e.proposal)}.",
    WheelMoved: _moved,
    FactoryBuilt: lambda e: f"{e.nation} builds a factory in {e.territory}.",
    UnitsProduced: lambda e: _made("produces", e),
    UnitsImported: lambda e: _made("imports", e),
    TaxesCollected: _taxed,
    InterestPaid: lambda e: f"{e.nation} pays interest: {_by_seat(e.interest)}.",
    ManeuverExecuted: _maneuvered,
    InvestorStarted: lambda e: f"Bonds are sold to {_seats(e.buyers)}.",
    InvestorEnded: _closed,
    StockBought: _bought,
    BuyPunted: lambda e: f"Seat {e.seat} passes.",
    ClockPaused: lambda e: f"{_who(e.seat)} stops the clock.",
    ClockResumed: lambda e: f"{_who(e.seat)} lets the clock run.",
    GameEnded: _ended,
}
