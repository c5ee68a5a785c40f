"""The house rules of Cambio in words, in English and German."""

from collections.abc import Mapping
from typing import Final

ENGLISH: Final[Mapping[str, Mapping[str, str]]] = {
    "firstSeat": {
        "label": "Who plays first",
        "0": "Seat 1 plays first.",
        "say": "Seat {value} plays first.",
        "random": "Random first player.",
    },
    "jokers": {
        "label": "Jokers",
        "0": "No jokers.",
        "2": "Two jokers, without a power.",
    },
    "jokerValue": {
        "label": "A joker counts",
        "0": "A joker counts 0.",
        "-1": "A joker counts −1.",
    },
    "redKing": {
        "label": "Red kings count",
        "0": "Red kings count 0.",
        "-1": "Red kings count −1.",
        "-2": "Red kings count −2.",
    },
    "blackKing": {
        "label": "Black kings count",
        "0": "Black kings count 0.",
        "10": "Black kings count 10.",
        "13": "Black kings count 13.",
        "20": "Black kings count 20.",
    },
    "faceValues": {
        "label": "Jack and Queen",
        "ten": "Jack and Queen count 10 each.",
        "rising": "A Jack counts 11, a Queen 12.",
    },
    "discardDraw": {
        "label": "Drawing from the discard pile",
        "true": "The top discard may be drawn.",
        "false": "Cards are drawn from the pile only.",
    },
    "powerTrigger": {
        "label": "When powers apply",
        "drawn_from_deck": "Only when you discard a card straight from the pile.",
        "any_discard": "Also when a swap discards a card.",
    },
    "compulsoryPowers": {
        "label": "Powers must be used",
        "true": "A power must be used.",
        "false": "A power may be skipped.",
    },
    "blindSwapAnyTwo": {
        "label": "Swapping any two cards",
        "true": "Jack and Queen swap cards of any two players.",
        "false": "Jack and Queen swap one of yours with an opponent's.",
    },
    "kingPower": {
        "label": "The King",
        "look_random": "A King shows you one of your cards, picked at random.",
        "look_choose": "A King shows you one of your cards that you choose.",
        "look_and_swap": "A King shows you one of yours and one of an opponent's, and you may swap them.",
    },
    "callerLocked": {
        "label": "The caller's cards",
        "true": "The caller's cards are locked.",
        "false": "The caller's cards stay in play.",
    },
    "minTurnsBeforeCall": {
        "label": "Turns before a call",
        "0": "You can call from the first turn.",
        "say": "You can call after {value} turns of your own.",
    },
    "callLimit": {
        "label": "Most points for a call",
        "say": "To call, you must know all your cards and have at most {value} points.",
        "null": "Anyone can call.",
    },
    "tieRule": {
        "label": "Equal points",
        "shared": "Ties share the win.",
        "caller": "The caller wins ties.",
        "others": "The caller loses ties.",
    },
    "penalty": {
        "label": "A wrong call",
        "double": "A caller without the lowest score is doubled.",
        "plus10": "A caller without the lowest score gets +10.",
        "none": "A wrong call costs nothing.",
    },
    "deckOut": {
        "label": "When the pile is empty",
        "reshuffle": "Reshuffle the discard pile.",
        "endRound": "The game ends.",
    },
    "maxTurns": {
        "label": "Turn limit",
        "say": "The game ends after {value} turns at most.",
    },
    "snap": {
        "label": "Snapping",
        "off": "No snapping.",
        "first": "Match the discard's rank to snap it; first player only.",
        "chain": "Match the discard's rank to snap it; snaps can chain.",
    },
    "snapOthers": {
        "label": "Snapping others' cards",
        "true": "You may snap others' cards and give one of yours.",
        "false": "You can snap only your own cards.",
    },
    "wrongSnapCards": {
        "label": "A wrong snap",
        "1": "A wrong snap costs one card.",
        "2": "A wrong snap costs two cards.",
    },
    "emptyHand": {
        "label": "No cards left",
        "zero": "A player without cards plays on.",
        "autoCall": "A player without cards calls Cambio automatically.",
    },
    "initialViewMs": {
        "label": "First look",
        "say": "Everyone looks at two cards for {value}.",
    },
    "turnMs": {
        "label": "Time for a turn",
        "0": "No time limit per turn.",
        "say": "{value} per turn.",
    },
    "powerDecisionMs": {
        "label": "Time for a power",
        "0": "No time limit for powers.",
        "say": "{value} to use a power.",
    },
    "peekMs": {
        "label": "Peeks",
        "say": "Peeks last {value}.",
    },
    "snapWindowMs": {
        "label": "Time to snap",
        "say": "{value} to snap.",
    },
    "disconnectGraceMs": {
        "label": "Time to reconnect",
        "say": "{value} to reconnect.",
    },
    "botTakeover": {
        "label": "Bots replace absent players",
        "true": "Bots replace absent players.",
        "false": "Absent players are skipped.",
    },
    "botTakeoverMs": {
        "label": "Time until a bot takes over",
        "say": "A bot takes over after {value}.",
    },
    "abandonAfterMs": {
        "label": "Time until the game is abandoned",
        "say": "The game is abandoned if everyone is away for {value}.",
    },
    "memoryAid": {
        "label": "Memory aid",
        "true": "The cards you know are marked.",
        "false": "You must remember your cards yourself.",
    },
}

GERMAN: Final[Mapping[str, Mapping[str, str]]] = {
    "firstSeat": {
        "label": "Wer beginnt",
        "0": "Platz 1 beginnt.",
        "say": "Platz {value} beginnt.",
        "random": "Der Zufall bestimmt, wer beginnt.",
    },
    "jokers": {
        "label": "Joker",
        "0": "Ohne Joker.",
        "2": "Zwei Joker, ohne Fähigkeit.",
    },
    "jokerValue": {
        "label": "Ein Joker zählt",
        "0": "Ein Joker zählt 0.",
        "-1": "Ein Joker zählt −1.",
    },
    "redKing": {
        "label": "Rote Könige zählen",
        "0": "Rote Könige zählen 0.",
        "-1": "Rote Könige zählen −1.",
        "-2": "Rote Könige zählen −2.",
    },
    "blackKing": {
        "label": "Schwarze Könige zählen",
        "0": "Schwarze Könige zählen 0.",
        "10": "Schwarze Könige zählen 10.",
        "13": "Schwarze Könige zählen 13.",
        "20": "Schwarze Könige zählen 20.",
    },
    "faceValues": {
        "label": "Bube und Dame",
        "ten": "Bube und Dame zählen je 10.",
        "rising": "Ein Bube zählt 11, eine Dame 12.",
    },
    "discardDraw": {
        "label": "Von der Ablage nehmen",
        "true": "Die oberste abgelegte Karte darf genommen werden.",
        "false": "Gezogen wird nur vom Stapel.",
    },
    "powerTrigger": {
        "label": "Wann eine Fähigkeit gilt",
        "drawn_from_deck": "Eine Fähigkeit gilt, wenn eine Karte vom Stapel abgeworfen wird.",
        "any_discard": "Eine Fähigkeit gilt auch, wenn eine Karte durch Tausch die Hand verlässt.",
    },
    "compulsoryPowers": {
        "label": "Fähigkeiten müssen genutzt werden",
        "true": "Eine Fähigkeit muss genutzt werden.",
        "false": "Auf eine Fähigkeit darf man verzichten.",
    },
    "blindSwapAnyTwo": {
        "label": "Beliebige zwei Karten tauschen",
        "true": "Bube und Dame tauschen Karten von zwei beliebigen Personen.",
        "false": "Bube und Dame tauschen eine eigene gegen eine fremde.",
    },
    "kingPower": {
        "label": "Der König",
        "look_random": "Ein König zeigt dir eine eigene Karte, die der Zufall wählt.",
        "look_choose": "Ein König zeigt dir eine eigene Karte deiner Wahl.",
        "look_and_swap": "Ein König zeigt dir eine eigene und eine fremde, und du darfst sie tauschen.",
    },
    "callerLocked": {
        "label": "Die Karten nach dem Ruf",
        "true": "Die Karten dessen, der gerufen hat, darf niemand anrühren.",
        "false": "Die Karten dessen, der gerufen hat, sind im Spiel wie andere.",
    },
    "minTurnsBeforeCall": {
        "label": "Züge vor dem Ruf",
        "0": "Cambio darf man vom ersten Zug an rufen.",
        "say": "Cambio darf man nach {value} eigenen Zügen rufen.",
    },
    "callLimit": {
        "label": "Höchstens so viele Punkte für den Ruf",
        "say": "Zum Rufen muss man alle eigenen Karten kennen und höchstens {value} Punkte haben.",
        "null": "Rufen darf man mit beliebig vielen Punkten.",
    },
    "tieRule": {
        "label": "Gleich viele Punkte",
        "shared": "Bei gleich vielen Punkten gewinnen alle gemeinsam.",
        "caller": "Bei gleich vielen Punkten gewinnt allein, wer gerufen hat.",
        "others": "Bei gleich vielen Punkten verliert, wer gerufen hat.",
    },
    "penalty": {
        "label": "Ein falscher Ruf",
        "double": "Wer ohne die wenigsten Punkte ruft, zählt doppelt.",
        "plus10": "Wer ohne die wenigsten Punkte ruft, bekommt zehn dazu.",
        "none": "Ein falscher Ruf kostet nichts.",
    },
    "deckOut": {
        "label": "Wenn der Stapel leer ist",
        "reshuffle": "Ein leerer Stapel wird aus der Ablage neu gemischt.",
        "endRound": "Ein leerer Stapel beendet das Spiel.",
    },
    "maxTurns": {
        "label": "Höchstens so viele Züge",
        "say": "Nach spätestens {value} Zügen ist Schluss.",
    },
    "snap": {
        "label": "Schnappen",
        "off": "Ohne Schnappen.",
        "first": "Wer denselben Wert hat wie die abgelegte Karte, darf schnappen; der Erste zählt.",
        "chain": "Wer denselben Wert hat wie die abgelegte Karte, darf schnappen, und so weiter.",
    },
    "snapOthers": {
        "label": "Fremde Karten schnappen",
        "true": "Man darf fremde Karten schnappen und gibt dafür eine eigene.",
        "false": "Man schnappt nur eigene Karten.",
    },
    "wrongSnapCards": {
        "label": "Falsch geschnappt",
        "1": "Falsch zu schnappen kostet eine Karte.",
        "2": "Falsch zu schnappen kostet zwei Karten.",
    },
    "emptyHand": {
        "label": "Keine Karten mehr",
        "zero": "Wer keine Karten mehr hat, spielt weiter.",
        "autoCall": "Wer keine Karten mehr hat, ruft sofort Cambio.",
    },
    "initialViewMs": {
        "label": "Der erste Blick",
        "say": "Alle sehen {value} lang zwei Karten an.",
    },
    "turnMs": {
        "label": "Zeit für einen Zug",
        "0": "Ein Zug darf beliebig lange dauern.",
        "say": "Ein Zug dauert höchstens {value}.",
    },
    "powerDecisionMs": {
        "label": "Zeit für eine Fähigkeit",
        "0": "Eine Fähigkeit wartet beliebig lange.",
        "say": "Eine Fähigkeit wartet {value}.",
    },
    "peekMs": {
        "label": "Ein Blick",
        "say": "Ein Blick dauert {value}.",
    },
    "snapWindowMs": {
        "label": "Zeit zum Schnappen",
        "say": "Zum Schnappen hat man {value}.",
    },
    "disconnectGraceMs": {
        "label": "Nachsicht bei verlorener Verbindung",
        "say": "Eine verlorene Verbindung wird {value} lang verziehen.",
    },
    "botTakeover": {
        "label": "Bots für Abwesende",
        "true": "Ein Bot spielt für den, der weg ist.",
        "false": "Niemand spielt für den, der weg ist.",
    },
    "botTakeoverMs": {
        "label": "Bis ein Bot übernimmt",
        "say": "Nach {value} übernimmt ein Bot.",
    },
    "abandonAfterMs": {
        "label": "Bis ein Tisch verlassen ist",
        "say": "Sind alle {value} lang weg, gilt der Tisch als verlassen.",
    },
    "memoryAid": {
        "label": "Gedächtnishilfe",
        "true": "Karten, die du kennst, sind markiert.",
        "false": "Deine Karten musst du dir selbst merken.",
    },
}
