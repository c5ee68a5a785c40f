/** Lines of the log by what they are about: a player, a nation, a kind; and what is marked on the scrubber. */

import type { Event as AnyEvent, Filter, Perspective } from "../../../play/board";
import type { Event } from "../../../wire/imperial";
import { COUNTRIES } from "../board";
import { nation, place } from "../view";
import { listed } from "./common";

const KINDS: Record<string, Event["type"][]> = {
  moves: [
    "WHEEL_MOVED",
    "FACTORY_BUILT",
    "UNITS_PRODUCED",
    "UNITS_IMPORTED",
    "MANEUVER_STARTED",
    "UNIT_PLANNED",
    "UNIT_DEFERRED",
    "MANEUVER_EXECUTED",
  ],
  votes: [
    "PROPOSAL_MADE",
    "PROPOSAL_AGREED",
    "PROPOSAL_EXECUTED",
    "VOTE_SHOWN",
    "VOTE_RESOLVED",
    "PEACE_OFFERED",
    "PEACE_SETTLED",
    "PEACE_VOTE_SHOWN",
    "PEACE_RESOLVED",
    "LEADERSHIP_CHANGED",
  ],
  money: [
    "BIDS_REVEALED",
    "BID_ACCEPTED",
    "BID_DECLINED",
    "TAXES_COLLECTED",
    "INTEREST_PAID",
    "INVESTOR_STARTED",
    "STOCK_BOUGHT",
    "BUY_PUNTED",
    "INVESTOR_ENDED",
  ],
};

export function filters(perspective: Perspective): Filter[] {
  const { t } = perspective;
  return [
    ...Object.keys(KINDS).map((kind) => ({
      id: kind,
      label: t(`imperial:filter.${kind}`),
      group: t("imperial:filter.kinds"),
    })),
    ...COUNTRIES.map((country) => ({
      id: country,
      label: nation(country, perspective),
      group: t("imperial:text.nations"),
    })),
  ];
}

/** Whether an event belongs to a filter. A nation's turn begins with one, and all of the turn goes with it. */
export function isIn(any: AnyEvent, filter: string): boolean {
  return KINDS[filter]?.includes(any.type as Event["type"]) || nationsIn(any).includes(filter) || false;
}

function nationsIn({ payload }: AnyEvent): string[] {
  const { country, movingCountry, targetCountry } = (payload ?? {}) as Record<string, unknown>;
  return [country, movingCountry, targetCountry].filter((one): one is string => typeof one === "string");
}

/** The nation that a line is about. */
export function nationIn(event: AnyEvent): string | null {
  return nationsIn(event)[0] ?? null;
}

/** Whether it was done by a seat, or for it. */
export function isAbout(any: AnyEvent, seat: number): boolean {
  const event = any as unknown as Event;
  switch (event.type) {
    case "PROPOSAL_MADE":
      return event.payload.proposal.seat === seat;
    case "BIDS_REVEALED":
      return event.payload.bids.some((bid) => bid.seat === seat && bid.amount > 0);
    case "ORDER_SET":
      return event.payload.investor === seat;
    case "LEADERSHIP_CHANGED":
      return event.payload.leadership[0] === seat;
    case "WHEEL_MOVED":
      return event.payload.payer === seat;
    case "TAXES_COLLECTED":
      return (event.payload.bonus[seat] ?? 0) > 0;
    case "INTEREST_PAID":
      return event.payload.payer === seat || (event.payload.interest[seat] ?? 0) > 0;
    case "INVESTOR_STARTED":
      return event.payload.holder === seat;
    case "INVESTOR_ENDED":
      return event.payload.nextHolder === seat;
    default:
      return (event.payload as { seat?: unknown } | undefined)?.seat === seat;
  }
}

/** What is worth looking at in a game that is over: a war, a lost factory, somebody else at the head of a nation. */
export function landmark(any: AnyEvent, perspective: Perspective): string | null {
  const event = any as unknown as Event;
  const { t, nameOf, mySeat } = perspective;
  if (event.type === "MANEUVER_EXECUTED") {
    const places = [
      ...event.payload.losses.map((loss) => loss.territory),
      ...event.payload.factoriesDestroyed,
    ];
    if (places.length === 0) return null;
    const names = [...new Set(places)].map((one) => place(one, perspective));
    return t("imperial:filter.war", { places: listed(names, perspective) });
  }
  if (event.type !== "LEADERSHIP_CHANGED") return null;
  const [leader] = event.payload.leadership;
  if (leader === undefined) return null;
  return t("imperial:filter.leader", {
    name: nameOf(leader),
    nation: nation(event.payload.country, perspective),
    ...(leader === mySeat ? { context: "you" } : {}),
  });
}
