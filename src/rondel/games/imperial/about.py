"""What Imperial says about itself, in English and German."""

from collections.abc import Mapping
from typing import Final

from rondel.games.imperial import option_words
from rondel.kernel import About, Named

ENGLISH: Final = About(
    blurb=(
        "Buy bonds of six great powers. The player who holds most of a nation's bonds controls "
        "its army and treasury."
    ),
    duration="about 2 hours",
    how="""## What it is about

You are an investor, not a nation. Six nations compete in Europe: Austria, Italy, France, England,
Germany and Russia. You buy their bonds. The player with the most bonds of a nation controls it. At the
end your bonds and your money count, not your armies.

## The start

The nations are auctioned one after the other. Everyone makes a sealed bid. The highest bidder may take
the best bond the bid covers, then the next bidder. The money goes to the nation’s treasury. (House
rules can deal bonds at random instead.)

## A nation’s turn

Nations take turns in the order above. The nation’s controlling player moves its marker forward on the
rondel and carries out the space where it stops. Three spaces are free; spaces four to six cost that
player $2 each.

Where one player holds at least half of the bonds, that player decides alone. Otherwise the second
largest holder may propose something else, and all holders vote.

![The rondel. Markers move clockwise.](rondel)

## The spaces of the rondel

There are six kinds; two of them occur twice:

- Factory: build a factory in a home territory for $5
- Produce: every factory produces a free army, or a fleet in a port
- Import: buy up to three units for $1 each
- Maneuver: move fleets, then armies; fight, or offer peace; put down tax chips
- Investor: the nation pays interest to its bondholders
- Taxation: the nation earns money for factories and tax chips, pays its units, and gains power

## Moving and fighting

A fleet goes from its port to the sea, or from sea to sea. An army moves one territory, by rail through
its home territories, and across seas where its own fleets carry it. In a fight one unit of each side is
destroyed. A nation alone in a sea or neutral territory puts a tax chip there, which pays taxes.

## Investors

When a marker stops on Investor or passes it, the player with the investor card receives $2 and may buy
one bond, or trade one in for a higher one of the same nation. After that the Swiss Bank players may
buy: those who lead no nation, or passed last time. So control of a nation can change at any time.

## The end

The game ends immediately when Taxation brings a nation to 25 power points. Each bond counts its
interest times the nation’s power divided by five, rounded down. Your cash is added. The most money
wins.
""",
    endings={
        "power_25": "A nation reached 25 power.",
        "unsold": "No bonds were sold.",
        "round_limit": "The last round is over.",
        "abandoned": "Abandoned.",
    },
    bots={
        "easy": Named("Easy", "Tries few moves, often plays on a whim, and never goes to war."),
        "medium": Named("Medium", "Tries few moves, rarely plays on a whim, and never goes to war."),
        "hard": Named("Hard", "Tries many moves for each choice, and goes to war where it pays."),
    },
    options=option_words.ENGLISH,
    house_rules={
        "standard": Named("Standard", "Sealed bids, governments by vote, no clock."),
        "evening": Named(
            "One evening", "Classic rondel and prices, sealed bids, 15 minutes each plus 45 seconds per move."
        ),
        "days": Named(
            "One day per move",
            (
                "Classic rondel and prices. One day per move plus two in reserve; then an automatic move "
                "after one more day."
            ),
        ),
        "slow": Named(
            "Three days per move",
            (
                "Classic rondel and prices. Three days per move plus three in reserve; then an automatic "
                "move after three more days."
            ),
        ),
        "quick": Named("Quick", "Bonds dealt at the start, clocks, no vote on the final taxation."),
        "learning": Named("For learning", "Bonds dealt at the start; the largest holder decides alone."),
    },
)

GERMAN: Final = About(
    blurb=(
        "Kaufe Anleihen von sechs Großmächten. Wer von einer am meisten hält, lenkt ihre Armeen und ihr Geld."
    ),
    duration="etwa 2 Stunden",
    how="""## Worum es geht

Du bist Investor, keine Nation. Sechs Nationen ringen um Europa: Österreich, Italien, Frankreich,
England, Deutschland und Russland. Du kaufst ihre Anleihen. Wer von einer Nation am meisten hält,
regiert sie. Am Ende zählen deine Anleihen und dein Geld, nicht deine Armeen.

## Der Anfang

Die Nationen werden eine nach der anderen versteigert. Alle geben ein verdecktes Gebot ab. Das höchste
Gebot darf die beste Anleihe nehmen, für die es reicht, dann das nächste. Das Geld kommt in die Kasse
der Nation. (Ein Tisch kann stattdessen feste Anleihen austeilen.)

## Der Zug einer Nation

Die Nationen sind in der Reihenfolge von oben am Zug. Die Regierung zieht die Figur der Nation auf dem
Rondell vorwärts und führt das Feld aus, auf dem sie stehen bleibt. Bis zu drei Felder sind frei; das
vierte, fünfte und sechste kosten je 2 $ aus der eigenen Tasche der Regierung.

Wer mindestens die Hälfte der Anleihen hält, entscheidet allein. Sonst darf, wer am zweitmeisten hält,
etwas anderes vorschlagen, und alle Inhaber stimmen ab.

![Das Rondell. Die Figuren ziehen im Uhrzeigersinn.](rondel)

## Die Felder des Rondells

Es gibt sechs Arten; zwei davon kommen doppelt vor:

- Fabrik: für 5 $ eine Fabrik in einem Heimatgebiet bauen
- Produktion: Jede Fabrik baut umsonst eine Armee, in einem Hafen eine Flotte
- Import: bis zu drei Einheiten für je 1 $ kaufen
- Manöver: Flotten und dann Armeen ziehen; kämpfen oder um Frieden bitten; Flaggen setzen
- Investor: Die Nation zahlt Zinsen an alle, die ihre Anleihen halten
- Steuern: Die Nation nimmt Geld für Fabriken und Flaggen ein, bezahlt ihre Einheiten und gewinnt Macht

## Ziehen und kämpfen

Eine Flotte zieht aus ihrem Hafen aufs Meer oder von Meer zu Meer. Eine Armee zieht ein Gebiet weit, mit
der Bahn durch das eigene Land, und über Meere, wo eigene Flotten sie tragen. Im Kampf geht von jeder
Seite eine Einheit verloren. Wo eine Nation allein auf neutralem Land oder auf See steht, setzt sie ihre
Flagge: Das bringt Steuern.

## Investoren

Wenn eine Figur auf Investor stehen bleibt oder darüberzieht, bekommt die Person mit der Investorkarte 2
$ und darf eine Anleihe kaufen oder eine gegen eine höhere derselben Nation eintauschen. Danach kauft
die Schweizer Bank: wer nichts regiert, und wer zuletzt gepasst hat. So kann eine Regierung jederzeit
wechseln.

## Das Ende

Das Spiel endet sofort, wenn eine Nation durch Steuern 25 Machtpunkte erreicht. Jede Anleihe zählt ihre
Zinsen mal die Macht der Nation geteilt durch fünf, abgerundet. Dazu kommt dein Bargeld. Das meiste Geld
gewinnt.
""",
    endings={
        "power_25": "Eine Nation hat 25 Machtpunkte.",
        "unsold": "Niemand hat eine Anleihe gekauft.",
        "round_limit": "Die letzte Runde ist vorbei.",
        "abandoned": "Der Tisch wurde aufgegeben.",
    },
    bots={
        "easy": Named("Leicht", "Probiert wenig aus, zieht oft aufs Geratewohl und führt nie Krieg."),
        "medium": Named("Mittel", "Probiert wenig aus, zieht selten aufs Geratewohl und führt nie Krieg."),
        "hard": Named("Schwer", "Probiert viel aus und führt Krieg, wo er sich lohnt."),
    },
    options=option_words.GERMAN,
    house_rules={
        "standard": Named("Standard", "Verdeckte Gebote, Regierungen mit Abstimmung, keine Uhr."),
        "evening": Named(
            "Ein Abend",
            (
                "Klassisches Rondell und klassische Preise, verdeckte Gebote, je 15 Minuten und 45 "
                "Sekunden für jeden Zug."
            ),
        ),
        "days": Named(
            "Ein Zug am Tag",
            (
                "Klassisches Rondell und klassische Preise; ein Tag für jeden Zug und zwei als Vorrat. "
                "Einen Tag danach zieht das Haus."
            ),
        ),
        "slow": Named(
            "Drei Tage je Zug",
            (
                "Klassisches Rondell und klassische Preise; drei Tage für jeden Zug und drei als Vorrat. "
                "Drei Tage danach zieht das Haus."
            ),
        ),
        "quick": Named("Schnell", "Feste Anleihen am Anfang, Uhren, und die letzte Steuer ohne Abstimmung."),
        "learning": Named(
            "Zum Lernen",
            ("Feste Anleihen am Anfang, die größte Beteiligung entscheidet allein, keine geheimen Stimmen."),
        ),
    },
)

ABOUT: Final[Mapping[str, About]] = {"en": ENGLISH, "de": GERMAN}
