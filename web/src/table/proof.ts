/**
 * A transcript checked in this browser: against itself, and against what this browser saw. The rules are not here;
 * that each move was legal is checked by `rondel verify`.
 */
import { hexOf } from "./ids";
import type { Witness } from "./witness";

export type CheckName = "secret" | "commitment" | "nonce" | "header" | "chain" | "deck";

/** `unseen`: there is nothing to compare, because this browser was not there in time. */
export type Verdict = "good" | "bad" | "unseen";

export interface Check {
  name: CheckName;
  verdict: Verdict;
}

interface Header {
  game: string;
  table: string;
  commitment: string;
  options: Record<string, unknown>;
  seats: { nonce: string }[];
}

interface Row {
  version: number;
  at: number;
  seat: number | null;
  rules: number;
  digest: string;
  events: { type: string; payload: Record<string, unknown> }[];
}

/** Whether this browser can check anything: it lends its digests to secure pages alone. */
export function canCheck(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

/** Every check of a transcript, in the order in which they are explained. Throws on what is no transcript. */
export async function checkTranscript(text: string, witness: Witness): Promise<Check[]> {
  const lines = text.split("\n").filter((line) => line !== "");
  const first = lines[0] ?? "";
  const header = JSON.parse(first) as Header;
  const end = JSON.parse(lines.at(-1) ?? "") as { line: string; secret: string | null; versions: number };
  const secret = end.line === "end" ? end.secret : null;
  const rows = lines.slice(1, end.line === "end" ? -1 : undefined);
  const checks: Check[] = [
    { name: "secret", verdict: await secretVerdict(header, secret) },
    { name: "commitment", verdict: compared(witness.commitment, [header.commitment]) },
    {
      name: "nonce",
      verdict: compared(
        witness.nonce,
        header.seats.map((seat) => seat.nonce),
      ),
    },
    { name: "header", verdict: compared(witness.header, [hexOf(await sha256(bytesOf(first)))]) },
    { name: "chain", verdict: (await isChain(first, rows)) && end.versions === rows.length ? "good" : "bad" },
  ];
  if (header.game === "cambio" && rows[0])
    checks.push({
      name: "deck",
      verdict: secret === null ? "bad" : await deckVerdict(header, rows[0], secret),
    });
  return checks;
}

function compared(seen: string | null, stated: string[]): Verdict {
  if (seen === null) return "unseen";
  return stated.includes(seen) ? "good" : "bad";
}

/** Only a game that was played to its end is checked, and then a secret that is withheld proves nothing. */
async function secretVerdict(header: Header, secret: string | null): Promise<Verdict> {
  if (secret === null) return "bad";
  const digest = await sha256(joined(unhex(secret), bytesOf(header.table)));
  return hexOf(digest) === header.commitment ? "good" : "bad";
}

/** Each row vouches for all before it. Digests are over the bytes as they stand, never over a re-encoding. */
async function isChain(first: string, rows: string[]): Promise<boolean> {
  let before = await sha256(bytesOf(first));
  for (const line of rows) {
    const row = JSON.parse(line) as Row;
    const action = bytesOf(rawValue(line, "action"));
    const events = bytesOf(rawValue(line, "events"));
    const numbers = new DataView(new ArrayBuffer(48));
    for (const [index, value] of [row.version, row.at, row.seat ?? -1, row.rules].entries())
      numbers.setBigInt64(8 * index, BigInt(value));
    numbers.setBigUint64(32, BigInt(action.length));
    numbers.setBigUint64(40, BigInt(events.length));
    const digest = await sha256(joined(before, new Uint8Array(numbers.buffer), action, events));
    if (hexOf(digest) !== row.digest) return false;
    before = digest;
  }
  return true;
}

/** The text of a value of the outermost object, as it stands there. */
export function rawValue(line: string, key: string): string {
  let at = 1;
  while (at < line.length && line[at] !== "}") {
    const afterKey = endOfValue(line, at);
    const afterValue = endOfValue(line, afterKey + 1);
    if (JSON.parse(line.slice(at, afterKey)) === key) return line.slice(afterKey + 1, afterValue);
    at = afterValue + 1;
  }
  throw new Error(`no ${key} in this line`);
}

/** Where the JSON value ends that begins here; there are no blanks in a transcript. */
function endOfValue(line: string, start: number): number {
  let depth = 0;
  for (let at = start; at < line.length; at++) {
    const sign = line[at];
    if (sign === '"') {
      at++;
      while (line[at] !== '"') at += line[at] === "\\" ? 2 : 1;
      if (depth === 0) return at + 1;
    } else if (sign === "{" || sign === "[") depth++;
    else if (sign === "}" || sign === "]") {
      if (depth === 0) return at;
      depth--;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && (sign === "," || sign === ":")) return at;
  }
  return line.length;
}

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

/** Cambio's first deck, shuffled again from the secret and everybody's nonces. */
async function deckVerdict(header: Header, line: string, secret: string): Promise<Verdict> {
  const row = JSON.parse(line) as Row;
  const dealt = row.events.find((event) => event.type === "DECK_SHUFFLED")?.payload.order;
  const jokers = Number(header.options.jokers ?? 0);
  const deck = [..."SHDC"].flatMap((suit) => RANKS.map((rank) => rank + suit));
  deck.push(...["X1", "X2"].slice(0, jokers));
  const below = await luckOf(header, row.version, secret);
  for (let last = deck.length - 1; last > 0; last--) {
    const other = await below(last + 1);
    [deck[last], deck[other]] = [deck[other] as string, deck[last] as string];
  }
  return JSON.stringify(deck) === JSON.stringify(dealt) ? "good" : "bad";
}

/** Numbers below a limit, each equally likely, as the server draws them at a version. */
async function luckOf(
  header: Header,
  version: number,
  secret: string,
): Promise<(limit: number) => Promise<number>> {
  const usage = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", unhex(secret), usage, false, ["sign"]);
  const parts = [bytesOf(header.table), ...header.seats.map((seat) => unhex(seat.nonce))];
  const message = joined(
    number(parts.length, 2),
    ...parts.flatMap((part) => [number(part.length, 2), part]),
    number(version, 8),
  );
  let block = 0;
  let words: bigint[] = [];
  const word = async () => {
    if (words.length === 0) {
      const digest = await crypto.subtle.sign("HMAC", key, joined(message, number(block++, 8)));
      const view = new DataView(digest);
      words = [0, 8, 16, 24].map((at) => view.getBigUint64(at));
    }
    return words.shift() as bigint;
  };
  return async (limit) => {
    const size = 1n << 64n;
    let drawn = await word();
    while (drawn >= size - (size % BigInt(limit))) drawn = await word();
    return Number(drawn % BigInt(limit));
  };
}

type Bytes = Uint8Array<ArrayBuffer>;

async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

function bytesOf(text: string): Bytes {
  return new TextEncoder().encode(text);
}

function number(value: number, size: number): Bytes {
  const bytes = new Uint8Array(size);
  for (let at = size - 1, rest = value; at >= 0; at--, rest = Math.floor(rest / 256)) bytes[at] = rest % 256;
  return bytes;
}

function joined(...parts: Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function unhex(text: string): Bytes {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
