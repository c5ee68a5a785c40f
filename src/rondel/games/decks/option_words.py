"""The house rules of Deck Planner in words, in English and German."""

from collections.abc import Mapping
from typing import Final

ENGLISH: Final[Mapping[str, Mapping[str, str]]] = {
    "deck": {
        "label": "Deck",
        "standard-52": "The standard deck of 52 cards.",
        "short-26": "The short deck: spades and hearts.",
        "starter-12": "The starter deck: twelve actions.",
    },
    "handSize": {
        "label": "Hand size",
        "say": "Hands of {value} cards.",
    },
    "discardCount": {
        "label": "Discards per hand",
        "0": "Nothing is discarded.",
        "say": "{value} cards of each hand are discarded.",
    },
    "planWithoutDiscard": {
        "label": "Planning without a discard",
        "true": "Hands are planned even if nothing is discarded.",
        "false": "Without a discard there is nothing to plan.",
    },
    "onRefusal": {
        "label": "Invalid actions",
        "ignore": "Ignore invalid actions.",
        "report": "Explain invalid actions.",
    },
    "turnLimit": {
        "label": "Turns",
        "0": "Any number of turns.",
        "say": "It ends after {value} turns.",
    },
    "idleCloseMs": {
        "label": "Closing automatically",
        "0": "It never closes automatically.",
        "say": "It closes automatically after {value} without a move.",
    },
}

GERMAN: Final[Mapping[str, Mapping[str, str]]] = {
    "deck": {
        "label": "Deck",
        "standard-52": "Das Standarddeck mit 52 Karten.",
        "short-26": "Das kurze Deck: Pik und Herz.",
        "starter-12": "Das Einsteigerdeck: zwölf Aktionen.",
    },
    "handSize": {
        "label": "Handgröße",
        "say": "Hände mit {value} Karten.",
    },
    "discardCount": {
        "label": "Abwürfe je Hand",
        "0": "Nichts wird abgeworfen.",
        "say": "Von jeder Hand werden {value} Karten abgeworfen.",
    },
    "planWithoutDiscard": {
        "label": "Planen ohne Abwerfen",
        "true": "Auch ohne Abwerfen wird geplant.",
        "false": "Ohne Abwerfen gibt es nichts zu planen.",
    },
    "onRefusal": {
        "label": "Was nicht erlaubt ist",
        "ignore": "Was nicht erlaubt ist, bleibt ohne Wirkung.",
        "report": "Was nicht erlaubt ist, wird mit dem Grund beantwortet.",
    },
    "turnLimit": {
        "label": "Züge",
        "0": "Beliebig viele Züge.",
        "say": "Nach {value} Zügen ist Schluss.",
    },
    "idleCloseMs": {
        "label": "Schließt von selbst",
        "0": "Er schließt nie von selbst.",
        "say": "Er schließt von selbst nach {value} ohne Zug.",
    },
}
