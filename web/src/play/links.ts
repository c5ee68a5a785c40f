/** Links to a table as they are given to others, and how the page knows one that opens nothing. */
import type { Pass } from "../table/tableLink";
import type { TableResponse } from "../wire/calls";

/** Whether a key or a pass stands before #, where it was sent to the server: such a link opens nothing. */
export function isOldLink(): boolean {
  const query = new URLSearchParams(location.search);
  return query.has("key") || query.has("pass");
}

/** The link by which others come to a table: to a private one with its key. */
export function linkOf(table: Pick<TableResponse, "id" | "code" | "access" | "key">): string {
  if (table.access === "private" && table.key) return `${location.origin}/t/${table.id}#key=${table.key}`;
  return `${location.origin}/j/${table.code}`;
}

/** The link by which somebody else takes a seat. */
export function passLinkOf(table: Pick<TableResponse, "id" | "key">, { seat, token }: Pass): string {
  const parts = new URLSearchParams({ seat: String(seat), pass: token });
  if (table.key) parts.set("key", table.key);
  return `${location.origin}/t/${table.id}#${parts}`;
}
