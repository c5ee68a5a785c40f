from tests.cli.invoke import rondel


def test_games_are_listed_with_seats_rules_and_endings() -> None:
    result = rondel("games")

    assert result.exit_code == 0
    head, *rows = (line.split("  ") for line in result.stdout.splitlines())
    assert [cell.strip() for cell in head if cell.strip()] == ["name", "title", "seats", "rules", "endings"]
    decks = [cell.strip() for row in rows if row[0].strip() == "decks" for cell in row if cell.strip()]
    assert decks == ["decks", "Deck Planner", "1", "1", "closed, idle, turn_limit"]
