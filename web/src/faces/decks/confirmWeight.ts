import type { Weight } from "../../play/board";

/** What only chooses cards, and can be chosen otherwise. */
const CHOOSING = new Set([
  "TOGGLE_CARD_SELECTION",
  "SELECT_FOR_PLAY_ORDER",
  "DESELECT_FROM_PLAY_ORDER",
  "CLEAR_PLAY_ORDER",
  "TAKE_BACK",
]);

/** Closing the planner has a dialog of its own, in any case. */
export function weigh({ type }: { type: string }): Weight {
  return CHOOSING.has(type) || type === "CLOSE_PLANNER" ? null : "plain";
}
