/** Choosing a move by pressing things: what may be pressed, what is pressed, and what is asked beside the board. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Action } from "../../table";
import { type Choice, canPick, choose, type Offer } from "../../table/choose";
import { areaId, pieceId, type Thing, zoneId, zonesIn } from "./scene";
import type { Tracked } from "./track";

/** A press so soon after other things could be done, or after the press before it, was not meant for what is there now. */
export const SETTLE_MS = 350;

/** Whether something may be pressed: it goes on from what is picked, or begins again. */
export type Live = "next" | "again" | null;

export interface Choosing {
  legal: readonly Action[];
  picked: readonly Thing[];
  choice: Choice;
  /** What of the board may be pressed now. */
  live: ReadonlyMap<string, Live>;
  offerOf: (id: string) => Offer;
  isPicked: (id: string) => boolean;
  press: (id: string, offer?: Offer) => void;
  act: (action: Action) => void;
  clear: () => void;
}

/** Everything on the board that a press may mean something of, in the order of the page. */
export function thingsOf({ scene, zones }: Tracked): Thing[] {
  const areas = (scene.seats ?? []).map((area, seat) => ({ id: areaId(seat), offer: area.picks ?? [] }));
  const rest = zonesIn(scene).flatMap(({ zone }) => [
    { id: zoneId(zone), offer: zone.picks ?? [] },
    ...(zones.get(zone.id) ?? []).map(({ id, piece }) => ({ id: pieceId(id), offer: piece.picks ?? [] })),
  ]);
  const middle = { id: areaId(null), offer: scene.middle?.picks ?? [] };
  return [...areas, middle, ...rest].filter(({ offer }) => offer.length > 0);
}

/** What may be pressed: what fits to what is picked, what is picked, and what would begin another choice. */
export function liveThings(
  legal: readonly Action[],
  things: readonly Thing[],
  picked: readonly Thing[],
): Map<string, Live> {
  const live = new Map<string, Live>();
  const known = new Map<string, Live>();
  for (const { id, offer } of things) {
    if (legal.length === 0) break;
    const others = picked.filter((one) => one.id !== id).map((one) => one.offer);
    const isPicked = others.length < picked.length;
    const key = `${isPicked} ${JSON.stringify(offer)}`;
    const fits = () => (canPick(legal, others, offer) ? "next" : canPick(legal, [], offer) ? "again" : null);
    if (!known.has(key)) known.set(key, fits());
    live.set(id, known.get(key) ?? null);
  }
  return live;
}

/** What is picked after a press: one thing more, one thing less, or this one alone. */
export function picksAfter(legal: readonly Action[], picked: readonly Thing[], press: Thing): Thing[] | null {
  if (picked.some(({ id }) => id === press.id)) return picked.filter(({ id }) => id !== press.id);
  for (const before of [picked, []])
    if (
      canPick(
        legal,
        before.map(({ offer }) => offer),
        press.offer,
      )
    )
      return [...before, press];
  return null;
}

const NOTHING: readonly Action[] = [];

/** `act` is asked only after a press; presses that cannot have been meant are not heard. */
export function useChoosing(
  tracked: Tracked,
  offered: readonly Action[],
  isBusy: () => boolean,
  act: (action: Action) => void,
  onPiece: (track: number) => void,
): Choosing {
  const key = JSON.stringify(offered);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same list again is no other list
  const legal = useMemo(() => (offered.length > 0 ? offered : NOTHING), [key]);
  const [chosen, setChosen] = useState<{ of: readonly Action[]; picked: readonly Thing[] }>({
    of: legal,
    picked: [],
  });
  const things = useMemo(() => thingsOf(tracked), [tracked]);
  const picked = useMemo(() => {
    const isThere = ({ id }: Thing) => !id.startsWith("piece") || things.some((thing) => thing.id === id);
    return chosen.of === legal ? chosen.picked.filter(isThere) : [];
  }, [chosen, legal, things]);
  const heard = useRef({ at: Number.NEGATIVE_INFINITY, id: "" });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the moment at which other things can be done
  useEffect(() => {
    heard.current = { at: performance.now(), id: "" };
  }, [legal]);
  const isMeant = useCallback(
    (id: string) => {
      const { at, id: last } = heard.current;
      const now = performance.now();
      if (isBusy() || (now - at < SETTLE_MS && (last === "" || last === id))) return false;
      heard.current = { at: now, id };
      return true;
    },
    [isBusy],
  );
  const clear = useCallback(() => setChosen({ of: legal, picked: [] }), [legal]);
  const offerOf = (id: string) => things.find((thing) => thing.id === id)?.offer ?? [];
  const press = (id: string, offer: Offer = offerOf(id)) => {
    const after = isMeant(id) ? picksAfter(legal, picked, { id, offer }) : null;
    if (after === null) return;
    const { complete } = choose(
      legal,
      after.map((one) => one.offer),
    );
    const isWhole = complete !== null && after.some((one) => one.id === id);
    setChosen({ of: legal, picked: isWhole ? [] : after });
    if (!isWhole) return;
    for (const one of after) if (one.id.startsWith("piece ")) onPiece(Number(one.id.slice(6)));
    act(complete);
  };
  return {
    legal,
    picked,
    choice: choose(
      legal,
      picked.map(({ offer }) => offer),
    ),
    live: useMemo(() => liveThings(legal, things, picked), [legal, things, picked]),
    offerOf,
    isPicked: (id) => picked.some((one) => one.id === id),
    press,
    act: (action) => {
      if (isMeant("act")) act(action);
    },
    clear,
  };
}
