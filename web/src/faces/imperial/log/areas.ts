/** What stands in a place. */

import type { BoardState, Perspective } from "../../../play/board";
import type { View } from "../../../wire/imperial";
import { TERRITORIES } from "../board";
import { nation, nationsOf, place, viewOf } from "../view";

/** What stands in a place, in words. */
export function areaNotes(view: View, name: string, perspective: Perspective): string[] {
  const { t } = perspective;
  const territory = TERRITORIES.get(name);
  const notes: string[] = [];
  if (territory?.country) notes.push(nation(territory.country, perspective));
  else notes.push(t(territory?.kind === "sea" ? "imperial:map.sea" : "imperial:map.neutral"));
  const own = view.countryInfo[territory?.country ?? ""];
  if (own?.factories.includes(name))
    notes.push(t(own.openFactories.includes(name) ? "imperial:map.factory" : "imperial:map.closed"));
  if (territory?.port) notes.push(t("imperial:map.port"));
  for (const group of groupsOf(view, name)) notes.push(groupText(group, perspective));
  for (const [country, info] of nationsOf(view))
    if (info.taxChips.includes(name))
      notes.push(t("imperial:map.chip", { nation: nation(country, perspective) }));
  return notes;
}

/** "w rome" tells what is there, "n rome" what lies beside it. */
export function answer(command: string, state: BoardState, perspective: Perspective): string | null {
  const [, letter, wanted = ""] = /^([wn])\s+(.+)$/.exec(command) ?? [];
  if (letter === undefined) return null;
  const names = [...TERRITORIES.keys()];
  const found =
    names.find((name) => place(name, perspective).toLowerCase() === wanted) ??
    names.find((name) => place(name, perspective).toLowerCase().startsWith(wanted));
  if (found === undefined) return perspective.t("imperial:text.nowhere", { place: wanted });
  const notes =
    letter === "w"
      ? areaNotes(viewOf(state), found, perspective)
      : (TERRITORIES.get(found)?.adjacencies ?? []).map((other) => place(other, perspective));
  return `${place(found, perspective)}: ${notes.join(", ")}.`;
}

export interface Group {
  country: string;
  type: "army" | "fleet";
  hostile: boolean;
  count: number;
}

/** The units in a place, alike ones together. */
export function groupsOf(view: View, name: string): Group[] {
  const groups: Group[] = [];
  for (const [country, info] of nationsOf(view))
    for (const [type, units] of [["fleet", info.fleets] as const, ["army", info.armies] as const])
      for (const unit of units)
        if (unit.territory === name) {
          const found = groups.find(
            (one) => one.country === country && one.type === type && one.hostile === unit.hostile,
          );
          if (found) found.count += 1;
          else groups.push({ country, type, hostile: unit.hostile, count: 1 });
        }
  return groups;
}

export function groupText({ country, type, hostile, count }: Group, { t }: Perspective): string {
  return t(hostile ? "imperial:map.units" : "imperial:map.guest", {
    count,
    nation: t(`imperial:adjective.${country}`),
    unit: t(
      count === 1 ? `imperial:unit.${type}` : `imperial:unit.${type === "army" ? "many" : "manyFleets"}`,
    ),
  });
}
