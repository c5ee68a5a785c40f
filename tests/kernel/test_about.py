"""What a game says about itself, in the language of its reader."""

from rondel.kernel import About, about_in

ENGLISH = About(blurb="Guess the number.")
GERMAN = About(blurb="Rate die Zahl.")


def test_a_language_that_the_game_has_not_is_english() -> None:
    about = {"en": ENGLISH, "de": GERMAN}

    assert about_in(about, "de") is GERMAN
    assert about_in(about, "fr") is ENGLISH
    assert about_in({"de": GERMAN}, "fr") == About()
    assert about_in({}, "en") == About()
