"""Liar's Dice in German words: sentences by tag, and what a Scene says, by its English text."""

from typing import Final

GERMAN: Final = {
    "BID": "{count} × {face} bieten",
    "CALL_LIAR": "Gelogen! Aufdecken",
    "DICE_GIVEN": "Alle haben {count} Würfel",
    "ROUND_BEGUN": "Neue Würfel: {firstSeat} [bietet|bietest] zuerst",
    "DICE_ROLLED": "",
    "DICE_ROLLED_TO_YOU": "Du würfelst {dice}",
    "BID_MADE": "{seat} [bietet|bietest] {count} × {face}",
    "CUP_LIFTED": "{seat} [zeigt|zeigst] {dice}",
    "DIE_LOST": "{seat} [verliert|verlierst] einen Würfel",
    "GAME_ENDED": "Das Spiel ist aus",
    "{seat} [makes|make] the first bid": "{seat} [macht|machst] das erste Gebot",
    "{seat} [raises|raise] the bid or [challenges|challenge]": (
        "{seat} [bietet|bietest] mehr oder [ruft|rufst] „Gelogen!“"
    ),
    "{seat} [wins|win] the game": "{seat} [gewinnt|gewinnst] das Spiel",
    "Cup": "Becher",
    "Bid": "Gebot",
    "Bid a face": "Bieten auf",
    "Count": "Anzahl",
    "Dice in play": "Würfel im Spiel",
    "Dice": "Würfel",
    "last bid": "letztes Gebot",
}
