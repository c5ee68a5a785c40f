import type { Pace } from "../../ui/settings";
import type { View } from "../../wire/cambio";

const DAY_MS = 1_800_000;

/** Half an hour for a turn: nobody sits and waits. */
export function paceOf({ options }: View): Pace {
  return (options.turnMs ?? 0) >= DAY_MS ? "day" : "live";
}
