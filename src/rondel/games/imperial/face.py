"""Imperial as a Scene: the rondel, every nation with its homes, bonds, what each seat has, what is asked.

Pressing a space of the rondel, a territory or a bond chooses it. What the server refuses nobody can press.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final

from rondel.games.imperial import actions
from rondel.games.imperial.events import Event
from rondel.games.imperial.geography import Board, Territory
from rondel.games.imperial.history import money, plan, sentence
from rondel.games.imperial.pieces import CENTER, FACTORY_COST, Maneuver, Tally
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


def face_of(board: Board) -> Face[View, Event]:
    """The face of the game on this map."""
    return Face(scene=partial(scene, board), tell=tell, is_on_request=True)


def scene(board: Board, view: View) -> Scene:
    """Everybody's bonds and money; in the middle the rondel, the nations and the map."""
    market = [zone for name, nation in view.nation_info.items() for zone in for_sale(view, name, nation)]
    return Scene(
        tuple(area(view, seat, player) for seat, player in enumerate(view.player_info)),
        Area(
            (rondel(view), *homes(board, view), *market),
            (
                *((Fact("Round", view.round),) * (view.round > 0)),
                *(Fact(name, in_short(nation)) for name, nation in view.nation_info.items()),
            ),
        ),
        prompt(view),
    )


def area(view: View, seat: Seat, player: PlayerView) -> Area:
    """What a seat has, as everybody sees it."""
    bonds = sorted(
        player.bonds, key=lambda bond: (list(view.nation_info).index(bond.nation), bond.denomination)
    )
    held = tuple(
        Piece(f"{bond.nation} {bond.denomination}", tone=TONES.get(bond.nation), picks=returned(bond))
        for bond in bonds
    )
    bid: tuple[Fact, ...] = ()
    if view.mode != "bid" and isinstance(player.bid, int):  # until then the length of a frame would tell it
        bid = (Fact("Bid", money(player.bid)),)
    return Area(
        (Zone(f"{seat}.bonds", "Bonds", "row", held),),
        (Fact("Cash", money(player.money)), Fact("Score", money(player.score)), *bid),
        ("investor card",) * player.investor,
        is_turn=player.my_turn and view.mode != "game-over",
    )


def returned(bond: Any) -> tuple[Pick, ...]:
    """10.6 A bond of one's own may be given in return for a higher one."""
    return ({"type": "BUY_STOCK", "country": bond.nation, "returnStock": bond.denomination},)


def rondel(view: View) -> Zone:
    """Its spaces in moving direction, who stands there, and what the nation that is up would pay."""
    return Zone("rondel", "Rondel", "track", tuple(space(view, name) for name in view.rondel), "cell")


def space(view: View, name: Any) -> Piece:
    """A space of the rondel."""
    here = [nation for nation, it in view.nation_info.items() if it.space == name]
    fee = view.fees.get(name, 0)
    notes = [*([f"({', '.join(here)})"] if here else []), *([f"for {money(fee)}"] if fee else [])]
    return Piece(name, picks=({"type": "PROPOSE", "wheelSpot": name},), mark=" ".join(notes) or None)


def homes(board: Board, view: View) -> Iterator[Zone]:
    """The map as a list: the homes of each nation, neutral land, seas."""
    groups: dict[str, list[Territory]] = {}
    for territory in board.territories:
        group = territory.nation or ("Seas" if territory.kind == "sea" else "Neutral land")
        groups.setdefault(group, []).append(territory)
    for group, territories in groups.items():
        cells = tuple(cell(view, each) for each in territories)
        yield Zone(f"land.{group}", group, "row", cells, "cell")


def cell(view: View, territory: Territory) -> Piece:
    """A territory with what is on it."""
    name, things = territory.name, list(things_in(view, territory.name))
    return Piece(
        name,
        tone=None if territory.nation is None else TONES.get(territory.nation),
        mark=f"({', '.join(things)})" if things else None,
        picks=(
            {"type": "MOVE_UNIT", "destination": name},
            {"type": "PROPOSE", "factoryLoc": name},
            {"type": "PROPOSE", "fleetProduce[]": name},
            {"type": "PROPOSE", "armyProduce[]": name},
        ),
    )


def things_in(view: View, territory: str) -> Iterator[str]:
    """Factories, units and chips in one territory."""
    for name, nation in view.nation_info.items():
        if territory in nation.factories:
            yield "factory" if territory in nation.open_factories else "factory, occupied"
        fleets = sum(unit.territory == territory for unit in nation.fleets)
        armies = sum(unit.territory == territory and unit.hostile for unit in nation.armies)
        guests = sum(unit.territory == territory and not unit.hostile for unit in nation.armies)
        for count, one, several in (
            (fleets, "fleet", "fleets"),
            (armies, "army", "armies"),
            (guests, "guest army", "guest armies"),
        ):
            if count:
                yield f"{name} {one}" if count == 1 else f"{name} {count} {several}"
        if territory in nation.tax_chips:
            yield f"{name} chip"


def for_sale(view: View, name: str, nation: CountryView) -> Iterator[Zone]:
    """The bonds of a nation that are to be had, with their prices."""
    if nation.available_bonds:
        label = f"{name}: bonds" + (" (shut)" if nation.off_limits else "")
        pieces = tuple(
            Piece(
                f"{name} {bond}",
                label=f"{name} {bond}, {money(view.prices[bond])}",
                tone=TONES.get(name),
                picks=({"type": "BUY_STOCK", "country": name, "stock": bond},),
            )
            for bond in nation.available_bonds
        )
        yield Zone(f"market.{name}", label, "row", pieces)


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
