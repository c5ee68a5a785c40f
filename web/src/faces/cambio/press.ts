import { choose, type Pick, picksOf } from "../../play/choose";
import type { Action, Slot } from "../../wire/cambio";

/** What pressing a card would do. */
export interface Target {
  action: Action;
  verb: "swap" | "snap" | "give";
}

const VERBS = { SNAP: "snap", SWAP_CARD: "swap", GIVE_CARD: "give" } as const;
type Pressing = Extract<Action, { type: keyof typeof VERBS }>;

const isPressing = (action: Action): action is Pressing => action.type in VERBS;

/** What pressing this slot would do, if anything. */
export function targetOf(legal: Action[], slot: Slot, you: number | null): Target | null {
  const read = (action: Pressing): Pick[] => picksOf("slot", [slotOf(action, you)]);
  const action = choose(legal.filter(isPressing), read, picksOf("slot", [slot])).complete;
  return action && { action, verb: VERBS[action.type] };
}

/** A card that is swapped or given is one's own. */
function slotOf(action: Pressing, you: number | null) {
  const { position } = action.payload;
  return { seat: action.type === "SNAP" ? action.payload.targetSeat : you, position };
}

/** The cards that a power meets. */
export function slotsOf(action: Extract<Action, { type: "USE_POWER" }>): Pick[] {
  return picksOf("slot", action.payload.slots ?? []);
}
