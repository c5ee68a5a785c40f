"""The page of settings is the one that the program makes, and it says something about each."""

from rondel.server.settings import SECTIONS, Settings, described
from tests.docs.settings_page import PAGE, page


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: just settings-page"


def test_each_setting_has_a_meaning_and_a_section() -> None:
    settings = [each for section in described().values() for each in section]

    assert [each.name for each in settings] == [
        name for name in Settings.__struct_fields__ if name != "constants"
    ]
    assert list(described()) == list(SECTIONS.values())
    assert all(each.meaning.endswith(".") and len(each.meaning) > 10 for each in settings)
