"""The games kept beside this file: one for each Ending and each passage between modes."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rondel.games.imperial.actions import (
    Abandon,
    Action,
    Agree,
    AnswerPeace,
    Bid,
    BuyBid,
    BuyStock,
    DeferUnit,
    MoveUnit,
    PauseClock,
    Propose,
    PuntBuy,
    ResumeClock,
    Vote,
    VotePeace,
)
from rondel.games.imperial.game import IMPERIAL
from rondel.games.imperial.options import Options
from rondel.games.imperial.pieces import HOME_OF
from rondel.games.imperial.state import State
from rondel.kernel import HOUSE, Actor, Ms, Row, Seat, SeatSpec
from rondel.table.local import LocalTable
from tests.games.imperial.table import imports

BEGIN: Ms = 1_700_000_000_000
DEMOCRACY = (900, 600, 400)


class Scene:
    """A table with fixed luck, and a clock that moves a second with each action."""

    def __init__(self, name: str, seats: int, **options: Any) -> None:
        self.now = BEGIN
        self.table = LocalTable.opened(
            IMPERIAL,
            Options(**options),
            [SeatSpec()] * seats,
            table_id=f"imperial-{name}",
            secret=hashlib.sha256(name.encode()).digest(),
            nonces=[bytes([seat] * 16) for seat in range(seats)],
        )
        self.table.play(HOUSE, IMPERIAL.begin, self.now)

    @property
    def state(self) -> State:
        state = self.table.state
        assert isinstance(state, State)
        return state

    @property
    def up(self) -> Seat:
        return min(IMPERIAL.to_act(self.state))

    def play(self, actor: Actor, action: Action) -> Row:
        self.now += 1000
        return self.table.play(actor, action, self.now)

    def propose(self, space: Any, **data: Any) -> Row:
        """Whoever is up proposes."""
        return self.play(self.up, Propose(space, **data))

    def move(self, destination: str, code: str = "") -> Row:
        """Whoever is up moves a unit."""
        return self.play(self.up, MoveUnit(destination, code))

    def auction(self, bids: Mapping[str, Sequence[int]]) -> "Scene":
        """Bids by country and seat; every offer is taken."""
        while self.state.mode in ("bid", "buy-bid"):
            wanted = bids.get(self.state.nation_up or "", ())
            seat = self.up
            if self.state.mode == "bid":
                self.play(seat, Bid(wanted[seat] if seat < len(wanted) else 0))
            else:
                self.play(seat, BuyBid(accept=True))
        return self

    def sell(self, wanted: Mapping[Seat, Action]) -> None:
        """Until the investor phase is over: these seats buy, the others punt."""
        while self.state.mode == "buy":
            self.play(self.up, wanted.get(self.up, PuntBuy()))

    def let_the_house_act(self) -> None:
        """Nobody does anything until the deadline; the house is punctual."""
        due = IMPERIAL.deadline(self.state)
        assert due is not None
        self.now = due.at_ms
        self.table.fire_due(self.now)


def power_25() -> Scene:
    """One country, one owner: fleets and armies lay chips, and taxes do the rest."""
    scene = Scene("power_25", 2).auction({"Austria": (2700,)})
    while IMPERIAL.outcome(scene.state) is None:
        if scene.state.mode == "buy":
            scene.play(scene.up, PuntBuy())
        else:
            _grow(scene)
    return scene


def _grow(scene: Scene) -> None:
    """Fleets first, then chips, then taxes."""
    listed = IMPERIAL.legal(scene.state, scene.up)
    plan = scene.state.current_maneuver
    if plan is not None:
        moves = [action for action in listed if isinstance(action, MoveUnit) and action.action_code == ""]
        taken = {move.destination for move in (*plan.completed_fleet_moves, *plan.completed_army_moves)}
        fresh = [move for move in moves if HOME_OF[move.destination] is None]
        free = [move for move in fresh if move.destination not in taken]
        scene.play(scene.up, (free or fresh or moves)[-1])
        return
    spaces: dict[str, Action] = {}
    for action in listed:
        if isinstance(action, Propose):
            spaces[action.space] = action
    chips = len(scene.state.nations[0].tax_chips)
    for space in (
        *(("Taxation",) if chips > 3 else ()),
        "L-Maneuver",
        "R-Maneuver",
        "L-Produce",
        "R-Produce",
        "Import",
    ):
        if space in spaces:
            scene.play(scene.up, spaces[space])
            return


def fixed() -> Scene:
    """Flags are dealt, and everybody has one round."""
    return finished(Scene("fixed", 5, start="fixed", max_rounds=1, setup="classic", ninth_bond=True))


def unsold() -> Scene:
    return Scene("unsold", 2).auction({})


def round_limit() -> Scene:
    """One country, one dictator, one round."""
    scene = Scene("round_limit", 2, max_rounds=1).auction({"Austria": (900,)})
    scene.propose("L-Produce", army_produce=("Vienna",))
    return scene


def abandoned() -> Scene:
    """With a bid that nobody will ever see."""
    scene = Scene("abandoned", 3)
    scene.play(1, Bid(700))
    scene.play(HOUSE, Abandon())
    return scene


def auction() -> Scene:
    """Equal bids, a declined offer, a country nobody wants, and the order of the seats."""
    scene = Scene("auction", 3, max_rounds=1)
    for seat, amount in enumerate((950, 950, 300)):
        scene.play(seat, Bid(amount))
    scene.play(scene.up, BuyBid(accept=False))
    scene.auction({"Germany": (400, 400, 0), "Russia": (200,)})
    while IMPERIAL.outcome(scene.state) is None:
        scene.propose("Taxation")
    return scene


def agreement() -> Scene:
    """proposal, proposal-opp, proposal."""
    scene = Scene("agreement", 3, max_rounds=2).auction({"Austria": DEMOCRACY})
    scene.propose("Factory", factory_loc="Prague")
    scene.play(scene.up, Agree())
    scene.propose("L-Produce", army_produce=("Vienna", "Prague"))
    scene.propose("L-Produce", army_produce=("Prague", "Vienna"))  # the same: it counts as agreement
    return scene


def vote() -> Scene:
    """proposal-opp, vote: five to five, which the leader decides; then six against a leader who is late."""
    scene = Scene("vote", 4, max_rounds=2, open_ballots=False).auction({"Austria": (900, 600, 400, 200)})
    scene.propose("Import", imports=imports("army Vienna"))
    scene.propose("Taxation")
    for seat in (1, 2):
        scene.play(seat, Vote(2))
    for seat in (3, 0):
        scene.play(seat, Vote(1))
    scene.propose("Taxation")
    scene.propose("R-Produce")
    for seat in (2, 1, 3):
        scene.play(seat, Vote(2))
    return scene


def open_vote() -> Scene:
    """A vote and a vote on peace in which every ballot is open."""
    scene = _two_democracies("open_vote")
    scene.propose("Taxation")
    scene.propose("L-Maneuver")
    scene.move("Cologne")
    scene.move("Belgium", "peace")
    scene.play(2, VotePeace(accept=False))
    scene.play(0, VotePeace(accept=True))
    scene.play(2, Vote(1))
    scene.play(0, Vote(2))
    scene.play(1, Vote(1))
    return finished(scene)


def investor() -> Scene:
    """proposal, buy, proposal: a purchase, a trade-in, a punt, and a Swiss."""
    scene = Scene("investor", 3, max_rounds=1).auction({"Austria": (900, 400), "Italy": (0, 600)})
    scene.propose("Investor")
    holder = scene.up
    scene.play(holder, BuyStock("Austria", 1))
    scene.sell({})
    scene.propose("Investor")
    scene.sell({2: BuyStock("France", 2)})
    return finished(scene)


def everybody_buys() -> Scene:
    """Without the card: after every turn everybody once."""
    scene = Scene("everybody_buys", 3, max_rounds=1, investor_card=False).auction({"Austria": (900, 400)})
    scene.propose("Taxation")
    scene.play(scene.up, BuyStock("Austria", 1))
    scene.play(scene.up, PuntBuy())
    scene.play(scene.up, BuyStock("Russia", 3))
    return finished(scene)


def _neighbours(name: str, rounds: int, **options: Any) -> Scene:
    """France has a dictator and two armies in Paris; Germany is a democracy with an army in Cologne."""
    scene = Scene(name, 4, max_rounds=rounds, **options)
    scene.auction({"France": (0, 0, 0, 900), "Germany": (*DEMOCRACY, 0)})
    scene.propose("Import", imports=imports("army Paris", "army Paris"))
    scene.propose("Import", imports=imports("army Cologne"))
    scene.play(scene.up, Agree())
    return scene


def peace_voted() -> Scene:
    """continue-man, peace-vote, continue-man, proposal."""
    scene = _neighbours("peace_voted", 3)
    scene.propose("L-Maneuver")
    scene.move("Belgium")
    scene.move("Belgium")
    scene.propose("Taxation")
    scene.play(scene.up, Agree())
    scene.propose("R-Maneuver")
    scene.move("Cologne", "peace")
    scene.play(1, VotePeace(accept=True))
    scene.play(0, VotePeace(accept=False))
    scene.play(2, VotePeace(accept=False))
    return finished(scene)


def peace_answered() -> Scene:
    """A dictator is asked, while the leader of a democracy and its opposition plan."""
    scene = _neighbours("peace_answered", 2)
    scene.propose("L-Maneuver")
    scene.play(scene.up, DeferUnit())
    scene.move("Belgium")
    scene.move("Paris")
    scene.propose("L-Maneuver")
    scene.move("Belgium", "peace")
    scene.play(scene.up, AnswerPeace(accept=False))
    scene.propose("L-Maneuver")
    scene.move("Holland")
    scene.play(0, Vote(1))
    scene.play(2, Vote(1))
    return scene


def agreed_investor() -> Scene:
    """proposal-opp, buy."""
    scene = Scene("agreed_investor", 3, max_rounds=1).auction({"Austria": DEMOCRACY})
    scene.propose("Investor")
    scene.play(scene.up, Agree())
    return finished(scene)


def declined() -> Scene:
    """buy-bid, game-over: the only offer of two auctions is declined."""
    scene = Scene("declined", 2)
    while scene.state.mode == "bid":
        is_last = scene.state.auction_repeated and scene.state.nation_up == "Russia"
        scene.play(scene.up, Bid(200 if is_last else 0))
    while scene.state.mode == "buy-bid":
        scene.play(scene.up, BuyBid(accept=False))
    return scene


def _offered(name: str, rounds: int, space: Any = "L-Maneuver") -> Scene:
    """The last army of a dictator offers peace to a democracy, which votes for it."""
    scene = Scene(name, 4, max_rounds=rounds)
    scene.auction({"France": (*DEMOCRACY, 0), "Germany": (0, 0, 0, 900)})
    _into_belgium(scene)
    scene.propose(space)
    scene.move("Cologne")
    scene.move("Belgium", "peace")
    scene.play(0, VotePeace(accept=True))
    scene.play(1, VotePeace(accept=True))
    return scene


def _into_belgium(scene: Scene) -> None:
    """France, a democracy, sends an army to Belgium; Germany has two in Cologne."""
    scene.propose("Import", imports=imports("army Paris"))
    scene.play(scene.up, Agree())
    scene.propose("Import", imports=imports("army Cologne", "army Cologne"))
    if scene.state.mode == "proposal-opp":
        scene.play(scene.up, Agree())
    scene.propose("L-Maneuver")
    scene.move("Belgium")
    scene.play(scene.up, Agree())


def peace_at_last() -> Scene:
    """peace-vote, proposal."""
    return finished(_offered("peace_at_last", 3))


def peace_at_the_end() -> Scene:
    """peace-vote, game-over."""
    return _offered("peace_at_the_end", 2)


def peace_and_investor() -> Scene:
    """peace-vote, buy."""
    return finished(_offered("peace_and_investor", 2, "R-Maneuver"))


def _two_democracies(name: str, **options: Any) -> Scene:
    scene = Scene(name, 4, max_rounds=2, **options)
    scene.auction({"France": (*DEMOCRACY, 0), "Germany": (*reversed(DEMOCRACY), 0)})
    _into_belgium(scene)
    return scene


def peace_proposed() -> Scene:
    """peace-vote, proposal-opp."""
    scene = _two_democracies("peace_proposed")
    scene.propose("L-Maneuver")
    scene.move("Cologne")
    scene.move("Belgium", "peace")
    scene.play(0, VotePeace(accept=True))
    return finished(scene)


def peace_debated() -> Scene:
    """peace-vote, vote: the opposition would go to war, and wins."""
    scene = _two_democracies("peace_debated")
    scene.propose("Taxation")
    scene.propose("L-Maneuver")
    scene.move("Cologne")
    scene.move("Belgium", "peace")
    scene.play(0, VotePeace(accept=False))
    scene.play(1, Vote(2))
    scene.play(0, Vote(2))
    return finished(scene)


def finished(scene: Scene) -> Scene:
    """The scene until its table is through."""
    while IMPERIAL.outcome(scene.state) is None:
        _finish(scene)
    return scene


def _finish(scene: Scene) -> None:
    """Nobody wants anything any more."""
    match scene.state.mode:
        case "continue-man":
            plan = scene.state.current_maneuver
            assert plan is not None
            units = plan.pending_fleets if plan.phase == "fleet" else plan.pending_armies
            scene.move(units[plan.unit_index].territory)
        case "buy":
            scene.play(scene.up, PuntBuy())
        case "proposal-opp":
            scene.play(scene.up, Agree())
        case _:
            listed = IMPERIAL.legal(scene.state, scene.up)
            plain = [each for each in listed if isinstance(each, Propose) and each.space == "Taxation"]
            scene.play(scene.up, plain[0] if plain else Propose("R-Produce"))


def taken_back() -> Scene:
    """A plan is taken back step by step, and the clock is not refunded."""
    scene = Scene("taken_back", 2, max_rounds=2, timed=True, governance="dictator").auction(
        {"Austria": (900,)}
    )
    scene.propose("Import", imports=imports("army Vienna", "army Vienna"))
    scene.propose("L-Maneuver")
    scene.play(0, DeferUnit())
    scene.move("Prague")
    for _ in range(2):
        scene.now += 1000
        scene.table.take_back(0, scene.now)
    scene.move("Budapest")
    scene.move("Romania")
    return scene


def absent() -> Scene:
    """The house bids, declines, agrees, lets units stay, closes a vote and punts; the clock rests once."""
    scene = Scene("absent", 3, max_rounds=2, auto_action_seconds=60, timed=True, banked=10, increment=5)
    for seat, amount in enumerate(DEMOCRACY):
        scene.play(seat, Bid(amount))
    for seat in range(3):
        scene.play(seat, BuyBid(accept=True))
    scene.play(0, Bid(400))
    scene.let_the_house_act()  # the others bid nothing ...
    scene.let_the_house_act()  # ... and what seat 0 would get for 400 is left
    while scene.state.mode == "bid":
        scene.let_the_house_act()
    scene.play(0, PauseClock())
    scene.now += 3_600_000
    scene.play(1, ResumeClock())
    scene.propose("Import", imports=imports("army Vienna"))
    scene.let_the_house_act()
    scene.propose("L-Maneuver")
    scene.let_the_house_act()
    scene.propose("Investor")
    scene.play(2, Vote(2))
    while IMPERIAL.outcome(scene.state) is None:
        scene.let_the_house_act()
    return scene


SCENES: dict[str, Callable[[], Scene]] = {
    "ending_power_25": power_25,
    "ending_unsold": unsold,
    "ending_round_limit": round_limit,
    "ending_abandoned": abandoned,
    "fixed": fixed,
    "auction": auction,
    "agreement": agreement,
    "vote": vote,
    "open_vote": open_vote,
    "investor": investor,
    "everybody_buys": everybody_buys,
    "peace_voted": peace_voted,
    "peace_answered": peace_answered,
    "agreed_investor": agreed_investor,
    "declined": declined,
    "peace_at_last": peace_at_last,
    "peace_at_the_end": peace_at_the_end,
    "peace_and_investor": peace_and_investor,
    "peace_proposed": peace_proposed,
    "peace_debated": peace_debated,
    "taken_back": taken_back,
    "absent": absent,
}
