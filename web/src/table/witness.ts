/**
 * What this browser saw of a table's luck, kept until the transcript can be compared with it. What was seen first
 * stays: a server that says otherwise later is found out.
 */
import { newNonce } from "./ids";
import { forget, keys, read, write } from "./keep";

export interface Witness {
  /** The server's commitment to its secret, as it stood before we added our nonce. */
  commitment: string | null;
  /** The digest of all that was fixed before play, from the first View. */
  header: string | null;
  /** Our own share of the luck. */
  nonce: string | null;
  at: number;
}

const PREFIX = "rondel.witness.";
const NOTHING: Witness = { commitment: null, header: null, nonce: null, at: 0 };

/** For how many tables it is kept; the oldest go first. */
const MOST = 300;

export function witnessOf(table: string): Witness {
  return { ...NOTHING, ...read<Partial<Witness>>(PREFIX + table, {}) };
}

/**
 * Keep what is new. Our nonce counts only if we sit there with it when play begins: we may have got no seat, or have
 * taken it with another one, from another device.
 */
export function saw(
  table: string,
  seen: { commitment: string; header?: string | null; seat: number | null; nonce?: string | null },
): void {
  const before = witnessOf(table);
  const commitment = before.commitment ?? seen.commitment;
  const header = before.header ?? seen.header ?? null;
  const isOpen = before.header === null;
  const isElsewhere = seen.seat !== null && seen.nonce != null && seen.nonce !== before.nonce;
  const isOut = header !== null && seen.seat === null;
  const nonce = isOpen && (isElsewhere || isOut) ? null : before.nonce;
  if (commitment !== before.commitment || header !== before.header || nonce !== before.nonce)
    keep(table, { ...before, commitment, header, nonce });
}

/** The nonce to sit down with. One for each table: a second press must not make the first one a lie. */
export function nonceFor(table: { id: string; commitment: string; seat: number | null }): string {
  saw(table.id, table);
  const before = witnessOf(table.id);
  if (before.nonce !== null) return before.nonce;
  const nonce = newNonce();
  keep(table.id, { ...before, nonce });
  return nonce;
}

function keep(table: string, witness: Witness): void {
  write(PREFIX + table, { ...witness, at: witness.at || Date.now() });
  const kept = keys(PREFIX);
  if (kept.length <= MOST) return;
  const byAge = kept.map((key) => ({ key, at: read<Partial<Witness>>(key, {}).at ?? 0 }));
  byAge.sort((one, other) => one.at - other.at);
  for (const { key } of byAge.slice(0, kept.length - MOST)) forget(key);
}
