// Made by `npm run wire` from the server's own types. Do not edit.

export type Asked = Sit | Act | Chat | Ping;
export type Told = ViewFrame | StepFrame | SeatsFrame | Ack | Nack | ChatLine | PresenceFrame | Pong | Goaway;

export interface Nothing {
  [k: string]: unknown;
}
/**
 * Committed at this version; `dup` if it had been before.
 */
export interface Ack {
  type: "ack";
  id: string;
  table: string;
  version: number;
  dup: boolean;
}
/**
 * My move. `id` was made and kept by the client before it sent; `exp` is the version its player saw.
 */
export interface Act {
  type: "act";
  table: string;
  id: string;
  exp: number;
  action: unknown;
}
/**
 * What belongs to a seat, or to nobody: the middle.
 */
export interface Area {
  zones?: Zone[];
  facts?: Fact[];
  marks?: string[];
  picks?: {
    [k: string]: unknown;
  }[];
  isTurn?: boolean;
  isOut?: boolean;
}
/**
 * A place for pieces. `count` where there are more than are shown; `picks` for the place as a whole.
 */
export interface Zone {
  id: string;
  label?: string;
  layout?: "fan" | "grid" | "pile" | "row" | "stack" | "track";
  pieces?: Piece[];
  kind?: "card" | "cell" | "die" | "disc" | "token";
  count?: number | null;
  picks?: {
    [k: string]: unknown;
  }[];
  columns?: number | null;
}
/**
 * One thing that lies somewhere, face down without a face; a key only if the viewer can follow it.
 */
export interface Piece {
  face?: string | null;
  isDown?: boolean;
  key?: string | null;
  label?: string | null;
  tone?: ("blue" | "dark" | "gold" | "green" | "light" | "plain" | "red" | "seat" | "violet") | null;
  kind?: ("card" | "cell" | "die" | "disc" | "token") | null;
  picks?: {
    [k: string]: unknown;
  }[];
  mark?: string | null;
}
/**
 * A number or a word to show; `of` is how many there can be.
 */
export interface Fact {
  label: string;
  value: number | string;
  of?: number | null;
}
/**
 * I look at this table, in my seat if I have one. `last` is the version I have, of that epoch.
 *
 *     `key` lets me look at a private table where I have no seat. `seat` is the one I believe to have (null for
 *     none): where it has changed hands meanwhile, I am sent a full View.
 *     With `form` I am sent Views and events in the words of the game's documents.
 *     With `patches` a live `step` may have a `patch` in place of `view`, `legal`, `clocks` and `scene`; never
 *     with `form`.
 */
export interface Sit {
  type: "sit";
  table: string;
  epoch?: number | null;
  last?: number | null;
  key?: string | null;
  seat?: number | null;
  form?: "documents" | null;
  patches?: boolean;
}
/**
 * I say something at this table.
 */
export interface Chat {
  type: "chat";
  table: string;
  text: string;
}
/**
 * I am here; `last` is the version I have of each table I look at.
 */
export interface Ping {
  type: "ping";
  last?: {
    [k: string]: number;
  };
}
/**
 * A seat whose player has gone, and until when the table is not told of it.
 */
export interface Away {
  seat: number;
  until: number;
}
/**
 * What there was to see right after one event: `event` is its index in the frame's `events`.
 *
 *     `scene` is absent where it is the frame's own, after the whole row. `moves` are the ways of pieces that
 *     two Scenes do not show. In a frame with a `patch` a beat has a patch, too, in place of `scene`: of the
 *     Scene of the beat before it that had one, the first of the Scene before the step.
 */
export interface Beat {
  event: number;
  scene?: Scene;
  moves?: Move[];
  patch?: unknown;
}
/**
 * All that is drawn: an area for each seat, one in the middle, what is asked, as `phrase` reads it.
 */
export interface Scene {
  seats?: Area[];
  middle?: Area;
  prompt?: string | null;
}
/**
 * A piece that went from one zone to another, where two Scenes do not show it.
 */
export interface Move {
  fromZone: string;
  toZone: string;
  fromAt?: number | null;
  toAt?: number | null;
}
/**
 * Somebody said something. With `is_removed` a moderator has removed the line with this id.
 */
export interface ChatLine {
  type: "chat";
  table: string;
  name: string;
  seat: number | null;
  text: string;
  at: number;
  id: number;
  isRemoved: boolean;
}
/**
 * This node is about to stop: connect anew, to any node, after so long.
 */
export interface Goaway {
  type: "goaway";
  afterMs: number;
}
/**
 * Not done; nothing is stored, and the id may be used again. `head` is the version that was true.
 */
export interface Nack {
  type: "nack";
  id: string | null;
  code: string;
  because: string;
  table: string | null;
  head: number | null;
  ignored?: boolean;
}
/**
 * The server's time.
 */
export interface Pong {
  type: "pong";
  now: number;
}
/**
 * Who is at the table, coarsely, and whom it waits for.
 */
export interface PresenceFrame {
  type: "presence";
  table: string;
  here: number[];
  watching: number;
  away: Away[];
}
/**
 * Who sits in a seat, as everybody may know it.
 */
export interface SeatLine {
  seat: number;
  player: string;
  name: string;
  kind: string;
  level: string | null;
  isReady: boolean;
}
/**
 * Who sits where has changed, or the table's status has.
 */
export interface SeatsFrame {
  type: "seats";
  table: string;
  status: string;
  seats: SeatLine[];
}
/**
 * One version. In a gap only the newest one carries `view` and what belongs to it.
 *
 *     `beats` are sent live alone: one for each event after which the viewer's Scene is another, or that names
 *     moves.
 *
 *     `patch` leads from `{view, legal, clocks, scene}` of the version before to those of this one. Its `scene`
 *     starts from that of the last beat with a patch, if there is one. `[value]` stands for a new value,
 *     `{name: patch}` for changed members of an object, null for one that is gone, and elements of a list by
 *     index; `[start, count, values...]` replaces `count` elements of a list from `start` on.
 */
export interface StepFrame {
  type: "step";
  table: string;
  version: number;
  events: unknown[];
  view?: unknown;
  legal?: unknown;
  deadline?: number | null;
  clocks?: unknown;
  now?: number;
  status?: string;
  undo?: number | null;
  known?: unknown;
  scene?: Scene;
  beats?: Beat[];
  patch?: unknown;
}
/**
 * The whole of what a viewer is shown at a version. Before play there is only who sits where.
 *
 *     `commitment` and `header` are kept by clients and compared with the transcript: the one binds the server
 *     to its secret, the other, the digest of the transcript's first line, to all that was fixed before play.
 *     `undo` is the version of the viewer's own move that TAKE_BACK would take back now; null if it would be
 *     refused. `known` goes to a bot alone: all its seat may know. `scene` is what to draw, where the game has a
 *     face; it is made of the View and says no more.
 */
export interface ViewFrame {
  type: "view";
  table: string;
  epoch: number;
  version: number;
  game: string;
  status: string;
  seat: number | null;
  seats: SeatLine[];
  view: unknown;
  legal: unknown;
  deadline: number | null;
  clocks: unknown;
  now: number;
  commitment: string;
  header: string | null;
  undo: number | null;
  known?: unknown;
  scene?: Scene;
}
