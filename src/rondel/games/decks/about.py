"""What Deck Planner says about itself, in English and German."""

from collections.abc import Mapping
from typing import Final

from rondel.games.decks import option_words
from rondel.kernel import About, Named

ENGLISH: Final = About(
    blurb="Plan a turn of any card game: discard, put the rest in order, lock it in.",
    duration="a few minutes",
    how="""## What it is for

The Deck Planner is a tool for one: it shuffles a deck, deals you a hand, and helps you to plan the
order in which you will play it. Use it beside a card game of your own, or to try a deck out.

## 1. Discard

A hand is dealt. Choose the cards that you do not want; the strip above says how many must go. A cross
marks them. Press a card again to keep it after all. Then confirm.

![Two cards are chosen and can be discarded.](discard)

## 2. Plan

Press the cards that are left in the order in which you want to play them. Each gets its number. Press a
card again to undo its number, or clear them all.

![Two cards have a number, one does not yet.](plan)

## 3. Lock and end the turn

When every card has a number, lock the plan: from then on it stays as it is. End the turn, and the next
hand is dealt. When the pile is empty, the discard pile is shuffled.

![The plan is locked.](locked)

## Your own deck

In the settings you choose how many cards a hand has, how many must go, and which deck is used: a
standard deck of 52 cards, a short one, a starter deck, or a list of your own names. You can save where
you are and load it later.

## Undo

You can undo each step until a new hand is dealt or the plan is locked.
""",
    endings={
        "closed": "Closed.",
        "turn_limit": "The last turn was played.",
        "idle": "Closed, because nobody used it.",
    },
    options=option_words.ENGLISH,
    house_rules={
        "standard": Named("Standard", "A deck of 52 cards: a hand of five, two to discard."),
        "quick": Named("Quick", "A short deck of 26 cards: a hand of three, one to discard."),
        "learning": Named("For learning", "A starter deck of twelve cards."),
    },
)

GERMAN: Final = About(
    title="Deckplaner",
    blurb=(
        "Plane einen Zug deines eigenen Kartenspiels: Karten abwerfen, den Rest ordnen, den Plan festlegen."
    ),
    duration="ein paar Minuten",
    how="""## Wofür er da ist

Der Deckplaner ist ein Werkzeug für eine Person: Er mischt ein Deck, gibt dir eine Hand und hilft dir,
die Reihenfolge zu planen, in der du sie spielst. Nimm ihn neben einem eigenen Kartenspiel, oder um ein
Deck auszuprobieren.

## 1. Abwerfen

Eine Hand wird gegeben. Wähle die Karten, die du nicht willst; der Streifen darüber sagt, wie viele weg
müssen. Ein Kreuz zeigt sie an. Drück eine Karte noch einmal, um sie doch zu behalten. Dann bestätige.

![Zwei Karten sind gewählt und können abgeworfen werden.](discard)

## 2. Planen

Drück die übrigen Karten in der Reihenfolge, in der du sie spielen willst. Jede bekommt ihre Nummer.
Drück eine Karte noch einmal, um ihre Nummer zurückzunehmen, oder leere alles.

![Zwei Karten haben eine Nummer, eine noch nicht.](plan)

## 3. Festlegen und den Zug beenden

Wenn jede Karte eine Nummer hat, leg den Plan fest: Von da an bleibt er so. Beende den Zug, und die
nächste Hand wird gegeben. Ist der Stapel leer, wird der Ablagestapel gemischt.

![Der Plan ist festgelegt.](locked)

## Dein eigenes Deck

In den Einstellungen wählst du, wie viele Karten eine Hand hat, wie viele weg müssen und welches Deck
benutzt wird: ein normales mit 52 Karten, ein kurzes, ein Starterdeck oder eine Liste mit eigenen Namen.
Du kannst den Stand speichern und später laden.

## Zurücknehmen

Bis eine neue Hand gegeben oder der Plan festgelegt ist, lässt sich jeder Schritt zurücknehmen.
""",
    endings={
        "closed": "Geschlossen.",
        "turn_limit": "Der letzte Zug ist gespielt.",
        "idle": "Geschlossen, weil ihn niemand benutzt hat.",
    },
    options=option_words.GERMAN,
    house_rules={
        "standard": Named("Standard", "Ein Deck mit 52 Karten: fünf auf der Hand, zwei zum Abwerfen."),
        "quick": Named("Schnell", "Ein kurzes Deck mit 26 Karten: drei auf der Hand, eine zum Abwerfen."),
        "learning": Named("Zum Lernen", "Ein Einsteigerdeck mit zwölf Karten."),
    },
)

ABOUT: Final[Mapping[str, About]] = {"en": ENGLISH, "de": GERMAN}
