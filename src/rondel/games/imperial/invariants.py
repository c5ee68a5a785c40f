"""Imperial, chapter 22: what no move may create, destroy or upset."""

from collections import Counter
from collections.abc import Iterator, Mapping

from rondel.games.imperial.atlas import Atlas, Atlases, atlas_for
from rondel.games.imperial.government import government, leaders
from rondel.games.imperial.pieces import MOST_POINTS, Cents
from rondel.games.imperial.state import Nation, State, open_factories, to_act


def conserved(atlases: Atlases, state: State) -> Mapping[str, int]:
    """22.1, 22.2 All money, every stock once; and how many invariants of the chapter are broken: none."""
    faults = list(broken(atlas_for(atlases, state.options), state))
    return {"money": state.bank + in_play(state), **_bonds(state), **Counter(faults)}


def in_play(state: State) -> Cents:
    """All that is not in the bank."""
    cash = sum(player.money for player in state.players)
    return cash + sum(nation.money for nation in state.nations)


def _bonds(state: State) -> Counter[str]:
    """22.1 Each stock, wherever it is."""
    owned = [f"{bond.nation} {bond.denomination}" for player in state.players for bond in player.bonds]
    unsold = [f"{nation.name} {bond}" for nation in state.nations for bond in nation.available_bonds]
    return Counter([*owned, *unsold])


def broken(atlas: Atlas, state: State) -> Iterator[str]:
    """The invariants that do not hold, by number."""
    for nation in state.nations:
        yield from _nation(atlas, state, nation)
    yield from _chips(atlas, state)
    if any(player.money < 0 for player in state.players):
        yield "1.8 negative cash"
    if sum(player.investor for player in state.players) > 1 or _lacks_card(state):
        yield "22.8 investor card"
    if state.mode not in (None, "game-over") and not to_act(state):
        yield "22.10 nobody is up"
    yield from _modes(state)


def _nation(atlas: Atlas, state: State, nation: Nation) -> Iterator[str]:
    name = nation.name
    if nation.money < 0:
        yield f"1.8 negative treasury of {name}"
    if len(nation.fleets) > atlas.fleet_limit[name] or len(nation.armies) > atlas.army_limit[name]:
        yield f"22.3 too many units of {name}"
    if not _are_units_in_place(atlas, nation):
        yield f"22.3 misplaced units of {name}"
    if not 0 <= nation.points <= MOST_POINTS:
        yield f"22.5 points of {name}"
    if nation.leadership != leaders(state, name):
        yield f"22.6 leadership of {name}"
    if nation.gov != government(state, name, nation.leadership):
        yield f"6.4 government of {name}"
    if not open_factories(state, nation):
        yield f"22.7 no open factory of {name}"


def _are_units_in_place(atlas: Atlas, nation: Nation) -> bool:
    """22.3 Fleets in own ports or seas, armies on land, guests in foreign homes only."""
    return all(
        atlas.kind[fleet.territory] == "sea"
        or (atlas.home[fleet.territory] == nation.name and atlas.port[fleet.territory] is not None)
        for fleet in nation.fleets
    ) and all(
        atlas.kind[army.territory] != "sea"
        and (army.hostile or atlas.home[army.territory] not in (None, nation.name))
        for army in nation.armies
    )


def _chips(atlas: Atlas, state: State) -> Iterator[str]:
    """22.4 One at most for each neutral land and sea, none on homes."""
    chips = Counter(chip for nation in state.nations for chip in nation.tax_chips)
    for territory, many in chips.items():
        if many > 1 or atlas.home[territory] is not None:
            yield f"22.4 chips in {territory}"


def _lacks_card(state: State) -> bool:
    """22.8 With the card, somebody holds it while stock is bought."""
    is_wanted = state.mode == "buy" and state.options.investor_card
    return is_wanted and not any(player.investor for player in state.players)


def _modes(state: State) -> Iterator[str]:
    """22.9 Nothing lies about that belongs to another mode."""
    mode, plan = state.mode, state.current_maneuver
    if (state.voting is not None) != (mode == "vote"):
        yield "22.9 voting"
    if (state.peace_vote is not None) != (mode == "peace-vote"):
        yield "22.9 peace vote"
    if (plan is not None) != (mode in ("continue-man", "peace-vote")):
        yield "22.9 maneuver"
    if plan is not None and (plan.proposal_number == 0) != (plan.return_mode == "execute"):
        yield "22.9 slot"
    if state.swiss_set is not None and mode != "buy":
        yield "22.9 swiss set"
    if mode in ("bid", "buy-bid") and any(nation.space != "center" for nation in state.nations):
        yield "22.9 auction after the start"
