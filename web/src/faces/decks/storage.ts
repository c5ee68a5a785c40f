/** The planner that this browser has saved, under the key that planners without a server use. */
import { useCallback, useEffect, useState } from "react";
import { type Board, call } from "../../play/board";
import type { CardInstance, DeckState, View } from "../../wire/decks";

export const KEY = "deck-builder-state";

export interface Saved {
  /** The text that is imported. */
  text: string;
  turn: number;
  cards: number;
  /** The ids of its hand: no other planner has them. */
  ids: string;
}

export interface Saving {
  /** What was there when the page of the table was opened. */
  saved: Saved | null;
  /** Get this table's state from the server, and put it under the key; the whole export. */
  save: () => Promise<unknown>;
}

export function useSaved(table: Board): Saving {
  const [saved] = useState(read);
  const save = useCallback(async () => {
    const exported = await exportOf(table.id);
    write(exported[KEY]);
    return exported;
  }, [table.id]);
  return { saved, save };
}

/** Put the state under the key after every action and when the page is opened, so that a damaged copy is repaired. */
export function useAutosave(table: Board, version: number, isOn: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is another state
  useEffect(() => {
    if (!isOn) return;
    let isNewest = true;
    exportOf(table.id).then(
      (exported) => isNewest && write(exported[KEY]),
      () => undefined, // the next action saves it
    );
    return () => {
      isNewest = false;
    };
  }, [table.id, version, isOn]);
}

/** Whether this is the first hand, untouched, of another planner than the saved one. */
export function isOffered(saved: Saved | null, view: View): boolean {
  const isUntouched =
    view.turnNumber === 1 && view.discardPile.length === 0 && view.playOrderSequence.length === 0;
  return saved !== null && isUntouched && saved.ids !== idsOf(view.handCards);
}

const exportOf = (table: string) => call<{ [KEY]: DeckState }>("GET", `/decks/${table}/state`);

function read(): Saved | null {
  try {
    const text = localStorage.getItem(KEY) ?? "";
    const state = JSON.parse(text) as Partial<Record<keyof DeckState, unknown>> | null;
    if (state === null || typeof state !== "object" || Array.isArray(state)) return null;
    const held = Math.max(count(state.handCards), count(state.hand));
    const turn = Number(state.turnNumber);
    return {
      text,
      turn: Number.isInteger(turn) && turn > 0 ? turn : 1,
      cards: count(state.drawPile) + count(state.discardPile) + held,
      ids: idsOf(state.handCards),
    };
  } catch {
    return null; // nothing is there, or nothing that a planner has written
  }
}

function write(state: DeckState): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(state));
  } catch {
    // full or forbidden: there is still the file
  }
}

function idsOf(cards: unknown): string {
  const listed = Array.isArray(cards) ? (cards as (Partial<CardInstance> | null)[]) : [];
  return listed.map((card) => card?.instanceId ?? card?.id).join();
}

function count(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}
