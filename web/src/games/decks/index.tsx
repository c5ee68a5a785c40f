import type { GameModule } from "..";
import { Board } from "./Board";
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
  leaving: (_, { say }) => say("decks:leave"),
  turn: (event, { say }) =>
    event.type === "TURN_ENDED"
      ? say("decks:turn", { number: (event.payload as { turnNumber: number }).turnNumber })
      : null,
  settings: ["fourColours"],
  keys: ["card", "confirm", "clear", "lock", "end", "undo"],
  round: (state, { say }) => say("decks:turn", { number: viewOf(state).turnNumber }),
};

export default decks;
