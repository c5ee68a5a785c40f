/** The move under way: kept before it is sent, and sent again until there is an answer. One may wait behind it. */
import type { ActTold } from "../wire/calls";
import type { Nack } from "../wire/protocol";
import { ApiError, call } from "./api";
import { newId } from "./ids";
import type { Link } from "./link";
import { forget, type Kept, keep, keptOf } from "./outbox";
import { type Action, type Event, type Pending, refusal, sameAction, type TableStore } from "./state";
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
  /** Asked for while another move was under way: one, and only if it still makes sense then. */
  private queued: Action | null = null;
  private asked: { id: string; text: string | null; isByItself: boolean } | null = null;
  /** Every move from this version on is being taken back, one after the other. */
  private undoing: number | null = null;

  constructor(
    private readonly store: TableStore,
    private readonly link: Link,
  ) {
    const [waiting] = keptOf(this.state.id);
    if (waiting) store.setState({ pending: pendingOf(waiting) });
  }

  stop(): void {
    clearTimeout(this.slow);
    clearTimeout(this.patience);
    clearTimeout(this.again);
  }

  /** Ask for a move; while one is under way, the newest one waits. */
  ask(action: Action, isByItself = false): void {
    if (this.state.pending !== null) {
      this.queued = action;
      return;
    }
    const { id: table, version: exp } = this.state;
    const move: Kept = { table, id: newId(), exp, action, at: Date.now() };
    keep(move);
    const text = action.type === TAKE_BACK.type ? null : (this.naming?.(action) ?? null);
    this.asked = { id: move.id, text, isByItself };
    this.store.setState({ pending: pendingOf(move), refused: null });
    this.arm();
    this.send(move);
  }

  /** Take the last move back; with a version, every move of one's own from that one on. */
  undo(from: number | null): void {
    this.undoing = from;
    this.ask(TAKE_BACK);
  }

  /** A connection is there: what has no answer is sent again, with its own id. */
  sendAgain(): void {
    for (const move of keptOf(this.state.id)) {
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

  nacked({ id, code, because, ignored }: Nack): void {
    const { pending } = this.state;
    // a frame that could not be read: nothing says which, and it can only be the move under way
    if (id === null) {
      if (pending !== null) this.refuse(pending.id, code, because, false);
    } else if (LATER.has(code)) this.sendLater(id);
    else this.refuse(id, code, because, ignored === true);
  }

  /** A step has come, perhaps by the move under way: what can be taken back is another list now. */
  stepped(version: number, events: Event[]): void {
    const { pending } = this.state;
    const isOwn = this.naming !== null && pending?.version === version && this.asked?.id === pending.id;
    noteStep(this.store, version, events, isOwn ? this.asked : null);
  }

  /** A version is on the screen: the move that made it is no longer under way. */
  shown(): void {
    const { pending, version } = this.state;
    if (pending?.version == null || pending.version > version) return;
    this.settle();
    if (this.goOnUndoing()) return;
    const { queued } = this;
    this.queued = null;
    if (queued !== null && this.isStillWanted(queued)) this.ask(queued);
  }

  /** What waited is asked for if it is legal now; taking back is in no list: the server says whether it is. */
  private isStillWanted(queued: Action): boolean {
    if (queued.type === TAKE_BACK.type) return this.state.undo !== null;
    return this.state.legal.some((action) => sameAction(action, queued));
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

  private refuse(id: string, code: string, because: string, isQuiet: boolean): void {
    forget(id);
    const { pending } = this.state;
    if (pending?.id !== id) return;
    this.queued = null;
    this.undoing = null;
    if (pending.action.type === TAKE_BACK.type) forgetDone(this.store);
    this.settle();
    if (isQuiet || (this.asked?.id === id && this.asked.isByItself)) return;
    this.store.setState(refusal(this.state, code, because, pending.action));
  }

  private send(move: Kept): void {
    const { table, id, exp, action } = move;
    if (JSON.stringify(action).length > SOCKET_BYTES) void this.sendOverHttp(move);
    else this.link.send({ type: "act", table, id, exp, action });
  }

  private async sendOverHttp({ table, id, exp, action }: Kept): Promise<void> {
    try {
      const told = await call<ActTold>("POST", `/tables/${table}/act`, { id, exp, action });
      if (told.ignored) this.refuse(id, told.ignored.code, told.ignored.because, true);
      else this.acked(id, told.version);
    } catch (error) {
      if (error instanceof ApiError && !LATER.has(error.code) && error.status > 0)
        this.refuse(id, error.code, error.because, false);
      else this.sendLater(id);
    }
  }

  private sendLater(id: string): void {
    clearTimeout(this.again);
    this.again = setTimeout(() => {
      for (const move of keptOf(this.state.id)) if (move.id === id) this.send(move);
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

function pendingOf(move: Kept): Pending {
  return { id: move.id, action: move.action as Action, isSlow: false, version: null };
}
