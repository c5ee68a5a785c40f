"""What Bramble says about itself, in English and German."""

from typing import Final

from rondel.kernel import About, Named

ENGLISH: Final = About(
    blurb="Lay blooms and a thorn face down, claim how many blooms you can turn over, and bluff.",
    duration="about 20 min",
    how="""## The aim

Win two points. You get one when you turn over as many blooms as you claimed.

## Laying

Everyone has three blooms and a thorn, which nobody else sees. A round starts with one disc from
everyone, face down. Then, in turn, you add a disc to your own stack or make the first claim.

## Claiming

A claim is a number of blooms. After the first one, everyone claims more or passes. When all others
have passed, or the claim is all discs on the table, you turn discs over.

## Turning

Your own stack comes first, from its top. Then you choose: the top disc of any stack that still lies
face down.

- Only blooms: you win a point.
- Your own thorn: you give up a disc of your choice, in secret.
- Another player's thorn: you lose a disc that is drawn blindly.

Without discs you are out. The last one with discs wins.
""",
    endings={
        "points": "Enough points were won.",
        "last_one": "Only one player had discs left.",
    },
    options={"pointsToWin": {"label": "Points to win", "1": "One point wins.", "say": "{value} points win."}},
    bots={"sly": Named("Sly", "Hides its thorn early and drives the claims up.")},
    unit={"one": "point", "other": "points"},
)

GERMAN: Final = About(
    blurb="Lege Blüten und einen Dorn verdeckt aus, sage an, wie viele Blüten du aufdeckst, und bluffe.",
    duration="etwa 20 min",
    how="""## Das Ziel

Gewinne zwei Punkte. Einen bekommst du, wenn du so viele Blüten aufdeckst, wie du angesagt hast.

## Auslegen

Alle haben drei Blüten und einen Dorn, die niemand sonst sieht. Zu Beginn einer Runde legen alle eine
Scheibe verdeckt vor sich. Dann legt ihr reihum noch eine dazu, oder jemand macht die erste Ansage.

## Ansagen

Eine Ansage ist eine Zahl von Blüten. Nach der ersten sagen alle mehr an oder passen. Wenn alle anderen
gepasst haben oder die Ansage alle Scheiben umfasst, deckst du auf.

## Aufdecken

Zuerst dein eigener Stapel, von oben. Danach wählst du: die oberste Scheibe eines Stapels, die noch
verdeckt liegt.

- Nur Blüten: Du gewinnst einen Punkt.
- Dein eigener Dorn: Du gibst eine Scheibe deiner Wahl ab, geheim.
- Ein fremder Dorn: Du verlierst eine Scheibe, die blind gezogen wird.

Ohne Scheiben bist du draußen. Wer als Letztes noch Scheiben hat, gewinnt.
""",
    endings={
        "points": "Die nötigen Punkte sind erreicht.",
        "last_one": "Nur noch eine Person hat Scheiben.",
    },
    options={
        "pointsToWin": {"label": "Punkte", "1": "Ein Punkt gewinnt.", "say": "{value} Punkte gewinnen."}
    },
    bots={"sly": Named("Gerissen", "Legt den Dorn früh und treibt die Ansagen hoch.")},
    unit={"one": "Punkt", "other": "Punkte"},
)
