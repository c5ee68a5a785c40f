/**
 * The past of a table, or of a transcript: versions as they were shown, asked for by the dozen and kept. It is
 * shown by the same boards, as a table where nothing can be done.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { PastStep, PastTold } from "../wire/calls";
import { call } from "./api";
import { Link } from "./link";
import type { TableState } from "./state";
import { Table } from "./table";

/** Whose eyes: a seat's, everybody's (null), or open to all that was hidden. */
export type Eyes = PastTold["eyes"];
export type Source = (after: number, until: number, eyes: Eyes) => Promise<PastTold>;

/** How many versions are asked for at once. */
export const CHUNK = 24;

export interface StoryState {
  steps: ReadonlyMap<string, PastStep>;
  /** The newest version there is; null as long as nothing was told. */
  head: number | null;
  may: Eyes[];
  error: unknown;
}

const keyOf = (version: number, eyes: Eyes) => `${eyes ?? "-"}.${version}`;

export class Story {
  readonly store: StoreApi<StoryState> = createStore<StoryState>(() => ({
    steps: new Map(),
    head: null,
    may: [null],
    error: null,
  }));
  private readonly asked = new Set<string>();

  constructor(private readonly source: Source) {}

  at(version: number, eyes: Eyes): PastStep | null {
    return this.store.getState().steps.get(keyOf(version, eyes)) ?? null;
  }

  /** Have this version, and the ones around it. */
  async need(version: number, eyes: Eyes): Promise<void> {
    const after = Math.floor(Math.max(0, version - 1) / CHUNK) * CHUNK;
    const chunk = keyOf(after, eyes);
    if (this.at(version, eyes) !== null || this.asked.has(chunk)) return;
    this.asked.add(chunk);
    try {
      this.take(await this.source(after, after + CHUNK, eyes));
    } catch (error) {
      this.store.setState({ error });
    } finally {
      this.asked.delete(chunk);
    }
  }

  take(told: PastTold): void {
    const steps = new Map(this.store.getState().steps);
    for (const step of told.steps) steps.set(keyOf(step.version, told.eyes), step);
    this.store.setState({ steps, head: told.head, may: told.may, error: null });
  }
}

/** Where a table's past comes from. */
export function pastOf(id: string, key: string | null): Source {
  return (after, until, eyes) => {
    const query = new URLSearchParams({ after: String(after), until: String(until) });
    if (eyes !== null) query.set("eyes", String(eyes));
    if (key !== null) query.set("key", key);
    return call<PastTold>("GET", `/tables/${id}/past?${query}`);
  };
}

/** A table that shows one version of the past; `around` is what does not change: who sits there, and the log. */
export class PastTable extends Table {
  constructor(
    around: TableState,
    step: PastStep,
    isHead: boolean,
    /** What to say when somebody tries to move there. */
    private readonly onAct: () => void,
  ) {
    super(around.id, new Link(() => ""));
    this.store.setState(shownAt(around, step, isHead));
  }

  override act(): void {
    this.onAct();
  }

  override undo(): void {
    this.onAct();
  }

  override setDraft(): void {
    // nothing is planned in the past
  }
}

/** The table as it was after a step. */
export function shownAt(around: TableState, step: PastStep, isHead: boolean): TableState {
  return {
    ...around,
    version: step.version,
    last: step.version,
    status: isHead ? around.status : "active",
    view: step.view,
    scene: step.scene ?? null,
    beats: [],
    legal: [],
    deadline: null,
    clocks: null,
    pending: null,
    refused: null,
    here: null, // who is there now says nothing of then
    away: [],
    draft: null,
    undo: null,
    done: [],
    isPast: true,
    events: around.events.filter((event) => event.version <= step.version),
    fresh: [],
  };
}

/** What an address asks for: `?move=12&eyes=1`. */
export function placeOf(search: URLSearchParams): { move: number | null; eyes: Eyes } {
  const move = search.get("move");
  const eyes = search.get("eyes");
  return {
    move: move !== null && /^\d{1,9}$/.test(move) ? Number(move) : null,
    eyes: eyes === "all" ? "all" : eyes !== null && /^\d{1,3}$/.test(eyes) ? Number(eyes) : null,
  };
}
