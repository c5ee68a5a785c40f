/**
 * What was seen of a table while it was played, as a value; `rondel/wire/witness.py` is the same in Python. What was
 * seen first stays, so a server that says otherwise later is found out.
 */
import { bytesOf, canonical, sha256 } from "./bytes";
import { hexOf } from "./ids";

/** Version, the seat that received it (null for a spectator), whether it was live, and 16 bytes of each event. */
export type ReceivedRow = [version: number, seat: number | null, isLive: boolean, events: string[]];

/** A live row whose time was far from this browser's clock. */
export type RowTime = [version: number, at: number, clock: number];

/** Between two restores of the host's database. */
export interface Epoch {
  epoch: number;
  /** When the first view came, by this browser's clock, and its version. */
  since: number;
  first: number;
  /** The newest seal and its version. */
  version: number;
  seal: string | null;
  /** The digest of all that was fixed before play, from the first view. */
  header: string | null;
  /** Another seal that the server sent for the same version. */
  otherSeal: string | null;
  received: ReceivedRow[];
  /** The newest version that was shown without a seal. */
  unsealed: number;
}

export interface Witness {
  format: 1;
  table: string;
  /** The server's commitment to its secret, as it stood before we added our nonce. */
  commitment: string | null;
  /** The rules that the table was opened under. */
  rules: number | null;
  /** Our own share of the luck. */
  nonce: string | null;
  /** A nonce of ours that the server has answered with another. */
  refused: string | null;
  seat: number | null;
  epochs: Epoch[];
  times: RowTime[];
}

/** What a view says of the table's luck and history. */
export interface Shown {
  epoch: number;
  version: number;
  commitment: string;
  header: string | null;
  seal?: string;
  seat: number | null;
  status: string;
}

export interface EventSeen {
  type: string;
  payload?: unknown;
  at?: number;
}

const EPOCHS = 16;
const TIMES = 16;
export const OFF_MS = 60_000;

export function nothingSeen(table: string): Witness {
  return {
    format: 1,
    table,
    commitment: null,
    rules: null,
    nonce: null,
    refused: null,
    seat: null,
    epochs: [],
    times: [],
  };
}

/** Whether nothing was seen before the game was over. */
export function isEmpty(witness: Witness): boolean {
  return (
    witness.commitment === null &&
    witness.nonce === null &&
    witness.refused === null &&
    witness.epochs.every((epoch) => epoch.header === null && epoch.seal === null)
  );
}

export function isOver(status: string): boolean {
  return status === "completed" || status === "abandoned";
}

/** The version that was seen before the host put the table back, if this view shows that it did. */
export function putBackFrom(witness: Witness, shown: Shown): number | null {
  const newest = witness.epochs.at(-1);
  if (newest === undefined || shown.epoch <= newest.epoch) return null;
  return shown.version < newest.version ? newest.version : null;
}

/** After a full view. What is shown when the game is over proves nothing: all could have been changed by then. */
export function withView(witness: Witness, shown: Shown, clock: number): Witness {
  const newest = witness.epochs.at(-1);
  const isNewer = newest === undefined || shown.epoch > newest.epoch;
  const bare: Epoch = {
    epoch: shown.epoch,
    since: clock,
    first: shown.version,
    version: shown.version,
    seal: null,
    header: null,
    otherSeal: null,
    received: [],
    unsealed: 0,
  };
  if (isOver(shown.status))
    return newest !== undefined && isNewer ? { ...witness, epochs: [...earlier(witness), bare] } : witness;
  const next = { ...witness, commitment: witness.commitment ?? shown.commitment };
  if (newest !== undefined && shown.epoch < newest.epoch) return next;
  if (shown.header !== null && witness.epochs.every((epoch) => epoch.header === null)) {
    next.seat = shown.seat;
    if (shown.seat === null) next.nonce = null; // another has the seat that it was sent for
  }
  if (isNewer) next.epochs = [...earlier(witness), bare];
  return withNewest(next, (epoch) =>
    sealed({ ...epoch, header: epoch.header ?? shown.header }, shown.version, shown.seal),
  );
}

/** After a step; its events are added when their digests are there. */
export function withStep(
  witness: Witness,
  step: { version: number; seal?: string; events: EventSeen[] },
  isLive: boolean,
  clock: number,
): Witness {
  const newest = witness.epochs.at(-1);
  if (newest === undefined || step.version <= newest.version) return witness;
  const at = step.events.find((event) => event.at !== undefined)?.at;
  const isOff = isLive && at !== undefined && Math.abs(at - clock) > OFF_MS && witness.times.length < TIMES;
  const times: RowTime[] = isOff ? [...witness.times, [step.version, at, clock]] : witness.times;
  return withNewest({ ...witness, times }, (epoch) => sealed(epoch, step.version, step.seal));
}

/** 16 bytes of SHA-256 over the type and payload of an event, as canonical JSON. */
export async function eventDigest({ type, payload = {} }: EventSeen): Promise<string> {
  return hexOf((await sha256(bytesOf(canonical({ type, payload })))).slice(0, 16));
}

/** The epochs before a new one: all in which play was seen; if there are too many, without the least seen. */
function earlier({ epochs }: Witness): Epoch[] {
  const seen = epochs.filter(({ header, seal, version }) => header !== null || seal !== null || version > 0);
  if (seen.length < EPOCHS) return seen;
  const lengths = seen.map(({ version, first }) => version - first);
  return seen.toSpliced(lengths.indexOf(Math.min(...lengths)), 1);
}

function sealed(epoch: Epoch, version: number, seal: string | undefined): Epoch {
  if (seal === undefined) return { ...epoch, unsealed: Math.max(epoch.unsealed, version) };
  if (version < epoch.version) return epoch;
  if (version > epoch.version || epoch.seal === null) return { ...epoch, version, seal };
  return seal === epoch.seal ? epoch : { ...epoch, otherSeal: epoch.otherSeal ?? seal };
}

function withNewest(witness: Witness, change: (epoch: Epoch) => Epoch): Witness {
  const newest = witness.epochs.at(-1) as Epoch;
  return { ...witness, epochs: [...witness.epochs.slice(0, -1), change(newest)] };
}
