"""Imperial, chapters 11 and 20: endings and scores."""

from collections.abc import Callable, Mapping

from rondel.games.imperial.events import GameEnded
from rondel.games.imperial.pieces import DOLLAR, Cents, Ending
from rondel.games.imperial.state import Player, State, holding
from rondel.games.imperial.story import Story
from rondel.kernel import Outcome, Seat, Standing

POINTS_PER_FACTOR = 5
CASH_PER_SHARE = 2 * DOLLAR


def end(story: Story, ending: Ending, nation: str | None = None) -> None:
    """20 The game is over."""
    state = story.state
    if ending == "abandoned":
        story.emit(GameEnded(ending, nation, (), ()))
        return
    worth = factors(state)
    scores = tuple(player.money if ending == "unsold" else score(worth, player) for player in state.players)
    story.emit(GameEnded(ending, nation, scores, standings(state, scores)))


def factors(state: State) -> dict[str, int]:
    """11.2 What a share of each country is worth, in dollars."""
    return {nation.name: nation.points // POINTS_PER_FACTOR for nation in state.nations}


def score(worth: Mapping[str, int], player: Player) -> Cents:
    """11.2 Stock by what its country is worth, cash, and what flags have cost."""
    shares = sum([worth[owned.nation] * owned.denomination for owned in player.bonds])
    return shares * DOLLAR + player.money + player.score_modifier * DOLLAR


def cash_value(player: Player) -> Cents:
    """11.4 Shown, never scored."""
    return CASH_PER_SHARE * sum([owned.denomination for owned in player.bonds]) + player.money


def standings(state: State, scores: tuple[Cents, ...]) -> tuple[Standing, ...]:
    """11.3 Higher scores first; equals by holdings in the strongest countries, then by cash."""
    key = _rank(state, scores)
    ranks = [key(seat) for seat in range(len(scores))]
    return tuple(
        Standing(seat, 1 + sum(rank > ranks[seat] for rank in ranks), scores[seat])
        for seat in sorted(range(len(scores)), key=lambda seat: ranks[seat], reverse=True)
    )


def _rank(state: State, scores: tuple[Cents, ...]) -> Callable[[Seat], tuple[Cents, list[int], Cents]]:
    strongest = sorted(state.nations, key=lambda nation: -nation.points)
    players = state.players

    def rank(seat: Seat) -> tuple[Cents, list[int], Cents]:
        held = [holding(players[seat], nation.name) for nation in strongest]
        return scores[seat], held, players[seat].money

    return rank


def outcome(state: State) -> Outcome | None:
    """20 The Ending, the standings, and the winners."""
    if state.ending is None:
        return None
    if state.ending == "abandoned":
        return Outcome(state.ending, is_abandoned=True)
    winners = tuple(standing.seat for standing in state.standings if standing.place == 1)
    return Outcome(state.ending, state.standings, winners)
