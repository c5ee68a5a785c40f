"""`rondel check`: each broken sample is named as what it is, and nothing else is."""

from pathlib import Path

import pytest

from tests.cli.invoke import rondel
from tests.cli.written import plant, written

pytestmark = pytest.mark.drawn(0.4)

LEAKY = (
    (
        'cards: Annotated[tuple[Card, ...], private_to("seat", is_new=True)]',
        'cards: Annotated[tuple[Card, ...], revealed(but="seat")]',
    ),
    ('    "CARDS_DEALT_TO_YOU": "Your hand is dealt",\n', ""),
)
NOT_DETERMINISTIC = (
    ("story.chance.below(", "random.randrange("),
    ("from typing import", "import random\nfrom typing import"),
)
WRONG_LIST = (
    "    def do(self, story: Story, seat: Seat) -> None:",
    """\
    def is_legal(self, view: State, seat: Seat) -> bool:
        return self.card in view.players[seat].hand and self.card % 2 == 0

    def do(self, story: Story, seat: Seat) -> None:""",
)
NEVER_ENDS = (
    (
        "        away = tuple(card for player in state.players for card in player.played)\n",
        """\
        for seat, player in enumerate(state.players):
            state = state.replace_player(seat, hand=tuple(sorted(player.hand + player.played)))
""",
    ),
    ("state.replace_all(played=()).replace(discards=state.discards + away)", "state.replace_all(played=())"),
)
ENDLESS_LOOP = (
    "        return [cls(card) for",
    "        while True:\n            pass\n        return [cls(card) for",
)
SLOW = (
    "        return [cls(card) for",
    "        sum(each * each for each in range(400_000))\n        return [cls(card) for",
)


FEW_CARDS = ("le=7)] = 5", "le=2)] = 1")


def verdicts(text: str) -> dict[str, str]:
    """What was said of each thing that was looked at, by its name."""
    lines = [(line[:10].strip(), line[12:20].strip()) for line in text.splitlines()]
    return {name: verdict for verdict, name in lines if verdict in ("ok", "not ok", "not judged")}


ALL_OK = dict.fromkeys(
    (
        "schema",
        "ends",
        "pure",
        "speed",
        "legal",
        "sizes",
        "secrets",
        "rows",
        "face",
        "words",
        "about",
        "lesson",
        "bots",
    ),
    "ok",
)
LAWS = ("legal", "secrets", "rows", "face")


def test_a_new_game_is_ok(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path, monkeypatch)

    result = rondel("check", "river_kings", "--steps", 30, "--seed", 1)

    assert verdicts(result.stdout) == ALL_OK, result.output
    assert result.stdout.endswith("All checks passed.\n")
    assert result.exit_code == 0


@pytest.mark.parametrize(
    ("faults", "name", "expected"),
    [
        pytest.param(LEAKY, "secrets", "is told CardsDealt", id="leaky"),
        pytest.param((WRONG_LIST,), "legal", "is listed for seat", id="wrong legal list"),
    ],
)
def test_a_broken_sample_is_named_as_what_it_is(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    faults: tuple[tuple[str, str], ...],
    name: str,
    expected: str,
) -> None:
    plant(written(tmp_path, monkeypatch), *faults)

    result = rondel("check", "river_kings", "--steps", 40, "--seed", 1)

    assert [each for each, verdict in verdicts(result.stdout).items() if verdict == "not ok"] == [name]
    assert expected in result.stdout
    assert result.stdout.endswith("1 failed.\n")
    assert result.exit_code == 1


@pytest.mark.parametrize(
    ("faults", "name", "expected"),
    [
        pytest.param(NOT_DETERMINISTIC, "pure", "Python's own `random`", id="non-deterministic"),
        pytest.param(NEVER_ENDS, "ends", "had not ended after 10000 versions", id="never ends"),
        pytest.param((ENDLESS_LOOP,), "ends", "game.py:", id="endless loop"),
        pytest.param((SLOW, FEW_CARDS), "speed", "legal cheaper", id="slow"),
    ],
)
def test_what_no_law_can_be_walked_with_is_named_first(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    faults: tuple[tuple[str, str], ...],
    name: str,
    expected: str,
) -> None:
    plant(written(tmp_path, monkeypatch), *faults)

    result = rondel(
        "check", "river_kings", "--steps", 40, "--seed", 1, "--cpu", 1 if expected == "game.py:" else 60
    )

    found = verdicts(result.stdout)
    assert found[name] == "not ok", result.output
    assert expected in result.stdout
    assert {found[law] for law in LAWS} == {"not judged"}
    assert found["schema"] == "ok"
    assert found["words"] == "ok"
    assert result.exit_code == 1


def test_sentences_are_missed_by_tag_and_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(
        written(tmp_path, monkeypatch),
        ('    "TRICK_TAKEN": "{seat} [takes|take] the trick",\n', '    "TRICK_TOOK": "{seat} took it",\n'),
        ('"Play {card}"', '"Play {crad}"'),
        ('words={"en": WORDS}', 'words={"en": WORDS, "de": WORDS}'),
    )

    result = rondel("check", "river_kings", "--steps", 1, "--seed", 1)

    assert verdicts(result.stdout)["words"] == "not ok"
    [line] = [line for line in result.stdout.splitlines() if line.split()[:3] == ["not", "ok", "words"]]
    for part in (
        "en: TRICK_TAKEN is missing",
        "about TRICK_TOOK, which is no action",
        "{crad}",
        "de: TRICK_TAKEN",
    ):
        assert part in line


def test_words_that_the_law_allows_are_ok(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a board says in another language, and what every table does."""
    plant(
        written(tmp_path, monkeypatch),
        ('words={"en": WORDS}', 'words={"en": WORDS, "de": {**WORDS, **GERMAN}}'),
        (
            "GAME: Final = kit.game(",
            """\
GERMAN: Final = {
    "Hand": "Auf der Hand",
    "{seat} [plays|play] a card": "{seat} [legt|legst] eine Karte",
    "UNDONE": "Zurück zu {toVersion}",
}

GAME: Final = kit.game(""",
        ),
    )

    result = rondel("check", "river_kings", "--steps", 1, "--seed", 1)

    assert verdicts(result.stdout) == ALL_OK, result.output


def test_a_bot_that_cannot_be_made_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = written(tmp_path, monkeypatch)
    (package / "src/river_kings/bot.py").write_text("def careful(game):\n    return 3\n")

    result = rondel("check", "river_kings", "--steps", 1, "--seed", 1)

    assert verdicts(result.stdout) == {**ALL_OK, "bots": "not ok"}
    assert "not a bot" in result.stdout
