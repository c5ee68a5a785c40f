"""The shelf: games are found where they are installed, by entry point, each apart from the others."""

import sys
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from rondel.wire.registry import (
    GROUP,
    GameLoadError,
    GameNotFoundError,
    find_game,
    findings,
    installed_games,
    load_game,
)
from tests.kernel.tally import TALLY
from tests.wire.packages import Packages, on_the_path

TALLY_AT = "tests.kernel.tally:TALLY"


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Packages]:
    """A path on which nothing is installed but what the test puts there."""
    with on_the_path(tmp_path) as packages:
        sys.path[:] = [str(tmp_path)]
        packages.refresh()
        yield packages


def reasons() -> dict[str, str]:
    """Why what cannot be used, by entry point."""
    return {found.entry.split(" = ")[0]: found.message for found in findings()}


def test_an_installed_game_is_found_by_its_entry_point(alone: Packages) -> None:
    alone.install("tally", games={"tally": TALLY_AT})

    assert load_game("tally") is TALLY
    assert installed_games() == {"tally": TALLY}
    assert findings() == []


def test_a_name_nobody_has_is_answered_with_the_names_there_are(alone: Packages) -> None:
    alone.install("tally", games={"tally": TALLY_AT})

    with pytest.raises(GameNotFoundError, match=r"^There is no game called 'chess'. Installed: tally.$"):
        load_game("chess")


def test_whoever_can_do_without_a_game_finds_none() -> None:
    assert find_game("decks") is load_game("decks")
    assert find_game("nonesuch") is None


def test_an_empty_shelf_says_so(alone: Packages) -> None:
    with pytest.raises(GameNotFoundError, match=r"^There is no game called 'tally'. Installed: none.$"):
        load_game("tally")


@pytest.mark.parametrize(
    ("target", "reason", "then"),
    [
        ("tests.kernel.tally:SECRET", "it is a bytes, not a Game", "Repair or uninstall"),
        (TALLY_AT, "its entry point is called 'torn', but the game calls itself 'tally'", "the name of the"),
        ("tests.kernel.nowhere:TORN", "ModuleNotFoundError: No module named 'tests.kernel.n", "Correct the"),
        (
            "tests.kernel.tally:NOTHING",
            "AttributeError: module 'tests.kernel.tally' has no at",
            "Correct the",
        ),
        ("not an entry point", "AttributeError: ", "Correct the entry point"),
    ],
)
def test_a_broken_game_is_left_out_and_named_with_its_package_its_reason_and_what_to_do(
    alone: Packages, target: str, reason: str, then: str
) -> None:
    alone.install("both", games={"tally": TALLY_AT, "torn": target})

    assert installed_games() == {"tally": TALLY}
    assert load_game("tally") is TALLY
    (found,) = findings()
    assert (found.package, found.entry) == ("both 1.0", f"torn = {target}")
    assert found.message.startswith(reason)
    assert then in found.next
    assert str(found) == f"both 1.0, entry point torn = {target}: {found.message}"
    with pytest.raises(GameLoadError) as raised:
        load_game("torn")
    assert str(raised.value) == (f"The game 'torn' of both 1.0 cannot be loaded: {found.message}")


@pytest.mark.parametrize(
    ("line", "reason", "then"),
    [
        ("raise KeyError('cards')", "KeyError: 'cards' ({file}:2)", "Repair or uninstall"),
        ("raise RuntimeError", "RuntimeError ({file}:2)", "Repair or uninstall"),
        ("import sys; sys.exit('no\\nlicence')", "SystemExit: no licence ({file}:2)", "Repair"),
        ("def broken(:", "SyntaxError: invalid syntax ({file}:2)", "Repair or uninstall"),
        ("import nothing_like_it", "ModuleNotFoundError: No module named 'nothing_like_it'", "Install what"),
    ],
)
def test_a_module_that_raises_is_named_with_file_and_line(
    alone: Packages, line: str, reason: str, then: str
) -> None:
    alone.install(
        "torn",
        games={"torn": "torn_game:GAME"},
        torn_game=f"# a game that its author has not tried\n{line}\n",
    )

    (found,) = findings()
    assert found.message.startswith(reason.format(file=alone.folder / "torn_game.py"))
    assert found.next.startswith(then)


def test_a_mistake_that_rondel_finds_is_named_with_the_line_of_the_package(alone: Packages) -> None:
    alone.install(
        "torn",
        games={"torn": "torn_game:GAME"},
        torn_game="from rondel.kit import OWNER, place\n\nHAND = place(seen_by=OWNER)\n",
    )

    (found,) = findings()
    assert found.message == (
        "rondel.kit.DefinitionError: A hidden place must say which pieces can lie there: place(POOL, ...)"
        f" ({alone.folder / 'torn_game.py'}:3)"
    )


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ("seats=range(0)", "it cannot be described: IndexError: "),
        ("seats=range(0, 3)", "it cannot be described: ValueError: seats is a range of one or more"),
        ("title=None", "it cannot be described: ValidationError: Expected `str`, got `null`"),
        ("house_rules={'quick': object()}", "it cannot be described: TypeError: "),
        ("types=replace(TALLY.types, view=type)", "it cannot be described: TypeError: "),
        ("types=None", "it cannot be described: AttributeError: "),
    ],
)
def test_a_game_that_no_list_can_describe_is_left_out(alone: Packages, changed: str, reason: str) -> None:
    torn_game = (
        "from dataclasses import replace\n"
        "from tests.kernel.tally import TALLY\n"
        f"GAME = replace(TALLY, name='torn', {changed})\n"
    )
    alone.install("torn", games={"torn": "torn_game:GAME", "tally": TALLY_AT}, torn_game=torn_game)

    assert list(installed_games()) == ["tally"]
    assert reasons()["torn"].startswith(reason)


def test_what_failed_is_not_imported_again_by_everybody_who_asks(alone: Packages) -> None:
    torn_game = (
        "from pathlib import Path\n"
        "note = Path(__file__).with_suffix('.times')\n"
        "note.write_text((note.read_text() if note.exists() else '') + 'x')\n"
        "raise RuntimeError\n"
    )
    alone.install("torn", games={"torn": "torn_game:GAME"}, torn_game=torn_game)

    for _ in range(3):
        assert installed_games() == {}
        with pytest.raises(GameLoadError):
            load_game("torn")

    assert (alone.folder / "torn_game.times").read_text() == "x"


def test_of_two_packages_that_claim_one_name_neither_is_loaded_and_both_are_named(alone: Packages) -> None:
    alone.install("first", games={"tally": TALLY_AT})
    assert load_game("tally") is TALLY

    alone.install("second", games={"tally": "second_game:GAME"}, second_game="raise RuntimeError\n")

    assert installed_games() == {}
    assert {(found.package, found.message) for found in findings()} == {
        ("first 1.0", "the name 'tally' is claimed by second 1.0, too"),
        ("second 1.0", "the name 'tally' is claimed by first 1.0, too"),
    }
    assert all("Uninstall all but one" in found.next for found in findings())
    with pytest.raises(GameLoadError, match="claimed by"):
        load_game("tally")


def test_nobody_takes_a_name_of_ours(packages: Packages) -> None:
    cambio = load_game("cambio")

    packages.install("greedy", games={"cambio": TALLY_AT})

    assert load_game("cambio") is cambio
    assert [(found.package, found.message) for found in findings()] == [
        ("greedy 1.0", "the name 'cambio' is claimed by rondel 0.1.0, too")
    ]


def test_a_package_whose_entry_points_cannot_be_read_is_named_and_the_others_are_there(
    alone: Packages,
) -> None:
    alone.install("tally", games={"tally": TALLY_AT})
    alone.install("torn", games={"torn": TALLY_AT})
    (alone.folder / "torn-1.0.dist-info" / "entry_points.txt").write_text(f"[{GROUP}]\n= =\nno line\n")
    alone.install("bytes", games={"torn": TALLY_AT})
    (alone.folder / "bytes-1.0.dist-info" / "entry_points.txt").write_bytes(b"[rondel.games]\n\xff = \xff\n")
    alone.refresh()

    assert installed_games() == {"tally": TALLY}
    (found,) = findings()
    assert (found.package, found.entry) == ("torn 1.0", GROUP)
    assert found.message.startswith("its entry points cannot be read: ")


def test_a_package_without_a_name_is_named_by_its_folder(alone: Packages) -> None:
    alone.install("torn", games={"torn": "nowhere:GAME"})
    (alone.folder / "torn-1.0.dist-info" / "METADATA").unlink()
    alone.refresh()

    (found,) = findings()

    assert found.package.startswith("a package without a name in ")
    assert str(alone.folder) in found.package


def test_of_a_package_that_is_there_twice_the_first_on_the_path_counts(alone: Packages) -> None:
    alone.install("tally", games={"tally": TALLY_AT})
    Packages(alone.folder / "later").install("tally", games={"tally": "nowhere:GAME"})
    sys.path.append(str(alone.folder / "later"))
    alone.refresh()

    assert installed_games() == {"tally": TALLY}
    assert findings() == []


def test_where_no_game_is_broken_none_is_named() -> None:
    assert findings() == []


def test_decks_comes_with_rondel() -> None:
    assert "decks" in {entry.name for entry in entry_points(group=GROUP)}
