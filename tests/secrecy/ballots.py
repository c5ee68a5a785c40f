"""Imperial's sealed ballots, watched by hand: nothing a viewer can see depends on another's sealed choice.

Random games are played. Wherever a ballot is open, each seat that is up chooses this and that in worlds
side by side, both of which leave the ballot open. Every other viewer must hear the same and be shown the
same after it, and be answered alike whatever it asks. And a ballot is laid open only once it is decided.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from typing import Any, Final

from rondel.games.imperial.actions import AGREE, PASS, Abandon, Bid, PauseClock, ResumeClock, Vote, VotePeace
from rondel.games.imperial.events import BidsRevealed, PeaceResolved, VoteResolved
from rondel.games.imperial.game import IMPERIAL
from rondel.games.imperial.history import history, sentence
from rondel.games.imperial.options import Options
from rondel.games.imperial.state import State
from rondel.kernel import HOUSE, Actor, Chance, Ms, Refusal, SeatSpec, Viewer, observes
from rondel.kernel.turn import evolve_all
from rondel.table.local import LocalTable
from rondel.wire.codec import codec_of
from rondel.wire.tagged import tag_of
from tests.secrecy.book import IMPERIAL_EVENTS
from tests.secrecy.clerk import Leak

BALLOTS: Final = ("bid", "vote", "peace-vote")
_OPENED: Final = (BidsRevealed, VoteResolved, PeaceResolved)
_PROBES: Final[tuple[tuple[Actor | None, Any], ...]] = (
    (None, Bid(0)),
    (None, Vote(1)),
    (None, VotePeace(accept=True)),
    (None, AGREE),
    (None, PASS),
    (None, PauseClock()),
    (None, ResumeClock()),
    (HOUSE, Abandon()),
)
"""What is asked in either world; None stands for the viewer itself."""

_TABLES: Final = (
    Options(open_ballots=False, timed=True, auto_action_seconds=600),
    Options(open_ballots=False, start="fixed", auto_action_seconds=60),
    Options(open_ballots=False, setup="classic", timed=True, investor_card=False),
    Options(open_ballots=False, start="fixed", timed=True, investor_card=False),
)
_OPEN_TABLES: Final = (
    Options(timed=True),
    Options(start="fixed", auto_action_seconds=60),
)
"""17.6, 17.7 Here votes are public; bids are sealed all the same."""


def watch(games: int, versions: int, first: int = 0) -> dict[str, int]:
    """Play and look; how many choices were compared in each kind of ballot. Raises Leak."""
    compared = dict.fromkeys(BALLOTS, 0)
    for seed in range(first, first + games):
        play = _Play(seed, _TABLES)
        while play.table.version < versions and IMPERIAL.outcome(play.table.state) is None:
            play.step()
            mode = play.table.state.mode
            if mode in BALLOTS:
                compared[mode] += _compare(play.table)
        _tells_no_secret(play.table)
    return compared


def watch_open(games: int, versions: int) -> dict[str, int]:
    """Where ballots are open: bids stay sealed, and every viewer is shown and told every vote alike."""
    compared = dict.fromkeys(BALLOTS, 0)
    for seed in range(games):
        play = _Play(seed, _OPEN_TABLES)
        while play.table.version < versions and IMPERIAL.outcome(play.table.state) is None:
            play.step()
            mode = play.table.state.mode
            if mode == "bid":
                compared[mode] += _compare(play.table)
            elif mode in BALLOTS:
                compared[mode] += _is_open(play.table)
        _tells_no_secret(play.table)
    return compared


def _is_open(table: LocalTable) -> int:
    """17.6, 17.7 What one viewer is shown of the vote, and hears of its last ballot, all others are too."""
    state, row = table.state, table.steps[-1].row
    views = [IMPERIAL.view(state, viewer) for viewer in (None, *range(len(state.players)))]
    if any((seen.voting, seen.peace_vote) != (views[0].voting, views[0].peace_vote) for seen in views):
        raise Leak("an open vote is shown to some only")
    observations = [
        _observations(row.events, viewer, row.at) for viewer in (None, *range(len(state.players)))
    ]
    if any(each != observations[0] for each in observations):
        raise Leak("an open vote is told to some only")
    imagined = IMPERIAL.imagine(IMPERIAL.knows(state, None), Chance.of_seed("open"))
    if _sides(imagined) != _sides(state):
        raise Leak("an open vote is imagined otherwise than it was cast")
    return len(_sides(state))


class _Play:
    """A table whose seats act at random."""

    def __init__(self, seed: int, tables: Sequence[Options]) -> None:
        self.rng = Chance.of_seed(f"ballots {seed}")
        seat_specs = [SeatSpec()] * (4 + seed % 3)
        self.table = LocalTable.opened(
            IMPERIAL,
            tables[seed % len(tables)],
            seat_specs,
            table_id=f"ballots-{seed}",
            secret=seed.to_bytes(32, "big"),
            nonces=[b""] * len(seat_specs),
        )
        self.table.play(HOUSE, IMPERIAL.begin, 0)

    def step(self) -> None:
        state = self.table.state
        seat = self.rng.pick(sorted(IMPERIAL.to_act(state)))
        listed = list(IMPERIAL.legal(state, seat))
        offers = [action for action in listed if getattr(action, "action_code", "") == "peace"]
        # a unit that may offer peace does so: else few votes on peace would come about
        row = self.table.play(seat, self.rng.pick(offers or listed), self.table.at + 1000)
        for event in row.events:
            if isinstance(event, _OPENED):
                _is_decided(state, row.actor, row.action, event)


# One choice or another


def _compare(table: LocalTable) -> int:
    state, now = table.state, table.at + 1000
    compared = 0
    for seat in sorted(IMPERIAL.to_act(state)):
        worlds = list(_still_open(table, seat, now))
        for viewer in (None, *range(len(state.players))):
            if viewer == seat:
                _knows_its_own(worlds, seat)
                continue
            for other in worlds[1:]:
                _alike(table, worlds[0], other, viewer, now)
                compared += 1
    return compared


def _still_open(table: LocalTable, seat: int, now: Ms) -> Iterator[tuple[Any, Sequence[Any], State]]:
    """Each choice that leaves the ballot open, what it causes and the State after it."""
    state = table.state
    for action in _choices(state, seat):
        events = IMPERIAL.decide(state, seat, action, table.now.chance, now)
        if not any(isinstance(event, _OPENED) for event in events):
            yield action, events, evolve_all(IMPERIAL, state, events, now)


def _choices(state: State, seat: int) -> Sequence[Any]:
    if state.mode == "bid":
        money = state.players[seat].money
        return [Bid(amount) for amount in dict.fromkeys((0, 1, 200, 401, 950, money)) if amount <= money]
    return (Vote(1), Vote(2)) if state.mode == "vote" else (VotePeace(accept=True), VotePeace(accept=False))


def _knows_its_own(worlds: Sequence[tuple[Any, Any, State]], seat: int) -> None:
    """21.2 The seat itself knows which it was."""
    known = [IMPERIAL.knows(after, seat) for _, _, after in worlds]
    if any(one == other for one, other in pairwise(known)):
        raise Leak(f"seat {seat} does not know its own choice")


def _alike(table: LocalTable, one: Any, other: Any, viewer: Viewer, now: Ms) -> None:
    (this, events, here), (that, other_events, there) = one, other
    message = f"viewer {viewer} can tell {this} from {that}"
    if _observations(events, viewer, now) != _observations(other_events, viewer, now):
        raise Leak(f"{message} by what it hears")
    _look_alike(here, there, viewer, message)
    for asker, action in _PROBES:
        _answered_alike(
            table, (here, there), viewer, (viewer if asker is None else asker, action), message, now
        )


def _look_alike(here: State, there: State, viewer: Viewer, message: str) -> None:
    for name in ("view", "knows", "legal"):
        if name == "legal" and viewer is None:
            continue
        function = getattr(IMPERIAL, name)
        if function(here, viewer) != function(there, viewer):
            raise Leak(f"{message} by {name}")
    for name in ("deadline", "clock", "to_act", "outcome"):
        function = getattr(IMPERIAL, name)
        if function(here) != function(there):
            raise Leak(f"{message} by {name}")


def _answered_alike(
    table: LocalTable,
    worlds: tuple[State, State],
    viewer: Viewer,
    request: tuple[Actor | None, Any],
    message: str,
    now: Ms,
) -> None:
    """19.2, 20.4 Refused alike, or heard and seen alike, unless it laid the ballot open."""
    answers = [_answer(table, state, request, now) for state in worlds]
    here, there = answers
    if isinstance(here, Refusal) or isinstance(there, Refusal):
        if repr(here) != repr(there) or str(here) != str(there):
            raise Leak(f"{message} by how {request[1]} is answered: {here} / {there}")
        return
    if any(isinstance(event, _OPENED) for event in (*here, *there)):
        return
    if _observations(here, viewer, now) != _observations(there, viewer, now):
        raise Leak(f"{message} by what {request[1]} brings to light")
    after = [evolve_all(IMPERIAL, state, events, now) for state, events in zip(worlds, answers, strict=True)]
    _look_alike(after[0], after[1], viewer, f"{message}, after {request[1]},")


def _answer(table: LocalTable, state: State, request: tuple[Actor | None, Any], now: Ms) -> Any:
    try:
        return IMPERIAL.decide(state, *request, table.now.chance, now)
    except Refusal as refusal:
        return refusal


def _observations(events: Sequence[Any], viewer: Viewer, now: Ms) -> list[bytes]:
    codec = codec_of(IMPERIAL)
    return [
        codec.observation(event, 1, now) for event in events if observes(viewer, IMPERIAL.audience(event))
    ]


# When it is laid open, and what is told of it


def _is_decided(before: State, actor: Actor, action: Any, event: Any) -> None:
    """4.7, 5.9, 9.5 By a count of its own; what the house closes need not be decided."""
    if actor is HOUSE:
        return
    assert isinstance(actor, int)
    if isinstance(event, BidsRevealed):
        missing = [seat for seat in before.bidders if before.players[seat].bid is None and seat != actor]
        if missing:
            raise Leak(f"bids are laid open, and {missing} have not bid")
    elif isinstance(event, VoteResolved):
        voting = before.voting
        assert voting is not None
        cast = {ballot.seat: ballot.proposal for ballot in voting.ballots} | {actor: action.proposal}
        leadership = next(each.leadership for each in before.nations if each.name == voting.nation)
        _is_won(before, voting.nation, leadership, cast)
    elif before.peace_vote is not None:
        vote = before.peace_vote
        votes = {ballot.seat: ballot.accept for ballot in vote.ballots} | {actor: action.accept}
        _is_won(before, vote.target_nation, vote.electorate, votes)


def _is_won(state: State, nation: str, electorate: Sequence[int], cast: dict[int, Any]) -> None:
    held = {
        seat: sum(owned.denomination for owned in state.players[seat].bonds if owned.nation == nation)
        for seat in electorate
    }
    total = sum(held.values())
    for side in cast.values():
        votes = sum(held[seat] for seat, chosen in cast.items() if chosen == side)
        if 2 * votes > total or (2 * votes == total and cast.get(electorate[0]) == side):
            return
    raise Leak(f"a vote is laid open before it is decided: {cast} of {held}")


def _tells_no_secret(table: LocalTable) -> None:
    """15.2, 17.10 History and its sentences are made of what everyone hears."""
    rows = [step.row for step in table.steps]
    for event in history(rows, 1, table.version):
        if IMPERIAL_EVENTS[tag_of(type(event))].hearers != "everyone":
            raise Leak(f"the history tells {event}")
    for event in (event for row in rows for event in row.events):
        if IMPERIAL_EVENTS[tag_of(type(event))].hearers != "everyone" and sentence(event) is not None:
            raise Leak(f"what is sealed is told in a sentence: {sentence(event)}")


# Imagination


def imagine_fairly(games: int, versions: int) -> dict[str, int]:
    """21.1 Hidden bids are uniform over the cash, hidden votes over what leaves the ballot open."""
    looked = dict.fromkeys(BALLOTS, 0)
    for seed in range(games):
        play = _Play(seed, _TABLES)
        while play.table.version < versions and IMPERIAL.outcome(play.table.state) is None:
            play.step()
            state = play.table.state
            if state.mode in BALLOTS and looked[state.mode] < games:
                looked[state.mode] += _imagines(state, f"{seed} {play.table.version}")
    return looked


_DRAWS: Final = 240


def _imagines(state: State, seed: str) -> int:
    known = IMPERIAL.knows(state, None)
    worlds = [IMPERIAL.imagine(known, Chance.of_seed(f"{seed} {number}")) for number in range(_DRAWS)]
    if state.mode == "bid":
        hidden = [seat for seat in state.bidders if state.players[seat].bid is not None]
        for seat in hidden:
            _is_spread([world.players[seat].bid or 0 for world in worlds], state.players[seat].money)
        return len(hidden)
    drawn = [_sides(world) for world in worlds]
    possible = [
        sides for sides in product(*[_SIDES[state.mode or ""]] * len(drawn[0])) if _leaves_open(state, sides)
    ]
    for sides in possible if drawn[0] else ():
        if not _DRAWS / len(possible) / 3 < drawn.count(sides) <= 3 * _DRAWS / len(possible):
            raise Leak(f"{sides} is imagined {drawn.count(sides)} times of {_DRAWS}, one of {len(possible)}")
    return len(drawn[0])


_SIDES: Final[dict[str, tuple[Any, Any]]] = {"vote": (1, 2), "peace-vote": (True, False)}


def _sides(state: State) -> tuple[Any, ...]:
    if state.mode == "vote":
        assert state.voting is not None
        return tuple(ballot.proposal for ballot in state.voting.ballots)
    assert state.peace_vote is not None
    return tuple(ballot.accept for ballot in state.peace_vote.ballots)


def _leaves_open(state: State, sides: Sequence[Any]) -> bool:
    vote: Any = state.voting if state.mode == "vote" else state.peace_vote
    nation = vote.nation if state.mode == "vote" else vote.target_nation
    leadership = next(each.leadership for each in state.nations if each.name == nation)
    electorate = leadership if state.mode == "vote" else vote.electorate
    cast = dict(zip([ballot.seat for ballot in vote.ballots], sides, strict=True))
    try:
        _is_won(state, nation, electorate, cast)
    except Leak:
        return True
    return False


def _is_spread(bids: Sequence[int], cash: int) -> None:
    """Each eighth of the cash has its share of the bids."""
    for eighth in range(8):
        low, high = eighth * (cash + 1) / 8, (eighth + 1) * (cash + 1) / 8
        inside = sum(low <= bid < high for bid in bids)
        if not _DRAWS / 8 / 3 < inside < 3 * _DRAWS / 8:
            raise Leak(f"{inside} of {_DRAWS} imagined bids are between {low} and {high} of {cash}")
