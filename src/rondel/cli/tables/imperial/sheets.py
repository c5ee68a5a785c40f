"""The sheets of Imperial's table, as text: nations, stocks, the wheel, the map, and the end."""

from collections.abc import Iterable, Sequence
from typing import Final

from rondel.cli.tables.imperial.words import ENDINGS, way, who
from rondel.games.imperial.board import EUROPE
from rondel.games.imperial.geography import Spot, Territory
from rondel.games.imperial.history import money
from rondel.games.imperial.pieces import CENTER, MOST_STEPS, SETUPS
from rondel.games.imperial.view import CountryView, View

NEUTRAL: Final = "Neutral land"
SEAS: Final = "Seas"
NONE: Final = "–"


def nations(view: View) -> str:
    """A line for each: who leads it and how, its treasury, power, tax, factories, units, chips, wheel."""
    head = f"  {'Nation':8}{'Government':16}{'Treasury':>8}{'Power':>6}{'Tax':>4}{'Fact':>6}"
    return "\n".join(
        [
            f"{head}{'Army':>5}{'Fleet':>6}{'Chip':>5}  Rondel",
            *(_nation(view, name, country) for name, country in view.country_info.items()),
        ]
    )


def _nation(view: View, name: str, country: CountryView) -> str:
    mark = "▶" if name == view.country_up and view.mode != "game-over" else " "
    factories = f"{len(country.open_factories)}/{len(country.factories)}"
    return (
        f"{mark} {name:8}{_government(country):16}{money(country.money):>8}{country.points:>6}"
        f"{country.last_tax:>4}{factories:>6}{len(country.armies):>5}{len(country.fleets):>6}"
        f"{len(country.tax_chips):>5}  {country.wheel_spot}"
    )


def _government(country: CountryView) -> str:
    if not country.leadership:
        return "nobody's"
    if country.gov == "dictatorship":
        return f"dictator Seat {country.leadership[0]}"
    return f"democracy {country.leadership[0]} v {country.leadership[1]}"


def stocks(view: View) -> str:
    """Cash, score and certificates: a column for every seat, and one for what is still to be had."""
    players = view.player_info
    heads = [f"{who(seat, view.you)}{'*' if player.investor else ''}" for seat, player in enumerate(players)]
    rows = [
        ["* card", *heads, "To be had"],
        ["Cash", *(money(player.money) for player in players), ""],
        ["Score", *(money(player.score) for player in players), ""],
    ]
    for name, country in view.country_info.items():
        held = [
            "+".join(str(stock.stock) for stock in player.stock if stock.country == name)
            for player in players
        ]
        left = " ".join(str(stock) for stock in country.avail_stock) + (" shut" if country.off_limits else "")
        rows.append([name, *(each or NONE for each in held), left or NONE])
    if view.timer.timed:
        rows.append(["Clock", *(f"{player.banked} s" for player in players), ""])
    return _columns(rows)


def _columns(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def wheel(view: View) -> str:
    """Its spots in moving direction, who stands there, and how far they are for the country that is up."""
    lines = []
    has_turn = view.country_up is not None and view.mode not in ("bid", "buy-bid", "game-over")
    for spot in SETUPS[view.options.setup].wheel:
        here = [name for name, country in view.country_info.items() if country.wheel_spot == spot]
        lines.append(f"{spot:12}{_distance(view, spot) if has_turn else '':14}{', '.join(here)}".rstrip())
    center = [name for name, country in view.country_info.items() if country.wheel_spot == CENTER]
    return "\n".join([*lines, f"{'in the centre':26}{', '.join(center) or 'nobody'}"])


def _distance(view: View, spot: Spot) -> str:
    steps, fee = way(view, spot)
    if steps == 0:
        is_center = view.country_info[view.country_up or ""].wheel_spot == CENTER
        return "free" if is_center else "stands here"
    if steps > MOST_STEPS:
        return "too far"
    return f"{steps}: {money(fee)}" if fee else f"{steps}: free"


def europe(view: View) -> str:
    """The map as a list: homes by nation, neutral land, seas; places with nothing on them in one line."""
    groups: dict[str, list[Territory]] = {}
    for territory in EUROPE.territories:
        group = territory.country or (SEAS if territory.kind == "sea" else NEUTRAL)
        groups.setdefault(group, []).append(territory)
    return "\n".join(line for group, of in groups.items() for line in _group(view, group, of))


def _group(view: View, group: str, territories: Iterable[Territory]) -> Iterable[str]:
    yield group
    empty = []
    for territory in territories:
        name = territory.name + (" (port)" if territory.port else "")
        things = _things(view, territory.name)
        if things:
            yield f"  {name:22}{', '.join(things)}"
        else:
            empty.append(name)
    if empty:
        yield f"  nothing in: {', '.join(empty)}"


def _things(view: View, territory: str) -> list[str]:
    """Factories, units and chips in one place."""
    things = []
    for name, country in view.country_info.items():
        if territory in country.factories:
            things.append("factory" if territory in country.open_factories else "factory (occupied)")
        counts = {
            "fleet": sum(unit.territory == territory for unit in country.fleets),
            "army": sum(unit.territory == territory and unit.hostile for unit in country.armies),
            "guest army": sum(unit.territory == territory and not unit.hostile for unit in country.armies),
        }
        things += [f"{name} {_number(count, kind)}" for kind, count in counts.items() if count]
        if territory in country.tax_chips:
            things.append(f"{name} chip")
    return things


def _number(count: int, kind: str) -> str:
    if count == 1:
        return kind
    return f"{count} {kind[:-1] + 'ies' if kind.endswith('y') else kind + 's'}"


def results(view: View) -> str:
    """How it ended, and who stands where."""
    assert view.ending is not None
    lines = [ENDINGS[view.ending]]
    for standing in view.standings:
        player = view.player_info[standing.seat]
        score = money(standing.score or 0)
        lines.append(
            f"{standing.place}. {who(standing.seat, view.you):8}{score:>10}, cash {money(player.money)}"
        )
    return "\n".join(lines)
