import type { Pace } from "../../ui/settings";
import type { View } from "../../wire/imperial";

const DAY_S = 1800;

/** Half an hour for a move: nobody sits and waits. */
export function paceOf({ options, timer }: View): Pace {
  const seconds = [options.autoActionSeconds ?? 0, ...(timer.timed ? [timer.banked, timer.increment] : [])];
  return Math.max(...seconds) >= DAY_S ? "day" : "live";
}
