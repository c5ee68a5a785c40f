/** Choosing a move by pressing things: what may be pressed, what is pressed, and what is asked beside the board. */
import { useCallback, useMemo, useState } from "react";
import type { Action } from "../../table";
import { type Choice, canPick, choose, type Offer } from "../../table/choose";
import { isDoublePress } from "../../table/pressGate";
import { areaId, pieceId, type Thing, zoneId, zonesIn } from "./scene";
import type { Tracked } from "./track";

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
  const butOne = picked.map((_, at) => picked.toSpliced(at, 1));
  for (const before of [picked, ...butOne, []])
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

/** `act` is asked only after a press. */
export function useChoosing(
  tracked: Tracked,
  offered: readonly Action[],
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
  const clear = useCallback(() => setChosen({ of: legal, picked: [] }), [legal]);
  const offerOf = (id: string) => things.find((thing) => thing.id === id)?.offer ?? [];
  const press = (id: string, offer: Offer = offerOf(id)) => {
    if (isDoublePress(id)) return; // the first of a double press chose it, or took it back
    const after = picksAfter(legal, picked, { id, offer });
    if (after === null) return;
    const { complete } = choose(
      legal,
      after.map((one) => one.offer),
    );
    // in a dialog, two things make a choice that is named before it is made
    const isHeld = tracked.scene.dialog != null && after.length > 1;
    const isWhole = complete !== null && !isHeld && after.some((one) => one.id === id);
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
    act,
    clear,
  };
}
