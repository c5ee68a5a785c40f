/** Names in a row, and who is asked: what every sentence needs. */

import type { Perspective } from "../../../play/board";
import type { View } from "../../../wire/imperial";

export const UNIT = { army: "Army", fleet: "Fleet" } as const;

/** "one, two and three". */
export function listed(names: string[], { t }: Perspective): string {
  if (names.length < 2) return names[0] ?? "";
  return t("imperial:and", { first: names.slice(0, -1).join(", "), last: names.at(-1) });
}

export function upNames(view: View, perspective: Perspective): string {
  const names = view.playerInfo.flatMap((player, seat) => (player.myTurn ? [perspective.nameOf(seat)] : []));
  return listed(names, perspective);
}
