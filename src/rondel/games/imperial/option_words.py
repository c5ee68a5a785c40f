"""The house rules of Imperial in words, in English and German."""

from collections.abc import Mapping
from typing import Final

ENGLISH: Final[Mapping[str, Mapping[str, str]]] = {
    "setup": {
        "label": "Rondel and prices",
        "standard": "Alternative rondel and prices.",
        "classic": "Rondel and prices of the board game.",
    },
    "ninthStock": {
        "label": "A ninth bond",
        "true": "There is a ninth bond at $30.",
        "false": "Eight bonds for each nation.",
    },
    "start": {
        "label": "How the game starts",
        "sealed-bid": "Sealed-bid auction.",
        "fixed": "Bonds are dealt at random.",
    },
    "governance": {
        "label": "Government",
        "democracy": "A leader without half of the bonds can be outvoted.",
        "dictator": "The leader of a nation decides alone.",
    },
    "openBallots": {
        "label": "Open votes",
        "true": "Everyone sees each vote and the count during a vote.",
        "false": "Votes are secret until a side has won.",
    },
    "investorCard": {
        "label": "The investor card",
        "true": "The investor card decides who may buy.",
        "false": "Everyone may buy after every turn.",
    },
    "swissOrder": {
        "label": "Order of the Swiss Bank",
        "backward": "The Swiss Bank buys in reverse player order.",
        "forward": "The Swiss Bank buys in player order.",
    },
    "endgameAutoPass": {
        "label": "Taxation that ends the game",
        "true": "Taxation that ends the game needs no vote.",
        "false": "Taxation that ends the game may be voted on.",
    },
    "mountains": {
        "label": "Mountains",
        "true": "The border between Berlin and Prague is closed.",
        "false": "No border is closed.",
    },
    "maxRounds": {
        "label": "Round limit",
        "say": "The game ends after {value} rounds at most.",
    },
    "timed": {
        "label": "Clock",
        "true": "There is a clock.",
        "false": "There is no clock.",
    },
    "banked": {
        "label": "Starting time (seconds)",
        "say": "{value} seconds each to start.",
    },
    "increment": {
        "label": "Extra time per move (seconds)",
        "say": "+{value} seconds per move.",
    },
    "bankCap": {
        "label": "Limit on saved time",
        "true": "Saved time is capped at the starting time.",
        "false": "Saved time has no limit.",
    },
    "pauseBy": {
        "label": "Pausing the clock",
        "anyone": "Any player can pause the clock.",
        "house": "Players cannot pause the clock.",
    },
    "autoActionSeconds": {
        "label": "Automatic move after (seconds)",
        "say": "Automatic move after {value} seconds.",
        "null": "No automatic moves.",
    },
    "mailAtOnce": {
        "label": "Notify players immediately",
        "true": (
            "Players get an email, and their other notifications, as soon as it is their "
            "turn. Emails have a daily limit, shown under You."
        ),
        "false": "Players get an email, and their other notifications, if they have not moved after a while.",
    },
}

GERMAN: Final[Mapping[str, Mapping[str, str]]] = {
    "setup": {
        "label": "Rondell und Preise",
        "standard": "Anderes Rondell, andere Preise.",
        "classic": "Rondell und Preise des Brettspiels.",
    },
    "ninthStock": {
        "label": "Eine neunte Anleihe",
        "true": "Es gibt eine neunte Anleihe zu $30.",
        "false": "Acht Anleihen für jedes Land.",
    },
    "start": {
        "label": "Wie es beginnt",
        "sealed-bid": "Es beginnt mit verdeckten Geboten.",
        "fixed": "Es beginnt mit zugelosten Anleihen.",
    },
    "governance": {
        "label": "Regierung",
        "democracy": "Wer weniger als die Hälfte hält, muss mit Gegenvorschlag und Abstimmung rechnen.",
        "dictator": "Wer ein Land führt, entscheidet allein.",
    },
    "openBallots": {
        "label": "Offene Abstimmung",
        "true": "Alle sehen jede Stimme, wer sie abgab und den Stand, solange abgestimmt wird.",
        "false": "Stimmen bleiben verdeckt, bis eine Seite gewonnen hat.",
    },
    "investorCard": {
        "label": "Die Investorkarte",
        "true": "Die Investorkarte sagt, wer kaufen darf.",
        "false": "Nach jedem Zug dürfen alle kaufen.",
    },
    "swissOrder": {
        "label": "Reihenfolge der Schweizer Bank",
        "backward": "Die Schweizer Bank kauft gegen die Reihenfolge.",
        "forward": "Die Schweizer Bank kauft der Reihe nach.",
    },
    "endgameAutoPass": {
        "label": "Steuern, die das Spiel beenden",
        "true": "Über Steuern, die das Spiel beenden, wird nicht abgestimmt.",
        "false": "Auch über Steuern, die das Spiel beenden, kann abgestimmt werden.",
    },
    "mountains": {
        "label": "Gebirge",
        "true": "Die Grenze zwischen Berlin und Prag ist geschlossen.",
        "false": "Keine Grenze ist geschlossen.",
    },
    "maxRounds": {
        "label": "Runden höchstens",
        "say": "Das Spiel endet nach höchstens {value} Runden.",
    },
    "timed": {
        "label": "Uhr",
        "true": "Es gibt eine Uhr.",
        "false": "Es gibt keine Uhr.",
    },
    "banked": {
        "label": "Sekunden zu Beginn",
        "say": "Alle beginnen mit {value} Sekunden.",
    },
    "increment": {
        "label": "Sekunden je Zug",
        "say": "Jeder Zug bringt {value} Sekunden.",
    },
    "bankCap": {
        "label": "Obergrenze für gesparte Zeit",
        "true": "Niemand spart mehr Zeit an, als er zu Beginn hatte.",
        "false": "Gesparte Zeit sammelt sich ohne Obergrenze an.",
    },
    "pauseBy": {
        "label": "Wer anhalten darf",
        "anyone": "Alle dürfen die Uhr anhalten.",
        "house": "Nur das Haus darf die Uhr anhalten.",
    },
    "autoActionSeconds": {
        "label": "Sekunden, bis das Haus zieht",
        "say": "Das Haus zieht nach {value} Sekunden.",
        "null": "Das Haus zieht für niemanden.",
    },
    "mailAtOnce": {
        "label": "Sofort Bescheid geben",
        "true": (
            "Wer am Zug ist, bekommt sofort eine E-Mail und jeden anderen Hinweis, den er "
            "gewählt hat. Für E-Mails gilt die Tagesgrenze, die unter Du steht."
        ),
        "false": (
            "Wer nach einer Weile nicht gezogen hat, bekommt eine E-Mail und jeden anderen "
            "Hinweis, den er gewählt hat."
        ),
    },
}
