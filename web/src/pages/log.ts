/** What happened, by turns: lines of the log, the newest first. */
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
  lines: LogLine[];
}

/** Whether an event is about a seat. */
function isOf(event: Event, who: number): boolean {
  return (event.payload as { seat?: unknown } | undefined)?.seat === who;
}

export function groupsOf(
  events: Event[],
  game: GameModule | null,
  looking: Looking,
  who: number | null,
): LogGroup[] {
  const groups: LogGroup[] = [{ key: "0", title: null, lines: [] }];
  for (const [index, event] of events.entries()) {
    const title = game?.turn?.(event, looking) ?? null;
    if (title !== null) groups.push({ key: `${event.version}.${index}`, title, lines: [] });
    if (who !== null && !isOf(event, who)) continue;
    const text = game ? game.describe(event, looking) : plainWords(event.type);
    if (text)
      groups
        .at(-1)
        ?.lines.push({ key: `${event.version}.${index}`, version: event.version, at: event.at, text });
  }
  return groups
    .filter((group) => group.lines.length > 0)
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
