/**
 * One table as this page knows it: the server's view with its version, the move under way, what was played
 * and said. No rules: what may be done is what `legal` lists.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { ActTold, ChatTold } from "../wire/calls";
import type { Away, Nack, SeatLine, StepFrame, Told, ViewFrame } from "../wire/protocol";
import { ApiError, call } from "./api";
import { newId } from "./ids";
import { read, write } from "./keep";
import type { Link, Sink } from "./link";
import { forget, type Kept, keep, keptOf } from "./outbox";

export interface Action {
  type: string;
  payload?: unknown;
}

export interface Event {
  type: string;
  version: number;
  at: number;
  payload?: unknown;
}

export interface Pending {
  id: string;
  action: Action;
  /** It has taken long enough to say so. */
  isSlow: boolean;
  /** Committed at this version, which has not been shown yet. */
  version: number | null;
}

export interface Refused {
  code: string;
  because: string;
  action: Action | null;
  /** So that the same refusal twice is told twice. */
  count: number;
}

/** A move of one's own that may perhaps be taken back, and what it was called. */
export interface Done {
  version: number;
  text: string | null;
}

/** Kept for a page that is loaded again, if nothing has happened since. */
interface KeptDone {
  at: number;
  done: Done[];
}

export interface Line {
  name: string;
  seat: number | null;
  text: string;
  at: number;
}

export interface TableState {
  id: string;
  epoch: number | null;
  /** The newest version heard of; the view may be older for a moment. */
  last: number | null;
  version: number;
  game: string;
  status: string;
  seat: number | null;
  seats: SeatLine[];
  view: unknown;
  legal: Action[];
  deadline: number | null;
  clocks: unknown;
  /** Whether anything has been heard of it yet. */
  isHere: boolean;
  pending: Pending | null;
  refused: Refused | null;
  /** Why it cannot be looked at. */
  gone: { code: string; because: string } | null;
  events: Event[];
  /** The events of the newest step alone, for what is only worth telling as it happens. */
  fresh: Event[];
  chat: Line[];
  /** When the last line was said that has been seen. */
  readAt: number;
  /** The seats whose players are at the table; null as long as nothing was heard of it. */
  here: number[] | null;
  watching: number;
  /** Who has gone and is waited for, and until when. */
  away: Away[];
  /** Chosen and not sent; the server knows nothing of it. */
  draft: unknown;
  /** One's own latest moves, as long as nobody else has moved since. */
  done: Done[];
  /** An earlier version is shown: nothing can be done, and no clock runs. */
  isPast: boolean;
}

export const TAKE_BACK: Action = { type: "TAKE_BACK" };

export const SLOW_MS = 400;
export const PATIENCE_MS = 6_000;
const AGAIN_MS = 1_000;
const LATER = new Set(["UNAVAILABLE", "NEWER_RULES", "TOO_MANY"]);
/** How many versions one reading of the log covers. */
const LOG_ROWS = 500;
/** Larger moves go over HTTP. */
const SOCKET_BYTES = 3_500;

export class Table implements Sink {
  readonly store: StoreApi<TableState>;
  private unwatch: (() => void) | null = null;
  private slow: ReturnType<typeof setTimeout> | undefined;
  private patience: ReturnType<typeof setTimeout> | undefined;
  private again: ReturnType<typeof setTimeout> | undefined;
  private satAt = Number.NEGATIVE_INFINITY;
  private loggedTo = 0;
  private isLogging = false;
  /** Asked for while another move was under way: one, and only if it is still legal then. */
  private queued: Action | null = null;
  /** What a move is called, while the game's words are here; null where no move can be taken back. */
  naming: ((action: Action) => string | null) | null = null;
  private asked: { id: string; text: string | null; isUndo: boolean } | null = null;
  /** Every move from this version on is being taken back, one after the other. */
  private undoing: number | null = null;

  constructor(
    readonly id: string,
    private readonly link: Link,
    /** Lets one look at a private table without a seat. */
    readonly key: string | null = null,
  ) {
    const waiting = keptOf(id)[0];
    this.store = createStore<TableState>(() => ({
      id,
      epoch: null,
      last: null,
      version: 0,
      game: "",
      status: "",
      seat: null,
      seats: [],
      view: null,
      legal: [],
      deadline: null,
      clocks: null,
      isHere: false,
      pending: waiting ? pendingOf(waiting) : null,
      refused: null,
      gone: null,
      events: [],
      fresh: [],
      chat: [],
      readAt: read<number>(`rondel.read.${id}`, 0),
      here: null,
      watching: 0,
      away: [],
      draft: readDraft(id),
      done: [],
      isPast: false,
    }));
  }

  get state(): TableState {
    return this.store.getState();
  }

  /** Look at it; the answer stops looking. */
  open(): () => void {
    this.unwatch ??= this.link.watch(this);
    return () => this.close();
  }

  close(): void {
    this.unwatch?.();
    this.unwatch = null;
    clearTimeout(this.slow);
    clearTimeout(this.patience);
    clearTimeout(this.again);
  }

  /** Ask for a move. Its id is kept before it is sent. One is under way at a time, and one may wait. */
  act(action: Action): void {
    if (this.state.pending !== null) {
      this.queued = action;
      return;
    }
    const move: Kept = { table: this.id, id: newId(), exp: this.state.version, action, at: Date.now() };
    keep(move);
    const isUndo = action.type === TAKE_BACK.type;
    this.asked = { id: move.id, text: isUndo ? null : (this.naming?.(action) ?? null), isUndo };
    this.store.setState({ pending: pendingOf(move), refused: null });
    this.arm();
    this.send(move);
  }

  /** Take the last move back; with a version, every move of one's own from that one on. */
  undo(from: number | null = null): void {
    this.undoing = from;
    this.act(TAKE_BACK);
  }

  /** Choose something without asking for it yet. */
  setDraft(draft: unknown): void {
    this.store.setState({ draft });
    writeSession(`rondel.draft.${this.id}`, draft);
  }

  say(text: string): void {
    if (!this.link.send({ type: "chat", table: this.id, text })) {
      void call("POST", `/tables/${this.id}/chat`, { text }).catch((error: unknown) => this.notSaid(error));
    }
  }

  /** What was said has been seen. */
  readChat(): void {
    const newest = this.state.chat.at(-1)?.at ?? 0;
    if (newest <= this.state.readAt) return;
    this.store.setState({ readAt: newest });
    write(`rondel.read.${this.id}`, newest);
  }

  clearRefusal(): void {
    this.store.setState({ refused: null });
  }

  // What the link asks of it

  sit(): { epoch: number | null; last: number | null; seat?: number | null; key?: string } {
    this.satAt = performance.now();
    const { epoch, seat } = this.state;
    const from = { epoch, seat, last: this.state.isHere ? this.state.last : null };
    return this.key === null ? from : { ...from, key: this.key };
  }

  version(): number | null {
    return this.state.last;
  }

  /** A connection is there: what was said is asked for, and what has no answer is sent again, with its own id. */
  opened(): void {
    void this.loadChat();
    for (const move of keptOf(this.id)) {
      if (this.state.pending === null) this.store.setState({ pending: pendingOf(move) });
      this.arm();
      this.send(move);
    }
  }

  take(frame: Told): void {
    switch (frame.type) {
      case "view":
        this.takeView(frame);
        break;
      case "step":
        this.takeStep(frame);
        break;
      case "seats":
        this.store.setState({
          seats: frame.seats,
          status: frame.status,
          ...(frame.status === "abandoned" ? { legal: [], deadline: null } : {}),
        });
        break;
      case "ack":
        this.acked(frame.id, frame.version);
        break;
      case "nack":
        this.nacked(frame);
        break;
      case "chat":
        this.heard({ name: frame.name, seat: frame.seat, text: frame.text, at: frame.at });
        break;
      case "presence":
        this.store.setState({ here: frame.here, watching: frame.watching, away: frame.away ?? [] });
        break;
    }
  }

  private takeView(frame: ViewFrame): void {
    const { epoch, last, isHere } = this.state;
    if (isHere && epoch === frame.epoch && last !== null && frame.version < last) return;
    if (isHere && last !== null) void this.loadChat(); // a whole view in the middle: lines were dropped with steps
    if (epoch !== null && epoch !== frame.epoch) {
      this.loggedTo = 0;
      this.store.setState({ events: [] });
    }
    const kept = readSession<KeptDone>(`rondel.done.${this.id}`, { at: 0, done: [] });
    if (last !== frame.version) this.setDone(kept.at === frame.version ? kept.done : [], frame.version);
    this.store.setState({
      epoch: frame.epoch,
      last: frame.version,
      version: frame.version,
      game: frame.game,
      status: frame.status,
      seat: frame.seat,
      seats: frame.seats,
      view: frame.view,
      legal: frame.legal as Action[],
      deadline: frame.deadline,
      clocks: frame.clocks,
      isHere: true,
      gone: null,
      fresh: [],
    });
    this.shown();
    if (frame.version > this.loggedTo) void this.loadLog();
  }

  private takeStep(frame: StepFrame): void {
    const { last, isHere, events } = this.state;
    if (!isHere || last === null || frame.version > last + 1) {
      if (performance.now() - this.satAt > AGAIN_MS) this.link.seat(this);
      return;
    }
    if (frame.version <= last) return;
    const told = frame.events as Event[];
    if (this.loggedTo === last) this.loggedTo = frame.version;
    const next: Partial<TableState> = { last: frame.version, events: [...events, ...told], fresh: told };
    if (frame.view !== undefined) {
      next.version = frame.version;
      next.view = frame.view;
      next.legal = frame.legal as Action[];
      next.deadline = frame.deadline ?? null;
      next.clocks = frame.clocks;
      next.status = frame.status ?? this.state.status;
    }
    this.store.setState(next);
    this.noteDone(frame.version, told);
    if (frame.view !== undefined) this.shown();
  }

  /** What of one's own moves can still be taken back, after this version. */
  private noteDone(version: number, events: Event[]): void {
    const { done, pending } = this.state;
    const undone = events.find((event) => event.type === "UNDONE")?.payload as
      | { toVersion: number }
      | undefined;
    let left: Done[] = [];
    if (undone) left = done.filter((one) => one.version <= undone.toVersion);
    else if (this.naming !== null && pending?.version === version && this.asked?.id === pending.id)
      left = [...done, { version, text: this.asked.text }].slice(-50);
    this.setDone(left, version);
  }

  private setDone(done: Done[], at: number): void {
    if (done.length === 0 && this.state.done.length === 0) return;
    this.store.setState({ done });
    writeSession(`rondel.done.${this.id}`, done.length > 0 ? ({ at, done } satisfies KeptDone) : null);
  }

  /** A version is on the screen: the move that made it is no longer under way. */
  private shown(): void {
    const { pending, version } = this.state;
    if (pending?.version == null || pending.version > version) return;
    this.settle();
    if (this.goOnUndoing()) return;
    const { queued } = this;
    this.queued = null;
    if (queued !== null && this.state.legal.some((action) => same(action, queued))) this.act(queued);
  }

  private goOnUndoing(): boolean {
    const last = this.state.done.at(-1);
    if (this.undoing === null || last === undefined || last.version < this.undoing) {
      this.undoing = null;
      return false;
    }
    this.act(TAKE_BACK);
    return true;
  }

  private acked(id: string, version: number): void {
    forget(id);
    const { pending } = this.state;
    if (pending?.id !== id) return;
    clearTimeout(this.patience);
    this.store.setState({ pending: { ...pending, version } });
    this.shown();
  }

  private nacked(frame: Nack): void {
    const { pending } = this.state;
    if (frame.id === null && frame.table === null) {
      // a frame that could not be read: nothing says which, and it can only be the move under way
      if (pending !== null) this.refuse(pending.id, frame.code, frame.because, false);
      return;
    }
    if (frame.id === null) this.notSeated(frame);
    else if (LATER.has(frame.code)) this.sendLater(frame.id);
    else this.refuse(frame.id, frame.code, frame.because, frame.ignored === true);
  }

  private refuse(id: string, code: string, because: string, isQuiet: boolean): void {
    forget(id);
    const { pending, refused } = this.state;
    if (pending?.id !== id) return;
    this.queued = null;
    this.undoing = null;
    this.settle();
    if (isQuiet) return;
    const count = (refused?.count ?? 0) + 1;
    this.store.setState({ refused: { code, because, action: pending.action, count } });
  }

  private notSeated(frame: Nack): void {
    if (LATER.has(frame.code)) {
      clearTimeout(this.again);
      this.again = setTimeout(() => this.link.seat(this), AGAIN_MS);
    } else if (this.state.isHere) {
      const count = (this.state.refused?.count ?? 0) + 1;
      this.store.setState({ refused: { code: frame.code, because: frame.because, action: null, count } });
    } else this.store.setState({ gone: { code: frame.code, because: frame.because } });
  }

  private send(move: Kept): void {
    if (JSON.stringify(move.action).length > SOCKET_BYTES) void this.sendOverHttp(move);
    else this.link.send({ type: "act", table: this.id, id: move.id, exp: move.exp, action: move.action });
  }

  private async sendOverHttp(move: Kept): Promise<void> {
    const body = { id: move.id, exp: move.exp, action: move.action };
    try {
      const told = await call<ActTold>("POST", `/tables/${this.id}/act`, body);
      if (told.ignored) this.refuse(move.id, told.ignored.code, told.ignored.because, true);
      else this.acked(move.id, told.version);
    } catch (error) {
      if (error instanceof ApiError && !LATER.has(error.code) && error.status > 0)
        this.refuse(move.id, error.code, error.because, false);
      else this.sendLater(move.id);
    }
  }

  private sendLater(id: string): void {
    clearTimeout(this.again);
    this.again = setTimeout(() => {
      for (const move of keptOf(this.id)) if (move.id === id) this.send(move);
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

  private async loadLog(): Promise<void> {
    if (this.isLogging) return;
    this.isLogging = true;
    try {
      for (let to = this.state.last ?? 0; this.loggedTo < to; to = this.state.last ?? 0) {
        const told = await call<Event[]>(
          "GET",
          `/tables/${this.id}/log?after=${this.loggedTo}${this.keyed("&")}`,
        );
        const had = new Set(this.state.events.map((event) => event.version));
        const more = told.filter((event) => !had.has(event.version));
        const events = [...this.state.events, ...more].sort((a, b) => a.version - b.version);
        this.loggedTo = Math.min(this.loggedTo + LOG_ROWS, to);
        this.store.setState({ events });
      }
    } catch {
      // the table is shown without its past; the next view asks again
    } finally {
      this.isLogging = false;
    }
  }

  private async loadChat(): Promise<void> {
    try {
      const told = await call<ChatTold[]>("GET", `/tables/${this.id}/chat${this.keyed("?")}`);
      const newest = told.at(-1)?.at ?? 0;
      const later = this.state.chat.filter((line) => line.at > newest);
      this.store.setState({ chat: [...told, ...later] });
    } catch {
      // what is said from now on is heard
    }
  }

  private keyed(by: "?" | "&"): string {
    return this.key === null ? "" : `${by}key=${encodeURIComponent(this.key)}`;
  }

  private heard(line: Line): void {
    const { chat } = this.state;
    if (chat.some((had) => had.at === line.at && had.name === line.name && had.text === line.text)) return;
    this.store.setState({ chat: [...chat, line] });
  }

  private notSaid(error: unknown): void {
    const { code, because } = error instanceof ApiError ? error : { code: "UNAVAILABLE", because: "" };
    const count = (this.state.refused?.count ?? 0) + 1;
    this.store.setState({ refused: { code, because, action: null, count } });
  }
}

function pendingOf(move: Kept): Pending {
  return { id: move.id, action: move.action as Action, isSlow: false, version: null };
}

function same(one: Action, other: Action): boolean {
  return one.type === other.type && JSON.stringify(one.payload ?? {}) === JSON.stringify(other.payload ?? {});
}

function readDraft(id: string): unknown {
  return readSession<unknown>(`rondel.draft.${id}`, null);
}

function readSession<T>(key: string, otherwise: T): T {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? "null") as T | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function writeSession(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // it lives as long as this page
  }
}
