/** The page's own link, and its tables by id. */
import { useEffect, useMemo } from "react";
import { useStore } from "zustand";
import { ApiError, call } from "./api";
import { Link, type LinkState } from "./link";
import type { TableState } from "./state";
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
export function lookAhead(id: string, key: string | null): Table {
  early = new Table(id, link, key);
  early.open();
  return early;
}

/** Play has begun at a table that is looked at. */
export async function isBegun(table: Table): Promise<void> {
  return new Promise((tell) => {
    const stop = table.store.subscribe(({ view }) => {
      if (view === null) return;
      stop();
      tell();
    });
  });
}

/** The table with this id, looked at as long as the component is there. */
export function useTable(id: string, key: string | null, isOpen: boolean): Table {
  const table = useMemo(
    () => (early?.id === id && early.key === key ? early : new Table(id, link, key)),
    [id, key],
  );
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

export function useTableState<T>(table: Table, of: (state: TableState) => T): T {
  return useStore(table.store, of);
}

export function useLink<T>(of: (state: LinkState) => T): T {
  return useStore(link.state, of);
}

export type { Action, Done, Event, Line, Pending, TableState } from "./state";
export { Table } from "./table";
