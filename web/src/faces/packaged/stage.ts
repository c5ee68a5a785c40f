/** What a face is handed: a copy of what the viewer may know, and a way to act. Nothing of the page itself. */
import type { Action, Facade, Perspective as FacePerspective } from "../../../../src/rondel/wire/face";
import type { Board, BoardState, Perspective } from "../../play/board";
import { announce } from "../../ui/live";
import { spoken } from "../../ui/locales";

export const FACADE = 1;

type Listener = (now: FacePerspective) => void;

/** One board, whatever table it shows: the present one, or the same in the past. */
export class Stage {
  readonly facade: Facade;
  private readonly listeners = new Set<Listener>();
  private stop: (() => void) | null = null;
  private shown: FacePerspective | null = null;

  constructor(
    private table: Board,
    private perspective: Perspective,
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
      announce: (text: string) => announce(String(text)),
    });
    this.follow();
  }

  /** From now on this table is shown, to these eyes. */
  show(table: Board, perspective: Perspective): void {
    if (table === this.table && perspective === this.perspective) return;
    this.table = table;
    this.perspective = perspective;
    this.follow();
    this.notify();
  }

  end(): void {
    this.stop?.();
    this.listeners.clear();
  }

  private follow(): void {
    this.stop?.();
    this.stop = this.table.store.subscribe((state, before) => {
      if (hasChanged(state, before)) this.notify();
    });
  }

  private now(): FacePerspective {
    this.shown ??= perspectiveOf(this.table.state, this.perspective);
    return this.shown;
  }

  private notify(): void {
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
    const { seat, isPast, status } = this.table.state;
    if (seat === null || isPast || status !== "active") return false;
    return this.table.act(structuredClone(action));
  }
}

const SHOWN_KEYS = ["view", "legal", "seat", "seats", "status", "pending", "deadline", "version"] as const;

function hasChanged(state: BoardState, before: BoardState): boolean {
  return SHOWN_KEYS.some((key) => state[key] !== before[key]);
}

function perspectiveOf(state: BoardState, perspective: Perspective): FacePerspective {
  const { view, scene, legal, fresh } = state;
  const copy = structuredClone({ view, scene, legal, events: fresh });
  return Object.freeze({
    version: state.version,
    status: state.status as FacePerspective["status"],
    ...copy,
    you: perspective.mySeat,
    names: state.seats.map((line) => perspective.nameOf(line.seat)),
    isPending: state.pending !== null,
    isPast: state.isPast,
    deadline: state.deadline,
    language: spoken(),
  });
}
