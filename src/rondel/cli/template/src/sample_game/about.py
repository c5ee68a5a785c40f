"""What Sample Game says about itself: the lobby, its own page, the results and link previews read it."""

from typing import Final

from rondel.kernel import About, Named

ABOUT: Final = About(
    blurb="Play cards from a secret hand; the highest card takes the trick.",
    duration="about 5 min",
    how="""## The aim

Take the most tricks.

## A trick

In turn, everybody plays a card from a hand that nobody else sees. The highest card takes the trick, and
its player begins the next one.

## The end

When nobody has cards left, the most tricks win.
""",
    endings={"played_out": "All cards were played."},
    options={"cards": {"label": "Cards", "1": "One card each.", "say": "{value} cards each."}},
    bots={"careful": Named("Careful", "Takes a trick as cheaply as it can.")},
    unit={"one": "trick", "other": "tricks"},
)
