/** The page's own link, and its tables by id. */
import { useEffect, useMemo } from "react";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import { ApiError, call } from "./api";
import type { Board } from "./board";
import { Link, type LinkState } from "./link";
import { type BoardState, boardOf, type TableState } from "./state";
import { Table } from "./table";

export const link = new Link(
  (table) => `ws${location.protocol.slice(4)}//${location.host}/ws?table=${table}`,
  async () => {
    try {
      await call("GET", "/me");
      return true;
    } catch (error) {
      return !(error instanceof ApiError && error.status === 401);
    }
  },
);

if (typeof window !== "undefined") {
  window.addEventListener("online", () => link.wake());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") link.wake();
  });
}

let early: Table | null = null;

/** Look at a table whose page is still on its way. */
export function lookAhead(id: string): Table {
  early = new Table(id, link);
  early.open();
  return early;
}

/** Play has begun at a table that is looked at. */
export async function isBegun(table: Table): Promise<void> {
  return new Promise((resolve) => {
    const stop = table.store.subscribe(({ view }) => {
      if (view === null) return;
      stop();
      resolve();
    });
  });
}

/** The table with this id, looked at as long as the component is there. */
export function useTable(id: string, isOpen: boolean): Table {
  const table = useMemo(() => (early?.id === id ? early : new Table(id, link)), [id]);
  useEffect(() => {
    if (isOpen) table.open();
    else table.close();
    return () => {
      table.close();
      early = null;
    };
  }, [table, isOpen]);
  return table;
}

export function useTableState<T>(table: Board, of: (state: TableState) => T): T {
  return useStore(table.store, of);
}

/** What a board is drawn from: it is drawn anew only where that has changed. */
export function useBoardState(table: Board): BoardState {
  return useStore(table.store, useShallow(boardOf));
}

/** How many lines were said by others that have not been seen. */
export function useUnread(table: Table): number {
  return useTableState(
    table,
    ({ chat, readAt, seat }) => chat.filter((line) => line.at > readAt && line.seat !== seat).length,
  );
}

export function useLink<T>(of: (state: LinkState) => T): T {
  return useStore(link.state, of);
}

export type { Board } from "./board";
export type { Action, BoardState, Done, Event, Line, Pending, TableState } from "./state";
export { Table } from "./table";
