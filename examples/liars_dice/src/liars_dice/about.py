"""What Liar's Dice says about itself, in English and German."""

from typing import Final

from rondel.kernel import About, Named

ENGLISH: Final = About(
    blurb="Bid on all the dice while you see only your own, and catch the bid that is too high.",
    duration="about 15 min",
    how="""## The aim

Be the last one with dice.

## Bidding

Everyone rolls five dice under a cup and looks at no others. In turn you bid: at least this many dice
under all cups show this face. Each bid is higher than the last: more dice, or as many of a higher face.
Ones count as every face, unless the table chose otherwise.

## Calling

Instead of bidding you may call the last bidder a liar. Then all cups are lifted:

- There are fewer such dice than were bid: the bidder loses a die.
- There are enough: you lose one.

Everyone rolls again, and the player who lost a die goes first. Without dice you are out.
""",
    endings={"last_one": "Only one player had dice left."},
    options={
        "dice": {"label": "Dice", "1": "One die each.", "say": "{value} dice each."},
        "onesAreWild": {
            "label": "Ones are wild",
            "true": "Ones count as every face.",
            "false": "Ones count as ones alone.",
        },
    },
    bots={"steady": Named("Steady", "Bids what is likely, and calls what is not.")},
    unit={"one": "die", "other": "dice"},
)

GERMAN: Final = About(
    blurb="Biete auf alle Würfel, obwohl du nur deine siehst, und ertappe das Gebot, das zu hoch ist.",
    duration="etwa 15 min",
    how="""## Das Ziel

Habe als Letztes noch Würfel.

## Bieten

Alle würfeln fünf Würfel unter einem Becher und sehen nur die eigenen. Reihum bietet ihr: Mindestens so
viele Würfel unter allen Bechern zeigen diese Zahl. Jedes Gebot ist höher als das letzte: mehr Würfel
oder gleich viele mit einer höheren Zahl. Einsen zählen als jede Zahl, wenn der Tisch es nicht anders
gewählt hat.

## Anzweifeln

Statt zu bieten kannst du das letzte Gebot anzweifeln. Dann werden alle Becher gehoben:

- Es sind weniger Würfel als geboten: Wer geboten hat, verliert einen Würfel.
- Es sind genug: Du verlierst einen.

Dann würfeln alle neu, und wer einen Würfel verloren hat, beginnt. Ohne Würfel bist du draußen.
""",
    endings={"last_one": "Nur noch eine Person hat Würfel."},
    options={
        "dice": {"label": "Würfel", "1": "Je ein Würfel.", "say": "Je {value} Würfel."},
        "onesAreWild": {
            "label": "Einsen als Joker",
            "true": "Einsen zählen als jede Zahl.",
            "false": "Einsen zählen nur als Einsen.",
        },
    },
    bots={"steady": Named("Besonnen", "Bietet, was wahrscheinlich ist, und zweifelt an, was es nicht ist.")},
    unit={"one": "Würfel", "other": "Würfel"},
)
