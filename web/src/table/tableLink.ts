/**
 * Links to tables. What opens a table, the key of a private one or a pass to a seat, stands behind #: a browser sends
 * that part to no server, so it gets into no log and no preview. A tab keeps what its link brought, and calls about
 * the table have the key in a header.
 */
import { readTab, writeTab } from "./keep";

/** A token by which somebody else may have a seat. */
export interface Pass {
  seat: number;
  token: string;
}

/** What a link brings beside its table. */
interface Brought {
  key: string | null;
  pass: Pass | null;
}

const KEY = /^[\w-]{1,64}$/;
const NOTHING: Brought = { key: null, pass: null };
const inMemory = new Map<string, Brought>();

/** The table whose page this is; null on any other page. */
export function tableHere(): string | null {
  return /^\/t\/([0-9a-f-]{36})$/.exec(location.pathname)?.[1] ?? null;
}

/** The key of a private table, if this tab has it. */
export function keyOf(table: string): string | null {
  return broughtTo(table).key;
}

export function keepKey(table: string, key: string | null): void {
  if (key !== null && KEY.test(key)) keep(table, { key });
}

/** The pass to a seat of this table, if a link has brought one that was not used. */
export function passOf(table: string): Pass | null {
  return broughtTo(table).pass;
}

/** A pass counts once: it leaves the address as well. */
export function forgetPass(table: string): void {
  keep(table, { pass: null });
  const parts = partsHere();
  parts.delete("seat");
  parts.delete("pass");
  const rest = parts.size > 0 ? `#${parts}` : "";
  history.replaceState(history.state, "", location.pathname + location.search + rest);
}

/** Keep what stands behind # in the address of this page; answers for which table, if there was anything. */
export function takeAddress(): string | null {
  const table = tableHere();
  const parts = partsHere();
  const [key, token] = [parts.get("key"), parts.get("pass")];
  if (table === null || (key === null && token === null)) return null;
  keepKey(table, key);
  if (token !== null) keep(table, { pass: { seat: Number(parts.get("seat")), token } });
  return table;
}

function broughtTo(table: string): Brought {
  return inMemory.get(table) ?? readTab(`rondel.link.${table}`, NOTHING);
}

function keep(table: string, more: Partial<Brought>): void {
  const brought = { ...broughtTo(table), ...more };
  inMemory.set(table, brought);
  writeTab(`rondel.link.${table}`, brought);
}

function partsHere(): URLSearchParams {
  return new URLSearchParams(location.hash.slice(1));
}
