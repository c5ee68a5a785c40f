"""What a unit's move is worth in a maneuver: chips, factories and units, as the forecast values them."""

from collections import Counter
from typing import Final

from rondel.bots.imperial.forecast import Outlook
from rondel.games.imperial.actions import MoveUnit
from rondel.games.imperial.knows import Known
from rondel.games.imperial.pieces import BORDERS_OF, HOME_OF, KIND_OF
from rondel.kernel import Seat

GUARD: Final = 0.05
"""How much of a chip it is worth to stand on one's own."""
NEARER: Final = 0.1
"""How much of a chip it is worth to stand beside a place where one can be laid."""
FOLLOW: Final = 0.5
"""How likely another unit is to take what a war has cleared."""
PRODUCTION: Final = 1.3
"""A closed factory makes no units either."""


class Campaign:
    """The worth to one seat of a chip or a unit more or less, nation by nation, in dollars."""

    def __init__(self, known: Known, seat: Seat, nation: str) -> None:
        outlook = Outlook(known)
        self.nation = nation
        base = outlook.forecast().worth(seat)
        self.chip_lost: dict[str, float] = {}
        self.unit_more: dict[str, float] = {}
        for name, each in outlook.nations.items():
            each.revenue -= 1
            self.chip_lost[name] = outlook.forecast().worth(seat) - base
            each.revenue += 1
            each.units += 1
            each.idle += 1
            self.unit_more[name] = outlook.forecast().worth(seat) - base
            each.units -= 1
            each.idle -= 1
        outlook.nations[nation].revenue += 1
        self.chip_more = outlook.forecast().worth(seat) - base


class BoardModel:
    """The board while a maneuver is planned: who holds what, and who stands where."""

    def __init__(self, campaign: Campaign, known: Known) -> None:
        plan = known.view.current_maneuver
        assert plan is not None
        self.campaign, self.nation = campaign, plan.nation
        self.info = known.view.nation_info
        done = [*plan.completed_fleet_moves, *plan.completed_army_moves]
        wars = [(move.destination, move.action_code.split()) for move in done if _is_war(move.action_code)]
        self.rivals = Counter(
            (unit.territory, name, kind)
            for name, info in self.info.items()
            if name != self.nation
            for kind, units in (("fleet", info.fleets), ("army", info.armies))
            for unit in units
        )
        self.rivals.subtract((place, name, kind) for place, (_, name, kind) in wars)
        self.taken = {move.destination for move in done if not _is_war(move.action_code)}
        self.left = len(plan.pending_fleets) + len(plan.pending_armies) - len(done) - 1
        units = plan.pending_fleets if plan.phase == "fleet" else plan.pending_armies
        self.origin = units[plan.unit_index]
        self.owner = {chip: name for name, info in self.info.items() for chip in info.tax_chips}

    def worth(self, move: MoveUnit) -> float:
        """What it is worth that the unit whose turn it is makes this move."""
        place, code = move.destination, move.action_code
        if code == "hostile":
            return self._occupation(place)
        if code == "peace":
            return -GUARD
        if _is_war(code):
            _, name, kind = code.split()
            return self._war(place, name, kind)
        if code:
            return self._blow_up(place)
        if (
            place == self.origin.territory
            and self.origin.hostile
            and HOME_OF[place] not in (None, self.nation)
        ):
            return self._occupation(place)
        return self._stand(place)

    def _stand(self, place: str) -> float:
        """Alone outside all homes it lays a chip."""
        own = self.campaign.chip_more
        if KIND_OF[place] == "home" or place in self.taken or self.standing(place):
            return NEARER * own * self._open_beside(place)
        if self.owner.get(place) == self.nation:
            return (GUARD + NEARER * self._open_beside(place)) * own
        return self._chip(place)

    def _chip(self, place: str) -> float:
        """8.12 A chip more, and one less for the nation that had it."""
        owner = self.owner.get(place)
        if owner == self.nation:
            return 0.0
        return self.campaign.chip_more + (0.0 if owner is None else self.campaign.chip_lost[owner])

    def _open_beside(self, place: str) -> int:
        """Whether a chip can be laid next to it."""
        return any(
            KIND_OF[near] != "home" and self.owner.get(near) != self.nation and near not in self.taken
            for near in BORDERS_OF[place]
        )

    def standing(self, place: str) -> int:
        """How many units of other nations stand there."""
        return sum(count for (where, _, _), count in self.rivals.items() if where == place)

    def _occupation(self, place: str) -> float:
        """8.10 A factory that works no more."""
        owner = HOME_OF[place]
        assert owner is not None
        if place in self.taken or place not in self.info[owner].factories:
            return -GUARD
        return 2 * PRODUCTION * self.campaign.chip_lost[owner]

    def _blow_up(self, place: str) -> float:
        """8.11 A factory for three armies."""
        owner = HOME_OF[place]
        assert owner is not None
        return 3 * self.campaign.chip_lost[owner] - 3 * self.campaign.unit_more[self.nation]

    def _war(self, place: str, name: str, kind: str) -> float:
        """8.9 One unit for another; what that clears, the next unit may take."""
        value = -self.campaign.unit_more[self.nation] - self.campaign.unit_more[name]
        if self.standing(place) > 1:
            return value
        home = HOME_OF[place]
        if home == self.nation:
            is_freed = kind == "army" and place in self.info[home].factories
            return value + (2 * PRODUCTION * self.campaign.chip_more if is_freed else 0.0)
        if not self.left:
            return value
        prize = self._chip(place) if home is None else max(0.0, self._occupation(place))
        return value + FOLLOW * prize


def _is_war(code: str) -> bool:
    return code.startswith("war ")
