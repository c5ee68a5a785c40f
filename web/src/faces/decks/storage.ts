/** The planner that this browser has saved, under the key that planners without a server use. */
import { useCallback, useState } from "react";
import { call } from "../../play/board";

export const KEY = "deck-builder-state";

/** A saved state as far as its summary needs it; everything else is judged by the server. */
interface State {
  turnNumber?: unknown;
  drawPile?: unknown;
  discardPile?: unknown;
  hand?: unknown;
  handCards?: unknown;
}

export interface Saved {
  /** The text that is imported. */
  text: string;
  turn: number;
  cards: number;
}

export interface Saving {
  saved: Saved | null;
  /** Get this table's state from the server, and put it under the key; the whole export. */
  save: (table: string) => Promise<unknown>;
}

export function useSaved(): Saving {
  const [saved, setSaved] = useState(read);
  const save = useCallback(async (table: string) => {
    const exported = await call<{ [KEY]: State }>("GET", `/decks/${table}/state`);
    write(exported[KEY]);
    setSaved(read());
    return exported;
  }, []);
  return { saved, save };
}

function read(): Saved | null {
  try {
    const text = localStorage.getItem(KEY) ?? "";
    const state = JSON.parse(text) as State | null;
    if (state === null || typeof state !== "object" || Array.isArray(state)) return null;
    const held = Math.max(count(state.handCards), count(state.hand));
    const turn = Number(state.turnNumber);
    return {
      text,
      turn: Number.isInteger(turn) && turn > 0 ? turn : 1,
      cards: count(state.drawPile) + count(state.discardPile) + held,
    };
  } catch {
    return null; // nothing is there, or nothing that a planner has written
  }
}

function write(state: State): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(state));
  } catch {
    // full or forbidden: there is still the file
  }
}

function count(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}
