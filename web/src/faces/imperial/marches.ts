/** Which units a maneuver has just moved, and where: from an event that everybody gets. */
import { useLayoutEffect, useRef, useState } from "react";
import type { BoardState } from "../../play/board";
import { canTravel } from "../../ui/motion";
import type { Event } from "../../wire/imperial";

export interface March {
  country: string;
  type: "army" | "fleet";
  from: string;
  to: string;
}

const NONE: March[] = [];

export function marchesIn(fresh: Event[]): March[] {
  return fresh.flatMap((event) => {
    if (event.type !== "MANEUVER_EXECUTED") return [];
    const { country, fleetMan, armyMan } = event.payload;
    const of = (type: March["type"], moves: unknown[][]) =>
      moves.map(([from, to]) => ({ country, type, from: String(from), to: String(to) }));
    return [...of("fleet", fleetMan), ...of("army", armyMan)].filter(({ from, to }) => from !== to);
  });
}

/** Those of the step that has just been seen to happen; somebody who comes later sees the map as it is. */
export function useMarches({ version, fresh, isPast }: BoardState): March[] {
  const shown = useRef<number | null>(null);
  const [marches, setMarches] = useState(NONE);
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = version;
    if (before === null || before === version) return;
    const isNew = !isPast && fresh.some((event) => event.version === version);
    const found = isNew && canTravel() ? marchesIn(fresh as unknown as Event[]) : NONE;
    setMarches(found.length > 0 ? found : NONE);
  }, [version, fresh, isPast]);
  return marches;
}
