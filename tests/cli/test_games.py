from tests.cli.invoke import assert_wrong_use, rondel
from tests.wire.packages import Packages, install_broken_game, install_face


def test_games_are_listed_with_seats_rules_and_endings() -> None:
    result = rondel("games")

    assert result.exit_code == 0
    head, *rows = (line.split("  ") for line in result.stdout.splitlines())
    assert [cell.strip() for cell in head if cell.strip()] == ["name", "title", "seats", "rules", "endings"]
    decks = [cell.strip() for row in rows if row[0].strip() == "decks" for cell in row if cell.strip()]
    assert decks == ["decks", "Deck Planner", "1", "1", "closed, idle, turn_limit"]


def test_a_broken_game_has_a_line_with_its_reason_and_the_others_are_listed(packages: Packages) -> None:
    before = rondel("games").stdout
    reason = install_broken_game(packages)

    result = rondel("games")

    assert result.exit_code == 0
    assert result.stdout == (
        f"{before}left out: torn 1.0, entry point torn = torn_game:GAME: {reason}."
        " Repair or uninstall the package, then restart the server.\n"
    )


def test_a_broken_bot_has_a_line_too(packages: Packages) -> None:
    packages.install("bold", bots={"cambio.bold": "nowhere:bold"})

    assert "left out: bold 1.0, entry point cambio.bold = nowhere:bold: " in rondel("games").stdout


def test_a_broken_face_has_a_line_too(packages: Packages) -> None:
    install_face(packages, "facade=9")

    assert (
        "left out: chip-box 1.0, entry point chips = chips:FACE: it is written against version 9"
        " of the facade, and this Rondel has version 1. Upgrade Rondel, or install an older version of"
    ) in rondel("games").stdout


def test_a_broken_game_that_is_asked_for_is_answered_with_its_reason(packages: Packages) -> None:
    reason = install_broken_game(packages)

    assert_wrong_use(
        rondel("laws", "torn"), f"The game 'torn' of torn 1.0 is installed but cannot be loaded: {reason}"
    )
