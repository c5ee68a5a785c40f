/** What is chosen and not sent. It is matched with the server's list: only what stands there can be sent. */
import { type Table, useTableState } from "../../table";
import type { View } from "../../wire/imperial";
import { type Of, type Spot, type UnitType, viewOf } from "./view";

export interface Bought {
  type: UnitType;
  territory: string;
}

export interface Draft {
  /** What it was chosen for; when something else is asked it is void. */
  step: string;
  spot?: Spot;
  site?: string | null;
  made?: string[];
  bought?: Bought[];
  destination?: string;
  code?: string;
  share?: { country: string; stock: number };
  back?: number;
  bid?: number;
}

/** What is asked now. Others may bid or vote meanwhile: that changes nothing of it. */
function stepOf(view: View): string {
  const { mode, countryUp, round, auctionRepeated, currentManeuver: plan, buyers, proposal1 } = view;
  const unit = plan ? [plan.phase, plan.unitIndex, plan.deferred, plan.proposalSlot] : [];
  return [mode, countryUp, round, auctionRepeated, ...unit, buyers.join(), proposal1?.seat].join(" ");
}

export function useDraft(table: Table): [Draft, (change: Partial<Draft> | null) => void] {
  const kept = useTableState(table, (state) => state.draft) as Draft | null;
  const view = useTableState(table, viewOf);
  const step = stepOf(view);
  const draft = kept?.step === step ? kept : { step };
  const set = (change: Partial<Draft> | null) =>
    table.setDraft(change === null ? null : { ...draft, ...change });
  return [draft, set];
}

export type Proposing = Of<"PROPOSE">;
export type Form = "none" | "site" | "made" | "bought";

export function formOf(entries: Proposing[]): Form {
  if (entries.some(({ payload }) => payload.factoryLoc)) return "site";
  if (entries.some((entry) => madeOf(entry).length > 0)) return "made";
  return entries.some((entry) => boughtOf(entry).length > 0) ? "bought" : "none";
}

export function madeOf({ payload }: Proposing): string[] {
  return [...(payload.fleetProduce ?? []), ...(payload.armyProduce ?? [])];
}

export function boughtOf({ payload }: Proposing): Bought[] {
  const { types = [], territories = [] } = payload.import ?? {};
  return territories.map((territory, index) => ({ territory, type: types[index] ?? "army" }));
}

const keyOf = ({ type, territory }: Bought): string => `${territory} ${type}`;
const isIn = (few: string[], many: string[]): boolean => {
  const left = [...many];
  return few.every((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
};
const isEqual = (one: string[], other: string[]): boolean => one.length === other.length && isIn(one, other);

/** Whether there is an entry with all this and more. */
export function canMake(entries: Proposing[], made: string[]): boolean {
  return entries.some((entry) => isIn(made, madeOf(entry)));
}

export function canBuy(entries: Proposing[], bought: Bought[]): boolean {
  return entries.some((entry) => isIn(bought.map(keyOf), boughtOf(entry).map(keyOf)));
}

/** Every unit that some entry buys, by place, and the most an entry has. */
export function unitsToBuy(entries: Proposing[]): { units: Bought[]; most: number } {
  const units = new Map(entries.flatMap(boughtOf).map((one) => [keyOf(one), one]));
  const most = Math.max(0, ...entries.map((entry) => boughtOf(entry).length));
  return { units: [...units.values()], most };
}

/** All that can be made at once. */
export function mostMade(entries: Proposing[]): string[] {
  return entries.map(madeOf).reduce((best, one) => (one.length > best.length ? one : best), []);
}

/** The entry of the server's list that the draft means. */
export function entryOf(entries: Proposing[], draft: Draft): Proposing | null {
  switch (formOf(entries)) {
    case "site":
      return entries.find(({ payload }) => payload.factoryLoc && payload.factoryLoc === draft.site) ?? null;
    case "made": {
      const made = draft.made ?? mostMade(entries);
      return entries.find((entry) => isEqual(made, madeOf(entry))) ?? null;
    }
    case "bought": {
      const bought = (draft.bought ?? []).map(keyOf);
      return entries.find((entry) => isEqual(bought, boughtOf(entry).map(keyOf))) ?? null;
    }
    default:
      return entries[0] ?? null;
  }
}
