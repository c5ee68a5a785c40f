"""Names: what may be one, and which look alike."""

import string
import unicodedata

import pytest
from confusable_homoglyphs.confusables import confusables_data
from hypothesis import given
from hypothesis import strategies as st

from rondel.server.errors import ApiError
from rondel.server.ports.names import FORMER_PLAYER, LONGEST, SHORTEST, clean, distinct, graphemes, skeleton

NASTY = (
    "a\u0301\u0300\u200b\u200d\u202e\ufe0f\u3000\u1160ﬁЖжΩß漢かカ한İıſ1٣🎲🇩🇪 \u00a0-'.\n\x00\ue000\U000e0041"
)

ALIKE = [
    ("paypal", "раураl"),  # Cyrillic
    ("Anna", "Аnnа"),
    ("scope", "ѕсоре"),
    ("Iana", "lana"),
    ("IANA", "iana"),
    ("Max", "rnax"),
    ("modern", "modem"),
    ("NIK", "ΝΙΚ"),  # Greek
    ("Lou", "l0u"),
    ("Bob", "Воb"),
    ("Jose\u0301", "José"),
    ("ǎnn", "ănn"),
    ("Anna", "ANNA"),
    ("Борис", "БОРИС"),
    ("Σίσυφος", "ΣΊΣΥΦΟΣ".capitalize()),
    ("Ole|", "Olel"),
    ("Øle", "øLE"),
    ("Ann-Lee", "Ann‐Lee"),
    ("O'Neill", "O’Neill"),
]

APART = [
    ("Dan", "Dav"),
    ("Nick", "Vick"),
    ("Groß", "Grob"),
    ("Anna", "Anne"),
    ("hot", "not"),
    ("Müller", "Muller"),
    ("Sven", "Snen"),
    ("Tim 5", "Tim S"),
    ("Tim 2", "Tim 3"),
]


def message(name: str) -> str:
    with pytest.raises(ApiError) as denied:
        clean(name)
    assert denied.value.code == "NAME_NOT_ALLOWED"
    assert denied.value.hint
    return denied.value.message


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Anna", "Anna"),
        ("  Anna   Maria ", "Anna Maria"),
        ("Ａｎｎａ", "Anna"),
        ("Jose\u0301", "José"),
        ("Anna\u00a0B", "Anna B"),
        ("ﬁnn", "finn"),
        ("007", "007"),
        ("Zoë-Lou O'N.", "Zoë-Lou O'N."),
        ("Борис", "Борис"),
        ("ひらカタ漢字ー", "ひらカタ漢字ー"),
        ("김漢", "김漢"),
        ("สมชาย", "สมชาย"),
        ("नमस्ते", "नमस्ते"),
        ("مريم", "مريم"),
        ("Anna 🎲", "Anna 🎲"),
        ("Nguyễn", "Nguyễn"),
    ],
)
def test_a_name_is_kept_in_one_form(name: str, expected: str) -> None:
    assert clean(name) == expected


@pytest.mark.parametrize("hidden", ["\n", "\r", "\x00", "\t", "\x7f", "\x85", "\u2028", "\u2029"])
@pytest.mark.parametrize("at", ["{}Anna", "An{}na", "Anna{}"])
def test_no_line_ends_and_no_controls(hidden: str, at: str) -> None:
    assert "control" in message(at.format(hidden))


@pytest.mark.parametrize(
    "hidden",
    [
        *"\u200b\u200c\u200d\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff",
        *"\u00ad\u034f\u115f\u1160\u17b4\u180b\u180e\u2800\u3164\uffa0\ufe0f\U000e0020\U000e0100",
        *"\ue000\u0378\uffff\ud800\U000f0000",
    ],
)
def test_nothing_invisible_unassigned_or_turning(hidden: str) -> None:
    assert "invisible" in message(f"An{hidden}na")


@pytest.mark.parametrize("mixed", ["Аnnа", "Annα", "Борис B", "かな김", "Aかな", "漢A", "مريمA", "김かな漢"])
def test_one_script(mixed: str) -> None:
    assert "one alphabet" in message(mixed)


def test_two_to_twenty_characters_as_a_reader_counts() -> None:
    assert clean("é" * LONGEST)
    assert clean("e\u0323\u0302" * LONGEST)  # one letter, two marks
    assert "2 to 20" in message("é" * (LONGEST + 1))
    assert "2 to 20" in message("é")
    assert "2 to 20" in message("")
    assert "2 to 20" in message("  ")
    assert "at most 20" in message("a" * 1_000_000)
    assert graphemes("👋🏽🇩🇪🇫🇷") == 3


def test_marks_belong_to_letters_and_are_few() -> None:
    assert "mark" in message("\u0301Anna")
    assert "mark" in message("Anna \u0301B")
    assert "mark" in message("A" + "\u0301" * 5 + "nna")
    assert "mark" in message("¨Anna")  # NFKC makes it a blank and a mark


def test_a_name_can_be_read_aloud() -> None:
    assert "letter" in message("!!")
    assert "letter" in message("🎲🎲")


@pytest.mark.parametrize(
    "name", [FORMER_PLAYER, "former PLAYER", "Forrner Player", "Adm1n", "ADMIN", "rondeI"]
)
def test_names_of_the_table_itself_are_kept(name: str) -> None:
    assert "reserved" in message(name)


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), APART)
def test_names_that_look_different_have_two(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


def test_every_confusable_of_unicode_has_the_skeleton_of_what_it_looks_like() -> None:
    pairs = [
        (shown.strip("\u200e"), other["c"].strip("\u200e"))
        for shown, others in confusables_data.items()
        for other in others
    ]
    pairs = [pair for pair in pairs if all(unicodedata.is_normalized("NFC", shape) for shape in pair)]

    apart = [(one, other) for one, other in pairs if skeleton(one) != skeleton(other)]

    assert len(pairs) > 10_000
    assert apart == []


def test_case_is_no_difference_in_plain_letters() -> None:
    for small in string.ascii_lowercase + "äöüßéèñçøåæœþđ":
        assert len(small.upper()) > 1 or skeleton(small) == skeleton(small.upper())


def test_plain_letters_stay_apart_but_for_i_l_and_1_and_o_and_0() -> None:
    skeletons = {skeleton(char) for char in string.ascii_lowercase + string.digits}

    assert len(skeletons) == 36 - 3


def test_a_skeleton_is_its_own_skeleton() -> None:
    characters = [char for char in map(chr, range(0x20000)) if unicodedata.category(char) != "Cs"]

    assert [char for char in characters if skeleton(skeleton(char)) != skeleton(char)] == []


@given(st.text(max_size=40) | st.text(alphabet=NASTY, max_size=12))
def test_what_is_kept_is_safe_to_show(name: str) -> None:
    try:
        cleaned = clean(name)
    except ApiError:
        return

    assert SHORTEST <= graphemes(cleaned) <= LONGEST
    assert cleaned == unicodedata.normalize("NFKC", cleaned) == cleaned.strip()
    assert "  " not in cleaned
    assert not any(
        unicodedata.category(char) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"} for char in cleaned
    )
    assert clean(cleaned) == cleaned
    assert skeleton(cleaned)


@given(st.text(alphabet=string.ascii_letters + string.digits + " äöüÄÖÜé-'", min_size=2, max_size=20))
def test_case_and_form_never_make_another_skeleton(name: str) -> None:
    assert skeleton(name) == skeleton(name.swapcase()) == skeleton(unicodedata.normalize("NFD", name))


@pytest.mark.parametrize(
    ("name", "others", "shown"),
    [
        ("Ana", ["Ben"], "Ana"),
        ("Ana", ["ana"], "Ana 2"),
        ("Ana", ["Ana", "Ana 2", "Ana 4"], "Ana 3"),
        ("W" * 20, ["w" * 20], "W" * 18 + " 2"),
        ("Ana Maria Magdalena X", ["Ana Maria Magdalena X"], "Ana Maria Magdalen 2"),
    ],
)
def test_a_second_one_of_a_name_gets_a_number(name: str, others: list[str], shown: str) -> None:
    assert distinct(name, others) == shown
    assert graphemes(distinct(name, others)) <= 20
