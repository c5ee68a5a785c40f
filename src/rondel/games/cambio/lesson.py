"""Cambio's first game: swap a bad card, look with a power, take an open card, call.

With this seed the learner is dealt 9♦ 2♣ above 10♠ A♠; seat 1 has Q♠ K♦ above 8♦ 3♣. The pile begins with
A♣ 6♣ 8♣ 8♠ 5♠ 5♥.
"""

from typing import Final

from rondel.games.cambio.actions import (
    AcknowledgeReveal,
    CallCambio,
    ConfirmInitialView,
    DiscardCard,
    DrawCard,
    SwapCard,
    UsePower,
)
from rondel.games.cambio.options import Options
from rondel.games.cambio.pieces import Slot
from rondel.kernel import Hint, Lesson, LessonStep, Sitter

YOU: Final = 0
RIVAL: Final = 1


def _hint(at: str, en: str, de: str) -> Hint:
    return Hint(at, {"en": en, "de": de})


_LOOK: Final = LessonStep(
    YOU,
    ConfirmInitialView(),
    (
        _hint(
            "hand",
            "These four cards are yours. Most of the time they lie face down. The player with the fewest "
            "points at the end wins.",
            "Diese vier Karten sind deine. Meistens liegen sie verdeckt. Am Ende gewinnt, wer die wenigsten "
            "Punkte hat.",
        ),
        _hint(
            "own:2",
            "For a moment you see your bottom two: a 10 and an ace. A card counts its number, an ace "
            "1, jack and "
            "queen 10, a king nothing.",
            "Kurz siehst du die unteren zwei: eine 10 und ein Ass. Jede Karte zählt ihre Zahl, ein "
            "Ass 1, Bube "
            "und Dame 10, ein König nichts.",
        ),
        _hint(
            "confirm",
            "Remember where they lie, then press the marked button.",
            "Merk dir, wo sie liegen, dann drück den markierten Knopf.",
        ),
    ),
    {
        "en": "First remember your two cards: 10 on the left, ace on the right. Then press the button.",
        "de": "Merk dir erst deine zwei Karten: links die 10, rechts das Ass. Drück dann den Knopf.",
    },
    passes=True,
)

_FIRST_TURN: Final = (
    LessonStep(
        YOU,
        DrawCard("deck"),
        (
            _hint(
                "deck",
                "It is your turn. Draw a card from the pile.",
                "Du bist dran. Zieh eine Karte vom Stapel.",
            ),
        ),
        {
            "en": "Later. A turn begins with a card from the pile: draw one.",
            "de": "Später. Ein Zug beginnt mit einer Karte vom Stapel: Zieh eine.",
        },
    ),
    LessonStep(
        YOU,
        SwapCard(2),
        (
            _hint(
                "own:2",
                "An ace: only 1 point, and only you see it. Swap it for the 10: press your bottom left card.",
                "Ein Ass: nur 1 Punkt, und nur du siehst es. Tausch es gegen die 10: Drück deine "
                "Karte unten links.",
            ),
        ),
        {
            "en": "Keep this ace. Put it where your 10 lies: at the bottom left.",
            "de": "Behalte dieses Ass. Leg es dahin, wo deine 10 liegt: unten links.",
        },
    ),
    LessonStep(RIVAL, DrawCard("deck")),
    LessonStep(RIVAL, DiscardCard()),
)

_POWER: Final = (
    LessonStep(
        YOU,
        DrawCard("deck"),
        (
            _hint(
                "discard",
                "Your 10 is gone. Then your rival discarded a 6. What is discarded, everybody sees.",
                "Deine 10 ist weg. Danach wurde eine 6 abgeworfen. Was abgeworfen wird, sehen alle.",
            ),
            _hint("deck", "Your turn again: draw.", "Du bist wieder dran: Zieh."),
        ),
        {
            "en": "A 6 is not worth taking. Draw from the pile.",
            "de": "Eine 6 lohnt sich nicht. Zieh vom Stapel.",
        },
    ),
    LessonStep(
        YOU,
        DiscardCard(),
        (
            _hint(
                "discard-button",
                "An 8 is too much to keep. But if you discard it, it lets you look at one of your own cards. "
                "Discard it.",
                "Eine 8 ist zu viel. Aber wenn du sie abwirfst, darfst du eine eigene Karte ansehen. "
                "Wirf sie ab.",
            ),
        ),
        {
            "en": "Do not keep the 8: you know of no worse card in your hand. Discard it.",
            "de": "Behalte die 8 nicht: Du kennst keine schlechtere bei dir. Wirf sie ab.",
        },
    ),
    LessonStep(
        YOU,
        UsePower("peek_own", (Slot(YOU, 0),)),
        (
            _hint(
                "power:0",
                "You have never seen your top row. Look at the card at the top left.",
                "Deine obere Reihe hast du noch nie gesehen. Sieh dir die Karte oben links an.",
            ),
        ),
        {
            "en": "Every card may be looked at, but in this lesson it is the one at the top left.",
            "de": "Ansehen darfst du jede, aber in dieser Lektion ist es die oben links.",
        },
    ),
    LessonStep(
        YOU,
        AcknowledgeReveal(),
        (
            _hint(
                "peek",
                "A 9: bad. Remember that it lies at the top left. Only you have seen it.",
                "Eine 9: schlecht. Merk dir, dass sie oben links liegt. Nur du hast sie gesehen.",
            ),
        ),
        {
            "en": "First remember the 9 at the top left, then press the button.",
            "de": "Merk dir erst die 9 oben links, dann drück den Knopf.",
        },
        passes=True,
    ),
    LessonStep(RIVAL, DrawCard("deck")),
    LessonStep(RIVAL, SwapCard(3)),
)

_OPEN_CARD: Final = (
    LessonStep(
        YOU,
        DrawCard("discard"),
        (
            _hint(
                "discard",
                "Your rival has swapped a 3 away. You may take the open card instead of drawing. Take it.",
                "Eine 3 wurde weggetauscht. Du darfst die offene Karte nehmen, statt zu ziehen. Nimm sie.",
            ),
        ),
        {
            "en": "You can have the 3 for sure. Nobody knows what the pile would give you. Take the 3.",
            "de": "Die 3 ist dir sicher. Was der Stapel bringt, weiß niemand. Nimm die 3.",
        },
    ),
    LessonStep(
        YOU,
        SwapCard(0),
        (
            _hint(
                "own:0",
                "An open card that you take must stay. Swap it for the 9: press your top left card.",
                "Eine offene Karte, die du nimmst, bleibt bei dir. Tausch sie gegen die 9: Drück "
                "deine Karte oben "
                "links.",
            ),
        ),
        {
            "en": "The 9 is your worst card. It lies at the top left: swap it away.",
            "de": "Die 9 ist deine schlechteste Karte. Sie liegt oben links: Tausch sie weg.",
        },
    ),
    LessonStep(RIVAL, DrawCard("deck")),
    LessonStep(RIVAL, DiscardCard()),
)

_CALL: Final = (
    LessonStep(
        YOU,
        CallCambio(),
        (
            _hint(
                "hand",
                "You know a 3 and two aces: 5 points and one unknown card. That is very little.",
                "Du kennst eine 3 und zwei Asse: 5 Punkte und eine unbekannte Karte. Das ist sehr wenig.",
            ),
            _hint(
                "call",
                "If you think that nobody has less, call Cambio instead of drawing. The others get "
                "one more turn. "
                "If you are wrong, your points are doubled.",
                "Wenn du glaubst, dass niemand weniger hat, ruf Cambio, statt zu ziehen. Die anderen "
                "haben noch "
                "einen Zug. Irrst du dich, zählen deine Punkte doppelt.",
            ),
        ),
        {
            "en": "Waiting helps your rival too. Call Cambio now.",
            "de": "Warten hilft auch den anderen. Ruf jetzt Cambio.",
        },
    ),
    LessonStep(RIVAL, DrawCard("deck")),
    LessonStep(RIVAL, DiscardCard()),
)

LESSON: Final = Lesson(
    seed="cambio 105752",
    options=Options(
        seats=2,
        initial_view_ms=60_000,
        turn_ms=0,
        power_decision_ms=0,
        peek_ms=15_000,
        disconnect_grace_ms=300_000,
        bot_takeover=False,
        abandon_after_ms=86_400_000,
    ),
    sitters=(Sitter("human", None), Sitter("bot", "easy")),
    steps=(
        _LOOK,
        LessonStep(RIVAL, ConfirmInitialView(), passes=True),
        *_FIRST_TURN,
        *_POWER,
        *_OPEN_CARD,
        *_CALL,
    ),
    closing=(
        _hint(
            "results",
            "All cards are turned up: you have 7 points, your rival 26. The fewest points win, so "
            "you have won. "
            "Now you know Cambio.",
            "Alle Karten werden aufgedeckt: Du hast 7 Punkte, der Bot 26. Die wenigsten gewinnen, "
            "also du. Jetzt "
            "kannst du Cambio.",
        ),
    ),
)
