/** One table, kept as the server's frames say. No rules: what may be done is what `legal` lists. */
import { createStore } from "zustand/vanilla";
import type { ForecastResponse, OrdersResponse } from "../wire/calls";
import type { Nack, ServerFrame, StepFrame, ViewFrame, Watch } from "../wire/protocol";
import { ApiError, call } from "./api";
import type { Board } from "./board";
import { read, readTab, write, writeTab } from "./keep";
import type { Link, Sink } from "./link";
import { Log } from "./log";
import { wholeStep } from "./patch";
import { PressGate } from "./pressGate";
import { AGAIN_MS, LATER, Moves } from "./sendMoves";
import {
  type Action,
  type Event,
  NOT_SENT,
  refusal,
  type TableState,
  type TableStore,
  unheard,
} from "./state";
import { keyOf } from "./tableLink";
import { recall, TAKE_BACK } from "./undo";
import type { Shown } from "./witness";

/** What a frame with a view shows. */
function shownBy(frame: Omit<StepFrame, "type" | "events">): Partial<TableState> {
  const { version, view, scene = null, beats = [], deadline = null, clocks, undo = null } = frame;
  const legal = frame.legal as Action[];
  return { version, view, scene, beats, legal, deadline, clocks, undo, status: frame.status as string };
}

/** What keeps what was seen: it comes with the first table, not with the first page. */
const witnesses = () => import("./witnesses");

export class Table implements Board, Sink {
  readonly store: TableStore;
  private readonly moves: Moves;
  private readonly presses: PressGate;
  private readonly log: Log;
  private unwatch: (() => void) | null = null;
  private again: ReturnType<typeof setTimeout> | undefined;
  private satAt = Number.NEGATIVE_INFINITY;
  /** Whether a patch is of what is here: not after a whole view that was older. */
  private isBase = false;
  /** Whether the next step with a view is live: it is not while it may answer what we have asked for. */
  private isLive = false;
  /** Whether we have asked twice on this connection: then answers cross with steps. */
  private isCrossed = false;

  constructor(
    readonly id: string,
    private readonly link: Link,
  ) {
    this.store = createStore<TableState>(() => ({
      ...unheard(id),
      readAt: read<number>(`rondel.read.${id}`, 0),
      draft: readTab<unknown>(`rondel.draft.${id}`, null),
    }));
    this.moves = new Moves(this.store, link);
    this.presses = new PressGate(this.store);
    this.log = new Log(this.store);
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

  /**
   * Send a move that was pressed; answers whether it was sent, or will be. One is under way at a time, and none waits
   * but taking it back.
   */
  act(action: Action): boolean {
    if (action.type === TAKE_BACK.type) return this.undo();
    if (!this.allows(action)) return false;
    if (this.state.pending !== null) {
      this.store.setState(refusal(this.state, { code: NOT_SENT, message: "" }, action));
      return false;
    }
    this.presses.noteSent();
    this.moves.ask(action);
    return true;
  }

  /** Send the next of several moves that one press has asked for. */
  goOn(action: Action): void {
    if (this.gate?.(action) !== false && this.state.pending === null) this.moves.ask(action);
  }

  /** A move that the page makes by itself: if it is refused, the player, who asked for nothing, is not told. */
  actByItself(action: Action): void {
    if (this.state.pending === null) this.moves.ask(action, true);
  }

  /**
   * Take the last move back; with a version, every move of one's own from that one on. It is the one thing that
   * may wait for the move under way.
   */
  undo(from: number | null = null): boolean {
    if (!this.allows(TAKE_BACK)) return false;
    this.presses.noteSent();
    this.moves.undo(from);
    return true;
  }

  /** Whether a press was meant, and a lesson has nothing against it. */
  private allows(action: Action): boolean {
    return this.presses.isMeant() && this.gate?.(action) !== false;
  }

  /** What an action would lead to, as the game tells it, by what this seat knows; nothing is played. */
  async forecast(action: Action): Promise<unknown> {
    return (await call<ForecastResponse>("POST", `/tables/${this.id}/forecast`, { action })).forecast;
  }

  /** The standing orders of this seat: those it may give, and those it has given. */
  orders(): Promise<OrdersResponse> {
    return call("GET", `/tables/${this.id}/orders`);
  }

  giveOrder(order: unknown): Promise<OrdersResponse> {
    return call("POST", `/tables/${this.id}/orders`, { order });
  }

  endOrder(id: string): Promise<OrdersResponse> {
    return call("DELETE", `/tables/${this.id}/orders/${id}`);
  }

  /** Choose something without asking for it yet. */
  setDraft(draft: unknown): void {
    this.store.setState({ draft });
    writeTab(`rondel.draft.${this.id}`, draft);
  }

  sendChat(text: string): void {
    if (!this.link.send({ type: "chat", table: this.id, text })) {
      void call("POST", `/tables/${this.id}/chat`, { text }).catch((error: unknown) =>
        this.chatFailed(error),
      );
    }
  }

  /** Read the chat again: somebody was muted. */
  reloadChat(): Promise<void> {
    return this.log.reloadChat();
  }

  /** What was said has been seen. */
  readChat(): void {
    const newest = this.state.chat.at(-1)?.at ?? 0;
    if (newest <= this.state.readAt) return;
    this.store.setState({ readAt: newest });
    write(`rondel.read.${this.id}`, newest);
  }

  clearPutBack(): void {
    this.store.setState({ putBack: null });
  }

  clearRefusal(): void {
    this.store.setState({ refused: null });
  }

  // What the link asks of it

  sit(isFirst: boolean): Omit<Watch, "type" | "table"> {
    this.satAt = performance.now();
    this.isLive = false;
    this.isCrossed = !isFirst;
    const { epoch, seat } = this.state;
    const from = { epoch, seat, lastVersion: this.state.isHere ? this.state.last : null, patches: true };
    const key = keyOf(this.id);
    return key === null ? from : { ...from, key };
  }

  version(): number | null {
    return this.state.last;
  }

  /** A connection is there: what was said is asked for, and what has no answer is sent again. */
  opened(): void {
    void this.log.loadChat();
    this.moves.sendAgain();
  }

  take(frame: ServerFrame): void {
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
        this.log.receive(frame);
        break;
      case "presence": {
        const { here, away } = this.state;
        const now = { here: frame.here, away: frame.away ?? [] };
        const isSame = JSON.stringify({ here, away }) === JSON.stringify(now);
        this.store.setState({ ...(isSame ? {} : now), watching: frame.watching });
        break;
      }
    }
  }

  private takeView(frame: ViewFrame): void {
    const { epoch, last, isHere } = this.state;
    this.isLive = true;
    this.isCrossed = false;
    void witnesses().then(({ sawView }) => {
      const from = sawView(this.id, frame as Shown);
      if (from !== null) this.store.setState({ putBack: { from, to: frame.version } });
    });
    this.isBase = !(isHere && epoch === frame.epoch && last !== null && frame.version < last);
    if (!this.isBase) return;
    if (isHere && last !== null) void this.log.loadChat(); // a whole view in the middle: lines were dropped with steps
    if (epoch !== null && epoch !== frame.epoch) this.log.forget();
    if (last !== frame.version) recall(this.store, frame);
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

  private takeStep(step: StepFrame): void {
    const { last, isHere, events, version, seat } = this.state;
    const isLive = this.isLive && !this.isCrossed && (step.view !== undefined || step.patch !== undefined);
    if (step.view !== undefined || step.patch !== undefined) this.isLive = true;
    if (
      !isHere ||
      last === null ||
      step.version > last + 1 ||
      (step.patch && (version < last || !this.isBase))
    ) {
      if (performance.now() - this.satAt > AGAIN_MS) this.link.seat(this);
      return;
    }
    if (step.version <= last) return;
    const frame = wholeStep(this.state, step);
    const fresh = frame.events as Event[];
    this.log.follow(last, frame.version);
    const next: Partial<TableState> = { last: frame.version, events: [...events, ...fresh], fresh };
    void witnesses().then(({ sawStep }) => sawStep(this.id, { ...frame, events: fresh }, seat, isLive));
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
    } else if (this.state.isHere) this.store.setState(refusal(this.state, frame));
    else this.store.setState({ gone: frame });
  }

  private chatFailed(error: unknown): void {
    const no = error instanceof ApiError ? error : { code: "UNAVAILABLE", message: "" };
    this.store.setState(refusal(this.state, no));
  }
}
