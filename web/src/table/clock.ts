/** The server's clock, as well as it can be known here. Deadlines are the server's; a countdown is ours. */

let offsetMs = Date.now() - performance.now();
let bestMs = Number.POSITIVE_INFINITY;
let learnedAt = Number.NEGATIVE_INFINITY;

const FORGET_MS = 120_000;

/** What the server's clock shows now. */
export function serverNow(): number {
  return performance.now() + offsetMs;
}

/** A pong came back: the shorter the way was, the more it tells. */
export function learnRoundTrip(serverMs: number, sentAt: number, receivedAt: number): void {
  const wayMs = Math.max(0, receivedAt - sentAt);
  if (wayMs > bestMs * 1.25 && receivedAt - learnedAt < FORGET_MS) return;
  bestMs = wayMs;
  learnedAt = receivedAt;
  offsetMs = serverMs + wayMs / 2 - receivedAt;
}

/** A frame says what time it was when it was sent: it is at least that late. */
export function learnFrame(serverMs: number, receivedAt: number): void {
  const least = serverMs - receivedAt;
  if (learnedAt === Number.NEGATIVE_INFINITY || least > offsetMs) offsetMs = least;
}

/** For tests: as if nothing had been heard. */
export function forgetClock(): void {
  offsetMs = Date.now() - performance.now();
  bestMs = Number.POSITIVE_INFINITY;
  learnedAt = Number.NEGATIVE_INFINITY;
}
