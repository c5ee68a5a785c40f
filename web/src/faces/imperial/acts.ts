/** What can be pressed now: the same list fills the bar at the thumb, the strip on top, and the keys. */
import { useEffect, useState } from "react";
import {
  type Board,
  type BoardState,
  choose,
  NOT_SENT,
  type Perspective,
  type Pick,
  picksOf,
} from "../../play/board";
import type { Action, Maneuver, View } from "../../wire/imperial";
import { type Draft, entriesFor, entryOf, formOf } from "./draft";
import { isEmpty } from "./log/plan";
import {
  allOf,
  isGentle,
  isMine,
  legalOf,
  money,
  type Of,
  place,
  planSteps,
  type Spot,
  type UnitType,
  unitsLeft,
  viewOf,
} from "./view";

export interface Press {
  id: string;
  label: string;
  kind?: "primary" | "plain" | "quiet";
  press: () => void;
  hotkey?: string;
  isOff?: boolean;
  /** What it takes back, in a second line. */
  what?: string | undefined;
  title?: string;
}

/** Several moves in a row that were asked for with one press. */
export type Chain =
  | { kind: "stay"; country: string }
  | { kind: "pick"; country: string; phase: UnitType; territory: string }
  | { kind: "same"; country: string; phase: UnitType; destination: string; code: string }
  | { kind: "undo"; left: number };

/** Nothing of the turn is left, not even the place on the rondel. */
export const WHOLE_TURN = -1;

export interface ImperialProps {
  table: Board;
  state: BoardState;
  view: View;
  perspective: Perspective;
  draft: Draft;
  setDraft: (change: Partial<Draft> | null) => void;
  act: (action: Action) => void;
  begin: (chain: Chain) => void;
  /** Bring a part of the page into sight. */
  open: (tab: string) => void;
}

/** The first move is sent as any press is; the others follow, each when the one before it is shown. */
export function useChain(table: Board, state: BoardState, perspective: Perspective): (chain: Chain) => void {
  const [chain, setChain] = useState<Chain | null>(null);
  useEffect(() => {
    if (chain === null || state.pending !== null) return;
    const isRefused = state.refused !== null && state.refused.code !== NOT_SENT; // a stray press ends nothing
    const next = isRefused ? null : nextOf(chain, state, perspective.mySeat);
    if (next !== null) table.goOn(next);
    if (table.state.pending === null) setChain(null); // nothing more to do, or a lesson waits for another move
  }, [chain, state, table, perspective.mySeat]);
  return (begun) => {
    const first = nextOf(begun, state, perspective.mySeat);
    if (first === null || !table.act(first)) return;
    setChain(begun);
  };
}

function nextOf(chain: Chain, state: BoardState, you: number | null): Action | null {
  const view = viewOf(state);
  const plan = view.currentManeuver;
  if (chain.kind !== "undo") {
    if (plan === null || plan.country !== chain.country || !isMine(view, you)) return null;
    if (chain.kind === "pick") return pickOf(chain, plan, legalOf(state));
    return chain.kind === "stay" ? stayOf(view, legalOf(state)) : sameOf(chain, plan, legalOf(state));
  }
  if (view.undo !== you || plan === null) return null;
  return planSteps(plan).length > chain.left ? { type: "TAKE_BACK" } : null;
}

/** The units before it are deferred, one by one, until it is this one's turn. */
function pickOf(chain: Extract<Chain, { kind: "pick" }>, plan: Maneuver, legal: Action[]): Action | null {
  const [unit] = unitsLeft(plan);
  if (plan.phase !== chain.phase || unit?.territory === chain.territory) return null;
  return allOf(legal, "DEFER_UNIT")[0] ?? null;
}

export function stayOf(view: View, legal: Action[]): Of<"MOVE_UNIT"> | null {
  const [unit] = view.currentManeuver ? unitsLeft(view.currentManeuver) : [];
  return (
    allOf(legal, "MOVE_UNIT").find(
      ({ payload }) => payload.destination === unit?.territory && payload.actionCode === "",
    ) ?? null
  );
}

/** The next unit does the same, if it can; one that cannot is asked about. */
function sameOf(chain: Extract<Chain, { kind: "same" }>, plan: Maneuver, legal: Action[]): Action | null {
  if (plan.phase !== chain.phase) return null;
  return waysTo(legal, chain.destination, chain.code)[0] ?? null;
}

/** What all units of this kind that are left might do, too; never a war, and nothing is blown up in a row. */
export function sameFor(view: View, legal: Action[], draft: Draft): Chain | null {
  const plan = view.currentManeuver;
  const way = wayOf(legal, draft);
  if (plan === null || way === null || way.payload.via || !isGentle(way.payload.actionCode)) return null;
  const { destination, actionCode: code } = way.payload;
  const [unit, ...left] = unitsLeft(plan);
  if (unit === undefined || destination === unit.territory) return null;
  if (!left.some(({ type }) => type === unit.type)) return null;
  return { kind: "same", country: plan.country, phase: unit.type, destination, code };
}

/** The ways to go to a place, of them those that do this there; the first is the gentlest. */
export function waysTo(legal: Action[], destination: string | undefined, code?: string): Of<"MOVE_UNIT">[] {
  const picked = [
    ...picksOf("destination", [destination]),
    ...picksOf("code", code === undefined ? [] : [code]),
  ];
  return choose(allOf(legal, "MOVE_UNIT"), readMove, picked).fitting;
}

function readMove({ payload }: Of<"MOVE_UNIT">): Pick[] {
  return [...picksOf("destination", [payload.destination]), ...picksOf("code", [payload.actionCode])];
}

/** The way that is chosen: the only one to that place, or the one that does what is chosen; over these seas, if any. */
export function wayOf(legal: Action[], draft: Draft): Of<"MOVE_UNIT"> | null {
  const ways = waysTo(legal, draft.destination);
  const [way = null] = ways.length === 1 ? ways : waysTo(legal, draft.destination, draft.code ?? "?");
  if (way === null || !draft.via?.length) return way;
  return { ...way, payload: { ...way.payload, via: draft.via } };
}

/** A place on the rondel, and nothing else yet. */
export function chosenSpot(spot: Spot) {
  return { spot, site: undefined, made: undefined, bought: undefined, destination: undefined };
}

/** A place is chosen; where there is but one thing to do there, that is chosen too, and never a war. */
export function chooseWay(state: BoardState, name: string): Partial<Draft> {
  const ways = waysTo(legalOf(state), name);
  const gentle = ways.find(({ payload }) => payload.actionCode === "" || payload.actionCode === "peace");
  const code = (ways.length === 1 ? ways[0] : gentle)?.payload.actionCode ?? "?";
  return { destination: name, code, via: undefined };
}

/** The offers for the bond that is chosen, with or without one that is given back. */
export function offersOf(legal: Action[], { share }: Draft): Of<"BUY_STOCK">[] {
  return choose(allOf(legal, "BUY_STOCK"), readPurchase, picksOf("share", [share])).fitting;
}

export function purchaseOf(legal: Action[], { share, back = 0 }: Draft): Of<"BUY_STOCK"> | null {
  const picked = [...picksOf("share", [share]), ...picksOf("back", [back])];
  return choose(allOf(legal, "BUY_STOCK"), readPurchase, picked).complete;
}

function readPurchase({ payload: { country, stock, returnStock } }: Of<"BUY_STOCK">): Pick[] {
  return [...picksOf("share", [{ country, stock }]), ...picksOf("back", [returnStock ?? 0])];
}

export function paidFor(view: View, { payload }: Of<"BUY_STOCK">): number {
  return (view.prices[payload.stock] ?? 0) - (view.prices[payload.returnStock ?? 0] ?? 0);
}

export function pressesOf(props: ImperialProps): Press[] {
  const { view, perspective, state, table } = props;
  const found: Press[] = [];
  if (perspective.mySeat !== null && view.undo === perspective.mySeat && state.status === "active")
    found.push({
      id: "undo",
      label: perspective.t("imperial:bar.undo"),
      what: state.done.at(-1)?.text ?? undefined,
      title: perspective.t("imperial:bar.undoLimit"),
      kind: "plain",
      hotkey: "u",
      press: () => table.undo(),
    });
  if (isMine(view, perspective.mySeat)) found.push(...own(props));
  return found;
}

function own(props: ImperialProps): Press[] {
  switch (props.view.mode) {
    case "bid":
      return bidding(props);
    case "buy-bid":
      return yesNo(props, "BUY_BID", "imperial:bar.take", "imperial:buyBid.leave");
    case "proposal":
    case "proposal-opp":
      return proposing(props);
    case "vote":
      return voting(props);
    case "peace-vote":
      return yesNo(props, "VOTE_PEACE", "imperial:peace.accept", "imperial:peace.reject");
    case "buy":
      return buying(props);
    default:
      return props.view.currentManeuver?.pendingPeace
        ? yesNo(props, "ANSWER_PEACE", "imperial:peace.accept", "imperial:peace.reject")
        : moving(props);
  }
}

function bidding({ state, perspective, draft, act }: ImperialProps): Press[] {
  const { t } = perspective;
  const most = Math.max(0, ...allOf(legalOf(state), "BID").map(({ payload }) => payload.amount));
  const amount = Math.min(most, draft.bid ?? 0);
  return [
    {
      id: "pass",
      label: t("imperial:bid.pass"),
      hotkey: "s",
      press: () => act({ type: "BID", payload: { amount: 0 } }),
    },
    {
      id: "bid",
      label: t("imperial:bid.send", { amount: money(amount) }),
      kind: "primary",
      isOff: amount === 0,
      press: () => act({ type: "BID", payload: { amount } }),
    },
  ];
}

type YesNo = "BUY_BID" | "VOTE_PEACE" | "ANSWER_PEACE";

function yesNo({ state, perspective, act }: ImperialProps, type: YesNo, yes: string, no: string): Press[] {
  const legal = allOf(legalOf(state), type) as Of<YesNo>[];
  return [false, true].flatMap((accept) => {
    const action = legal.find(({ payload }) => payload.accept === accept);
    if (action === undefined) return [];
    const label = perspective.t(accept ? yes : no);
    const kind = accept ? ("primary" as const) : ("plain" as const);
    return [{ id: accept ? "yes" : "no", label, kind, press: () => act(action) }];
  });
}

function proposing(props: ImperialProps): Press[] {
  const { state, view, perspective, draft, setDraft, act, open } = props;
  const { t } = perspective;
  const legal = legalOf(state);
  const [agree] = allOf(legal, "AGREE");
  if (!draft.spot)
    return [
      {
        id: "rondel",
        label: t(agree ? "imperial:opp.counter" : "imperial:bar.rondel"),
        press: () => open("rondel"),
      },
      ...(agree
        ? [
            {
              id: "agree",
              label: t("imperial:opp.agree"),
              kind: "primary" as const,
              press: () => act(agree),
            },
          ]
        : []),
    ];
  const entries = entriesFor(legal, draft);
  const entry = entryOf(entries, draft);
  const isWalk = draft.spot.endsWith("Maneuver");
  const units = view.countryInfo[view.countryUp ?? ""];
  const hasUnits = (units?.armies.length ?? 0) + (units?.fleets.length ?? 0) > 0;
  const isVain = entry !== null && (isWalk ? !hasUnits : formOf(entries) !== "none" && isEmpty(entry));
  const label =
    isWalk && hasUnits
      ? "imperial:draft.begin"
      : isVain
        ? "imperial:draft.sendAnyway"
        : "imperial:draft.send";
  return [
    { id: "back", label: t("imperial:draft.back"), press: () => setDraft(null) },
    {
      id: "send",
      label: t(label),
      kind: "primary",
      isOff: entry === null,
      press: () => entry && act(entry),
    },
  ];
}

function voting({ state, perspective, draft, act }: ImperialProps): Press[] {
  const votes = allOf(legalOf(state), "VOTE");
  const chosen = votes.find(({ payload }) => String(payload.proposal) === draft.code);
  const key = chosen ? `imperial:act.proposal${chosen.payload.proposal}` : "imperial:bar.chooseVote";
  return [
    {
      id: "vote",
      label: perspective.t(key),
      kind: "primary",
      isOff: chosen === undefined,
      press: () => chosen && act(chosen),
    },
  ];
}

function moving(props: ImperialProps): Press[] {
  const { state, view, perspective, draft, act, begin } = props;
  const { t } = perspective;
  const legal = legalOf(state);
  const plan = view.currentManeuver;
  const [unit] = plan ? unitsLeft(plan) : [];
  const stay = stayOf(view, legal);
  const found: Press[] = [];
  if (stay && unit)
    found.push({
      id: "stay",
      label: t("imperial:move.stayHere", { place: place(unit.territory, perspective) }),
      hotkey: "s",
      press: () => act(stay),
    });
  const way = wayOf(legal, draft);
  if (draft.destination)
    found.push({
      id: "go",
      label: t("imperial:move.go", { place: place(draft.destination, perspective) }),
      kind: "primary",
      isOff: way === null,
      press: () => way && act(way),
    });
  else if (stay && plan)
    found.push({
      id: "stayAll",
      label: t("imperial:move.stayAll"),
      press: () => begin({ kind: "stay", country: plan.country }),
    });
  return found;
}

function buying({ state, view, perspective, draft, act }: ImperialProps): Press[] {
  const { t } = perspective;
  const legal = legalOf(state);
  const [punt] = allOf(legal, "PUNT_BUY");
  const purchase = purchaseOf(legal, draft);
  return [
    ...(punt ? [{ id: "pass", label: t("imperial:buy.pass"), hotkey: "s", press: () => act(punt) }] : []),
    {
      id: "buy",
      label: purchase
        ? t("imperial:buy.send", { paid: money(paidFor(view, purchase)) })
        : t("imperial:bar.chooseBond"),
      kind: "primary" as const,
      isOff: purchase === null,
      press: () => purchase && act(purchase),
    },
  ];
}
