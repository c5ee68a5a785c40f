"""What is asked next, from a legal list alone."""

from rondel.cli.terminal.plain.steps import Act, Menu, Narrow, Write, blank_text
from rondel.cli.terminal.plain.wording import Wording
from rondel.wire.choose import Offer
from rondel.wire.form import Blank
from tests.laws.lots import LOTS

WORDS = Wording(LOTS, 0)


def _builds(*sites: str) -> list[dict[str, object]]:
    lists = [[site for at, site in enumerate(sites) if number >> at & 1] for number in range(2 ** len(sites))]
    return [{"type": "BUILD", "payload": {"sites": each}} for each in lists]


def test_nothing_may_be_done() -> None:
    assert Menu((), (), (), WORDS).step([]) == ("Nothing to do now", (), None)


def test_elements_of_a_list_are_picked_one_by_one_until_that_is_all() -> None:
    menu = Menu(tuple(_builds("Rome", "Oslo", "Bern", "Kiel")), (), (), WORDS)
    first = menu.step([])
    picked: list[Offer] = [[{"sites[]": "Oslo"}]]

    assert first.title == "Build. Sites?"
    assert [line.text for line in first.lines] == [
        "That is all: Build: sites none",
        "Rome",
        "Oslo",
        "Bern",
        "Kiel",
    ]
    assert first.lines[0].does == Act({"type": "BUILD", "payload": {"sites": []}})
    assert first.lines[2].does == Narrow([{"sites[]": "Oslo"}])
    assert len(menu.step(picked).lines) == 8


def test_a_kind_that_holds_a_text_is_written_though_it_is_listed_by_its_name() -> None:
    menu = Menu(({"type": "SAY"}, {"type": "PASS"}), (), ("SAY", "SING"), WORDS)

    assert [(line.text, line.does) for line in menu.step([]).lines] == [
        ("Say", Write("SAY")),
        ("Pass", Act({"type": "PASS"})),
        ("Sing: write it", Write("SING")),
    ]


def test_numbers_with_a_step_are_asked_for_with_it() -> None:
    menu = Menu(tuple({"type": "BID", "payload": {"amount": 5 * n}} for n in range(20)), ("BID",), (), WORDS)

    step = menu.step([])

    assert step.title == "Bid. Amount? Type a number from 0 to 95 in steps of 5."
    assert [line.text for line in step.lines] == ["Another one: write it"]


def test_a_blank_says_what_is_written_in_it() -> None:
    texts = [
        blank_text(Blank("by", "number", is_required=True, min=1, max=6)),
        blank_text(Blank("by", "number", is_required=False)),
        blank_text(Blank("isOpen", "yesNo", is_required=True)),
        blank_text(Blank("suit", "oneOf", is_required=True, one_of=("red", "black"))),
        blank_text(Blank("", "text", is_required=True)),
        blank_text(Blank("via", "json", is_required=False)),
    ]

    assert texts == [
        "By (a number from 1 up to 6)",
        "By (a number; may be left empty)",
        "Is open (true or false)",
        "Suit (one of red, black)",
        "Text (text)",
        "Via (JSON; may be left empty)",
    ]
