/** What stands in a place. */

import type { Looking } from "../../../play/face";
import type { TableState } from "../../../table";
import type { View } from "../../../wire/imperial";
import { TERRITORIES } from "../board";
import { nation, nationsOf, place, viewOf } from "../view";

/** What stands in a place, in words. */
export function areaNotes(view: View, name: string, looking: Looking): string[] {
  const { say } = looking;
  const territory = TERRITORIES.get(name);
  const notes: string[] = [];
  if (territory?.country) notes.push(nation(territory.country, looking));
  else notes.push(say(territory?.kind === "sea" ? "imperial:map.sea" : "imperial:map.neutral"));
  const own = view.countryInfo[territory?.country ?? ""];
  if (own?.factories.includes(name))
    notes.push(say(own.openFactories.includes(name) ? "imperial:map.factory" : "imperial:map.closed"));
  if (territory?.port) notes.push(say("imperial:map.port"));
  for (const group of groupsOf(view, name)) notes.push(groupText(group, looking));
  for (const [country, info] of nationsOf(view))
    if (info.taxChips.includes(name))
      notes.push(say("imperial:map.chip", { nation: nation(country, looking) }));
  return notes;
}

/** "w rome" tells what is there, "n rome" what lies beside it. */
export function answer(said: string, state: TableState, looking: Looking): string | null {
  const [, letter, wanted = ""] = /^([wn])\s+(.+)$/.exec(said) ?? [];
  if (letter === undefined) return null;
  const names = [...TERRITORIES.keys()];
  const found =
    names.find((name) => place(name, looking).toLowerCase() === wanted) ??
    names.find((name) => place(name, looking).toLowerCase().startsWith(wanted));
  if (found === undefined) return looking.say("imperial:text.nowhere", { place: wanted });
  const notes =
    letter === "w"
      ? areaNotes(viewOf(state), found, looking)
      : (TERRITORIES.get(found)?.adjacencies ?? []).map((other) => place(other, looking));
  return `${place(found, looking)}: ${notes.join(", ")}.`;
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

export function groupText({ country, type, hostile, count }: Group, { say }: Looking): string {
  return say(hostile ? "imperial:map.units" : "imperial:map.guest", {
    count,
    nation: say(`imperial:adjective.${country}`),
    unit: say(
      count === 1 ? `imperial:unit.${type}` : `imperial:unit.${type === "army" ? "many" : "manyFleets"}`,
    ),
  });
}
