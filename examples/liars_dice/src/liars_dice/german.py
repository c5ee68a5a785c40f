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
    "{seat} [bids|bid] more, or [calls|call] the bluff": (
        "{seat} [bietet|bietest] mehr oder [ruft|rufst] „Gelogen!“"
    ),
    "{seat} [wins|win] the game": "{seat} [gewinnt|gewinnst] das Spiel",
    "Cup": "Becher",
    "Bid": "Gebot",
    "Bid on": "Bieten auf",
    "At least": "Mindestens",
    "All dice": "Alle Würfel",
    "Dice": "Würfel",
    "last bid": "letztes Gebot",
}
