"""The Deck Planner's first hand: discard two cards, put three in order, lock, end the turn.

With this seed the hand is Rest, Gather, Feast, Scout, Build.
"""

from typing import Final

from rondel.games.decks.actions import (
    ConfirmDiscard,
    EndTurn,
    LockPlayOrder,
    SelectForPlayOrder,
    ToggleCardSelection,
)
from rondel.games.decks.options import Options
from rondel.kernel import Hint, Lesson, LessonStep, SeatSpec

REST: Final = "60348842-b260-42c1-a1c0-e1319dd4d4af"
GATHER: Final = "4ac12368-42c2-4fcd-b03c-1ac869e599e0"
FEAST: Final = "928d7f1f-cb2e-44d2-842a-e3b8c4b6aa32"
SCOUT: Final = "a1912950-6f04-4e8f-b140-d764e384057d"
BUILD: Final = "f4b8de9a-eb74-48ef-b8dc-a2437602ca01"


def _hint(at: str, en: str, de: str) -> Hint:
    return Hint(at, {"en": en, "de": de})


LESSON: Final = Lesson(
    seed="decks 7468",
    options=Options(deck="starter-12", turn_limit=1, idle_close_ms=86_400_000),
    seat_specs=(SeatSpec("human", None),),
    steps=(
        LessonStep(
            0,
            ToggleCardSelection(REST),
            (
                _hint(
                    "hand",
                    "This is your hand. Plan a turn: discard two cards, then put the other three in order.",
                    "Das ist deine Hand. Du planst einen Zug: Zwei Karten gehen weg, die anderen "
                    "drei bekommen "
                    "eine Reihenfolge.",
                ),
                _hint(
                    "card:0",
                    "First choose what to discard. Press “Rest”.",
                    "Wähle zuerst, was weggeht. Drück „Rest“.",
                ),
            ),
            {
                "en": "You could discard another card, but here it is “Rest”, the first one.",
                "de": "Auch eine andere könnte gehen, aber hier ist es „Rest“, die erste.",
            },
        ),
        LessonStep(
            0,
            ToggleCardSelection(FEAST),
            (
                _hint(
                    "card:2",
                    "A cross marks it. The second card to discard is “Feast”.",
                    "Ein Kreuz zeigt es an. Als zweite geht „Feast“.",
                ),
            ),
            {
                "en": "You must discard two cards. The second one is “Feast”, in the middle.",
                "de": "Zwei Karten müssen gehen. Die zweite ist „Feast“, in der Mitte.",
            },
        ),
        LessonStep(
            0,
            ConfirmDiscard(),
            (
                _hint(
                    "confirm",
                    "Until now you could change your mind. Confirm, and both cards are discarded.",
                    "Bis jetzt konntest du es dir anders überlegen. Bestätige, und beide Karten sind "
                    "abgeworfen.",
                ),
            ),
            {
                "en": "Both cards are chosen. Confirm the discard.",
                "de": "Beide Karten sind gewählt. Bestätige.",
            },
        ),
        LessonStep(
            0,
            SelectForPlayOrder(SCOUT),
            (
                _hint(
                    "card:1",
                    "Three cards stay. Now plan what comes first: press “Scout”.",
                    "Drei Karten bleiben. Plane jetzt, was zuerst kommt: Drück „Scout“.",
                ),
            ),
            {
                "en": "Look before you build: “Scout” comes first.",
                "de": "Erst sehen, dann bauen: „Scout“ kommt zuerst.",
            },
        ),
        LessonStep(
            0,
            SelectForPlayOrder(GATHER),
            (
                _hint(
                    "card:0",
                    "It has the number 1. Press “Gather” to make it number 2.",
                    "Sie hat die Nummer 1. Drück „Gather“, das wird Nummer 2.",
                ),
            ),
            {
                "en": "You need something to build with: “Gather” comes second.",
                "de": "Zum Bauen brauchst du etwas: „Gather“ kommt als Zweites.",
            },
        ),
        LessonStep(
            0,
            SelectForPlayOrder(BUILD),
            (
                _hint(
                    "card:2",
                    "And “Build” last. Press a numbered card again to undo it.",
                    "Und „Build“ zuletzt. Noch einmal drücken nähme eine Nummer zurück.",
                ),
            ),
            {
                "en": "Only “Build” has no number yet: press it.",
                "de": "Nur „Build“ hat noch keine Nummer: Drück sie.",
            },
        ),
        LessonStep(
            0,
            LockPlayOrder(),
            (
                _hint(
                    "lock",
                    "Every card has a number. Lock the plan: after that it cannot change.",
                    "Jede Karte hat ihren Platz. Leg den Plan fest: Danach bleibt er so.",
                ),
            ),
            {
                "en": "The plan is complete. Lock it.",
                "de": "Der Plan ist fertig. Leg ihn fest.",
            },
        ),
        LessonStep(
            0,
            EndTurn(),
            (
                _hint(
                    "end",
                    "You would now play your cards in this order. End the turn: the hand is discarded, and "
                    "in a real plan a new one is dealt.",
                    "Jetzt würdest du deine Karten so ausspielen. Beende den Zug: Die Hand wandert zum "
                    "Ablagestapel, und in einem echten Plan gibt es eine neue.",
                ),
            ),
            {
                "en": "All that is left is to end the turn.",
                "de": "Jetzt bleibt nur noch, den Zug zu beenden.",
            },
        ),
    ),
    closing=(
        _hint(
            "strip",
            "That was a whole turn. In your own plan you choose the deck, the hand size and the number of "
            "discards.",
            "Das war ein ganzer Zug. In deinem eigenen Plan wählst du das Deck, die Größe der Hand "
            "und wie viele "
            "Karten weggehen.",
        ),
    ),
)
