/** What is chosen and not sent. It is matched with the server's list: only what stands there can be sent. */
import { type Board, type Choice, choose, nextOf, type Pick, picksOf, useTableState } from "../../play/board";
import type { Action, View } from "../../wire/imperial";
import { allOf, type Of, type Spot, type UnitType, viewOf } from "./view";

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
  /** The seas of a convoy, in order, where they are not left to the server. */
  via?: string[] | undefined;
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

export function useDraft(table: Board): [Draft, (change: Partial<Draft> | null) => void] {
  const stored = useTableState(table, (state) => state.draft) as Draft | null;
  const view = useTableState(table, viewOf);
  const step = stepOf(view);
  const draft = stored?.step === step ? stored : { step };
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

/** An entry as it is chosen: the place on the rondel, then a site, or units one by one. */
function read(entry: Proposing): Pick[] {
  const { wheelSpot, factoryLoc } = entry.payload;
  return [
    ...picksOf("spot", [wheelSpot]),
    ...picksOf("site", factoryLoc ? [factoryLoc] : []),
    ...picksOf("made", madeOf(entry)),
    ...picksOf("bought", boughtOf(entry)),
  ];
}

/** The entries of the place on the rondel that is chosen. */
export function entriesFor(legal: Action[], draft: Draft): Proposing[] {
  return choose(allOf(legal, "PROPOSE"), read, picksOf("spot", [draft.spot])).fitting;
}

/** What the draft has chosen among the entries of its place, and what it can choose beside. */
export function chosenOf(entries: Proposing[], draft: Draft): Choice<Proposing> {
  const [entry] = entries;
  return choose(entries, read, [
    ...picksOf("spot", entry ? [entry.payload.wheelSpot] : []),
    ...pickedOf(formOf(entries), entries, draft),
  ]);
}

function pickedOf(form: Form, entries: Proposing[], draft: Draft): Pick[] {
  switch (form) {
    case "site":
      return picksOf("site", draft.site ? [draft.site] : []);
    case "made":
      return picksOf("made", draft.made ?? mostMade(entries));
    case "bought":
      return picksOf("bought", draft.bought ?? []);
    default:
      return [];
  }
}

/** The entry of the server's list that the draft means; a site must be named. */
export function entryOf(entries: Proposing[], draft: Draft): Proposing | null {
  if (formOf(entries) === "site" && !draft.site) return null;
  return chosenOf(entries, draft).complete;
}

/** Every unit that some entry buys, by place, and the most an entry has. */
export function unitsToBuy(entries: Proposing[]): { units: Bought[]; most: number } {
  const all = choose(entries, (entry) => picksOf("bought", boughtOf(entry)), []);
  const most = Math.max(0, ...entries.map((entry) => boughtOf(entry).length));
  return { units: nextOf<Bought>(all, "bought"), most };
}

/** All that can be made at once. */
export function mostMade(entries: Proposing[]): string[] {
  return entries.map(madeOf).reduce((best, one) => (one.length > best.length ? one : best), []);
}
