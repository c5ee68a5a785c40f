"""Imperial as a Scene: the rondel, every nation with its homes, bonds, what each seat has, what is asked.

Pressing a space of the rondel, a territory or a bond chooses it. What the server refuses nobody can press.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Final

from rondel.games.imperial import actions
from rondel.games.imperial.events import Event
from rondel.games.imperial.geography import Board, Territory
from rondel.games.imperial.history import money, plan, sentence
from rondel.games.imperial.pieces import CENTER, FACTORY_COST, Cents, Maneuver, Tally, Unit
from rondel.games.imperial.view import CountryView, PeaceVoteView, PlayerView, View
from rondel.kernel import Area, Face, Fact, Pick, Piece, Scene, Seat, Zone
from rondel.kernel.scene import Tone

TONES: Final[dict[str, Tone]] = {
    "Austria": "gold",
    "Italy": "green",
    "France": "blue",
    "England": "red",
    "Germany": "dark",
    "Russia": "violet",
}


Lands = Mapping[str, Sequence[Territory]]
"""The territories of a map in the groups that they are listed in."""

_REMEMBERED: Final = 4096
"""So many parts of Scenes are kept: after a move, most are those of the Scene before."""


def face_of(board: Board) -> Face[View, Event]:
    """The face of the game on this map."""
    return Face(scene=partial(scene, lands_of(board)), tell=tell, is_on_request=True)


def lands_of(board: Board) -> Lands:
    """The homes of each nation, neutral land, seas."""
    lands: dict[str, list[Territory]] = {}
    for territory in board.territories:
        group = territory.nation or ("Seas" if territory.kind == "sea" else "Neutral land")
        lands.setdefault(group, []).append(territory)
    return lands


def scene(lands: Lands, view: View) -> Scene:
    """Everybody's bonds and money; in the middle the rondel, the nations and the map."""
    market = [
        for_sale(name, nation.available_bonds, view.prices, is_locked=nation.off_limits)
        for name, nation in view.nation_info.items()
        if nation.available_bonds
    ]
    return Scene(
        tuple(area(view, seat, player) for seat, player in enumerate(view.player_info)),
        Area(
            (rondel(view), *homes(lands, view), *market),
            (
                *((Fact("Round", view.round),) * (view.round > 0)),
                *(Fact(name, in_short(nation)) for name, nation in view.nation_info.items()),
            ),
        ),
        prompt(view),
    )


def area(view: View, seat: Seat, player: PlayerView) -> Area:
    """What a seat has, as everybody sees it."""
    order = {name: at for at, name in enumerate(view.nation_info)}
    bonds = sorted(player.bonds, key=lambda bond: (order[bond.nation], bond.denomination))
    held = tuple([held_bond(bond.nation, bond.denomination) for bond in bonds])
    bid: tuple[Fact, ...] = ()
    if view.mode != "bid" and isinstance(player.bid, int):  # until then the length of a frame would tell it
        bid = (Fact("Bid", money(player.bid)),)
    return Area(
        (Zone(f"{seat}.bonds", "Bonds", "row", held),),
        (Fact("Cash", money(player.money)), Fact("Score", money(player.score)), *bid),
        ("investor card",) * player.investor,
        is_turn=player.my_turn and view.mode != "game-over",
    )


@lru_cache(_REMEMBERED)
def held_bond(nation: str, denomination: int) -> Piece:
    """10.6 A bond of one's own, which may be given in return for a higher one."""
    returned: Pick = {"type": "BUY_STOCK", "country": nation, "returnStock": denomination}
    return Piece(f"{nation} {denomination}", tone=TONES.get(nation), picks=(returned,))


def rondel(view: View) -> Zone:
    """Its spaces in moving direction, who stands there, and what the nation that is up would pay."""
    here: defaultdict[str, list[str]] = defaultdict(list)
    for name, nation in view.nation_info.items():
        here[nation.space].append(name)
    spaces = tuple([space(name, tuple(here[name]), view.fees.get(name, 0)) for name in view.rondel])
    return Zone("rondel", "Rondel", "track", spaces, "cell")


@lru_cache(_REMEMBERED)
def space(name: str, here: tuple[str, ...], fee: Cents) -> Piece:
    """A space of the rondel."""
    notes = [*([f"({', '.join(here)})"] if here else []), *([f"for {money(fee)}"] if fee else [])]
    return Piece(name, picks=({"type": "PROPOSE", "wheelSpot": name},), mark=" ".join(notes) or None)


def homes(lands: Lands, view: View) -> Iterator[Zone]:
    """The map as a list."""
    things = things_on(view)
    for group, territories in lands.items():
        cells = tuple([cell(each.name, each.nation, tuple(things[each.name])) for each in territories])
        yield Zone(f"land.{group}", group, "row", cells, "cell")


@lru_cache(_REMEMBERED)
def cell(name: str, nation: str | None, things: tuple[str, ...]) -> Piece:
    """A territory with what is on it."""
    return Piece(
        name,
        tone=None if nation is None else TONES.get(nation),
        mark=f"({', '.join(things)})" if things else None,
        picks=(
            {"type": "MOVE_UNIT", "destination": name},
            {"type": "PROPOSE", "factoryLoc": name},
            {"type": "PROPOSE", "fleetProduce[]": name},
            {"type": "PROPOSE", "armyProduce[]": name},
        ),
    )


def things_on(view: View) -> defaultdict[str, list[str]]:
    """Factories, units and chips, by territory."""
    things: defaultdict[str, list[str]] = defaultdict(list)
    for name, nation in view.nation_info.items():
        for territory in nation.factories:
            is_open = territory in nation.open_factories
            things[territory].append("factory" if is_open else "factory, occupied")
        armies = [unit for unit in nation.armies if unit.hostile]
        guests = [unit for unit in nation.armies if not unit.hostile]
        for units, one, several in (
            (nation.fleets, "fleet", "fleets"),
            (armies, "army", "armies"),
            (guests, "guest army", "guest armies"),
        ):
            for territory, count in by_territory(units):
                things[territory].append(f"{name} {one}" if count == 1 else f"{name} {count} {several}")
        for territory in nation.tax_chips:
            things[territory].append(f"{name} chip")
    return things


def by_territory(units: Sequence[Unit]) -> Iterator[tuple[str, int]]:
    """How many of these units are where."""
    return iter(Counter([unit.territory for unit in units]).items())


@lru_cache(_REMEMBERED)
def for_sale(name: str, bonds: tuple[int, ...], prices: tuple[Cents, ...], *, is_locked: bool) -> Zone:
    """The bonds of a nation that are to be had, with their prices."""
    pieces = tuple(
        Piece(
            f"{name} {bond}",
            label=f"{name} {bond}, {money(prices[bond])}",
            tone=TONES.get(name),
            picks=({"type": "BUY_STOCK", "country": name, "stock": bond},),
        )
        for bond in bonds
    )
    return Zone(f"market.{name}", f"{name}: bonds" + (" (shut)" if is_locked else ""), "row", pieces)


def in_short(nation: CountryView) -> str:
    """A nation in one line: who leads it, its money, its power."""
    here = "in the center" if nation.space == CENTER else nation.space
    factories = f"factories {len(nation.open_factories)}/{len(nation.factories)}"
    return (
        f"{government(nation)}, {money(nation.money)}, power {nation.points}, {factories}, "
        f"tax {nation.last_tax}, {here}"
    )


def government(nation: CountryView) -> str:
    """Who leads a nation, and how."""
    if not nation.leadership:
        return "nobody's"
    if nation.gov == "dictatorship":
        return f"dictator Seat {nation.leadership[0]}"
    return f"democracy {nation.leadership[0]} v {nation.leadership[1]}"


def prompt(view: View) -> str | None:
    """What is to be done in this mode, and by whom; between two events of one move there may be nobody."""
    up = [seat for seat, player in enumerate(view.player_info) if player.my_turn]
    match view.mode:
        case "bid":
            return bidding(view)
        case "buy-bid" if view.bid_buy_order:
            return taking(view)
        case "proposal" if up:
            return f"{{{up[0]}}} [leads|lead] {view.nation_up}: where on the rondel does it go?"
        case "proposal-opp" if view.proposal1 is not None and up:
            proposed = f"Proposed for {view.nation_up}: {plan(view.proposal1)}."
            return f"{proposed} {{{up[0]}}} may agree or propose otherwise."
        case "vote" if view.proposal1 is not None and view.proposal2 is not None:
            how = "everybody sees the votes" if view.options.open_ballots else "votes are sealed"
            plans = f"1: {plan(view.proposal1)}. 2: {plan(view.proposal2)}."
            return f"Vote for {view.nation_up}; {how}. {plans}{votes(view)}"
        case "continue-man" if view.current_maneuver is not None:
            return maneuvering(view.current_maneuver)
        case "peace-vote" if view.peace_vote is not None:
            vote = view.peace_vote
            asks = f"Is {vote.target_nation} at peace with {vote.moving_nation} in {vote.destination}?"
            return asks + peace_votes(vote)
        case "buy" if view.buyers:
            then = listed(view.buyers[1:]) or "the game goes on"
            return f"{{{view.buyers[0]}}} may buy one bond; then {then}"
        case _:
            return None


def bidding(view: View) -> str:
    """4.6 Sealed bids."""
    if view.you is None:
        return f"{view.nation_up} is auctioned; bids are sealed"
    player = view.player_info[view.you]
    if isinstance(player.bid, int):
        return f"Your bid for {view.nation_up} is in; the others cannot see it"
    if not player.my_turn:
        return f"{view.nation_up} is auctioned, and you cannot afford any of it"
    most = money(player.money)
    return f"{view.nation_up} is auctioned: bid up to {most}, sealed; any other amount is written in cents"


def taking(view: View) -> str:
    """4.8 Whose bid is on, and what it is good for."""
    bids = {seat: player.bid for seat, player in enumerate(view.player_info) if isinstance(player.bid, int)}
    seat = view.bid_buy_order[0]
    others = [f"Seat {other} {money(bid)}" for other, bid in bids.items() if other != seat]
    also = f". Other bids: {', '.join(others)}" if others else ""
    return (
        f"{{{seat}}} bid {money(bids.get(seat, 0))} for {view.nation_up}: good for the {view.offered}{also}"
    )


def votes(view: View) -> str:
    """17.6 What each proposal has, where ballots are open."""
    sides = (Tally(), Tally()) if view.voting is None else (view.voting.proposal1, view.voting.proposal2)
    texts = [
        f"{at} has {side.votes}{by(side.voters)}"
        for at, side in enumerate(sides, 1)
        if side.voters is not None
    ]
    return f" {', '.join(texts)}." if texts else ""


def peace_votes(vote: PeaceVoteView) -> str:
    """17.7 What either side has, where ballots are open."""
    if vote.votes is None:
        return ""
    yes, no = ([ballot.seat for ballot in vote.votes if ballot.accept is side] for side in (True, False))
    sides = f"Peace has {vote.accept_votes}{by(yes)}, war {vote.reject_votes}{by(no)}"
    return f" {sides}, of {vote.total_bonds}."


def maneuvering(maneuver: Maneuver) -> str:
    """The unit whose way is chosen, or the offer that has to be answered."""
    peace = maneuver.pending_peace
    if peace is not None:
        offer = f"{maneuver.nation} offers {peace.target_nation} peace in {peace.destination}"
        return f"{offer}; a refusal is war"
    units = maneuver.pending_fleets if maneuver.phase == "fleet" else maneuver.pending_armies
    if maneuver.unit_index >= len(units):
        return f"{maneuver.nation}: every {maneuver.phase} has its way"
    unit, number = units[maneuver.unit_index], maneuver.unit_index + 1
    return f"{maneuver.nation}, {maneuver.phase} {number} of {len(units)}, in {unit.territory}: where to?"


def by(voters: Sequence[Seat]) -> str:
    """Whose votes they are."""
    return f" ({listed(voters)})" if voters else ""


def listed(seats: Sequence[Seat]) -> str:
    """Several seats within a sentence."""
    return ", ".join(f"Seat {seat}" for seat in seats)


def tell(noun: Any) -> str | None:
    """An action or event in a sentence; the history has those of events (15.2)."""
    match noun:
        case actions.Bid(amount):
            return f"Bid {money(amount)}" if amount else "Bid nothing: pass"
        case actions.BuyBid(accept):
            return "Take the bond" if accept else "Leave it, and keep the money"
        case actions.Propose():
            return proposed(noun)
        case actions.Agree():
            return "Agree to the proposal"
        case actions.Vote(proposal):
            return f"Vote for proposal {proposal}"
        case actions.MoveUnit():
            via = f", by way of {', '.join(noun.via)}" if noun.via else ""
            return f"To {noun.destination}{via}, {noun.action_code or 'quietly'}"
        case actions.DeferUnit():
            return "Later: the other units first"
        case actions.AnswerPeace(accept) | actions.VotePeace(accept):
            return "Accept peace" if accept else "Reject it: war"
        case actions.BuyStock():
            back = f", returning the {noun.returned_bond}" if noun.returned_bond else ""
            return f"Buy the {noun.bond} of {noun.nation}{back}"
        case actions.PuntBuy():
            return "Buy nothing"
        case actions.PauseClock():
            return "Stop the clock"
        case actions.ResumeClock():
            return "Let the clock run"
        case _:
            return sentence(noun)


def proposed(action: actions.Propose) -> str:
    """5.2 A space of the rondel with its data; where there may be some and is none, that it is none."""
    if action.factory_loc is not None:
        return f"{action.space}: build in {action.factory_loc} for {money(FACTORY_COST)}"
    bought = zip(action.imports.types, action.imports.territories, strict=True)
    units = [
        *(f"{kind} in {territory}" for kind, territory in bought),
        *(f"fleet in {territory}" for territory in action.fleet_produce),
        *(f"army in {territory}" for territory in action.army_produce),
    ]
    if action.space in ("Import", "L-Produce", "R-Produce"):
        return f"{action.space}: {', '.join(units) or 'nothing'}"
    return action.space
