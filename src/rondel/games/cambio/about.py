"""What Cambio says about itself, in English and German."""

from collections.abc import Mapping
from typing import Final

from rondel.games.cambio import option_words
from rondel.kernel import About, Named

ENGLISH: Final = About(
    blurb="Four face-down cards. Peek, swap and remember: the lowest score wins.",
    duration="about 10 min",
    how="""## What it is about

Everyone has four cards face down in two rows. You want the lowest score, but you rarely see your own
cards. Remember what you saw, swap what is bad, and call “Cambio” when you think nobody has fewer
points.

## What cards count

The lower, the better:

- Ace: 1 point
- 2 to 10: their number
- Jack and queen: 10 points
- King: 0 points, the best card in the game

## The start

Everyone looks at their own bottom two cards for a few seconds. Then they turn face down again. The top
two stay unknown.

![Only you see your bottom two cards, and only now.](look)

## Your turn

Draw a card from the pile, or take the top card of the discard pile. Then swap it with one of your four
cards. The card that lay there is discarded, face up for everyone.

You may also discard a card from the pile straight away. You must keep a card from the discard pile.

![A 2 was drawn: a good swap for a card that is worth more.](swap)

## Powers

Some cards let you do something when you discard them straight from the pile:

- 7 and 8: look at one of your own cards
- 9 and 10: look at one card of another player
- Jack and queen: swap one of your cards with another player’s; nobody looks
- King: see one of your own cards, picked at random

![A 7 was discarded: choose one of your own cards and look at it.](power)

## Calling Cambio

At the start of your turn you may call “Cambio” instead of drawing. Everyone else gets one more turn.
Then all cards are revealed.

If anyone has fewer points than you, yours are doubled. So call only when you are fairly sure.

![The open 3 is worth taking. After that, a call is close.](take)

## The end

All cards are revealed and counted. The lowest score wins. Ties share the win.

![12 points against 36.](end)

## House rules

A table can change much of this: jokers, other values for kings, snapping (throw in a card of the same
rank as the last discard), shorter turns. The rules of a table are listed beside it.
""",
    endings={
        "cambio": "Final round over.",
        "deck_out": "The cards ran out.",
        "turn_cap": "Turn limit reached.",
        "abandoned": "Abandoned: everyone left. No score.",
    },
    bots={
        "easy": Named(
            "Easy", "Plays on a whim at times, uses no powers, and calls only with a very low hand."
        ),
        "medium": Named("Medium", "Uses powers, and calls as soon as its hand looks low."),
        "hard": Named("Hard", "Counts the cards, watches what you keep, and calls when it is likely to win."),
    },
    options=option_words.ENGLISH,
    house_rules={
        "standard": Named("Standard", "Standard rules, 60 seconds per turn."),
        "quick": Named("Quick", "Standard rules, 20 seconds per turn."),
        "party": Named("Party", "Jokers, snapping, and kings that let you look and swap."),
        "learning": Named("For learning", "No clock; cards you have seen stay marked."),
    },
    unit={"one": "point", "other": "points"},
)

GERMAN: Final = About(
    blurb=(
        "Vier Karten liegen verdeckt vor dir. Ansehen, tauschen, merken: Wer die wenigsten Punkte"
        " hat, gewinnt."
    ),
    duration="etwa 10 min",
    how="""## Worum es geht

Alle haben vier verdeckte Karten in zwei Reihen. Du willst möglichst wenige Punkte, siehst deine eigenen
Karten aber fast nie. Merk dir, was du gesehen hast, tausch weg, was schlecht ist, und ruf „Cambio“,
wenn du glaubst, dass niemand weniger Punkte hat.

## Was Karten zählen

Je weniger, desto besser:

- Ass: 1 Punkt
- 2 bis 10: ihre Zahl
- Bube und Dame: 10 Punkte
- König: nichts. Die beste Karte überhaupt.

## Der Anfang

Alle sehen sich ein paar Sekunden lang ihre unteren zwei Karten an. Dann liegen sie wieder verdeckt. Die
oberen zwei bleiben unbekannt.

![Nur du siehst deine unteren zwei Karten, und nur jetzt.](look)

## Dein Zug

Zieh eine Karte vom Stapel, oder nimm die offene Karte vom Ablagestapel. Tausch sie dann gegen eine
deiner vier Karten. Die Karte, die dort lag, wird offen abgeworfen.

Eine Karte vom Stapel darfst du auch gleich abwerfen. Eine vom Ablagestapel musst du behalten.

![Eine 2 wurde gezogen: ein guter Tausch gegen eine Karte, die mehr zählt.](swap)

## Fähigkeiten

Manche Karten erlauben dir etwas, wenn du sie gleich nach dem Ziehen vom Stapel abwirfst:

- 7 und 8: eine eigene Karte ansehen
- 9 und 10: eine fremde Karte ansehen
- Bube und Dame: eine eigene Karte gegen eine fremde tauschen; niemand sieht hin
- König: eine eigene Karte sehen, die der Zufall wählt

![Eine 7 wurde abgeworfen: Wähle eine eigene Karte und sieh sie dir an.](power)

## Cambio rufen

Zu Beginn deines Zuges darfst du „Cambio“ rufen, statt zu ziehen. Alle anderen haben noch einen Zug.
Dann werden alle Karten aufgedeckt.

Hat jemand weniger Punkte als du, zählen deine doppelt. Ruf also nur, wenn du ziemlich sicher bist.

![Die offene 3 lohnt sich. Danach ist es bis zum Ruf nicht mehr weit.](take)

## Das Ende

Alle Karten werden aufgedeckt und gezählt. Die wenigsten Punkte gewinnen. Bei gleichen Punkten wird
geteilt.

![12 Punkte gegen 36.](end)

## Hausregeln

Ein Tisch kann vieles davon ändern: Joker, andere Werte für Könige, Schnappen (eine Karte vom gleichen
Rang wie die letzte abgeworfene dazuwerfen), kürzere Züge. Die Regeln eines Tisches stehen daneben.
""",
    endings={
        "cambio": "Alle letzten Züge sind gemacht.",
        "deck_out": "Die Karten gingen aus.",
        "turn_cap": "Der letzte erlaubte Zug ist gemacht.",
        "abandoned": "Alle waren zu lange weg; nichts wird aufgedeckt.",
    },
    bots={
        "easy": Named("Leicht", "Spielt manchmal aufs Geratewohl, nutzt keine Fähigkeiten und ruft spät."),
        "medium": Named("Mittel", "Nutzt Fähigkeiten und ruft, sobald wenige Punkte vor ihm liegen."),
        "hard": Named("Schwer", "Zählt mit, achtet auf das, was du behältst, und ruft, wenn es sich lohnt."),
    },
    options=option_words.GERMAN,
    house_rules={
        "standard": Named("Standard", "Die einfachen Regeln, eine Minute für jeden Zug."),
        "quick": Named("Schnell", "Die einfachen Regeln, zwanzig Sekunden für jeden Zug."),
        "party": Named("Party", "Joker, Schnappen außer der Reihe und Könige, die das Gesehene tauschen."),
        "learning": Named(
            "Zum Lernen", "Keine Uhren, und was du gesehen hast, bleibt auf den Karten stehen."
        ),
    },
    unit={"one": "Punkt", "other": "Punkte"},
)

ABOUT: Final[Mapping[str, About]] = {"en": ENGLISH, "de": GERMAN}
