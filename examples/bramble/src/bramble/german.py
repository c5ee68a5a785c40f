"""Bramble in German words: sentences by tag, and what a Scene says, by its English text."""

from typing import Final

GERMAN: Final = {
    "LAY": "{disc} legen",
    "CLAIM": "{count} ansagen",
    "PASS": "Passen",
    "TURN": "Scheibe von {ownerSeat} aufdecken",
    "GIVE_UP": "{disc} abgeben",
    "ROUND_BEGUN": "Neue Runde: {firstSeat} [beginnt|beginnst]",
    "DISC_LAID": "{seat} [legt|legst] eine Scheibe",
    "DISC_LAID_TO_YOU": "",
    "CLAIM_MADE": "{seat} [sagt|sagst] {count} an",
    "CLAIM_PASSED": "{seat} passt",
    "CHALLENGE_BEGUN": "{seat} [muss|musst] die Blüten zeigen",
    "DISC_TURNED": "{seat} [deckt|deckst] auf: {disc} ({ownerSeat})",
    "DISC_LOST": "{seat} [verliert|verlierst] eine Scheibe",
    "DISC_LOST_TO_YOU": "Weg ist: {disc}",
    "POINT_WON": "{seat} [gewinnt|gewinnst] einen Punkt",
    "GAME_ENDED": "Das Spiel ist aus",
    "Everyone lays a disc face down": "Alle legen eine Scheibe verdeckt ab",
    "{seat} [lays|lay] another disc, or [claims|claim] a number of blooms": (
        "{seat} [legt|legst] noch eine Scheibe oder [sagt|sagst] eine Zahl Blüten an"
    ),
    "{seat} [claims|claim] more, or [passes|pass]": "{seat} [sagt|sagst] mehr an oder passt",
    "{seat} [reveals|reveal] discs": "{seat} [deckt|deckst] Scheiben auf",
    "{seat} hit [their|your] own thorn and must give up a disc": (
        "{seat} [traf|trafst] auf den eigenen Dorn und [muss|musst] eine Scheibe abgeben"
    ),
    "{seat} [wins|win] the game": "{seat} [gewinnt|gewinnst] das Spiel",
    "bloom": "Blüte",
    "thorn": "Dorn",
    "Stack": "Stapel",
    "Hand": "Hand",
    "Lost": "Verloren",
    "Points": "Punkte",
    "Discs laid": "Gelegte Scheiben",
    "Claim": "Ansage",
    "Revealed": "Aufgedeckt",
    "passed": "gepasst",
    "highest claim": "höchste Ansage",
}
