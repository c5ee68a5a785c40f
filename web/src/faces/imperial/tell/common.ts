/** Names in a row, and who is asked: what every sentence needs. */

import type { Looking } from "../../../play/face";
import type { View } from "../../../wire/imperial";

export const UNIT = { army: "Army", fleet: "Fleet" } as const;

/** "one, two and three". */
export function listed(names: string[], { say }: Looking): string {
  if (names.length < 2) return names[0] ?? "";
  return say("imperial:and", { first: names.slice(0, -1).join(", "), last: names.at(-1) });
}

export function upNames(view: View, looking: Looking): string {
  const names = view.playerInfo.flatMap((player, seat) => (player.myTurn ? [looking.name(seat)] : []));
  return listed(names, looking);
}
