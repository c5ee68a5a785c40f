"""Cambio's first game: swap a bad card, look with a power, take an open card, call.

With this seed the learner is dealt J♣ 6♣ above 10♣ A♦; seat 1 has Q♥ J♥ above 7♠ 3♣. The pile begins with
2♦ 4♣ 7♥ 9♥ 4♠ 5♥.
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
from rondel.kernel import Hint, Lesson, LessonStep, SeatSpec

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
            "These four cards are yours. Most of the time they lie face down. The lowest score at the end "
            "wins.",
            "Diese vier Karten sind deine. Meistens liegen sie verdeckt. Am Ende gewinnt, wer die wenigsten "
            "Punkte hat.",
        ),
        _hint(
            "own:2",
            "You get one look at your bottom two cards: a 10 and an ace. Number cards count their number, "
            "aces 1, jacks and queens 10, kings 0.",
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
            "en": "Later. A turn starts with a card from the pile: draw one.",
            "de": "Später. Ein Zug beginnt mit einer Karte vom Stapel: Zieh eine.",
        },
    ),
    LessonStep(
        YOU,
        SwapCard(2),
        (
            _hint(
                "own:2",
                "A 2: only 2 points, and only you see it. Swap it for the 10: press your bottom left card.",
                "Eine 2: nur 2 Punkte, und nur du siehst sie. Tausch sie gegen die 10: Drück deine "
                "Karte unten links.",
            ),
        ),
        {
            "en": "Keep this 2. Put it where your 10 lies: at the bottom left.",
            "de": "Behalte diese 2. Leg sie dahin, wo deine 10 liegt: unten links.",
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
                "You got rid of the 10. Then your opponent discarded a 4. Everyone sees the discard pile.",
                "Deine 10 ist weg. Danach wurde eine 4 abgeworfen. Was abgeworfen wird, sehen alle.",
            ),
            _hint("deck", "Your turn again: draw.", "Du bist wieder dran: Zieh."),
        ),
        {
            "en": "You may find a lower card than this 4. Draw from the pile.",
            "de": "Vielleicht findest du eine kleinere Karte als diese 4. Zieh vom Stapel.",
        },
    ),
    LessonStep(
        YOU,
        DiscardCard(),
        (
            _hint(
                "discard-button",
                "A 7 is too much to keep. But if you discard it, it lets you look at one of your own cards. "
                "Discard it.",
                "Eine 7 ist zu viel. Aber wenn du sie abwirfst, darfst du eine eigene Karte ansehen. "
                "Wirf sie ab.",
            ),
        ),
        {
            "en": "Do not keep the 7: you do not know a worse card in your hand. Discard it.",
            "de": "Behalte die 7 nicht: Du kennst keine schlechtere bei dir. Wirf sie ab.",
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
            "en": "You may look at any of your cards, but in this lesson choose the one at the top left.",
            "de": "Ansehen darfst du jede, aber in dieser Lektion ist es die oben links.",
        },
    ),
    LessonStep(
        YOU,
        AcknowledgeReveal(),
        (
            _hint(
                "peek",
                "A jack, 10 points: bad. Remember that it lies at the top left. Only you have seen it.",
                "Ein Bube, 10 Punkte: schlecht. Merk dir, dass er oben links liegt. Nur du hast ihn gesehen.",
            ),
        ),
        {
            "en": "First remember the jack at the top left, then press the button.",
            "de": "Merk dir erst den Buben oben links, dann drück den Knopf.",
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
                "Your opponent discarded a 3. You may take the top discard instead of drawing. Take it.",
                "Eine 3 wurde weggetauscht. Du darfst die offene Karte nehmen, statt zu ziehen. Nimm sie.",
            ),
        ),
        {
            "en": "The 3 is a sure thing; the pile is a gamble. Take the 3.",
            "de": "Die 3 ist dir sicher. Was der Stapel bringt, weiß niemand. Nimm die 3.",
        },
    ),
    LessonStep(
        YOU,
        SwapCard(0),
        (
            _hint(
                "own:0",
                "You must keep a card you take from the discard pile. Swap it for the jack: press your top "
                "left card.",
                "Eine offene Karte, die du nimmst, bleibt bei dir. Tausch sie gegen den Buben: Drück "
                "deine Karte oben links.",
            ),
        ),
        {
            "en": "The jack is your worst card. It lies at the top left: swap it away.",
            "de": "Der Bube ist deine schlechteste Karte. Er liegt oben links: Tausch ihn weg.",
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
                "You know a 3, a 2 and an ace: 6 points and one unknown card. That is low.",
                "Du kennst eine 3, eine 2 und ein Ass: 6 Punkte und eine unbekannte Karte. Das ist wenig.",
            ),
            _hint(
                "call",
                "If you think nobody has fewer points, call Cambio instead of drawing. The others get one "
                "more turn. If you are wrong, your points are doubled.",
                "Wenn du glaubst, dass niemand weniger hat, ruf Cambio, statt zu ziehen. Die anderen "
                "haben noch "
                "einen Zug. Irrst du dich, zählen deine Punkte doppelt.",
            ),
        ),
        {
            "en": "Waiting helps your opponent too. Call Cambio now.",
            "de": "Warten hilft auch den anderen. Ruf jetzt Cambio.",
        },
    ),
    LessonStep(RIVAL, DrawCard("deck")),
    LessonStep(RIVAL, DiscardCard()),
)

LESSON: Final = Lesson(
    seed="cambio 506358",
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
    seat_specs=(SeatSpec("human", None), SeatSpec("bot", "easy")),
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
            "All cards are revealed: you have 12 points, your opponent 36. The lowest score wins, so you "
            "win. Now you know Cambio.",
            "Alle Karten werden aufgedeckt: Du hast 12 Punkte, der Bot 36. Die wenigsten gewinnen, "
            "also du. Jetzt "
            "kannst du Cambio.",
        ),
    ),
)
