/** English: how Cambio is played. Written from docs/rulebooks/cambio.md. */
import type { Chapter } from "../../../play/face";

const en: Chapter[] = [
  {
    title: "What it is about",
    text: [
      "Everybody has four cards face down in two rows. You want as few points as possible, but you hardly ever see your own cards. Remember what you saw, swap what is bad, and call “Cambio” when you think that nobody has fewer points.",
    ],
  },
  {
    title: "What cards count",
    text: ["The lower, the better:"],
    list: [
      "Ace: 1 point",
      "2 to 10: their number",
      "Jack and queen: 10 points",
      "King: nothing. The best card there is.",
    ],
  },
  {
    title: "The beginning",
    text: [
      "Everybody looks at their own bottom two cards for a few seconds. Then they turn face down again. The top two stay unknown.",
    ],
    picture: "look",
    caption: "Only you see your bottom two cards, and only now.",
  },
  {
    title: "Your turn",
    text: [
      "Draw a card from the pile, or take the open card from the discards. Then swap it with one of your four cards. The card that lay there is discarded, face up for everybody.",
      "A card from the pile you may also discard at once. A card from the discards you must keep.",
    ],
    picture: "swap",
    caption: "An ace was drawn: a good swap for a card that is worth more.",
  },
  {
    title: "Powers",
    text: ["Some cards let you do something when you discard them straight from the pile:"],
    list: [
      "7 and 8: look at one of your own cards",
      "9 and 10: look at one card of another player",
      "Jack and queen: swap one of your cards with another player’s; nobody looks",
      "King: see one of your own cards, picked at random",
    ],
    picture: "power",
    caption: "An 8 was discarded: choose one of your own cards and look at it.",
  },
  {
    title: "Calling Cambio",
    text: [
      "At the start of your turn you may call “Cambio” instead of drawing. Everybody else has one more turn. Then all cards are turned up.",
      "If anyone has fewer points than you, yours are doubled. So call only when you are fairly sure.",
    ],
    picture: "take",
    caption: "The open 3 is worth taking. After that, a call is close.",
  },
  {
    title: "The end",
    text: [
      "All cards are turned up and counted. The fewest points win. With equal points, the win is shared.",
    ],
    picture: "end",
    caption: "Seven points against twenty-six.",
  },
  {
    title: "House rules",
    text: [
      "A table can change much of this: jokers, other values for kings, snapping (throw in a card of the same rank as the last discard), shorter turns. The rules of a table are listed beside it.",
    ],
  },
];

export default en;
