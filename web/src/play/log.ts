/** What happened, by turns: lines of the log, the newest first. */
import type { ReactNode } from "react";
import type { Event } from "../table";
import { has } from "../ui/locales";
import { botText } from "./about";
import type { GameModule, Perspective } from "./face";
import { plainEvent } from "./plain";

export interface LogLine {
  key: string;
  version: number;
  at: number;
  text: string;
  /** It was taken back afterwards. */
  isUndone: boolean;
}

export interface LogGroup {
  key: string;
  /** Where the turn began. */
  version: number;
  title: string | null;
  mark: ReactNode;
  /** All of it is wanted, whatever its lines are about. */
  isWhole: boolean;
  /** What began it is told by the heading, and is no line of its own. */
  hasTitle: boolean;
  lines: LogLine[];
}

/** Whose lines, or which: a seat, or a filter of the game. */
export type Which = number | string | null;

/** An event in words: the table's own here, all others by their game. */
export function eventText(event: Event, game: GameModule | null, perspective: Perspective): string | null {
  if (event.type === "TIME_RETURNED") {
    const { lostMs } = event.payload as { lostMs: number };
    return perspective.t("log.timeReturned", { seconds: Math.max(1, Math.round(lostMs / 1000)) });
  }
  return game ? game.describe(event, perspective) : plainEvent(event, perspective);
}

/** How the name of an event ends that tells its seat, or its team, more of it than everybody hears right after. */
const PRIVATE = /_TO_(YOU|TEAM)$/;

/** The events of a row in words, one for each; what somebody was told in full is not told again for everybody. */
export function textsOf(
  events: readonly Event[],
  game: GameModule | null,
  perspective: Perspective,
): (string | null)[] {
  let full: Event | null = null;
  return events.map((event) => {
    const isCovered = full?.version === event.version && full.type.replace(PRIVATE, "") === event.type;
    const text = isCovered ? null : eventText(event, game, perspective);
    full = text && PRIVATE.test(event.type) ? event : null;
    return text;
  });
}

function isWanted(event: Event, game: GameModule | null, which: Which): boolean {
  if (which === null) return true;
  if (typeof which === "string") return game?.isIn?.(event, which) ?? false;
  return game?.isAbout?.(event, which) ?? (event.payload as { seat?: unknown } | undefined)?.seat === which;
}

const BEFORE: Omit<LogGroup, "lines"> = {
  key: "0",
  version: 0,
  title: null,
  mark: null,
  isWhole: false,
  hasTitle: false,
};

export function groupsOf(
  events: Event[],
  game: GameModule | null,
  perspective: Perspective,
  which: Which,
): LogGroup[] {
  let group: LogGroup = { ...BEFORE, lines: [] };
  const groups = [group];
  const texts = textsOf(events, game, perspective);
  for (const [index, event] of events.entries()) {
    const key = `${event.version}.${index}`;
    const title = game?.turn?.(event, perspective) ?? null;
    const next = title !== null ? begun(event, game, perspective, which) : takenBack(event, groups);
    if (next !== null) {
      group = { ...next, key, title: title ?? next.title, lines: [] };
      groups.push(group);
    }
    if (!group.isWhole && !isWanted(event, game, which)) continue;
    const text = texts[index];
    if (!text) continue;
    if (title !== null) group.hasTitle = true;
    else group.lines.push({ key, version: event.version, at: event.at, text, isUndone: false });
  }
  return groups
    .filter((one) => one.hasTitle || one.lines.length > 0)
    .map((one) => ({ ...one, lines: one.lines.toReversed() }))
    .toReversed();
}

function begun(
  event: Event,
  game: GameModule | null,
  perspective: Perspective,
  which: Which,
): Omit<LogGroup, "lines"> {
  return {
    ...BEFORE,
    version: event.version,
    mark: game?.mark?.(event, perspective) ?? null,
    isWhole: typeof which === "string" && isWanted(event, game, which),
  };
}

/** Where something is taken back, what came after is undone, and the turn that it was goes on. */
function takenBack(event: Event, groups: LogGroup[]): Omit<LogGroup, "lines"> | null {
  if (event.type !== "UNDONE") return null;
  const { toVersion } = event.payload as { toVersion: number };
  for (const line of groups.flatMap((group) => group.lines)) line.isUndone ||= line.version > toVersion;
  const turn = groups.findLast((group) => group.version <= toVersion);
  return turn === undefined || turn === groups.at(-1) ? null : { ...turn, hasTitle: false };
}

/** What the host has decided: "REMOVED 1 Ben by Ada", "NEW_HOST 1 Ada", "LOBBY_CLOSED Ada". */
function hostText(key: string, rest: string[], { t, nameOf }: Pick<Perspective, "t" | "nameOf">): string {
  const [, , before, by] = /^(\d+) (.*) by (.*)$/.exec(rest.join(" ")) ?? [];
  if (by) return t(key, { name: before, by });
  if (key === "host:NEW_HOST") return t(key, { name: nameOf(Number(rest[0])), by: rest.slice(1).join(" ") });
  return t(key, { by: rest.join(" ") });
}

/** What the table says of itself: "BOT_PLAYS 1 easy Maren". */
export function houseText(text: string, { t, nameOf, mySeat }: Perspective, game = ""): string {
  const [code, ...rest] = text.split(" ");
  if (has(`host:${code}`)) return hostText(`host:${code}`, rest, { t, nameOf });
  if (!has(`house.${code}`)) return text;
  if (code === "REMATCH") return t("house.REMATCH", { by: rest.join(" ") });
  if (code === "TABLE_ENDED") return t("house.TABLE_ENDED", { by: rest.join(" ") });
  const [seat, ...more] = rest;
  if (code === "SEAT_TAKEN") {
    const [, before, by] = /^(.*) by (.*)$/.exec(more.join(" ")) ?? [];
    return t("house.SEAT_TAKEN", { name: before, by });
  }
  if (code === "RENAMED") {
    const [, before, now] = /^(.*) to (.*)$/.exec(more.join(" ")) ?? [];
    return t("house.RENAMED", { name: before, now });
  }
  const level = code === "BOT_PLAYS" ? (more.shift() ?? "") : "";
  return t(`house.${code}`, {
    name: nameOf(Number(seat)),
    ...(Number(seat) === mySeat ? { context: "you" } : {}),
    level: botText(game, level, t),
    by: more.join(" "),
  });
}
