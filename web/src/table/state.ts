/** One table as this page knows it: the server's view with its version, the move under way, what was played and said. */
import type { StoreApi } from "zustand/vanilla";
import type { Away, EventScene, Scene, SeatLine } from "../wire/protocol";
import type { Denial } from "./api";

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

/** The code of a refusal by this page: the move before has no answer yet. */
export const NOT_SENT = "NOT_SENT";

export interface Refused extends Denial {
  action: Action | null;
  /** So that the same refusal twice is told twice. */
  count: number;
}

/** A move of one's own that can be taken back, and what it was called. */
export interface Done {
  version: number;
  text: string | null;
}

export interface Line {
  name: string;
  seat: number | null;
  text: string;
  at: number;
  id?: number;
  /** A moderator has removed it. */
  isRemoved?: boolean;
}

/** What a board is drawn from. */
export interface BoardState {
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
  /** The view as pieces in zones; null where the game has no face that draws it. */
  scene: Scene | null;
  /** What there was to see between the scene before and this one, after each event of the newest step. */
  beats: EventScene[];
  legal: Action[];
  deadline: number | null;
  clocks: unknown;
  /** Whether anything has been heard of it yet. */
  isHere: boolean;
  pending: Pending | null;
  refused: Refused | null;
  /** The host has put the table back: the version that was seen before, and the one it went on from. */
  putBack: { from: number; to: number } | null;
  /** Why it cannot be looked at. */
  gone: Denial | null;
  events: Event[];
  /** The events of the newest step alone, for what is only worth telling as it happens. */
  fresh: Event[];
  /** Chosen and not sent; the server knows nothing of it. */
  draft: unknown;
  /** The version of one's own move that can be taken back now, as the server says; null if there is none. */
  undo: number | null;
  /** One's own latest moves that can be taken back one after the other, as far as this tab remembers. */
  done: Done[];
  /** An earlier version is shown: nothing can be done, and no clock runs. */
  isPast: boolean;
  /** The seats whose players are at the table; null as long as nothing was heard of it. */
  here: number[] | null;
  /** Who has gone and is waited for, and until when. */
  away: Away[];
}

/** All of it: also what is said and how many watch, for which no board is drawn anew. */
export interface TableState extends BoardState {
  chat: Line[];
  /** When the last line was said that has been seen. */
  readAt: number;
  watching: number;
}

export type TableStore = StoreApi<TableState>;

export function boardOf({ chat, readAt, watching, ...board }: TableState): BoardState {
  return board;
}

/** A table of which nothing has been heard. */
export function unheard(id: string): TableState {
  return {
    id,
    epoch: null,
    last: null,
    version: 0,
    game: "",
    status: "",
    seat: null,
    seats: [],
    view: null,
    scene: null,
    beats: [],
    legal: [],
    deadline: null,
    clocks: null,
    isHere: false,
    pending: null,
    refused: null,
    putBack: null,
    gone: null,
    events: [],
    fresh: [],
    chat: [],
    readAt: 0,
    here: null,
    watching: 0,
    away: [],
    draft: null,
    undo: null,
    done: [],
    isPast: false,
  };
}

export function sameAction(one: Action, other: Action): boolean {
  return one.type === other.type && JSON.stringify(one.payload ?? {}) === JSON.stringify(other.payload ?? {});
}

/** A refusal to show; the same one twice is told twice. */
export function refusal(
  { refused }: TableState,
  { code, message, halted, fault }: Denial,
  action: Action | null = null,
): { refused: Refused } {
  return { refused: { code, message, halted, fault, action, count: (refused?.count ?? 0) + 1 } };
}
