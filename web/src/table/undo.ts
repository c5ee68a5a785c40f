/** What one's own latest moves were called, while they can be taken back; remembered while the tab is open. */
import { readTab, writeTab } from "./keep";
import type { Action, Done, Event, TableStore } from "./state";

export const TAKE_BACK: Action = { type: "TAKE_BACK" };

/** How many moves are remembered. */
const MOST = 50;

/** Kept for a page that is loaded again, if nothing has happened since. */
interface UndoEntry {
  at: number;
  done: Done[];
}

const keyOf = (id: string) => `rondel.done.${id}`;

/** A whole view has come: what was kept counts if it was kept at this version, and something can be taken back. */
export function recall(
  store: TableStore,
  { version, undo }: { version: number; undo?: number | null },
): void {
  const stored = readTab<UndoEntry>(keyOf(store.getState().id), { at: 0, done: [] });
  remember(store, stored.at === version && undo != null ? stored.done : [], version);
}

/**
 * A step has come, and the server has said what can be taken back now; `own` is what the step is called, if it is
 * one's own move. A move that stands is a line that no earlier move is taken back across.
 */
export function noteStep(
  store: TableStore,
  version: number,
  events: Event[],
  own: { text: string | null } | null,
): void {
  const { done, undo } = store.getState();
  const undone = events.find((event) => event.type === "UNDONE")?.payload as
    | { toVersion: number }
    | undefined;
  if (undone)
    remember(
      store,
      done.filter((one) => undo !== null && one.version <= undone.toVersion),
      version,
    );
  else if (own === null || undo !== version) remember(store, [], version);
  else remember(store, [...done, { version, text: own.text }].slice(-MOST), version);
}

/** Nothing can be taken back: the server has said so. */
export function forgetDone(store: TableStore): void {
  store.setState({ undo: null });
  remember(store, [], store.getState().version);
}

function remember(store: TableStore, done: Done[], at: number): void {
  const { id, done: before } = store.getState();
  if (done.length === 0 && before.length === 0) return;
  store.setState({ done });
  writeTab(keyOf(id), done.length > 0 ? ({ at, done } satisfies UndoEntry) : null);
}
