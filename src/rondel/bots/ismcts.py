"""Information-set Monte Carlo tree search: plays any game by imagining it.

Cowling, Powley and Whitehouse (2012), single observer: every simulation imagines a State its seat cannot
tell from the true one, goes down one tree by UCB over the actions that State allows, grows it by one
action, and plays on at random. The true State is out of reach: all it has of the table is Known.
"""

from collections.abc import Callable, Sequence
from functools import partial
from math import log, sqrt
from typing import Any, Final, TypeAlias

from rondel.bots.bot import Bot
from rondel.kernel import HOUSE, AnyGame, Chance, Ms, Outcome, Refusal, Seat, Struct, take_turn
from rondel.wire.codec import codec_of

CURIOSITY: Final = 0.7
"""How much an action that was seldom tried is preferred, where rewards go from 0 to 1."""

DEPTH: Final = 100
"""After so many moves a simulation is left, and counts as undecided."""

UNDECIDED: Final = 0.5


class Simulations(Struct):
    """A budget that gives the same answer everywhere: so many imagined games for each choice."""

    count: int = 200


class Time(Struct):
    """A budget by a clock that is handed over: so many milliseconds for each choice."""

    span_ms: Ms
    now: Callable[[], Ms]


Budget: TypeAlias = Simulations | Time
Turn: TypeAlias = tuple[Seat, Sequence[Any]]
"""A seat that can act, and what it may do."""


def ismcts(game: AnyGame, budget: Budget = Simulations()) -> Bot:  # noqa: B008 - a Noun is a value
    """A bot for the game; whoever seats it hands it the game's rules, never a table."""
    return partial(_choose, game, budget)


def _choose(
    game: AnyGame, budget: Budget, known: Any, view: object, legal: Sequence[Any], chance: Chance
) -> Any:
    """The action of `legal` that was tried most often."""
    seat = _seat_of(game, known, legal, chance)
    if len(legal) == 1 or seat is None:
        return chance.pick(legal)
    search = _Search(game, known, seat, chance)
    _spend(budget, search.simulate)
    return max(legal, key=search.visits_of)


def _seat_of(game: AnyGame, known: Any, legal: Sequence[Any], chance: Chance) -> Seat | None:
    """Whose Known this is: in every imagined State that seat knows it, and may do this."""
    state = game.imagine(known, chance)
    whose = [seat for seat in sorted(game.to_act(state)) if game.knows(state, seat) == known]
    return next((seat for seat in whose if list(game.legal(state, seat)) == list(legal)), None)


def _spend(budget: Budget, simulate: Callable[[], None]) -> None:
    """At least one simulation, however little time there is."""
    if isinstance(budget, Simulations):
        for _ in range(budget.count):
            simulate()
        return
    until = budget.now() + budget.span_ms
    simulate()
    while budget.now() < until:
        simulate()


class _Node:
    """A move as often as it could have been made, was made, and what it brought the seat that made it."""

    __slots__ = ("available", "children", "reward", "seat", "visits")

    def __init__(self, seat: Seat | None = None) -> None:
        self.seat = seat
        self.children: dict[tuple[Seat, bytes], _Node] = {}
        self.available = 0
        self.visits = 0
        self.reward = 0.0

    def promise(self) -> float:
        """UCB1, with the number of times it could have been chosen in place of the parent's visits."""
        return self.reward / self.visits + CURIOSITY * sqrt(log(self.available) / self.visits)


class _Search:
    """One choice: a tree of moves below what the seat knows."""

    def __init__(self, game: AnyGame, known: Any, seat: Seat, chance: Chance) -> None:
        self.game, self.known, self.seat, self.chance = game, known, seat, chance
        self.root = _Node()
        self.key = codec_of(game).action_bytes

    def visits_of(self, action: Any) -> int:
        """How often the search began with this action."""
        child = self.root.children.get((self.seat, self.key(action)))
        return 0 if child is None else child.visits

    def simulate(self) -> None:
        """Imagine, go down the tree, grow it by one move, play on at random, and remember what came of it."""
        world = _World(self.game, self.game.imagine(self.known, self.chance), self.chance)
        path = self._descend(world)
        while world.moves < DEPTH and (able := world.able()):
            seat, legal = self.chance.pick(able)
            world.play(seat, self.chance.pick(legal))
        outcome = self.game.outcome(world.state)
        for node in path:
            assert node.seat is not None
            node.visits += 1
            node.reward += worth(outcome, node.seat)

    def _descend(self, world: "_World") -> list[_Node]:
        """The moves made from the root to the first one that was never made before."""
        node, path = self.root, list[_Node]()
        while world.moves < DEPTH and (able := world.able()):
            seat, legal = self._turn(able, is_first=not path)
            actions = {(seat, self.key(action)): action for action in legal}
            for move in actions:
                if move in node.children:
                    node.children[move].available += 1
            untried = [move for move in actions if move not in node.children]
            if untried:
                move = self.chance.pick(untried)
                node.children[move] = _Node(seat)
                node.children[move].available = 1
            else:
                move = max(actions, key=lambda move: node.children[move].promise())
            node = node.children[move]
            path.append(node)
            world.play(seat, actions[move])
            if untried:
                break
        return path

    def _turn(
        self, able: "list[tuple[Seat, Sequence[Any]]]", *, is_first: bool
    ) -> tuple[Seat, Sequence[Any]]:
        """Who moves where several may: at first the seat that is choosing, then anyone."""
        own = [turn for turn in able if turn[0] == self.seat]
        return own[0] if is_first and own else self.chance.pick(able)


class _World:
    """An imagined State and its time. Nobody waits in it: the house acts only where no seat can."""

    def __init__(self, game: AnyGame, state: Any, chance: Chance) -> None:
        self.game, self.state, self.chance = game, state, chance
        self.at = _present(game, state)
        self.moves = 0

    def able(self) -> list[Turn]:
        """The seats that can act, after what falls due while nobody can; none at the end."""
        while self.moves < DEPTH and self.game.outcome(self.state) is None:
            seats = sorted(self.game.to_act(self.state))
            if able := [(seat, legal) for seat in seats if (legal := self.game.legal(self.state, seat))]:
                return able
            if (due := self.game.deadline(self.state)) is None:
                break
            self.at = max(self.at, due.at_ms)
            self.play(HOUSE, due.action)
        return []

    def play(self, actor: Any, action: Any) -> None:
        """One move more. What the rules refuse changes nothing and still counts, so that it ends."""
        self.moves += 1
        try:
            self.state = take_turn(self.game, self.state, actor, action, self.chance, self.at).state
        except Refusal:
            return


def _present(game: AnyGame, state: Any) -> Ms:
    """A time no earlier than any the State remembers, as far as it can be told from the State alone."""
    if (clock := game.clock(state)) is not None:
        return clock.since_ms
    due = game.deadline(state)
    return 0 if due is None else due.at_ms


def worth(outcome: Outcome | None, seat: Seat) -> float:
    """What an Outcome is worth to a seat, from 0 to 1: half its share of the win, half its place."""
    if outcome is None or not outcome.standings:
        return UNDECIDED
    last = len(outcome.standings)
    places = {standing.seat: standing.place for standing in outcome.standings}
    place = 1.0 if last == 1 else (last - places[seat]) / (last - 1)
    if not outcome.winners:
        return place
    return (place + (seat in outcome.winners) / len(outcome.winners)) / 2
