/** One table, kept as the server's frames say. No rules: what may be done is what `legal` lists. */
import { createStore } from "zustand/vanilla";
import type { ForecastTold, OrdersTold } from "../wire/calls";
import type { Nack, Sit, StepFrame, Told, ViewFrame } from "../wire/protocol";
import { ApiError, call } from "./api";
import { read, readTab, write, writeTab } from "./keep";
import type { Link, Sink } from "./link";
import { Log } from "./log";
import { AGAIN_MS, LATER, Moves } from "./moves";
import { wholeStep } from "./patch";
import { type Action, type Event, refusal, type TableState, type TableStore, unheard } from "./state";
import { recall, TAKE_BACK } from "./undo";
import { saw } from "./witness";

/** What a frame with a view shows. */
function shownBy(frame: Omit<StepFrame, "type" | "events">): Partial<TableState> {
  const { version, view, scene = null, beats = [], deadline = null, clocks, undo = null } = frame;
  const legal = frame.legal as Action[];
  return { version, view, scene, beats, legal, deadline, clocks, undo, status: frame.status as string };
}

export class Table implements Sink {
  readonly store: TableStore;
  private readonly moves: Moves;
  private readonly log: Log;
  private unwatch: (() => void) | null = null;
  private again: ReturnType<typeof setTimeout> | undefined;
  private satAt = Number.NEGATIVE_INFINITY;
  /** Whether a patch is of what is here: not after a whole view that was older. */
  private isBase = false;

  constructor(
    readonly id: string,
    private readonly link: Link,
    /** Lets one look at a private table without a seat. */
    readonly key: string | null = null,
  ) {
    this.store = createStore<TableState>(() => ({
      ...unheard(id),
      readAt: read<number>(`rondel.read.${id}`, 0),
      draft: readTab<unknown>(`rondel.draft.${id}`, null),
    }));
    this.moves = new Moves(this.store, link);
    this.log = new Log(this.store, key);
  }

  get state(): TableState {
    return this.store.getState();
  }

  /** What a move is called when it is made; null where no move can be taken back. */
  set naming(naming: ((action: Action) => string | null) | null) {
    this.moves.naming = naming;
  }

  /** A lesson lets through only the move that it waits for. */
  gate: ((action: Action) => boolean) | null = null;

  /** Whether the table is a lesson: it has no rematch and no transcript. */
  isLesson = false;

  /** Look at it; the answer stops looking. */
  open(): () => void {
    this.unwatch ??= this.link.watch(this);
    return () => this.close();
  }

  close(): void {
    this.unwatch?.();
    this.unwatch = null;
    this.moves.stop();
    clearTimeout(this.again);
  }

  /** Ask for a move. Its id is kept before it is sent. One is under way at a time, and one may wait. */
  act(action: Action): void {
    if (this.gate?.(action) === false) return;
    this.moves.ask(action);
  }

  /** A move that the page makes by itself: if it is refused, the player, who asked for nothing, is not told. */
  actByItself(action: Action): void {
    if (this.state.pending === null) this.moves.ask(action, true);
  }

  /** Take the last move back; with a version, every move of one's own from that one on. */
  undo(from: number | null = null): void {
    if (this.gate?.(TAKE_BACK) === false) return;
    this.moves.undo(from);
  }

  /** What an action would lead to, as the game tells it, by what this seat knows; nothing is played. */
  async forecast(action: Action): Promise<unknown> {
    return (await call<ForecastTold>("POST", `/tables/${this.id}/forecast`, { action })).forecast;
  }

  /** The standing orders of this seat: those it may give, and those it has given. */
  orders(): Promise<OrdersTold> {
    return call("GET", `/tables/${this.id}/orders`);
  }

  giveOrder(order: unknown): Promise<OrdersTold> {
    return call("POST", `/tables/${this.id}/orders`, { order });
  }

  endOrder(id: string): Promise<OrdersTold> {
    return call("DELETE", `/tables/${this.id}/orders/${id}`);
  }

  /** Choose something without asking for it yet. */
  setDraft(draft: unknown): void {
    this.store.setState({ draft });
    writeTab(`rondel.draft.${this.id}`, draft);
  }

  say(text: string): void {
    if (!this.link.send({ type: "chat", table: this.id, text })) {
      void call("POST", `/tables/${this.id}/chat`, { text }).catch((error: unknown) => this.notSaid(error));
    }
  }

  /** Read the chat again: somebody was muted. */
  reloadChat(): Promise<void> {
    return this.log.reloadChat();
  }

  /** What an address needs after it where the table is private. */
  get keyed(): string {
    return this.key === null ? "" : `?key=${encodeURIComponent(this.key)}`;
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

  sit(): Omit<Sit, "type" | "table"> {
    this.satAt = performance.now();
    const { epoch, seat } = this.state;
    const from = { epoch, seat, last: this.state.isHere ? this.state.last : null, patches: true };
    return this.key === null ? from : { ...from, key: this.key };
  }

  version(): number | null {
    return this.state.last;
  }

  /** A connection is there: what was said is asked for, and what has no answer is sent again. */
  opened(): void {
    void this.log.loadChat();
    this.moves.sendAgain();
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
          ...(frame.status === "abandoned" ? { legal: [], deadline: null, undo: null } : {}),
        });
        break;
      case "ack":
        this.moves.acked(frame.id, frame.version);
        break;
      case "nack":
        if (frame.id === null && frame.table !== null) this.notSeated(frame);
        else this.moves.nacked(frame);
        break;
      case "chat":
        this.log.heard(frame);
        break;
      case "presence":
        this.store.setState({ here: frame.here, watching: frame.watching, away: frame.away ?? [] });
        break;
    }
  }

  private takeView(frame: ViewFrame): void {
    const { epoch, last, isHere } = this.state;
    this.isBase = !(isHere && epoch === frame.epoch && last !== null && frame.version < last);
    if (!this.isBase) return;
    if (isHere && last !== null) void this.log.loadChat(); // a whole view in the middle: lines were dropped with steps
    if (epoch !== null && epoch !== frame.epoch) this.log.forget();
    if (last !== frame.version) recall(this.store, frame);
    saw(this.id, frame);
    this.store.setState({
      epoch: frame.epoch,
      last: frame.version,
      game: frame.game,
      seat: frame.seat,
      seats: frame.seats,
      ...shownBy(frame),
      isHere: true,
      gone: null,
      fresh: [],
    });
    this.moves.shown();
    void this.log.load();
  }

  private takeStep(told: StepFrame): void {
    const { last, isHere, events, version } = this.state;
    if (
      !isHere ||
      last === null ||
      told.version > last + 1 ||
      (told.patch && (version < last || !this.isBase))
    ) {
      if (performance.now() - this.satAt > AGAIN_MS) this.link.seat(this);
      return;
    }
    if (told.version <= last) return;
    const frame = wholeStep(this.state, told);
    const fresh = frame.events as Event[];
    this.log.follow(last, frame.version);
    const next: Partial<TableState> = { last: frame.version, events: [...events, ...fresh], fresh };
    const isShown = frame.view !== undefined;
    this.isBase ||= isShown;
    this.store.setState(isShown ? { ...next, ...shownBy(frame) } : next);
    this.moves.stepped(frame.version, fresh);
    if (isShown) this.moves.shown();
  }

  private notSeated(frame: Nack): void {
    if (LATER.has(frame.code)) {
      clearTimeout(this.again);
      this.again = setTimeout(() => this.link.seat(this), AGAIN_MS);
    } else if (this.state.isHere) this.store.setState(refusal(this.state, frame.code, frame.because));
    else this.store.setState({ gone: { code: frame.code, because: frame.because } });
  }

  private notSaid(error: unknown): void {
    const { code, because } = error instanceof ApiError ? error : { code: "UNAVAILABLE", because: "" };
    this.store.setState(refusal(this.state, code, because));
  }
}
