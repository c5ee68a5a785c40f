import type { Action, BoardState, GameModule } from "../../play/board";
import { Board } from "./Board";
import { weigh } from "./confirmWeight";
import { keep, part } from "./parts";
import { actionText, describe, sections, sound, standing, strip, viewOf } from "./phrases";
import "./decks.css";

const decks: GameModule = {
  Board,
  strip,
  describe,
  actionText,
  sections,
  standing,
  sound,
  leftovers,
  part,
  keep,
  weigh,
  leaving: (_, { t }) => t("decks:leave"),
  turn: (event, { t }) =>
    event.type === "TURN_ENDED"
      ? t("decks:turn", { number: (event.payload as { turnNumber: number }).turnNumber })
      : null,
  settings: ["fourColours"],
  keys: ["card", "confirm", "clear", "lock", "end", "undo"],
  round: (state, { t }) => t("decks:turn", { number: viewOf(state).turnNumber }),
};

/** A selection does not outlive the page in which it was made. */
function leftovers(state: BoardState): Action[] {
  const { discardPhase, selectedCardIds = [], ending } = viewOf(state);
  if (!discardPhase.active || ending !== null) return [];
  return selectedCardIds.map((instanceId) => ({ type: "TOGGLE_CARD_SELECTION", payload: { instanceId } }));
}

export default decks;
