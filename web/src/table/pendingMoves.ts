/**
 * Moves that have no answer yet. A move is kept here before it is sent, and until there is an answer: no
 * answer means unknown, and the same id is sent again after every break. The server does the same id once.
 */
import { forget as drop, keys, read, write } from "./keep";

export interface PendingMove {
  table: string;
  id: string;
  expectedVersion: number;
  action: unknown;
  at: number;
}

const PREFIX = "rondel.act.";
const DAY_MS = 86_400_000;

export function keep(move: PendingMove): void {
  write(PREFIX + move.id, move);
}

export function forget(id: string): void {
  drop(PREFIX + id);
}

export function pendingMoves(table: string): PendingMove[] {
  const moves = keys(PREFIX)
    .map((key) => read<PendingMove | null>(key, null))
    .filter((move): move is PendingMove => move !== null);
  for (const old of moves.filter((move) => Date.now() - move.at > DAY_MS)) forget(old.id);
  return moves
    .filter((move) => move.table === table && Date.now() - move.at <= DAY_MS)
    .sort((a, b) => a.at - b.at);
}
