import type { GameModule } from "../../play/face";
import type { Action, TableState } from "../../table";
import { Board } from "./Board";
import { keep, part } from "./parts";
import { weigh } from "./weigh";
import { actionText, describe, sections, sound, standing, strip, viewOf } from "./words";
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
  leaving: (_, { say }) => say("decks:leave"),
  turn: (event, { say }) =>
    event.type === "TURN_ENDED"
      ? say("decks:turn", { number: (event.payload as { turnNumber: number }).turnNumber })
      : null,
  settings: ["fourColours"],
  keys: ["card", "confirm", "clear", "lock", "end", "undo"],
  round: (state, { say }) => say("decks:turn", { number: viewOf(state).turnNumber }),
};

/** A selection does not outlive the page in which it was made. */
function leftovers(state: TableState): Action[] {
  const { discardPhase, selectedCardIds = [], ending } = viewOf(state);
  if (!discardPhase.active || ending !== null) return [];
  return selectedCardIds.map((instanceId) => ({ type: "TOGGLE_CARD_SELECTION", payload: { instanceId } }));
}

export default decks;
