"""Kernel and games are pure; each rule is seen to catch the fault it names."""

from pathlib import Path

import pytest

from tests.purity.checker import BANNED_MODULES, SOURCE, faults_in, faults_in_tree, packages


def sentences(source: str, where: str = "rondel/games/sample/state.py") -> list[str]:
    return [fault.sentence for fault in faults_in(source, where)]


@pytest.mark.long
def test_kernel_and_games_are_pure() -> None:
    """Long, because `just check` looks at the whole tree each time."""
    assert [str(fault) for fault in faults_in_tree(SOURCE)] == []


def test_the_real_tree_is_read() -> None:
    kernel, kit, *games = packages(SOURCE)

    assert SOURCE / "kernel" / "__init__.py" in kernel
    assert SOURCE / "kit" / "__init__.py" in kit
    assert SOURCE / "games" / "decks" / "__init__.py" in [path for game in games for path in game]


@pytest.mark.parametrize("module", sorted(BANNED_MODULES))
@pytest.mark.parametrize(
    "line", ["import {0}", "import {0} as x", "from {0} import x", "import {0}.sub", "from {0}.sub import x"]
)
def test_a_banned_module_is_caught_however_it_is_imported(module: str, line: str) -> None:
    (sentence,) = sentences(line.format(module))

    assert sentence.startswith(f"imports {module}")


def test_an_import_inside_a_function_is_caught() -> None:
    assert sentences("def now():\n    import time\n")


@pytest.mark.parametrize("module", ["sys", "tempfile", "requests", "textual", "numpy", "rondels"])
def test_a_module_that_nobody_called_pure_is_caught(module: str) -> None:
    assert sentences(f"import {module}") == [f"imports {module}, which is not on the list of pure modules"]


def test_a_relative_import_is_caught() -> None:
    assert sentences("from . import state") == ["imports relatively; say which package"]


@pytest.mark.parametrize(
    "name", ["open", "print", "input", "hash", "id", "eval", "exec", "__import__", "globals"]
)
def test_a_banned_name_is_caught_called_or_passed_on(name: str) -> None:
    assert sentences(f"x = {name}(y)") == [f"uses {name}"]
    assert sentences(f"x = map({name}, y)") == [f"uses {name}"]


def test_a_field_or_a_keyword_may_have_a_banned_name() -> None:
    source = "class Card:\n    id: str\n    open: bool\n\ncard = Card(id='a', open=True)\nname = card.id\n"

    assert sentences(source) == []


def test_global_is_caught() -> None:
    assert sentences("def f():\n    global count\n    count = 1\n") == [
        "says global count; State is the only memory"
    ]


@pytest.mark.parametrize(
    "source",
    [
        "class State:\n    cash: float\n",
        "class State:\n    cash: dict[str, float | None]\n",
        "cash = 0.5",
        "cash = 1e3",
        "cash = 2j",
        "cash = pot / 2",
        "cash /= 2",
        "from math import sqrt",
        "import math\ncash = math.inf",
        "cash = float(pot)",
    ],
)
def test_a_float_is_caught(source: str) -> None:
    assert len(sentences(source)) == 1


def test_only_the_module_where_numbers_come_in_may_say_float() -> None:
    source = "class ChangeParameters:\n    hand_size: int | float\n"

    assert sentences(source, "rondel/games/sample/actions.py") == []
    assert sentences(source, "rondel/games/sample/decide.py") != []
    assert sentences(source, "rondel/games/sample/state.py") != []
    assert sentences(source, "rondel/kernel/actions.py") != []
    assert sentences("half = 0.5", "rondel/games/sample/actions.py") != []


def test_whole_numbers_and_whole_mathematics_are_fine() -> None:
    assert sentences("import math\nhalf = pot // 2\nsteps = math.floor(pot) + math.comb(5, 2)\n") == []


@pytest.mark.parametrize(
    "source",
    [
        "for card in {1, 2}:\n    pass\n",
        "for card in {c for c in cards}:\n    pass\n",
        "for card in set(cards):\n    pass\n",
        "for card in frozenset(cards):\n    pass\n",
        "cards = [c for c in {1, 2}]",
        "cards = {c: 1 for c in set(hand)}",
        "cards = (c for c in set(hand))",
        "cards = first(c for c in set(hand))",
        "cards = [c for seat in seats for c in set(seat)]",
        "cards = list(set(hand))",
        "cards = tuple(frozenset(hand))",
        "card = next(iter({1, 2}))",
        "cards = [*set(hand)]",
        "play(*{1, 2})",
        "first, second = {1, 2}",
        "text = ', '.join({'a', 'b'})",
        "text = f'{set(hand)}'",
        "text = str({1, 2})",
        "cards.extend({1, 2})",
        "counts = dict.fromkeys({1, 2})",
        "card = set(hand).pop()",
        "for i, card in enumerate(set(hand)):\n    pass\n",
        "for card in set(hand) | other:\n    pass\n",
        "for card in hand.keys() & other.keys():\n    pass\n",
        "for card in set(hand).union(other):\n    pass\n",
        "for card in (set(hand) if hand else other):\n    pass\n",
        "ids = set(hand)\nfor card in ids:\n    pass\n",
        "if ids := set(hand):\n    cards = list(ids)\n",
        "def f():\n    yield from {1, 2}\n",
    ],
)
def test_taking_the_order_of_a_set_is_caught(source: str) -> None:
    assert any(sentence.startswith("takes the order of a set") for sentence in sentences(source))


STATE = "class State:\n    chosen: frozenset[str]\n"
GAME = "class Game:\n    to_act: Callable[[State], frozenset[int]]\n"


@pytest.mark.parametrize(
    ("declared", "line"),
    [
        ("def f(ids: set[str]) -> None:", "list(ids)"),
        ("def f(*, ids: frozenset[str] | None) -> None:", "list(ids)"),
        ("def f(ids: 'AbstractSet[str]') -> None:", "list(ids)"),
        ("def f(ids: Optional[frozenset[str]]) -> None:", "list(ids)"),
        ("ids: frozenset[str] = read()\nif ids:", "list(ids)"),
        ("Ids = frozenset[str]\ndef f(ids: Ids) -> None:", "list(ids)"),
        ("Ids: TypeAlias = frozenset[str]\ndef f(ids: Ids) -> None:", "list(ids)"),
        (STATE + "def f(state: State) -> None:", "list(state.chosen)"),
        (STATE + "def f(state):", "list(state.chosen)"),
        (STATE + "    def f(self):", "    list(self.chosen)"),
        (STATE + "class Table:\n    state: State\ndef f(table: Table) -> None:", "list(table.state.chosen)"),
        ("class Hand:\n    def ids(self) -> set[str]: ...\ndef f(hand: Hand) -> None:", "list(hand.ids())"),
        ("def ids() -> frozenset[str]: ...\nif True:", "list(ids())"),
        (GAME + "def f(game: Game) -> None:", "list(game.to_act(state))"),
    ],
)
def test_a_set_is_known_by_its_annotation(declared: str, line: str) -> None:
    assert any("order of a set" in sentence for sentence in sentences(f"{declared}\n    {line}\n"))


def test_a_set_is_known_by_an_annotation_in_a_module_beside_it() -> None:
    state = "class State:\n    chosen: frozenset[str]\n"
    view = "class View:\n    chosen: tuple[str, ...]\n"
    rules = "def f(state: State) -> None:\n    cards = list(state.chosen)\n"
    screen = "def f(view: View) -> None:\n    cards = list(view.chosen)\n"

    assert faults_in(rules, beside={"state.py": state, "view.py": view})
    assert not faults_in(screen, beside={"state.py": state, "view.py": view})


@pytest.mark.parametrize(
    "source",
    [
        "for card in sorted({1, 2}):\n    pass\n",
        "cards = tuple(sorted(set(hand)))",
        "cards = sorted(c for c in set(hand))",
        "known = all(c in hand for c in {1, 2})",
        "other = {c + 1 for c in {1, 2}}",
        "other = frozenset(c + 1 for c in {1, 2})",
        "both = {*set(hand), *set(other)}",
        "count = len(set(hand))",
        "known = card in {1, 2}",
        "def f(ids: list[str]) -> None:\n    cards = list(ids)\n",
        "def f(ids: set[str]) -> None: ...\n\ndef g(ids: list[str]) -> None:\n    cards = list(ids)\n",
        "ids = set(hand)\nids = sorted(ids)\ncards = list(ids)\n",
    ],
)
def test_a_set_without_its_order_is_fine(source: str) -> None:
    assert sentences(source) == []


def test_a_fault_says_where_it_stands() -> None:
    (fault,) = faults_in("\nimport os\n", "rondel/kernel/turn.py")

    assert (
        str(fault)
        == "rondel/kernel/turn.py:2: imports os; kernel and games have no input, output, clock or dice"
    )


def test_a_fault_planted_in_a_tree_is_found(tmp_path: Path) -> None:
    for folder in ("kernel", "games", "games/sample"):
        (tmp_path / "rondel" / folder).mkdir(parents=True)
        (tmp_path / "rondel" / folder / "__init__.py").touch()
    (tmp_path / "rondel" / "kernel" / "seat.py").write_text("def to_act() -> frozenset[int]: ...\n")
    (tmp_path / "rondel" / "games" / "sample" / "decide.py").write_text("seats = list(to_act())\n")

    (fault,) = faults_in_tree(tmp_path / "rondel")

    assert (fault.where, fault.line) == ("rondel/games/sample/decide.py", 1)
