"""Tokens that were right lately: remembered by their hashes, the newest of them."""

from rondel.server.cells.recent_tokens import RecentTokens


def test_the_newest_are_remembered() -> None:
    tokens = RecentTokens(most=2)
    for token in ("a", "b", "a", "c"):
        tokens.add(token)

    assert "a" in tokens
    assert "b" not in tokens
    assert "c" in tokens


def test_one_that_was_wrong_is_forgotten() -> None:
    tokens = RecentTokens()
    tokens.add("a")

    tokens.discard("a")
    tokens.discard("never seen")

    assert "a" not in tokens


def test_what_is_no_unicode_is_no_error() -> None:
    tokens = RecentTokens()
    tokens.add("\ud800")

    assert "\ud800" in tokens
