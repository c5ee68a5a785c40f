/** What a face is handed: a copy of what the viewer may know, and a way to act. Nothing of the page itself. */
import type { Action, Facade, Perspective } from "../../../../src/rondel/wire/face";
import type { Looking } from "../../play/face";
import type { Table, TableState } from "../../table";
import { announce } from "../../ui/live";
import { spoken } from "../../ui/words";

export const FACADE = 1;

type Listener = (now: Perspective) => void;

/** One board, whatever table it shows: the present one, or the same in the past. */
export class Stage {
  readonly facade: Facade;
  private readonly listeners = new Set<Listener>();
  private stop: (() => void) | null = null;
  private shown: Perspective | null = null;

  constructor(
    private table: Table,
    private looking: Looking,
    /** A listener has thrown. */
    private readonly failed: (error: unknown) => void,
  ) {
    this.facade = Object.freeze({
      version: FACADE,
      now: () => this.now(),
      subscribe: (listener: Listener) => {
        this.listeners.add(listener);
        this.call(listener);
        return () => void this.listeners.delete(listener);
      },
      act: (action: Action) => this.act(action),
      say: (text: string) => announce(String(text)),
    });
    this.follow();
  }

  /** From now on this table is shown, to these eyes. */
  show(table: Table, looking: Looking): void {
    if (table === this.table && looking === this.looking) return;
    this.table = table;
    this.looking = looking;
    this.follow();
    this.tell();
  }

  end(): void {
    this.stop?.();
    this.listeners.clear();
  }

  private follow(): void {
    this.stop?.();
    this.stop = this.table.store.subscribe((state, before) => {
      if (hasChanged(state, before)) this.tell();
    });
  }

  private now(): Perspective {
    this.shown ??= perspectiveOf(this.table.state, this.looking);
    return this.shown;
  }

  private tell(): void {
    this.shown = null;
    for (const listener of [...this.listeners]) this.call(listener);
  }

  private call(listener: Listener): void {
    try {
      listener(this.now());
    } catch (error) {
      this.failed(error);
    }
  }

  private act(action: Action): boolean {
    const { seat, isPast, pending, status } = this.table.state;
    if (seat === null || isPast || pending !== null || status !== "active") return false;
    this.table.act(structuredClone(action));
    return true;
  }
}

const TOLD = ["view", "legal", "seat", "seats", "status", "pending", "deadline", "version"] as const;

function hasChanged(state: TableState, before: TableState): boolean {
  return TOLD.some((key) => state[key] !== before[key]);
}

function perspectiveOf(state: TableState, looking: Looking): Perspective {
  const { view, scene, legal, fresh } = state;
  const copy = structuredClone({ view, scene, legal, events: fresh });
  return Object.freeze({
    version: state.version,
    status: state.status as Perspective["status"],
    ...copy,
    you: looking.you,
    names: state.seats.map((line) => looking.name(line.seat)),
    isPending: state.pending !== null,
    isPast: state.isPast,
    deadline: state.deadline,
    language: spoken(),
  });
}
