import csv
import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from rondel.arena.compare import Comparison, Contest, compare
from rondel.cli.commands.arena import _compared, _text
from tests.cli.invoke import assert_wrong_use, interrupted, rondel

GUIDE = (Path(__file__).parents[2] / "docs" / "guides" / "arena.md").read_text(encoding="utf-8")


def run_arena(*arguments: object) -> dict[str, object]:
    result = rondel("arena", *arguments, "--json")
    assert result.exit_code == 0, result.output
    answer: dict[str, object] = json.loads(result.stdout)
    return answer


def test_it_explains_itself_with_an_example() -> None:
    assert "Example: `rondel arena cambio" in rondel("arena", "--help").stdout


@pytest.mark.parametrize("command", re.findall(r"^\$ rondel (.*)$", GUIDE, re.MULTILINE))
def test_a_command_of_the_guide_runs(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    [house] = re.findall(r"^```json\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
    Path("house.json").write_text(house)

    result = rondel(*re.sub(r"--games \d+ (--jobs \d+ )?", "--games 2 ", command).split())

    assert result.exit_code == 0, result.output


def test_it_says_who_wins_how_often() -> None:
    result = rondel("arena", "cambio", "--bots", "medium,random", "--games", 10, "--seed", 7)

    assert result.exit_code == 0
    assert result.stderr == ""
    lines = result.stdout.splitlines()
    assert lines[0] == "Cambio: 10 games at 2 seats. Seed 7."
    assert lines[1].split()[:3] == ["bot", "seats", "wins"]
    assert [line.split()[:2] for line in lines[2:4]] == [["medium", "1"], ["random", "1"]]
    assert "each has 1/k of the win" in lines[4]
    assert lines[5] == "Endings: cambio 10."
    assert "steps/s" in lines[-1]


def test_equal_seeds_give_equal_figures_on_any_number_of_processes() -> None:
    one, two, other = (
        run_arena("cambio", "--bots", "easy,random", "--games", 8, "--seed", seed, "--jobs", jobs)
        for seed, jobs in ((7, 1), (7, 2), (8, 1))
    )

    for key in ("bots", "endings", "steps", "medianVersions", "longestVersions"):
        assert one[key] == two[key]
    assert one["steps"] != other["steps"]


def test_it_says_who_wins_by_seat_what_was_measured_and_how_long_bots_think() -> None:
    contest = ("cambio", "--bots", "medium,random", "--games", 3, "--seed", 7)
    measures = ("--measure", "GAME_COMPLETED", "--measure", "CARD_SWAPPED", "--time")

    answer, text = run_arena(*contest, *measures), rondel("arena", *contest, *measures).stdout

    assert isinstance(answer["winsBySeat"], list)
    assert sum(answer["winsBySeat"]) == pytest.approx(1, abs=0.001)
    ended, swapped = list[dict[str, object]](answer["measured"])  # type: ignore[call-overload]
    assert ended == {"measure": "GAME_COMPLETED", "mean": 1.0, "median": 1, "most": 1, "games": 3}
    assert swapped["measure"] == "CARD_SWAPPED"
    assert "GAME_COMPLETED: mean 1.0, median 1, most 1; more than 0 in 3 games." in text
    spans = r"half of its moves in [\d.]+ ms, 95 % in [\d.]+ ms"
    assert re.search(rf"^medium chooses {spans}.$", text, re.MULTILINE)
    assert re.search(r"^Wins by seat: [\d.]+%, [\d.]+%.$", text, re.MULTILINE)
    assert "chooses" not in rondel("arena", *contest).stdout


def test_what_cannot_be_measured_is_said_before_any_game() -> None:
    assert_wrong_use(rondel("arena", "cambio", "--measure", "WAR"), "Cambio has no event WAR")


def test_the_last_bot_takes_every_seat_left() -> None:
    answer = run_arena("cambio", "--bots", "medium,random", "--seats", 4, "--games", 4, "--seed", 1)

    assert answer["seats"] == 4
    assert isinstance(answer["bots"], list)
    assert [(bot["bot"], bot["seats"]) for bot in answer["bots"]] == [("medium", 1), ("random", 3)]


def test_a_game_without_scores_and_winners_is_played_too() -> None:
    result = rondel("arena", "decks", "--games", 2, "--seed", 1, "--plot", "terminal")

    assert result.exit_code == 0
    assert "–" in result.stdout
    assert result.stdout.endswith("No game has brought a score.\n")


def test_house_rules_come_from_a_file(tmp_path: Path) -> None:
    options = tmp_path / "options.json"
    options.write_text('{"seats": 3, "maxTurns": 20, "minTurnsBeforeCall": 20}')

    answer = run_arena("cambio", "--options", options, "--games", 3, "--seed", 1)

    assert answer["seats"] == 3
    assert answer["endings"] == {"turn_cap": 3}


def test_every_game_and_seat_is_a_row_of_the_csv(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"

    answer = run_arena("cambio", "--bots", "medium,random", "--games", 4, "--seed", 2, "--csv", file)

    with file.open(newline="", encoding="utf-8") as opened:
        rows = list(csv.DictReader(opened))
    assert [(row["game"], row["seat"], row["bot"]) for row in rows[:4]] == [
        ("0", "0", "medium"),
        ("0", "1", "random"),
        ("1", "0", "random"),
        ("1", "1", "medium"),
    ]
    assert len(rows) == 8
    assert sum(float(row["win_share"]) for row in rows) == 4
    assert sum(int(row["versions"]) for row in rows) == 2 * int(str(answer["steps"]))
    assert all(row["score"] and row["place"] and row["ending"] == "cambio" for row in rows)


def test_scores_are_drawn_in_the_terminal_or_as_svg(tmp_path: Path) -> None:
    file = tmp_path / "scores.svg"
    arguments = ("arena", "cambio", "--bots", "medium,random", "--games", 4, "--seed", 2, "--plot")

    assert rondel(*arguments, file).exit_code == 0
    shown = rondel(*arguments, "terminal")

    title = ET.fromstring(file.read_text(encoding="utf-8"))[0].text
    assert title == "Cambio: scores over 4 games, seed 2"
    assert "Scores of medium:" in shown.stdout
    assert "█" in shown.stdout


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("cambio --bots hrad", "No bot called 'hrad' plays Cambio. There are: random,"),
        ("cambio --bots hard,", "No bot called ''"),
        ("cambio --bots hard --seats 7", "played by 2 to 6, not by 7"),
        ("cambio --bots hard,easy,random --seats 2", "3 bots do not fit on 2 seats"),
        ("cambio --games 0", "--games"),
        ("cambio --plot scores.png", ".svg, not scores.png"),
        ("cambio --plot terminal --json", "--json"),
        ("cambio --csv nowhere/games.csv", "there is no folder nowhere"),
        ("cambio --plot nowhere/scores.svg", "there is no folder nowhere"),
        ("cambio --csv .", "directory"),
        ("cambio --options nowhere.json", "nowhere.json"),
        ("dekcs", "There is no game called 'dekcs'"),
    ],
)
def test_wrong_use_is_answered_with_one_line(arguments: str, expected: str) -> None:
    assert_wrong_use(rondel("arena", *arguments.split()), expected)


def test_options_for_another_number_of_seats_are_answered_with_one_line(tmp_path: Path) -> None:
    options = tmp_path / "options.json"
    options.write_text('{"seats": 3}')

    for command in ("arena", "simulate"):
        assert_wrong_use(
            rondel(command, "cambio", "--options", options, "--seats", 2), "for 3 seats, not for 2"
        )


@pytest.mark.parametrize("option", ["--csv", "--plot"])
def test_a_file_that_cannot_be_written_is_answered_with_one_line(tmp_path: Path, option: str) -> None:
    file = tmp_path / "taken.svg"
    file.mkdir() if option == "--plot" else file.symlink_to(tmp_path / "nowhere" / "file")

    assert_wrong_use(rondel("arena", "cambio", "--games", 1, option, file), "taken.svg cannot be written")


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_ends_it_with_the_numbers_so_far(jobs: int) -> None:
    answer = interrupted("arena", "cambio", "--games", "1000000", "--jobs", str(jobs), "--json")

    assert answer["isInterrupted"]
    assert 0 < answer["games"] < 1_000_000
    assert sum(answer["endings"].values()) == answer["games"]


def test_each_game_is_kept_as_a_transcript_that_holds(tmp_path: Path) -> None:
    folder = tmp_path / "kept"

    run_arena("cambio", "--games", 3, "--seed", 7, "--save", folder)

    files = sorted(folder.iterdir())
    assert [file.name for file in files] == [f"cambio-7-{number}.jsonl" for number in range(3)]
    result = rondel("verify", "--unwitnessed", *files)
    assert result.exit_code == 0, result.output
    assert result.stdout.count("luck recomputed") == 3


def test_where_nothing_can_be_kept_nothing_is_played(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    assert_wrong_use(rondel("arena", "cambio", "--save", tmp_path / "file" / "kept"), "Not a directory")


def test_games_that_are_the_same_are_counted_once() -> None:
    contest = Contest("cambio", b'{"seats":2}', ("random", "random"), 1, 1000)
    one, two = compare(contest, 2).games

    repeated = Comparison(contest, (one, two, one), is_interrupted=False)

    assert repeated.different == 2
    summary = _compared(repeated, list(repeated.results()), 1, 1.0)
    assert "Only 2 different games were played" in "\n".join(_text("Cambio", 3, summary))


def test_games_with_luck_are_all_different() -> None:
    assert run_arena("cambio", "--games", 5, "--seed", 1)["different"] == 5
