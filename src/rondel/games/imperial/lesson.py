"""Imperial's first rounds: import, build, maneuver, produce, tax, be paid, buy a bond.

With this seed the learner leads Italy and Russia and has the investor card; seat 1 leads France and Germany,
seat 2 Austria and England. After three rounds the table ends: the learner has $4, the others $0 and $1.
"""

from typing import Final

from rondel.games.imperial.actions import BuyStock, MoveUnit, Propose
from rondel.games.imperial.options import Options
from rondel.games.imperial.pieces import Import, UnitType
from rondel.kernel import Hint, Lesson, LessonStep, SeatSpec

YOU: Final = 0
WEST: Final = 1
"""France and Germany."""
EAST: Final = 2
"""Austria and England."""


def _hint(at: str, en: str, de: str, *, leads: bool = False) -> Hint:
    return Hint(at, {"en": en, "de": de}, leads)


def _imported(*units: tuple[str, UnitType]) -> Propose:
    return Propose("Import", imports=Import(tuple(kind for _, kind in units), tuple(at for at, _ in units)))


_IMPORT: Final = LessonStep(
    YOU,
    _imported(("Naples", "fleet"), ("Rome", "army"), ("Venice", "fleet")),
    (
        _hint(
            "strip",
            "You are an investor. You lead Italy and Russia because you hold most of their bonds. The "
            "most money wins, not the largest army.",
            "Du bist Investor. Du führst Italien und Russland, weil du die meisten Anleihen davon hältst."
            " Das meiste Geld gewinnt, nicht die größte Armee.",
        ),
        _hint(
            "tab:nations",
            "Open “Nations”: it shows who leads which nation.",
            "Öffne „Länder“: Da steht, wer welches Land führt.",
            leads=True,
        ),
        _hint(
            "nation:Italy",
            "Each row shows who leads the nation, its treasury, the taxes it would collect now, and its "
            "power. A treasury is never your own money.",
            "Jede Zeile zeigt, wer das Land führt, seine Staatskasse, die Steuern, die es jetzt einnähme,"
            " und seine Macht. Eine Staatskasse ist nie dein eigenes Geld.",
        ),
        _hint(
            "tab:turn",
            "Back to “Turn”: Italy moves, and you decide.",
            "Zurück zu „Zug“: Italien ist dran, und du entscheidest.",
            leads=True,
        ),
        _hint(
            "spot:Import",
            "A nation moves forward on the rondel and does what the space says. On its first turn a nation "
            "may go to any space. Choose Import.",
            "Ein Land zieht auf dem Rondell vorwärts und tut, was auf dem Feld steht. Beim ersten Mal "
            "darf es überallhin. Wähle Import.",
            leads=True,
        ),
        _hint(
            "import:Naples fleet,Rome army,Venice fleet",
            "Import buys up to three units for $1 each. Add a fleet in Naples, an army in Rome and a "
            "fleet in Venice.",
            "Import kauft bis zu drei Einheiten für je 1 $. Nimm eine Flotte in Neapel, eine Armee in Rom"
            " und eine Flotte in Venedig.",
            leads=True,
        ),
        _hint(
            "forecast:Import 3",
            "The forecast shows each figure that will change, before and after. Read it before you confirm.",
            "Die Vorschau zeigt jede Zahl, die sich ändert, vorher und nachher. Lies sie, bevor du etwas "
            "sendest.",
        ),
        _hint(
            "send",
            "Italy’s treasury pays. Nothing has happened yet: “Confirm” makes the move.",
            "Italiens Staatskasse zahlt. Noch ist nichts geschehen: Erst „Senden“ macht den Zug.",
        ),
    ),
    {
        "en": "Here Italy imports a fleet in Naples, an army in Rome and a fleet in Venice.",
        "de": "Hier importiert Italien eine Flotte in Neapel, eine Armee in Rom und eine Flotte in Venedig.",
    },
)

_FACTORY: Final = LessonStep(
    YOU,
    Propose("Factory", "Warsaw"),
    (
        _hint(
            "spot:Factory",
            "Now Russia, which is yours too. Choose Factory: factories produce units and bring taxes.",
            "Jetzt Russland, auch das führst du. Wähle Fabrik: Fabriken stellen Einheiten her und bringen"
            " Steuern.",
            leads=True,
        ),
        _hint(
            "site:Warsaw",
            "A factory costs $5. Choose Warsaw, look at the forecast, then confirm.",
            "Eine Fabrik kostet 5 $. Wähle Warschau, sieh dir die Vorschau an, dann sende.",
        ),
    ),
    {
        "en": "Build first: a factory in Warsaw serves Russia for the whole game.",
        "de": "Erst bauen: Eine Fabrik in Warschau nützt Russland das ganze Spiel lang.",
    },
)

_MANEUVER: Final = (
    LessonStep(
        YOU,
        Propose("L-Maneuver"),
        (
            _hint(
                "strip",
                "Round 2. Austria has just moved four spaces. Three are free; spaces four to six cost the "
                "leader $2 each from their own cash.",
                "Runde 2. Österreich ist gerade vier Felder gezogen. Drei sind frei; jedes weitere, bis "
                "zu sechs, kostet den Führenden 2 $ aus eigener Tasche.",
            ),
            _hint(
                "propose:L-Maneuver",
                "Two spaces ahead is Maneuver: units move there. Choose it, then start.",
                "Zwei Felder weiter liegt Manöver: Da ziehen Einheiten. Wähle es, dann beginne.",
            ),
        ),
        {
            "en": "Italy’s units are still at home. Choose Maneuver to move them.",
            "de": "Italiens Einheiten stehen noch zu Hause. Wähle Manöver, um sie zu bewegen.",
        },
    ),
    LessonStep(
        YOU,
        MoveUnit("Western Med", ""),
        (
            _hint(
                "move:Western Med",
                "Fleets move first, from their port to the sea. Choose Western Med, then move.",
                "Zuerst ziehen Flotten, aus dem Hafen aufs Meer. Wähle Westliches Mittelmeer, dann zieh.",
            ),
        ),
        {
            "en": "This fleet is for the Western Med. Choose it, then press the main button.",
            "de": "Diese Flotte soll ins Westliche Mittelmeer. Wähle es, dann drück den Hauptknopf.",
        },
    ),
    LessonStep(
        YOU,
        MoveUnit("Ionian Sea", ""),
        (
            _hint(
                "move:Ionian Sea",
                "The fleet in Venice goes to the Ionian Sea.",
                "Die Flotte in Venedig geht ins Ionische Meer.",
            ),
        ),
        {
            "en": "In port a fleet brings nothing. Send it to the Ionian Sea.",
            "de": "Im Hafen bringt eine Flotte nichts. Schick sie ins Ionische Meer.",
        },
    ),
    LessonStep(
        YOU,
        MoveUnit("Tunis", ""),
        (
            _hint(
                "move:Tunis",
                "A fleet carries the army across the sea to Tunis. If Italy is alone in a neutral territory "
                "or sea, it puts a tax chip there.",
                "Eine Flotte trägt die Armee übers Meer nach Tunis. Wo Italien außerhalb aller "
                "Heimatländer allein steht, lässt es einen Steuerchip.",
            ),
        ),
        {
            "en": "Tunis is neutral and empty: a tax chip without a fight. Choose Tunis.",
            "de": "Tunis ist neutral und leer: ein Steuerchip ohne Kampf. Wähle Tunis.",
        },
    ),
)

_PRODUCE: Final = LessonStep(
    YOU,
    Propose("R-Produce", fleet_produce=("Odessa",), army_produce=("Moscow", "Warsaw")),
    (
        _hint(
            "strip",
            "Here a leader decides alone. At most tables a leader with less than half of the bonds can be"
            " outvoted.",
            "Hier entscheidet allein, wer führt. An den meisten Tischen kann überstimmt werden, wer "
            "weniger als die Hälfte der Anleihen hält.",
        ),
        _hint(
            "propose:R-Produce",
            "One space ahead is Produce: each factory produces a free unit. All three are already chosen.",
            "Ein Feld weiter liegt Produktion: Jede Fabrik stellt umsonst eine Einheit her. Alle drei "
            "sind schon gewählt.",
        ),
    ),
    {
        "en": "Let all three Russian factories produce: it costs nothing.",
        "de": "Lass alle drei russischen Fabriken arbeiten: Es kostet nichts.",
    },
)

_TAXATION: Final = LessonStep(
    YOU,
    Propose("Taxation"),
    (
        _hint(
            "spot:Taxation",
            "Italy has two factories and three tax chips. Taxation brings $2 for each factory and $1 for "
            "each chip. Choose it.",
            "Italien hat zwei Fabriken und drei Steuerchips. Steuern bringen 2 $ je Fabrik und 1 $ je "
            "Chip. Wähle Steuern.",
            leads=True,
        ),
        _hint(
            "forecast:Taxation",
            "Revenue $7: two more than 5, so Italy gains 2 power and you a bonus of $2. Each unit costs "
            "Italy $1. At 25 power the game ends.",
            "Einnahmen 7 $: zwei mehr als 5, also gewinnt Italien 2 Macht und du 2 $ Bonus. Jede Einheit "
            "kostet Italien 1 $. Bei 25 Macht endet das Spiel.",
        ),
        _hint("send", "That is a good result. Confirm it.", "Das ist ein gutes Jahr. Sende es ab."),
    ),
    {
        "en": "The tax chips are waiting. Choose Taxation, one space ahead.",
        "de": "Die Steuerchips warten. Wähle Steuern, ein Feld weiter.",
    },
)

_INVESTOR: Final = (
    LessonStep(
        YOU,
        Propose("Investor"),
        (
            _hint(
                "propose:Investor",
                "At Investor Russia pays interest to its bondholders: $4 to you. Choose it and confirm.",
                "Auf Investor zahlt Russland Zinsen an alle, die seine Anleihen halten: 4 $ an dich. "
                "Wähle es und sende.",
            ),
        ),
        {
            "en": "It is the last round: let Russia pay you. Choose Investor.",
            "de": "Es ist die letzte Runde: Lass dich von Russland bezahlen. Wähle Investor.",
        },
    ),
    LessonStep(
        YOU,
        BuyStock("Italy", 3),
        (
            _hint(
                "bond:Italy 3",
                "At Investor bonds are sold, too. The investor card gave you $2 and lets you buy one. "
                "Choose Italy’s $6 bond.",
                "Auf Investor werden auch Anleihen verkauft. Die Investorkarte gab dir 2 $ und lässt dich"
                " eine kaufen. Wähle Italiens Anleihe zu 6 $.",
                leads=True,
            ),
            _hint(
                "forecast:",
                "You keep control of Italy: nobody else holds as much. A player with more would lead it "
                "from then on.",
                "Du führst Italien weiter: Niemand sonst hält so viel. Wer mehr hielte, würde es von da "
                "an führen.",
            ),
            _hint(
                "send",
                "Buy it. Your money goes to Italy’s treasury.",
                "Kauf sie. Dein Geld kommt in Italiens Staatskasse.",
            ),
        ),
        {
            "en": "Italy is the strongest nation, so buy there: the bond at $6.",
            "de": "Italien ist das stärkste Land, also kauf dort: die Anleihe zu 6 $.",
        },
    ),
)

_ROUND_1: Final = (
    LessonStep(EAST, _imported(("Trieste", "fleet"), ("Vienna", "army"))),
    _IMPORT,
    LessonStep(WEST, _imported(("Brest", "fleet"), ("Dijon", "army"))),
    LessonStep(EAST, _imported(("London", "army"), ("London", "fleet"))),
    LessonStep(WEST, _imported(("Hamburg", "fleet"), ("Munich", "army"))),
    _FACTORY,
)
_ROUND_2: Final = (
    LessonStep(EAST, Propose("Factory", "Prague")),
    *_MANEUVER,
    LessonStep(WEST, Propose("Factory", "Brest")),
    LessonStep(EAST, Propose("Taxation")),
    LessonStep(WEST, Propose("L-Produce", fleet_produce=("Hamburg",), army_produce=("Berlin",))),
    _PRODUCE,
)
_ROUND_3: Final = (
    LessonStep(EAST, Propose("R-Produce", army_produce=("Budapest", "Vienna", "Prague"))),
    _TAXATION,
    LessonStep(WEST, Propose("R-Produce", fleet_produce=("Bordeaux", "Brest"), army_produce=("Paris",))),
    LessonStep(EAST, Propose("Factory", "Dublin")),
    LessonStep(WEST, Propose("Taxation")),
    *_INVESTOR,
)

LESSON: Final = Lesson(
    seed="imperial 7",
    options=Options(setup="classic", start="fixed", governance="dictator", max_rounds=3),
    seat_specs=(SeatSpec("human", None), SeatSpec("bot", "easy"), SeatSpec("bot", "easy")),
    steps=(*_ROUND_1, *_ROUND_2, *_ROUND_3),
    closing=(
        _hint(
            "results",
            "You have the most money and win. A lesson ends after three rounds, a real game at 25 power: "
            "then bonds of strong nations count up to five times their interest.",
            "Du hast das meiste Geld und gewinnst. Die Lektion endet nach drei Runden, ein echtes Spiel "
            "bei 25 Macht: Dann zählen Anleihen starker Länder bis zu fünfmal ihre Zinsen.",
        ),
    ),
)
