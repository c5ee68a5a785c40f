/**
 * What this browser found of a game that is over: broken if anything is wrong, and else consistent. It has no rules, so it
 * cannot say that a game is proven; `rondel verify` can, with what this browser saw.
 */
import { bytesOf, hmac, joined, number, sha256, unhex } from "./bytes";
import { hexOf } from "./ids";
import { type Check, proofOf } from "./proof";
import { type Transcript, transcriptOf } from "./transcript";
import { type Epoch, eventDigest, isEmpty, type ReceivedRow, type RowTime, type Witness } from "./witness";

export type Judgement = "consistent" | "broken";

/** Why a game whose transcript fits is not proven here. */
export type Reason =
  | { code: "rules" | "unwitnessed" | "incomplete" | "nonceRefused" }
  | { code: "putBack"; from: number; to: number; at: number };

export interface Judged {
  answer: Judgement;
  checks: Check[];
  reasons: Reason[];
  /** How many rows come after the newest seal that was seen here. */
  unseen: number;
  /** How many nonces are part of the luck, and whether this browser has sent one of them. */
  nonces: number;
  vouched: number;
  times: RowTime[];
}

/** Checks a transcript against itself and against what was seen. Throws on what is no transcript. */
export async function judge(text: string, witness: Witness): Promise<Judged> {
  const transcript = transcriptOf(text);
  const { faults, reasons } = await compareEpochs(witness, transcript);
  const seen: Check[] = [
    compared("commitment", witness.commitment, [transcript.header.commitment]),
    nonceCheck(witness, transcript),
    headerCheck(witness, faults),
    faults.find((fault) => fault.name === "seal") ??
      holds("seal", newestSealed(witness) !== null && transcript.secret !== null),
    faults.find((fault) => fault.name === "shown") ??
      holds(
        "shown",
        witness.epochs.some((epoch) => epoch.received.length > 0),
      ),
  ];
  const checks = [...(await proofOf(transcript)), ...seen].sort(byPlace);
  const sent = witness.nonce !== null && nonceCheck(witness, transcript).verdict === "good";
  return {
    answer: checks.some((check) => check.verdict === "bad") ? "broken" : "consistent",
    checks,
    reasons: [{ code: "rules" }, ...lacking(witness, checks), ...reasons],
    unseen: Math.max(0, transcript.rows.length - (newestSealed(witness)?.version ?? 0)),
    nonces: transcript.header.seats.filter((seat) => seat.nonce !== "").length,
    vouched: sent ? 1 : 0,
    times: witness.times,
  };
}

/** In the order in which they are explained. */
const PLACES: Check["name"][] = [
  "secret",
  "commitment",
  "nonce",
  "header",
  "seal",
  "shown",
  "nonces",
  "chain",
  "draws",
  "deck",
];

function byPlace(one: Check, other: Check): number {
  return PLACES.indexOf(one.name) - PLACES.indexOf(other.name);
}

function holds(name: Check["name"], wasSeen: boolean): Check {
  return { name, verdict: wasSeen ? "good" : "unseen" };
}

function compared(name: Check["name"], seen: string | null, stated: string[]): Check {
  if (seen === null) return { name, verdict: "unseen" };
  return { name, verdict: stated.includes(seen) ? "good" : "bad" };
}

function nonceCheck(witness: Witness, { header }: Transcript): Check {
  const mine = witness.seat === null ? header.seats : header.seats.slice(witness.seat, witness.seat + 1);
  return compared(
    "nonce",
    witness.nonce,
    mine.map((seat) => seat.nonce),
  );
}

function headerCheck(witness: Witness, faults: Check[]): Check {
  const wasSeen = witness.epochs.some((epoch) => epoch.header !== null);
  return faults.find((fault) => fault.name === "header") ?? holds("header", wasSeen);
}

function newestSealed(witness: Witness): Epoch | null {
  return witness.epochs.findLast((epoch) => epoch.seal !== null) ?? null;
}

/** Whether this browser had a seat while the game was played. */
function hasPlayed({ seat, epochs }: Witness): boolean {
  return seat !== null || epochs.some(({ received }) => received.some(([, of]) => of !== null));
}

function lacking(witness: Witness, checks: Check[]): Reason[] {
  const reasons: Reason[] = [];
  const missing = ["commitment", "header", "seal"];
  if (isEmpty(witness)) reasons.push({ code: "unwitnessed" });
  else if (checks.some((check) => missing.includes(check.name) && check.verdict === "unseen"))
    reasons.push({ code: "incomplete" });
  else if (witness.epochs.some(({ unsealed, version }) => unsealed > version))
    reasons.push({ code: "incomplete" });
  if (witness.refused !== null || (witness.nonce === null && hasPlayed(witness)))
    reasons.push({ code: "nonceRefused" });
  return reasons;
}

/** What contradicts an epoch is a fault, unless a later epoch was seen: then the host has put the game back. */
async function compareEpochs(
  witness: Witness,
  transcript: Transcript,
): Promise<{ faults: Check[]; reasons: Reason[] }> {
  const faults: Check[] = [];
  const reasons: Reason[] = [];
  for (const [index, epoch] of witness.epochs.entries()) {
    const found = await epochFaults(epoch, transcript);
    const after = witness.epochs[index + 1];
    if (found.length === 0) continue;
    if (after === undefined) faults.push(...found);
    else reasons.push(putBack(epoch, after, found));
  }
  if (!isEmpty(witness) && witness.table !== transcript.header.table)
    faults.push({ name: "header", verdict: "bad" });
  if (witness.rules !== null && transcript.header.rules < witness.rules)
    faults.push({ name: "header", verdict: "bad" });
  return { faults, reasons };
}

function putBack(epoch: Epoch, after: Epoch, found: Check[]): Reason {
  const wrong = Math.min(...found.map((fault) => fault.version ?? 0));
  const to = Math.max(0, Math.min(after.first, wrong - 1, epoch.version - 1));
  return { code: "putBack", from: epoch.version, to, at: after.since };
}

async function epochFaults(epoch: Epoch, transcript: Transcript): Promise<Check[]> {
  const { rows, headerText } = transcript;
  const faults: Check[] = [];
  if (epoch.header !== null && epoch.header !== hexOf(await sha256(bytesOf(headerText))))
    faults.push({ name: "header", verdict: "bad", version: 0 });
  for (const row of epoch.received)
    if (row[0] <= rows.length && !(await isThere(row, transcript))) {
      faults.push({ name: "shown", verdict: "bad", version: row[0] });
      break;
    }
  if (epoch.otherSeal !== null || !(await isSealed(epoch, transcript)))
    faults.push({ name: "seal", verdict: "bad", version: epoch.version });
  return faults;
}

/** The seal covers the header and every row up to its version. */
async function isSealed(epoch: Epoch, { secret, rows, headerText }: Transcript): Promise<boolean> {
  if (epoch.version > rows.length) return false;
  if (epoch.seal === null || secret === null) return true;
  const row = rows[epoch.version - 1];
  const digest = row ? unhex(row.digest) : await sha256(bytesOf(headerText));
  const key = await hmac(unhex(secret), bytesOf("rondel seal 1"));
  return hexOf(await hmac(key, joined(number(epoch.version, 8), digest))) === epoch.seal;
}

/** Every event that was received stands in its row, in order. Rows of older rules may have been sent in a newer form. */
async function isThere([version, , , events]: ReceivedRow, { rows }: Transcript): Promise<boolean> {
  const row = rows[version - 1];
  if (row === undefined) return false;
  const stored = await Promise.all(row.events.map(eventDigest));
  let at = 0;
  for (const event of events) {
    at = stored.indexOf(event, at) + 1;
    if (at === 0) return row.rules < (rows.at(-1)?.rules ?? 0);
  }
  return true;
}
