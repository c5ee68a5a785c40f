/** The moves of whoever looks: what they are called, and those of an earlier page. */
import { useEffect, useRef } from "react";
import { type Action, type Table, useBoardState } from "../table";
import type { GameModule, Perspective } from "./face";

/** What a move is called when it is made, for whoever may take it back; where nobody may, nothing is kept of it. */
export function useNaming(
  table: Table,
  game: GameModule | null,
  perspective: Perspective,
  hasUndo: boolean,
): void {
  useEffect(() => {
    table.naming = hasUndo ? (action) => game?.actionText(action, table.state, perspective) ?? null : null;
  }, [table, game, perspective, hasUndo]);
}

/** The tables that this page has shown since it was loaded. */
const shownHere = new Set<string>();

/** A page that has just been loaded first takes back what no page is to inherit, one move after the other. */
export function useLeftovers(table: Table, game: GameModule | null, isOn: boolean): void {
  const found = useRef<string[] | null>(null);
  const state = useBoardState(table);
  useEffect(() => {
    if (!isOn || game === null || state.pending !== null || shownHere.has(table.id)) return;
    const left = (game.leftovers?.(state) ?? []).map((action) => JSON.stringify(action));
    const [next, ...rest] = (found.current ?? left).filter((action) => left.includes(action));
    found.current = rest;
    if (next === undefined) shownHere.add(table.id);
    else table.actByItself(JSON.parse(next) as Action);
  }, [table, game, state, isOn]);
}
