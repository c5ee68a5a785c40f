/** What the server tells, read; nothing here knows a rule. */

import type { Event as AnyEvent, BoardState, Perspective } from "../../play/board";
import type { Action, CountryView, Event, Maneuver, Move, Propose, View } from "../../wire/imperial";
import { COUNTRIES } from "./board";

export type Spot = Propose["wheelSpot"];
export type UnitType = "army" | "fleet";
export type Of<T extends Action["type"]> = Extract<Action, { type: T }>;

export function viewOf(state: BoardState): View {
  return state.view as View;
}

export function legalOf(state: BoardState): Action[] {
  return state.legal as Action[];
}

export function allOf<T extends Action["type"]>(legal: Action[], type: T): Of<T>[] {
  return legal.filter((action): action is Of<T> => action.type === type);
}

export function isMine(view: View, you: number | null): boolean {
  return you !== null && view.playerInfo[you]?.myTurn === true;
}

/** Rule 12.4: the moment after which the move of a seat that is up costs a point; null if its time does not run. */
export function lossAt({ timer, playerInfo }: View, seat: number): number | null {
  const player = playerInfo[seat];
  if (!timer.timed || player?.myTurn !== true) return null;
  return timer.lastMove + (player.banked + timer.increment) * 1000;
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

/** A seat's bonds by nation, the small ones first, and what they pay together. */
export function bondsOf(view: View, seat: number): { country: string; bonds: number[]; interest: number }[] {
  const player = view.playerInfo[seat];
  return COUNTRIES.flatMap((country) => {
    const held = player?.stock.filter((bond) => bond.country === country) ?? [];
    const bonds = held.map(({ stock }) => stock).toSorted((one, other) => one - other);
    return bonds.length > 0 ? [{ country, bonds, interest: player?.holdings[country] ?? 0 }] : [];
  });
}

/** What each proposal has, where ballots are open; null where they are sealed. */
export function openSides({ voting }: View): { votes: number; voters: number[] }[] | null {
  const sides = voting ? [voting.proposal1, voting.proposal2] : [];
  const open = sides.flatMap(({ votes, voters }) =>
    votes === null || voters === null ? [] : [{ votes, voters }],
  );
  return open.length === 2 ? open : null;
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

/** The board as a plan leaves it (rule 8.4): the server says what changes. */
export function boardAfter(view: View, plan: "maneuver" | "proposal1" | "proposal2"): View {
  const changed = Object.entries(view.planned?.[plan] ?? {});
  const nations = changed.map(([name, after]) => [name, { ...view.countryInfo[name], ...after }]);
  return { ...view, countryInfo: { ...view.countryInfo, ...Object.fromEntries(nations) } };
}

export interface Unit {
  type: UnitType;
  territory: string;
  hostile: boolean;
}

/** The units of a plan that are still to be decided, the next one first. */
export function unitsLeft(plan: Maneuver): Unit[] {
  const fleets = plan.pendingFleets
    .slice(plan.completedFleetMoves.length)
    .map((unit) => ({ ...unit, type: "fleet" as const }));
  const armies = plan.pendingArmies
    .slice(plan.completedArmyMoves.length)
    .map((unit) => ({ ...unit, type: "army" as const }));
  return [...fleets, ...armies];
}

/**
 * Rule 8.3: of the units that move now, those that may come first instead: the others are deferred, and none of them
 * twice. Deferred ones are the last of the list.
 */
export function unitsToPick(plan: Maneuver): Unit[] {
  const left = unitsLeft(plan).filter(({ type }) => type === plan.phase);
  return left.slice(0, left.length - plan.deferred + 1);
}

/** "war Austria army": against whom, and what. */
export function warOf(code: string): { country: string; type: UnitType } | null {
  const found = /^war (.+) (army|fleet)$/.exec(code);
  return found ? { country: found[1] ?? "", type: found[2] as UnitType } : null;
}

/** Whether nothing is lost by it at once. */
export function isGentle(code: string): boolean {
  return warOf(code) === null && !code.startsWith("blow");
}

export const spotKind = (spot: string): string => spot.replace(/^[LR]-/, "");

export const place = (name: string, { t }: Perspective): string => t(`imperial:place.${name}`);
export const nation = (name: string, { t }: Perspective): string => t(`imperial:nation.${name}`);
export const spotName = (spot: string, { t }: Perspective): string => t(`imperial:spot.${spotKind(spot)}`);

/** The events that still count: what was taken back is left out. */
export function standingEvents(events: AnyEvent[]): Event[] {
  const remaining: Event[] = [];
  for (const event of events as unknown as Event[]) {
    if (event.type === "UNDONE")
      while ((remaining.at(-1)?.version ?? 0) > event.payload.toVersion) remaining.pop();
    else remaining.push(event);
  }
  return remaining;
}
