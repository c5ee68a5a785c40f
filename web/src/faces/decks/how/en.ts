/** English: how the Deck Planner is used. Written from docs/rulebooks/decks.md. */
import type { Chapter } from "../../../play/face";

const en: Chapter[] = [
  {
    title: "What it is for",
    text: [
      "The Deck Planner is a tool for one: it shuffles a deck, deals you a hand, and helps you to plan the order in which you will play it. Use it beside a card game of your own, or to try a deck out.",
    ],
  },
  {
    title: "1. Discard",
    text: [
      "A hand is dealt. Choose the cards that you do not want; the strip above says how many must go. A cross marks them. Press a card again to keep it after all. Then confirm.",
    ],
    picture: "discard",
    caption: "Two cards are chosen and can be discarded.",
  },
  {
    title: "2. Plan",
    text: [
      "Press the cards that are left in the order in which you want to play them. Each gets its number. Press a card again to take its number back, or clear them all.",
    ],
    picture: "plan",
    caption: "Two cards have a number, one does not yet.",
  },
  {
    title: "3. Lock and end the turn",
    text: [
      "When every card has a number, lock the plan: from then on it stays as it is. End the turn, and the next hand is dealt. When the pile is empty, the discards are shuffled.",
    ],
    picture: "locked",
    caption: "The plan is locked.",
  },
  {
    title: "Your own deck",
    text: [
      "In the settings you choose how many cards a hand has, how many must go, and which deck is used: a standard deck of 52 cards, a short one, a starter deck, or a list of your own names. You can save where you are and load it later.",
    ],
  },
  {
    title: "Undo",
    text: ["Until a new hand is dealt or the plan is locked, each step can be taken back."],
  },
];

export default en;
