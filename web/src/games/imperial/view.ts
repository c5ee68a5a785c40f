/** What the server tells, read; nothing here knows a rule. */
import type { Event as AnyEvent, TableState } from "../../table";
import type { Action, CountryView, Event, Maneuver, Move, Propose, View } from "../../wire/imperial";
import type { Looking } from "..";
import { COUNTRIES } from "./board";

export type Spot = Propose["wheelSpot"];
export type UnitType = "army" | "fleet";
export type Of<T extends Action["type"]> = Extract<Action, { type: T }>;

export function viewOf(state: TableState): View {
  return state.view as View;
}

export function legalOf(state: TableState): Action[] {
  return state.legal as Action[];
}

export function allOf<T extends Action["type"]>(legal: Action[], type: T): Of<T>[] {
  return legal.filter((action): action is Of<T> => action.type === type);
}

export function isMine(view: View, you: number | null): boolean {
  return you !== null && view.playerInfo[you]?.myTurn === true;
}

export function countryOf(view: View, name: string): CountryView | undefined {
  return view.countryInfo[name];
}

/** The nations, in the order they move. */
export function nationsOf(view: View): [string, CountryView][] {
  return COUNTRIES.flatMap((name) => {
    const info = view.countryInfo[name];
    return info ? [[name, info] as [string, CountryView]] : [];
  });
}

/** Whole dollars without decimals: "$9", "$15.25". */
export function money(cents: number): string {
  const sign = cents < 0 ? "−" : "";
  const size = Math.abs(cents);
  return `${sign}$${dollars(size % 100 === 0 ? 0 : 2).format(size / 100)}`;
}

const formats = new Map<string, Intl.NumberFormat>();

/** One formatter for each language and number of decimals: it is dear to make, and sums are all over the table. */
function dollars(decimals: number): Intl.NumberFormat {
  const lang = document.documentElement.lang || "en";
  const key = `${lang} ${decimals}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(lang, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  formats.set(key, format);
  return format;
}

export interface Step {
  origin: string;
  destination: string;
  code: string;
}

export function stepOf(move: Move): Step {
  const [origin, destination, code] = move as [string, string, string];
  return { origin, destination, code };
}

export interface Planned extends Step {
  type: UnitType;
}

export function plannedOf(plan: { fleets: Move[]; armies: Move[] }): Planned[] {
  return [
    ...plan.fleets.map((move) => ({ ...stepOf(move), type: "fleet" as const })),
    ...plan.armies.map((move) => ({ ...stepOf(move), type: "army" as const })),
  ];
}

export function planSteps(plan: Maneuver): Planned[] {
  return plannedOf({ fleets: plan.completedFleetMoves, armies: plan.completedArmyMoves });
}

/** The units of a plan that are still to be decided, the next one first. */
export function unitsLeft(plan: Maneuver): { type: UnitType; territory: string }[] {
  const fleets = plan.pendingFleets
    .slice(plan.completedFleetMoves.length)
    .map(({ territory }) => ({ type: "fleet" as const, territory }));
  const armies = plan.pendingArmies
    .slice(plan.completedArmyMoves.length)
    .map(({ territory }) => ({ type: "army" as const, territory }));
  return [...fleets, ...armies];
}

/** "war Austria army": against whom, and what. */
export function warOf(code: string): { country: string; type: UnitType } | null {
  const found = /^war (.+) (army|fleet)$/.exec(code);
  return found ? { country: found[1] ?? "", type: found[2] as UnitType } : null;
}

export const spotKind = (spot: string): string => spot.replace(/^[LR]-/, "");

export const place = (name: string, { say }: Looking): string => say(`imperial:place.${name}`);
export const nation = (name: string, { say }: Looking): string => say(`imperial:nation.${name}`);
export const spotName = (spot: string, { say }: Looking): string => say(`imperial:spot.${spotKind(spot)}`);

/** The events that still count: what was taken back is left out. */
export function standingEvents(events: AnyEvent[]): Event[] {
  const kept: Event[] = [];
  for (const event of events as unknown as Event[]) {
    if (event.type === "UNDONE") while ((kept.at(-1)?.version ?? 0) > event.payload.toVersion) kept.pop();
    else kept.push(event);
  }
  return kept;
}
