"""How a game of Imperial is expected to end, by what everybody sees.

Nations gain points and pay interest as fast as their revenue and their place on the rondel let them, until
one has 25 points. What each seat has then is its forecast, in dollars. It is smooth on purpose: forecasts of
two positions that differ little differ little, so that one step ahead is enough to tell the better one.
"""

from functools import lru_cache
from math import exp, log, sqrt
from typing import Final

from rondel.games.imperial.knows import Known
from rondel.games.imperial.pieces import (
    BORDERS_OF,
    CENTER,
    DOLLAR,
    HOME_OF,
    KIND_OF,
    LEAST_TAX,
    MOST_POINTS,
    MOST_REVENUE,
    PORT_OF,
    Unit,
)
from rondel.kernel import Seat, Struct

RONDEL: Final = 8
STEPS: Final = 2.6
"""How many spots of the rondel a nation goes on in a round, on average."""
GROWTH: Final = 0.8
"""How many chips a unit lays that could lay one."""
RISE: Final = 3.0
"""How many dollars of revenue a nation without points is expected to gain besides, later on."""
LEAST_GAIN: Final = 0.3
FARTHEST: Final = 16.0
NEAREST: Final = 0.5
"""The end of the game is never further off, in rounds, nor nearer."""
RETURN: Final = 0.2
"""What a dollar earns in a round before the end: it buys bonds."""
BUYING_RETURN: Final = 0.08
"""The same for a seat that may buy bonds now: it cannot be sure of better ones."""
LEAD: Final = 0.3
FIRST_LEAD: Final = 3.0
"""What it is worth to lead a nation, in dollars for each round before the end; and to lead one at all."""
DOUBT: Final = 4.0
DOUBT_PER_ROUND: Final = 2.5
"""How far off forecasts of scores are, in dollars: at the end, and more for each round before it."""


class Nation:
    """What a nation's future depends on. Money is in dollars."""

    __slots__ = (
        "factories",
        "idle",
        "last_tax",
        "leader",
        "money",
        "name",
        "points",
        "revenue",
        "shares",
        "to_investor",
        "to_tax",
        "units",
    )

    def __init__(self, known: Known, name: str) -> None:
        view = known.view
        info = view.nation_info[name]
        self.name = name
        self.points: float = info.points
        self.revenue: float = 2 * len(info.open_factories) + len(info.tax_chips)
        self.last_tax: float = info.last_tax
        self.money = info.money / DOLLAR
        self.units: float = len(info.fleets) + len(info.armies)
        self.idle = chances(name, info.fleets, info.armies, info.tax_chips)
        self.factories = len(info.open_factories)
        self.leader = info.leadership[0] if info.leadership else None
        self.shares: list[float] = [player.holdings.get(name, 0) for player in view.player_info]
        self.to_tax = self.to_investor = RONDEL // 2
        if info.space != CENTER:
            here = view.rondel.index(info.space)
            self.to_tax = (view.rondel.index("Taxation") - here - 1) % RONDEL + 1
            self.to_investor = (view.rondel.index("Investor") - here - 1) % RONDEL + 1

    def gain(self) -> float:
        """How many points it will gain by a taxation."""
        rise = RISE * (1 - self.points / MOST_POINTS)
        return max(LEAST_GAIN, self._revenue_soon(rise) - LEAST_TAX)

    def _revenue_soon(self, rise: float = 0.0) -> float:
        """Its revenue once its units have laid the chips that they can lay, and has risen besides."""
        return min(MOST_REVENUE, self.revenue + GROWTH * self.idle + rise)

    def rounds(self) -> float:
        """How long it needs to all its points."""
        taxations = max(1.0, (MOST_POINTS - self.points) / self.gain())
        return ((taxations - 1) * RONDEL + self.to_tax) / STEPS

    def factor(self, rounds: float) -> float:
        """What a share is worth at the end: whole dollars, the less sure the further off that is."""
        blur = min(1.0, rounds / 4)
        return (1 - blur) * (self.points // 5) + blur * self._points(rounds) / 5

    def _points(self, rounds: float) -> float:
        """How many points it will have: the fewer are left to gain the slower, since few nations gain all.

        A limit would make all nations alike that are expected to reach it, and nothing worth doing for them.
        """
        left = MOST_POINTS - self.points
        if not left:
            return self.points
        return self.points + left * (1 - exp(-self.gain() * self._laps(rounds, self.to_tax) / left))

    def _laps(self, rounds: float, steps: int) -> float:
        """How often it comes to a spot of the rondel that is so many steps ahead."""
        return max(0.0, (rounds * STEPS + RONDEL - steps) / RONDEL)

    def income(self, rounds: float) -> float:
        """What a share earns until then: interest as far as the treasury reaches, and the next bonus."""
        total = sum(self.shares)
        landings = self._laps(rounds, self.to_investor)
        taxes = self._laps(rounds, self.to_tax) * max(0.0, self._revenue_soon() - self.units)
        bonus = max(0.0, min(self.revenue, MOST_REVENUE) - self.last_tax) * min(
            1.0, rounds * STEPS / self.to_tax
        )
        return min(landings, (self.money + taxes) / total) + bonus / total


@lru_cache(maxsize=4096)
def chances(name: str, fleets: tuple[Unit, ...], armies: tuple[Unit, ...], chips: tuple[str, ...]) -> float:
    """How many new chips a maneuver of these units may lay."""
    seas, lands = set[str](), set[str]()
    for fleet in fleets:
        port = PORT_OF[fleet.territory]
        seas.update([port] if port is not None else BORDERS_OF[fleet.territory])
        lands.update(BORDERS_OF[port or fleet.territory])
    for army in armies:
        lands.update(_around(army.territory, name))
    free_seas = [sea for sea in seas if KIND_OF[sea] == "sea" and sea not in chips]
    free_lands = [land for land in lands if KIND_OF[land] == "neutral" and land not in chips]
    return float(min(len(fleets), len(free_seas)) + min(len(armies), len(free_lands)))


@lru_cache(maxsize=512)
def _around(place: str, name: str) -> frozenset[str]:
    """Where an army gets to by land, roughly: rails lead all through its home."""
    homes = [home for home, owner in HOME_OF.items() if owner == name]
    starts = homes if place in homes else [place]
    return frozenset(near for start in starts for near in BORDERS_OF[start])


class Forecast(Struct):
    """What each seat is expected to have at the end, in dollars, and in how many rounds that is."""

    scores: tuple[float, ...]
    rounds: float
    factors: dict[str, float]
    """What a share of each nation is expected to be worth then."""

    def worth(self, seat: Seat) -> float:
        """How far a seat is ahead of the others, in dollars; those close to the top count most."""
        doubt = DOUBT + DOUBT_PER_ROUND * self.rounds
        top = max(self.scores)
        rivals = [exp((score - top) / doubt) for each, score in enumerate(self.scores) if each != seat]
        return self.scores[seat] - top - doubt * log(sum(rivals))


class Outlook:
    """A position as forecasts see it; what is changed in it changes them, but not when the game ends."""

    def __init__(self, known: Known, *, is_buying: bool = False, rounds: float | None = None) -> None:
        view = known.view
        self.nations = {name: Nation(known, name) for name in view.nation_info}
        self.cash = [info.money / DOLLAR for info in view.player_info]
        self.penalties = [info.score_modifier for info in view.player_info]
        self.returns = BUYING_RETURN if is_buying else RETURN
        self.last_rounds = float(view.options.max_rounds - view.round + 1)
        self.led = [nation for nation in self.nations.values() if nation.leader is not None]
        self.rounds = self._rounds() if rounds is None else rounds
        """In how many rounds the game ends."""

    def forecast(self) -> Forecast:
        """What each seat is expected to have at the end."""
        rounds = self.rounds
        growth = 1 + self.returns * rounds
        factors = dict.fromkeys(self.nations, 0.0)
        scores = [cash * growth + flags for cash, flags in zip(self.cash, self.penalties, strict=True)]
        leaders = set[Seat]()
        for nation in self.led:
            factors[nation.name] = factor = nation.factor(rounds)
            each = factor + nation.income(rounds) * (1 + growth) / 2
            for seat, share in enumerate(nation.shares):
                scores[seat] += share * each
            assert nation.leader is not None
            scores[nation.leader] += LEAD * rounds
            leaders.add(nation.leader)
        for seat in leaders:
            scores[seat] += FIRST_LEAD * rounds
        return Forecast(tuple(scores), rounds, factors)

    def _rounds(self) -> float:
        """When the game ends: about when the first nation is there, sooner if others are close to it."""
        if not self.led:
            return min(FARTHEST, self.last_rounds)
        speed = sum([nation.rounds() ** -4 for nation in self.led])
        return min(FARTHEST, max(NEAREST, 1 / sqrt(sqrt(speed))), self.last_rounds)
