/** What this browser saw of its tables, stored until the transcripts can be compared with it. */
import { canDigest } from "./bytes";
import { newNonce } from "./ids";
import { forget, keys, read, write } from "./keep";
import {
  type EventSeen,
  eventDigest,
  isOver,
  nothingSeen,
  putBackFrom,
  type ReceivedRow,
  type Shown,
  type Witness,
  withStep,
  withView,
} from "./witness";

/** All of a witness but the rows that were received, and when it was begun. */
const HEADS = "rondel.witness.";
/** Rows, by table, epoch and 64 versions: a step writes a few kilobytes, however long the game is. */
const ROWS = "rondel.rows.";
const CHUNK = 64;

/** For how many tables it is stored, and how many characters of rows; the oldest go first. */
const MOST_TABLES = 300;
const MOST_CHARACTERS = 2_000_000;

interface Head extends Witness {
  at: number;
}

/** What a table's record says of its luck, and of us. */
export interface Opened {
  id: string;
  commitment: string;
  rules: number;
  status: string;
  seat: number | null;
  nonce: string | null;
}

export function witnessOf(table: string): Witness {
  const { at: _, ...head } = headOf(table);
  const epochs = head.epochs.map((epoch) => {
    const chunks = keys(`${ROWS}${table}.${epoch.epoch}.`);
    const received = chunks
      .flatMap((key) => read<ReceivedRow[]>(key, []))
      .sort((one, other) => one[0] - other[0]);
    return { ...epoch, received };
  });
  return { ...head, epochs };
}

/** Keep what the server has committed to, and notice whether it has put another nonce in the place of ours. */
export function sawOpened(table: Opened): void {
  const before = headOf(table.id);
  const next = { ...before };
  if (!isOver(table.status)) {
    next.commitment ??= table.commitment;
    next.rules ??= table.rules;
  }
  if (isRefusedBy(before, table)) {
    next.refused = before.nonce;
    next.nonce = null;
  } else if (before.nonce !== null && table.seat !== null) next.refused = null;
  const isOpen = before.epochs.every((epoch) => epoch.header === null);
  if (isOpen && table.seat !== null) next.seat = table.seat;
  keep(table.id, before, next);
}

/** Whether the server says that we sit there with another nonce than the one we have sent. */
export function isNonceRefused(table: Opened): boolean {
  const head = headOf(table.id);
  return table.seat !== null && (isRefusedBy(head, table) || (head.refused !== null && head.nonce === null));
}

function isRefusedBy(head: Head, table: Opened): boolean {
  const isOpen = head.epochs.every((epoch) => epoch.header === null);
  return isOpen && table.seat !== null && head.nonce !== null && head.nonce !== table.nonce;
}

/** The nonce to sit down with. One for each table: a second press must not make the first one a lie. */
export function nonceFor(table: Opened): string {
  sawOpened(table);
  const before = headOf(table.id);
  const nonce = before.nonce ?? newNonce();
  keep(table.id, before, { ...before, nonce });
  return nonce;
}

/** Keep what a view says; the version seen before, if it shows that the host has put the table back. */
export function sawView(table: string, shown: Shown): number | null {
  const before = headOf(table);
  keep(table, before, { ...withView(before, shown, Date.now()), at: before.at });
  return putBackFrom(before, shown);
}

/** Keep the seal of a step, and then 16 bytes of each of its events. */
export async function sawStep(
  table: string,
  step: { version: number; seal?: string; events: EventSeen[] },
  seat: number | null,
  isLive: boolean,
): Promise<void> {
  const before = headOf(table);
  const isLesson = step.seal === undefined && before.epochs.every((epoch) => epoch.seal === null);
  if (isLesson) return; // nothing of it is to be proven; at any other table its first View had a seal
  const next = withStep(before, step, isLive, Date.now());
  const epoch = next.epochs.at(-1)?.epoch;
  if (next === before || epoch === undefined) return;
  keep(table, before, { ...next, at: before.at });
  if (!canDigest()) return;
  const events = await Promise.all(step.events.map(eventDigest));
  const key = `${ROWS}${table}.${epoch}.${Math.floor(step.version / CHUNK)}`;
  const rows = read<ReceivedRow[]>(key, []);
  if (rows.length === 0) makeRoom(table);
  if (rows.every((row) => row[0] !== step.version))
    write(key, [...rows, [step.version, seat, isLive, events] satisfies ReceivedRow]);
}

function headOf(table: string): Head {
  return { ...nothingSeen(table), at: 0, ...read<Partial<Head>>(HEADS + table, {}) };
}

function keep(table: string, before: Head, next: Head): void {
  if (JSON.stringify(before) === JSON.stringify(next)) return;
  write(HEADS + table, { ...next, at: next.at || Date.now() });
  const stored = byAge();
  for (const { id } of stored.slice(0, Math.max(0, stored.length - MOST_TABLES))) {
    forget(HEADS + id);
    for (const key of keys(`${ROWS}${id}.`)) forget(key);
  }
}

/** The rows of the oldest tables go when there are too many; their seals stay. */
function makeRoom(table: string): void {
  const rows = keys(ROWS).map((key) => ({ key, size: JSON.stringify(read(key, [])).length }));
  let size = rows.reduce((sum, one) => sum + one.size, 0);
  for (const { id } of byAge()) {
    if (size <= MOST_CHARACTERS) return;
    if (id === table) continue;
    for (const one of rows.filter(({ key }) => key.startsWith(`${ROWS}${id}.`))) {
      forget(one.key);
      size -= one.size;
    }
  }
}

function byAge(): { id: string; at: number }[] {
  const heads = keys(HEADS).map((key) => ({
    id: key.slice(HEADS.length),
    at: read<Partial<Head>>(key, {}).at ?? 0,
  }));
  return heads.sort((one, other) => one.at - other.at);
}
