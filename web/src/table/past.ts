/**
 * The past of a table, or of a transcript: versions as they were shown, asked for by the dozen and kept. It is
 * shown by the same boards, as a table where nothing can be done.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { PastResponse, PastStep } from "../wire/calls";
import { call } from "./api";
import { Link } from "./link";
import type { BoardState } from "./state";
import { Table } from "./table";

/** Whose eyes: a seat's, everybody's (null), or open to all that was hidden. */
export type ReplayPerspective = PastResponse["perspective"];
export type Source = (after: number, until: number, perspective: ReplayPerspective) => Promise<PastResponse>;

/** How many versions are asked for at once. */
export const CHUNK = 24;

export interface StoryState {
  steps: ReadonlyMap<string, PastStep>;
  /** The newest version there is; null as long as nothing was told. */
  head: number | null;
  may: ReplayPerspective[];
  error: unknown;
}

const keyOf = (version: number, perspective: ReplayPerspective) => `${perspective ?? "-"}.${version}`;

export class History {
  readonly store: StoreApi<StoryState> = createStore<StoryState>(() => ({
    steps: new Map(),
    head: null,
    may: [null],
    error: null,
  }));
  private readonly requested = new Set<string>();

  constructor(private readonly source: Source) {}

  at(version: number, perspective: ReplayPerspective): PastStep | null {
    return this.store.getState().steps.get(keyOf(version, perspective)) ?? null;
  }

  /** Have this version, and the ones around it. */
  async need(version: number, perspective: ReplayPerspective): Promise<void> {
    const after = Math.floor(Math.max(0, version - 1) / CHUNK) * CHUNK;
    const chunk = keyOf(after, perspective);
    if (this.at(version, perspective) !== null || this.requested.has(chunk)) return;
    this.requested.add(chunk);
    try {
      this.take(await this.source(after, after + CHUNK, perspective));
    } catch (error) {
      this.store.setState({ error });
    } finally {
      this.requested.delete(chunk);
    }
  }

  take(response: PastResponse): void {
    const steps = new Map(this.store.getState().steps);
    for (const step of response.steps) steps.set(keyOf(step.version, response.perspective), step);
    this.store.setState({ steps, head: response.head, may: response.may, error: null });
  }
}

/** Where a table's past comes from. */
export function pastOf(id: string): Source {
  return (after, until, perspective) => {
    const query = new URLSearchParams({ after: String(after), until: String(until) });
    if (perspective !== null) query.set("perspective", String(perspective));
    return call<PastResponse>("GET", `/tables/${id}/past?${query}`);
  };
}

/** A table that shows one version of the past; `around` is what does not change: who sits there, and the log. */
export class PastTable extends Table {
  constructor(
    around: BoardState,
    step: PastStep,
    isHead: boolean,
    /** What to say when somebody tries to move there. */
    private readonly onAct: () => void,
  ) {
    super(around.id, new Link(() => ""));
    this.store.setState(shownAt(around, step, isHead));
  }

  override act(): boolean {
    this.onAct();
    return false;
  }

  override goOn(): void {}

  override actByItself(): void {}

  override undo(): boolean {
    return this.act();
  }

  override setDraft(): void {
    // nothing is planned in the past
  }
}

/** The table as it was after a step. */
export function shownAt(around: BoardState, step: PastStep, isHead: boolean): BoardState {
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

/** What an address asks for: `?move=12&perspective=1`. */
export function placeOf(search: URLSearchParams): { move: number | null; viewAs: ReplayPerspective } {
  const move = search.get("move");
  const viewAs = search.get("perspective");
  return {
    move: move !== null && /^\d{1,9}$/.test(move) ? Number(move) : null,
    viewAs: viewAs === "all" ? "all" : viewAs !== null && /^\d{1,3}$/.test(viewAs) ? Number(viewAs) : null,
  };
}
