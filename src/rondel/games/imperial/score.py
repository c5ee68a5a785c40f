"""Imperial, chapters 11 and 20: endings and scores."""

from collections.abc import Callable, Mapping

from rondel.games.imperial.events import GameEnded
from rondel.games.imperial.pieces import DOLLAR, Cents, Ending
from rondel.games.imperial.state import Player, State, holding
from rondel.games.imperial.story import Story
from rondel.kernel import Outcome, Seat, Standing

POINTS_PER_FACTOR = 5
CASH_PER_SHARE = 2 * DOLLAR


def end(story: Story, ending: Ending, country: str | None = None) -> None:
    """20 The game is over."""
    state = story.state
    if ending == "abandoned":
        story.tell(GameEnded(ending, country, (), ()))
        return
    worth = factors(state)
    scores = tuple(player.money if ending == "unsold" else score(worth, player) for player in state.players)
    story.tell(GameEnded(ending, country, scores, standings(state, scores)))


def factors(state: State) -> dict[str, int]:
    """11.2 What a share of each country is worth, in dollars."""
    return {country.name: country.points // POINTS_PER_FACTOR for country in state.countries}


def score(worth: Mapping[str, int], player: Player) -> Cents:
    """11.2 Stock by what its country is worth, cash, and what flags have cost."""
    shares = sum([worth[owned.country] * owned.stock for owned in player.stock])
    return shares * DOLLAR + player.money + player.score_modifier * DOLLAR


def cash_value(player: Player) -> Cents:
    """11.4 Shown, never scored."""
    return CASH_PER_SHARE * sum([owned.stock for owned in player.stock]) + player.money


def standings(state: State, scores: tuple[Cents, ...]) -> tuple[Standing, ...]:
    """11.3 Higher scores first; equals by holdings in the strongest countries, then by cash."""
    key = _rank(state, scores)
    ranks = [key(seat) for seat in range(len(scores))]
    return tuple(
        Standing(seat, 1 + sum(rank > ranks[seat] for rank in ranks), scores[seat])
        for seat in sorted(range(len(scores)), key=lambda seat: ranks[seat], reverse=True)
    )


def _rank(state: State, scores: tuple[Cents, ...]) -> Callable[[Seat], tuple[Cents, list[int], Cents]]:
    strongest = sorted(state.countries, key=lambda country: -country.points)
    players = state.players

    def rank(seat: Seat) -> tuple[Cents, list[int], Cents]:
        held = [holding(players[seat], country.name) for country in strongest]
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
