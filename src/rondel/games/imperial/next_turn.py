"""Imperial, 4.10 to 4.13 and 5.13 (f): the order of play, and whose turn is next."""

from rondel.games.imperial.events import CountryStarted, OrderSet
from rondel.games.imperial.score import end
from rondel.games.imperial.story import Story
from rondel.kernel import Seat


def begin_play(story: Story) -> None:
    """4.10, 4.11, 4.13 The order of the seats, then the first country that has a leader."""
    first = next(nation for nation in story.state.nations if nation.leadership)
    count = len(story.state.players)
    if story.state.options.start == "fixed":
        leader = first.leadership[0]
        seats = [(leader + distance) % count for distance in range(1, count + 1)]
    else:
        drawn = story.chance.shuffled(range(count))
        seats = sorted(drawn, key=lambda seat: -story.state.players[seat].money)
    _set_order(story, seats)
    story.emit(CountryStarted(first.name, 1))


def _set_order(story: Story, seats: list[Seat]) -> None:
    order = tuple(seats.index(seat) + 1 for seat in range(len(seats)))
    story.emit(OrderSet(order, seats[0] if story.state.options.investor_card else None))


def next_nation(story: Story) -> None:
    """5.13 (f) The next country with a leader; after the last one the next round, if there is one."""
    state = story.state
    names = [nation.name for nation in state.nations]
    assert state.nation_up is not None
    now = names.index(state.nation_up)
    after, before = state.nations[now + 1 :], state.nations[: now + 1]
    later = next((nation for nation in after if nation.leadership), None)
    if later is not None:
        story.emit(CountryStarted(later.name, state.round))
    elif state.round == state.options.max_rounds:
        end(story, "round_limit")
    else:
        first = next(nation for nation in before if nation.leadership)
        story.emit(CountryStarted(first.name, state.round + 1))
