/** The move under way: kept before it is sent, and sent again until there is an answer. Only taking it back may wait. */
import type { ActResponse } from "../wire/calls";
import type { Nack } from "../wire/protocol";
import { ApiError, call, type Denial } from "./api";
import { newId } from "./ids";
import type { Link } from "./link";
import { forget, keep, type PendingMove, pendingMoves } from "./pendingMoves";
import { type Action, type Event, type Pending, refusal, type TableStore } from "./state";
import { forgetDone, noteStep, TAKE_BACK } from "./undo";

const SLOW_MS = 400;
const PATIENCE_MS = 6_000;
export const AGAIN_MS = 1_000;
export const LATER = new Set(["UNAVAILABLE", "NEWER_RULES", "TOO_MANY"]);
/** Larger moves go over HTTP. */
const SOCKET_BYTES = 3_500;

export class Moves {
  /** What a move is called, while the game's words are here; null where no move can be taken back. */
  naming: ((action: Action) => string | null) | null = null;
  private slow: ReturnType<typeof setTimeout> | undefined;
  private patience: ReturnType<typeof setTimeout> | undefined;
  private again: ReturnType<typeof setTimeout> | undefined;
  /** Whether the move under way is to be taken back as soon as it has been made. */
  private isUndoQueued = false;
  private request: { id: string; text: string | null; isByItself: boolean } | null = null;
  /** Every move from this version on is being taken back, one after the other. */
  private undoing: number | null = null;

  constructor(
    private readonly store: TableStore,
    private readonly link: Link,
  ) {
    const [waiting] = pendingMoves(this.state.id);
    if (waiting) store.setState({ pending: pendingOf(waiting) });
  }

  stop(): void {
    clearTimeout(this.slow);
    clearTimeout(this.patience);
    clearTimeout(this.again);
  }

  /** Send a move; none may be under way. */
  ask(action: Action, isByItself = false): void {
    const { id: table, version: expectedVersion } = this.state;
    const move: PendingMove = { table, id: newId(), expectedVersion, action, at: Date.now() };
    keep(move);
    const text = action.type === TAKE_BACK.type ? null : (this.naming?.(action) ?? null);
    this.request = { id: move.id, text, isByItself };
    this.store.setState({ pending: pendingOf(move), refused: null });
    this.arm();
    this.send(move);
  }

  /** Take the last move back; with a version, every move of one's own from that one on. */
  undo(from: number | null): void {
    this.undoing = from;
    if (this.state.pending === null) this.ask(TAKE_BACK);
    else this.isUndoQueued = true;
  }

  /** A connection is there: what has no answer is sent again, with its own id. */
  sendAgain(): void {
    for (const move of pendingMoves(this.state.id)) {
      if (this.state.pending === null) this.store.setState({ pending: pendingOf(move) });
      this.arm();
      this.send(move);
    }
  }

  acked(id: string, version: number): void {
    forget(id);
    const { pending } = this.state;
    if (pending?.id !== id) return;
    clearTimeout(this.patience);
    this.store.setState({ pending: { ...pending, version } });
    this.shown();
  }

  nacked(no: Nack): void {
    const { id, code, ignored } = no;
    const { pending } = this.state;
    // a frame that could not be read: nothing says which, and it can only be the move under way
    if (id === null) {
      if (pending !== null) this.refuse(pending.id, no, false);
    } else if (LATER.has(code)) this.sendLater(id);
    else this.refuse(id, no, ignored === true);
  }

  /** A step has come, perhaps by the move under way: what can be taken back is another list now. */
  stepped(version: number, events: Event[]): void {
    const { pending } = this.state;
    const isOwn = this.naming !== null && pending?.version === version && this.request?.id === pending.id;
    noteStep(this.store, version, events, isOwn ? this.request : null);
  }

  /** A version is on the screen: the move that made it is no longer under way. */
  shown(): void {
    const { pending, version } = this.state;
    if (pending?.version == null || pending.version > version) return;
    this.settle();
    const isWanted = this.isUndoQueued && this.state.undo === pending.version;
    this.isUndoQueued = false;
    if (!this.goOnUndoing() && isWanted) this.ask(TAKE_BACK);
  }

  private get state() {
    return this.store.getState();
  }

  private goOnUndoing(): boolean {
    const { undo } = this.state;
    if (this.undoing === null || undo === null || undo < this.undoing) {
      this.undoing = null;
      return false;
    }
    this.ask(TAKE_BACK);
    return true;
  }

  private refuse(id: string, no: Denial, isQuiet: boolean): void {
    forget(id);
    const { pending } = this.state;
    if (pending?.id !== id) return;
    this.isUndoQueued = false;
    this.undoing = null;
    if (pending.action.type === TAKE_BACK.type) forgetDone(this.store);
    this.settle();
    if (isQuiet || (this.request?.id === id && this.request.isByItself)) return;
    this.store.setState(refusal(this.state, no, pending.action));
  }

  private send(move: PendingMove): void {
    const { table, id, expectedVersion, action } = move;
    if (JSON.stringify(action).length > SOCKET_BYTES) void this.sendOverHttp(move);
    else this.link.send({ type: "act", table, id, expectedVersion, action });
  }

  private async sendOverHttp({ table, id, expectedVersion, action }: PendingMove): Promise<void> {
    try {
      const response = await call<ActResponse>("POST", `/tables/${table}/act`, {
        id,
        expectedVersion,
        action,
      });
      if (response.ignored) this.refuse(id, response.ignored, true);
      else this.acked(id, response.version);
    } catch (error) {
      if (error instanceof ApiError && !LATER.has(error.code) && error.status > 0)
        this.refuse(id, error, false);
      else this.sendLater(id);
    }
  }

  private sendLater(id: string): void {
    clearTimeout(this.again);
    this.again = setTimeout(() => {
      for (const move of pendingMoves(this.state.id)) if (move.id === id) this.send(move);
    }, AGAIN_MS);
  }

  private arm(): void {
    clearTimeout(this.slow);
    clearTimeout(this.patience);
    this.slow = setTimeout(() => {
      const { pending } = this.state;
      if (pending !== null) this.store.setState({ pending: { ...pending, isSlow: true } });
    }, SLOW_MS);
    this.patience = setTimeout(() => this.link.abandon(), PATIENCE_MS);
  }

  private settle(): void {
    clearTimeout(this.slow);
    clearTimeout(this.patience);
    this.store.setState({ pending: null });
  }
}

function pendingOf(move: PendingMove): Pending {
  return { id: move.id, action: move.action as Action, isSlow: false, version: null };
}
