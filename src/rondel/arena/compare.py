"""Compare: bots play many games in every order of seats, and are counted."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import permutations
from statistics import fmean

from msgspec.structs import replace

from rondel.arena.figures import Interval, wilson
from rondel.arena.measure import Measure
from rondel.arena.play import Played, play_out
from rondel.arena.pool import play_all
from rondel.arena.timed import Timed
from rondel.bots.registry import bot
from rondel.kernel import Seat, Struct
from rondel.wire.codec import codec_of
from rondel.wire.registry import load_game


class Contest(Struct):
    """What is compared: bots by name, so that another process finds them on its own shelf."""

    game: str
    options: bytes
    bots: tuple[str, ...]
    """One for each seat; the same name may be there more than once."""

    seed: int
    max_steps: int
    measures: tuple[Measure, ...] = ()
    is_timed: bool = False
    is_recorded: bool = False
    """Whether each game brings its transcript."""


class Game(Struct):
    """One game of a contest: who sat where, and how it came out."""

    number: int
    seating: tuple[str, ...]
    played: Played
    thought: tuple[dict[int, int], ...] = ()
    """By seat, how often it thought for so many tenths of a millisecond; empty if nobody asked."""


class Result(Struct):
    """What one seat got out of one game: a row of the table that is written as CSV."""

    game: int
    seat: Seat
    bot: str
    ending: str
    versions: int
    place: int | None
    score: int | None
    win_share: float
    """1 for the only winner, 1/k for each of k winners, else 0."""


class Standing(Struct):
    """A bot over all games of a contest."""

    bot: str
    seats: int
    """How many seats of each game it has."""

    wins: float
    """Its win shares, summed up."""

    win_rate: float
    interval: Interval
    """95 %, by Wilson."""

    mean_score: float | None


class Comparison(Struct):
    """The games that were played, in order, and whether all were."""

    contest: Contest
    games: tuple[Game, ...]
    is_interrupted: bool

    @property
    def different(self) -> int:
        """How many of the games differ in what was done or came of it."""
        return len({game.played.moves for game in self.games})

    def results(self) -> Iterator[Result]:
        """A row for each game and seat."""
        for game in self.games:
            yield from _results(game)


def compare(
    contest: Contest,
    games: int,
    *,
    jobs: int = 1,
    tick: Callable[[int], None] = lambda _: None,
    save: Callable[[int, bytes], None] = lambda _number, _transcript: None,
) -> Comparison:
    """Play `games` games; Ctrl-C ends it early with what has been played out by then.

    `save` is called with the number and the transcript of each if the contest asks for transcripts.
    """
    played: dict[int, Game] = {}

    def keep(number: int, game: Game) -> None:
        if contest.is_recorded:
            save(number, game.played.transcript)
        played[number] = replace(game, played=replace(game.played, transcript=b""))

    is_whole = play_all(partial(play_game, contest), games, keep=keep, jobs=jobs, tick=tick)
    return Comparison(contest, tuple(played[number] for number in sorted(played)), not is_whole)


def play_game(contest: Contest, number: int) -> Game:
    """Game `number` of the contest."""
    game = load_game(contest.game)
    orders = seatings(contest.bots)
    seating = orders[number % len(orders)]
    bots = [bot(game, name) for name in seating]
    timed = [Timed(each) for each in bots] if contest.is_timed else []
    played = play_out(
        game,
        codec_of(game).options(contest.options),
        timed or bots,
        seed=f"{contest.seed}-{number}",
        max_steps=contest.max_steps,
        measures=contest.measures,
        is_recorded=contest.is_recorded,
    )
    return Game(number, seating, played, tuple(dict(each.thought) for each in timed))


@cache
def seatings(bots: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Every different order of the bots, once.

    All turns of one order round the table come one after another, so that also a part of them is fair.
    """
    first, *rest = bots
    turned = [
        order[turn:] + order[:turn]
        for order in ((first, *others) for others in permutations(rest))
        for turn in range(len(bots))
    ]
    return tuple(dict.fromkeys(turned))


def _results(game: Game) -> Iterator[Result]:
    played, outcome = game.played, game.played.outcome
    standings = {} if outcome is None else {standing.seat: standing for standing in outcome.standings}
    winners = () if outcome is None else outcome.winners
    for seat, name in enumerate(game.seating):
        standing = standings.get(seat)
        yield Result(
            game.number,
            seat,
            name,
            played.ending,
            played.versions,
            None if standing is None else standing.place,
            None if standing is None else standing.score,
            1 / len(winners) if seat in winners else 0.0,
        )


def standings(contest: Contest, games: int, results: Sequence[Result]) -> list[Standing]:
    """Each bot over all games, in the order in which they were named."""
    return [_standing(contest, name, games, results) for name in dict.fromkeys(contest.bots)]


def wins_by_seat(contest: Contest, games: int, results: Sequence[Result]) -> list[float]:
    """Which share of the wins each seat has, whoever sat there."""
    seats = range(len(contest.bots))
    return [
        sum(result.win_share for result in results if result.seat == seat) / max(1, games) for seat in seats
    ]


def thought_ms(games: Sequence[Game], name: str, share: float) -> float:
    """The time of a bot within which this share of its moves was chosen."""
    times = Counter[int]()
    for game in games:
        for each, thought in zip(game.seating, game.thought, strict=True):
            times.update(thought if each == name else {})
    rest = share * times.total()
    for tenths in sorted(times):
        rest -= times[tenths]
        if rest <= 0:
            return tenths / 10
    return 0.0


def _standing(contest: Contest, name: str, games: int, results: Sequence[Result]) -> Standing:
    own = [result for result in results if result.bot == name]
    scores = [result.score for result in own if result.score is not None]
    wins = sum(result.win_share for result in own)
    return Standing(
        name,
        contest.bots.count(name),
        round(wins, 6),
        wins / games if games else 0.0,
        wilson(wins, games),
        fmean(scores) if scores else None,
    )
