/** What happened, by turns: lines of the log, the newest first. */
import type { ReactNode } from "react";
import type { GameModule, Looking } from "../games";
import type { Event } from "../table";
import { has, plainWords } from "../words";

export interface LogLine {
  key: string;
  version: number;
  at: number;
  text: string;
}

export interface LogGroup {
  key: string;
  title: string | null;
  mark: ReactNode;
  /** What began it is told by the heading, and is no line of its own. */
  isTold: boolean;
  lines: LogLine[];
}

/** Whose lines, or which: a seat, or a filter of the game. */
export type Which = number | string | null;

function isWanted(event: Event, game: GameModule | null, which: Which): boolean {
  if (which === null) return true;
  if (typeof which === "string") return game?.isIn?.(event, which) ?? false;
  return game?.isAbout?.(event, which) ?? (event.payload as { seat?: unknown } | undefined)?.seat === which;
}

export function groupsOf(
  events: Event[],
  game: GameModule | null,
  looking: Looking,
  which: Which,
): LogGroup[] {
  const groups: LogGroup[] = [{ key: "0", title: null, mark: null, isTold: false, lines: [] }];
  let isWhole = false;
  for (const [index, event] of events.entries()) {
    const key = `${event.version}.${index}`;
    const title = game?.turn?.(event, looking) ?? null;
    if (title !== null) {
      groups.push({ key, title, mark: game?.mark?.(event, looking) ?? null, isTold: false, lines: [] });
      isWhole = typeof which === "string" && isWanted(event, game, which);
    }
    if (!isWhole && !isWanted(event, game, which)) continue;
    const text = game ? game.describe(event, looking) : plainWords(event.type);
    const group = groups.at(-1);
    if (!text || group === undefined) continue;
    if (title !== null) group.isTold = true;
    else group.lines.push({ key, version: event.version, at: event.at, text });
  }
  return groups
    .filter((group) => group.isTold || group.lines.length > 0)
    .map((group) => ({ ...group, lines: group.lines.toReversed() }))
    .toReversed();
}

/** What the table says of itself: "BOT_PLAYS 1 easy Maren". */
export function houseText(text: string, { say, name }: Looking): string {
  const [code, ...rest] = text.split(" ");
  if (!has(`house.${code}`)) return text;
  if (code === "TABLE_ENDED") return say("house.TABLE_ENDED", { by: rest.join(" ") });
  const [seat, ...more] = rest;
  if (code === "SEAT_TAKEN") {
    const [, before, by] = /^(.*) by (.*)$/.exec(more.join(" ")) ?? [];
    return say("house.SEAT_TAKEN", { name: before, by });
  }
  const level = code === "BOT_PLAYS" ? (more.shift() ?? "") : "";
  return say(`house.${code}`, {
    name: name(Number(seat)),
    level: say(`level.${level}`, { defaultValue: level }),
    by: more.join(" "),
  });
}
