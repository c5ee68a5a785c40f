/**
 * A transcript checked in this browser against itself. The rules are not here: that each move was legal, and each draw
 * what the rules make of it, is checked by `rondel verify`.
 */
import { bytesOf, hmac, joined, number, sha256, unhex } from "./bytes";
import { hexOf } from "./ids";
import { type Header, type Row, rawValue, type Transcript } from "./transcript";

export type CheckName =
  | "secret"
  | "commitment"
  | "nonce"
  | "header"
  | "nonces"
  | "chain"
  | "draws"
  | "deck"
  | "seal"
  | "shown";

/** `unseen`: there is nothing to compare, because this browser was not there in time. */
export type Verdict = "good" | "bad" | "unseen";

export interface Check {
  name: CheckName;
  verdict: Verdict;
  /** The version at which it does not hold. */
  version?: number;
}

/** The checks that a transcript is enough for. */
export async function proofOf(transcript: Transcript): Promise<Check[]> {
  const { header, rows, versions } = transcript;
  const isWhole = versions === rows.length && (await isChain(transcript));
  const checks: Check[] = [
    { name: "secret", verdict: await secretVerdict(transcript) },
    { name: "nonces", verdict: header.seats.every(mayHaveNonce) ? "good" : "bad" },
    { name: "chain", verdict: isWhole ? "good" : "bad" },
    { name: "draws", verdict: areDrawsInOrder(rows) ? "good" : "bad" },
  ];
  if (header.game === "cambio" && rows[0])
    checks.push({ name: "deck", verdict: await deckVerdict(transcript, rows[0]) });
  return checks;
}

/** Only a game that was played to its end is checked, and then a secret that is withheld proves nothing. */
async function secretVerdict({ header, secret }: Transcript): Promise<Verdict> {
  if (secret === null || !/^[0-9a-f]{64}$/.test(secret)) return "bad"; // else its end could be chosen later
  const digest = await sha256(joined(unhex(secret), bytesOf(header.table)));
  return hexOf(digest) === header.commitment ? "good" : "bad";
}

/** A bot adds nothing to the luck, and a player what its own program sent: else the host could try many nonces. */
function mayHaveNonce({ kind, nonce }: Header["seats"][number]): boolean {
  return nonce === "" || (kind === "human" && /^[0-9a-f]{32}$/.test(nonce));
}

/** The House's start comes first, and each draw has the next number of its stream: no row can change later luck. */
function areDrawsInOrder(rows: Row[]): boolean {
  const drawn = new Map<string, number>();
  for (const { draws } of rows)
    for (const [stream, number] of Object.entries(draws)) {
      if (number !== (drawn.get(stream) ?? 0)) return false;
      drawn.set(stream, number + 1);
    }
  return rows[0]?.version === 1 && rows[0].seat === null;
}

/** Each row vouches for all before it. Digests are over the bytes as they stand, never over a re-encoding. */
async function isChain({ headerText, rows, rowTexts }: Transcript): Promise<boolean> {
  let before = await sha256(bytesOf(headerText));
  for (const [index, row] of rows.entries()) {
    const line = rowTexts[index] ?? "";
    if (row.version !== index + 1) return false;
    const parts = ["action", "events", "draws"].map((key) => bytesOf(rawValue(line, key)));
    const numbers = [row.version, row.at, row.seat ?? -1, row.rules, ...parts.map((part) => part.length)];
    const packed = new DataView(new ArrayBuffer(8 * numbers.length));
    for (const [at, value] of numbers.entries()) packed.setBigInt64(8 * at, BigInt(value));
    const digest = await sha256(joined(before, new Uint8Array(packed.buffer), ...parts));
    if (hexOf(digest) !== row.digest) return false;
    before = digest;
  }
  return true;
}

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

/** Cambio's first deck, shuffled again from the secret and everybody's nonces. */
async function deckVerdict({ header, secret }: Transcript, row: Row): Promise<Verdict> {
  if (secret === null) return "bad";
  const dealt = row.events.find((event) => event.type === "DECK_SHUFFLED")?.payload.order;
  const jokers = Number(header.options.jokers ?? 0);
  const deck = [..."SHDC"].flatMap((suit) => RANKS.map((rank) => rank + suit));
  deck.push(...["X1", "X2"].slice(0, jokers));
  const below = await luckOf(header, secret, "deck", 0);
  for (let last = deck.length - 1; last > 0; last--) {
    const other = await below(last + 1);
    [deck[last], deck[other]] = [deck[other] as string, deck[last] as string];
  }
  return JSON.stringify(deck) === JSON.stringify(dealt) && row.draws.deck === 0 ? "good" : "bad";
}

/** Numbers below a limit, each equally likely, as the server draws them from a stream after so many draws. */
async function luckOf(
  header: Header,
  secret: string,
  stream: string,
  drawn: number,
): Promise<(limit: number) => Promise<number>> {
  const luck = await hmac(unhex(secret), bytesOf("rondel luck 1"));
  const nonces = header.seats.map((seat) => unhex(seat.nonce));
  const parts = [bytesOf(header.table), ...nonces, bytesOf(stream)];
  const message = joined(
    number(parts.length, 2),
    ...parts.flatMap((part) => [number(part.length, 2), part]),
    number(drawn, 8),
  );
  let block = 0;
  let words: bigint[] = [];
  const word = async () => {
    if (words.length === 0) {
      const view = new DataView((await hmac(luck, joined(message, number(block++, 8)))).buffer);
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
