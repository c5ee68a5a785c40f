/** "While you were away": what happened at a table while its player was away, on a card over the board. */
import { useCallback, useEffect, useMemo, useState } from "react";
import { type Table, useTableState } from "../table";
import { forget, keys, read, write } from "../table/keep";
import { announce } from "../ui/live";
import { useTranslation } from "../ui/locales";
import { Button, Rich } from "../ui/parts";
import type { GameModule, Perspective } from "./face";
import { groupsOf } from "./log";
import type { Playback } from "./playback";

/** A player who comes back sooner has missed nothing. */
const AWAY_MS = 120_000;
/** How often it is noted that somebody is here. */
const NOTE_MS = 30_000;
const MOST_TABLES = 40;
const PREFIX = "rondel.seen.";

export interface Seen {
  version: number;
  at: number;
}

/** What was seen here last, if it is so long ago that it is worth telling what came after. */
export function leftAt(seen: Seen | null, version: number, now: number): number | null {
  return seen !== null && version > seen.version && now - seen.at >= AWAY_MS ? seen.version : null;
}

function note(id: string, seen: Seen): void {
  write(PREFIX + id, seen);
  const all = keys(PREFIX);
  if (all.length <= MOST_TABLES) return;
  const age = (key: string) => read<Seen>(key, { version: 0, at: 0 }).at;
  const oldest = all.toSorted((one, other) => age(one) - age(other))[0];
  if (oldest) forget(oldest);
}

/** The version that was seen last before one left; null if one has not been away. */
function useLeft(table: Table): [number | null, () => void] {
  const { id } = table;
  const version = useTableState(table, (state) => (state.isHere && state.seat !== null ? state.version : 0));
  const isMoving = useTableState(table, (state) => state.pending !== null);
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    if (version === 0) return;
    const look = () => {
      if (document.visibilityState !== "visible") return;
      const now = Date.now();
      const from = leftAt(read<Seen | null>(PREFIX + id, null), version, now);
      if (from !== null) setLeft((before) => before ?? from);
      note(id, { version, at: now });
    };
    look();
    const timer = setInterval(look, NOTE_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [id, version]);
  const dismiss = useCallback(() => setLeft(null), []);
  useEffect(() => {
    if (isMoving) dismiss(); // who moves has seen enough
  }, [isMoving, dismiss]);
  return [left, dismiss];
}

interface Props {
  table: Table;
  game: GameModule | null;
  perspective: Perspective;
  playback: Playback;
}

export function Since({ table, game, perspective, playback }: Props) {
  const t = useTranslation();
  const [left, dismiss] = useLeft(table);
  const isActive = useTableState(table, (state) => state.status === "active");
  const events = useTableState(table, (state) => state.events);
  const groups = useMemo(() => {
    if (left === null) return [];
    const later = events.filter(({ version }) => version > left);
    return groupsOf(later, game, perspective, null).filter(({ lines }) => lines.length > 0);
  }, [left, events, game, perspective]);
  const isShown = left !== null && isActive && playback.move === null && groups.length > 0;
  useEffect(() => {
    if (isShown) announce(t("since.title"));
  }, [isShown, t]);
  if (!isShown) return null;
  return (
    <section className="since panel" aria-labelledby="since">
      <h2 id="since">{t("since.title")}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys */}
      <div className="since-in" tabIndex={0} role="group" aria-labelledby="since">
        {groups.toReversed().map((group) => (
          <section key={group.key}>
            {group.title ? (
              <h3>
                {group.mark}
                {group.title}
              </h3>
            ) : null}
            <ul>
              {group.lines
                .filter(({ isUndone }) => !isUndone)
                .toReversed()
                .map((line) => (
                  <li key={line.key}>
                    <Rich text={line.text} />
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
      <div className="actions">
        <Button onClick={() => playback.play(true, left + 1)}>{t("since.replay")}</Button>
        <Button kind="primary" onClick={dismiss}>
          {t("since.close")}
        </Button>
      </div>
    </section>
  );
}
