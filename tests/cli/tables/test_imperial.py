"""Imperial's table in the terminal."""

import gc
from contextlib import suppress
from pathlib import Path

import pytest
from textual.content import Content
from textual.strip import Strip

from rondel.cli.play import table_of
from rondel.cli.tables.imperial import sheets, words
from rondel.cli.tables.imperial.choices import Choice, choices_of, lines_of, typed_bid, typed_convoys
from rondel.cli.tables.imperial.table import ImperialTable
from rondel.cli.terminal import Curtain
from rondel.games.imperial.actions import Bid, DeferUnit, MoveUnit, Propose, Vote, VotePeace
from rondel.games.imperial.events import ClockPaused, TimeCharged
from rondel.games.imperial.state import State
from rondel.kernel import Chance, Refusal, TimeReturned
from tests.cli.screens import SIZES
from tests.cli.tables.imperial_seated import IMPERIAL, Seated, screens
from tests.games.imperial.table import playing


def test_imperial_has_a_table() -> None:
    assert table_of(IMPERIAL) is ImperialTable


def test_an_outage_is_told_by_the_table_itself() -> None:
    told = words.story([TimeReturned(13_000), ClockPaused(None), TimeCharged(0, 1, 9, flagged=False)])

    assert told[0] == "The server was away for 13 s; the clocks were stopped meanwhile."
    assert told[-1] == "The house stops the clock."


@pytest.mark.parametrize("size", SIZES)
async def test_the_auction_and_a_whole_turn_of_a_nation_are_played_by_keyboard(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    seated = Seated(tmp_path, bots=3)
    async with seated.on_screen(size):
        assert "Your turn (Seat 0)" in seated.text
        assert "Austria is auctioned: bid from $0.00 to $15.25" in seated.text
        await seated.press("1 2 full_stop 3 4")  # more than any bot dares
        assert seated.offered == ["Bid $12.34, good for the 5 at most"]
        await seated.press("enter")
        assert "auction: taking bonds" in seated.text
        assert seated.offered[0] == "Take the 5 of Austria for $12.34"
        await seated.press("enter")
        while seated.view.mode == "bid":
            await seated.press("enter")  # bid nothing

        assert seated.view.country_up == "Austria"
        assert "You lead Austria: where on the rondel does it go?" in seated.text
        assert "dictator Seat 0" in seated.text
        assert seated.offered[1] == "L-Produce … 4 ways"
        await seated.press("down enter")
        assert seated.offered == [
            "nothing",
            "army in Budapest",
            "army in Vienna",
            "army in Budapest, army in Vienna",
        ]
        await seated.press("end enter")

        assert len(seated.view.country_info["Austria"].armies) == 2
        await seated.press("h")
        assert "Austria goes from center to L-Produce." in seated.written("#page")


@pytest.mark.parametrize("size", SIZES)
async def test_every_page_is_a_key_away(tmp_path: Path, size: tuple[int, int]) -> None:
    seated = Seated(tmp_path, bots=2, start="fixed")
    async with seated.on_screen(size):
        for key, told in (
            ("s", "To be had"),
            ("m", "Bordeaux (port)       factory"),
            ("w", "in the centre"),
            ("h", "History, the latest first"),
        ):
            await seated.press(key)
            assert told in seated.text
        await seated.press("tab")
        assert seated.screen.page == "actions"
        assert "What you may do" in seated.text or "Nothing to do now" in seated.text
        assert all(len(line) <= size[0] for line in seated.text.splitlines())


async def test_a_long_page_scrolls_by_keyboard(tmp_path: Path) -> None:
    seated = Seated(tmp_path, people=2, start="fixed")
    async with seated.on_screen():
        await seated.press("enter m")
        assert "Western Med" not in seated.text
        await seated.press("end")

        assert "Western Med" in seated.text


async def test_a_filter_finds_choices_in_every_group(tmp_path: Path) -> None:
    seated = Seated(tmp_path, people=2, start="fixed")
    async with seated.on_screen():
        await seated.press("enter slash m a n")  # m and a are letters now
        assert seated.offered == ["L-Maneuver", "R-Maneuver"]
        assert "Filter: man" in seated.text
        await seated.press("backspace backspace backspace t a x")
        assert seated.offered == ["Taxation"]
        await seated.press("escape")
        assert any(line.startswith("Import … ") for line in seated.offered)
        await seated.press("slash i m p space a r m y")
        assert len(seated.offered) > 20
        assert all("Import: " in line and "army" in line for line in seated.offered)
        await seated.press("x y enter")  # nothing is found, and nothing is done

        assert seated.offered == []
        assert seated.view.mode == "proposal"


async def test_13_2_a_move_is_taken_back_where_the_view_says_so(tmp_path: Path) -> None:
    seated = Seated(tmp_path, people=2, start="fixed")
    seated.play_until(lambda state: maneuver_of_two(state) == 2)
    async with seated.on_screen():
        await seated.press("enter")
        before, told = seated.view.current_maneuver, seated.written("#told")
        assert "1 of 2, in " in seated.text
        await seated.choose("stay")
        assert "2 of 2, in " in seated.text
        assert "Planned for " in seated.written("#told")
        assert "u" in seated.keys
        await seated.press("u")

        assert "Your last move is taken back." in seated.text
        assert seated.view.current_maneuver == before
        assert seated.written("#told") == told


def maneuver_of_two(state: State) -> int:
    """How many armies a maneuver that has just begun is about."""
    plan = state.current_maneuver
    if plan is None or plan.pending_peace is not None or plan.phase != "army" or plan.unit_index:
        return 0
    return len(plan.pending_armies)


async def test_13_2_no_key_takes_back_what_another_seat_did(tmp_path: Path) -> None:
    seated = Seated(tmp_path, people=2)
    async with seated.on_screen():
        await seated.press("enter enter")  # the curtain, and a sealed bid
        await seated.press("enter")

        assert "Your turn (Seat 1)" in seated.text
        assert "u" not in seated.keys


async def test_17_5_a_sealed_bid_is_gone_when_the_terminal_is_passed_on(tmp_path: Path) -> None:
    seated = Seated(tmp_path, people=3)
    async with seated.on_screen():
        assert isinstance(seated.app.screen, Curtain)
        assert "Pass the terminal to Seat 0." in seated.text
        assert "Nation" not in seated.text
        await seated.press("enter 7 full_stop 8 9")
        assert "Bid $7.89" in seated.text
        await seated.press("enter")

        assert isinstance(seated.app.screen, Curtain)
        assert "Pass the terminal to Seat 1." in seated.text
        assert seated.in_tree("7.89") == []
        assert in_memory("7.89") == []
        await seated.press("enter")
        assert "Your turn (Seat 1)" in seated.text
        assert "7.89" not in seated.text
        assert seated.in_tree("7.89") == []


def in_memory(secret: str) -> list[str]:
    """Every text of a widget or a screen buffer, shown, hidden or kept, that holds the secret."""
    gc.collect()
    kept = [thing for thing in gc.get_objects() if isinstance(thing, Content | Strip)]
    texts = [thing.plain if isinstance(thing, Content) else thing.text for thing in kept]
    return [text for text in texts if secret in text]


@pytest.mark.parametrize(
    ("are_open", "how", "told"),
    [(True, "everybody sees it", " 1 has 0, 2 has 3 (Seat 1)."), (False, "sealed", "")],
)
def test_17_6_the_task_tells_open_votes_and_no_sealed_ones(*, are_open: bool, how: str, told: str) -> None:
    table = playing({"Austria": {0: [4], 1: [3], 2: [2]}}, open_ballots=are_open)
    table.propose(0, "Taxation")
    table.propose(1, "L-Produce")
    table.play(1, Vote(2))

    assert words.task(table.view(0)) == f"Two proposals for Austria: vote for one of them, {how}.{told}"
    assert words.task(table.view(1)) == f"1: Taxation. 2: L-Produce.{told}"


@pytest.mark.parametrize(("are_open", "told"), [(True, " Peace has 2 (Seat 3), war 0, of 9."), (False, "")])
def test_17_7_the_task_tells_open_votes_on_peace(*, are_open: bool, told: str) -> None:
    table = playing(
        {"France": {0: [4]}, "Germany": {1: [4], 2: [3], 3: [2]}},
        up="France",
        armies={"France": ["Paris"], "Germany": ["Belgium"]},
        open_ballots=are_open,
    )
    table.propose(0, "L-Maneuver")
    table.move(0, "Belgium", "peace")
    table.play(3, VotePeace(accept=True))

    assert words.task(table.view(1)) == f"Is Germany at peace with France in Belgium?{told}"


async def test_4_6_a_bid_above_the_cash_is_not_offered(tmp_path: Path) -> None:
    seated = Seated(tmp_path, bots=1)
    async with seated.on_screen():
        await seated.press("3 1")

        assert seated.offered == []
        await seated.press("enter")
        assert seated.view.player_info[0].my_turn


async def test_12_1_the_clock_runs_and_can_be_stopped(tmp_path: Path) -> None:
    seated = Seated(tmp_path, bots=1, timed=True, auto_action_seconds=10)
    async with seated.on_screen():
        assert "You 2:30, house acts in 2:40" in seated.text
        seated.now_ms += 31_000
        seated.screen.let_time_pass()
        assert seated.written("#clock") == "You 1:59, house acts in 2:09"
        await seated.choose("stop")
        assert seated.written("#clock") == "clock stopped"
        assert "Let the clock run" in seated.offered[-1]


async def test_11_3_the_end_is_told_with_everybodys_place(tmp_path: Path) -> None:
    seated = Seated(tmp_path, people=2, max_rounds=1, start="fixed")
    seated.play_until(lambda state: state.mode == "game-over")
    async with seated.on_screen():
        assert "The game is over" in seated.text
        assert "The last round this table allows has been played." in seated.text
        assert "1. Seat" in seated.text


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_every_choice_of_a_game_has_words_of_its_own(tmp_path: Path, seats: int) -> None:
    seated, modes = Seated(tmp_path, people=seats, max_rounds=12), set()
    luck = Chance.of_seed(f"words {seats}")
    while (state := seated.table.state).mode != "game-over":
        modes.add(state.mode)
        seat = luck.pick(sorted(IMPERIAL.to_act(state)))
        view, legal = IMPERIAL.view(state, seat), IMPERIAL.legal(state, seat)
        choices = choices_of(view, legal)
        assert len({choice.whole for choice in choices}) == len(legal)
        for viewer in (seat, None):
            seen = IMPERIAL.view(state, viewer)
            assert words.task(seen)
            assert all(len(line) <= 78 for line in sheets.nations(seen).splitlines())
            assert all(len(line) <= 78 for line in sheets.stocks(seen).splitlines())
            assert sheets.wheel(seen).count("\n") == 8
            assert sheets.europe(seen)
        seated.table.play(seat, luck.pick(legal), seated.now_ms)

    assert {"bid", "buy-bid", "proposal", "continue-man", "buy"} <= modes
    assert "1. Seat" in sheets.results(IMPERIAL.view(state, None))


def test_groups_open_into_all_their_choices(tmp_path: Path) -> None:
    seated = Seated(tmp_path, people=2, start="fixed")
    (seat,) = IMPERIAL.to_act(seated.table.state)
    view, legal = IMPERIAL.view(seated.table.state, seat), IMPERIAL.legal(seated.table.state, seat)
    choices = choices_of(view, legal)

    lines = lines_of(choices, group=None, words="")
    opened = [
        inner.chosen
        for line in lines
        for inner in (
            [line] if not isinstance(line.chosen, str) else lines_of(choices, group=line.chosen, words="")
        )
    ]

    assert len(lines) == 8
    assert opened == choices
    assert sum(isinstance(choice.action, Propose) for choice in choices) == len(legal)


@pytest.mark.parametrize(
    ("typed", "amount"),
    [
        ("7", 700),
        ("7.5", 750),
        ("$7,05", 705),
        ("0", 0),
        ("15.25", 1525),
        ("15.26", None),
        ("x", None),
        ("", None),
    ],
)
def test_4_6_any_amount_may_be_typed(tmp_path: Path, typed: str, amount: int | None) -> None:
    seated = Seated(tmp_path, people=4)
    state = seated.table.state
    view = IMPERIAL.view(state, 0)

    choice = typed_bid(view, choices_of(view, IMPERIAL.legal(state, 0)), typed)

    assert (None if choice is None else choice.action) == (None if amount is None else Bid(amount))


BELGIUM = Choice("To Belgium", "quietly", MoveUnit("Belgium", ""))
WAR = Choice("To Belgium", "war France army", MoveUnit("Belgium", "war France army"))
LATER = Choice("Later: the other units first", "", DeferUnit())


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("belg", None),
        ("belg quiet via english", [MoveUnit("Belgium", "", ("English Channel",))]),
        (
            "war via North Sea, eng ch",
            [MoveUnit("Belgium", "war France army", ("North Sea", "English Channel"))],
        ),
        ("paris via english", []),
        ("belg via ", []),
        ("belg via sea", []),
        ("belg via lake", []),
    ],
)
def test_8_7_a_convoy_is_typed_with_its_seas(typed: str, found: list[MoveUnit] | None) -> None:
    convoys = typed_convoys([BELGIUM, WAR, LATER], typed)

    assert (None if convoys is None else [choice.action for choice in convoys]) == found


async def test_8_7_a_convoy_is_asked_for_by_keyboard(tmp_path: Path) -> None:
    seated = Seated(tmp_path, people=2, start="fixed")
    seated.play_until(lambda state: convoy(state) is not None)
    move = convoy(seated.table.state)
    assert move is not None
    assert move.via is not None
    async with seated.on_screen():
        await seated.press("enter")
        await seated.choose(f"{move.destination} quietly via {move.via[0]}".lower())

        assert f"to {move.destination}, by way of {move.via[0]}." in seated.written("#told")


def convoy(state: State) -> MoveUnit | None:
    """A quiet move over one sea that somebody may make now."""
    plan = state.current_maneuver
    if plan is None or plan.phase != "army" or plan.pending_peace is not None or len(plan.pending_armies) < 2:
        return None
    if plan.unit_index == len(plan.pending_armies) - 1:
        return None
    legal = IMPERIAL.legal(state, plan.player)
    quiet = [move for move in legal if isinstance(move, MoveUnit) and not move.action_code]
    for sea in plan.completed_fleet_moves:
        for move in quiet:
            asked = MoveUnit(move.destination, "", (sea.destination,))
            with suppress(Refusal):
                IMPERIAL.decide(state, plan.player, asked, Chance.of_seed("convoy"), 2_000_000)
                return asked
    return None


async def test_the_screens_of_a_turn_can_be_printed() -> None:
    seen = await screens(SIZES[0])

    assert "Austria is auctioned" in seen[0][1]
    assert "a convoy over the seas you name" in seen[-1][1]
