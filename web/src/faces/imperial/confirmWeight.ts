import type { Weight } from "../../play/board";
import type { Action } from "../../wire/imperial";
import { isGentle } from "./view";

/** A battle destroys what it meets; clocks and taking back are no moves of the game. */
export function weigh(any: { type: string; payload?: unknown }): Weight {
  const action = any as Action;
  if (action.type === "MOVE_UNIT") return isGentle(action.payload.actionCode) ? "plain" : "big";
  return ["TAKE_BACK", "PAUSE_CLOCK", "RESUME_CLOCK", "DEFER_UNIT"].includes(action.type) ? null : "plain";
}
