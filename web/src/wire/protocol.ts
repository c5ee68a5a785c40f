// Made by `npm run wire` from the server's own types. Do not edit.

export type ClientFrame = Watch | Act | Chat | Ping;
export type ServerFrame =
  ViewFrame | StepFrame | SeatsFrame | Ack | Nack | ChatLine | PresenceFrame | Pong | Goaway;

export interface Nothing {
  [k: string]: unknown;
}
/**
 * Confirms a commit at this version. `duplicate` marks a repeated id.
 */
export interface Ack {
  type: "ack";
  id: string;
  table: string;
  version: number;
  duplicate: boolean;
}
/**
 * Plays a move. The client creates and stores `id` before it sends, so that a retry is idempotent.
 *
 *     `expected_version` is the version that the player saw.
 */
export interface Act {
  type: "act";
  table: string;
  id: string;
  expectedVersion: number;
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
  until?: number | null;
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
 * A seat whose player is disconnected, and the end of its grace period.
 */
export interface Away {
  seat: number;
  until: number;
}
/**
 * Sends a chat message to the table.
 */
export interface Chat {
  type: "chat";
  table: string;
  text: string;
}
/**
 * A chat message. With `is_removed`, a moderator has removed the message with this id.
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
 * Subscribes to a table, in the player's seat if any. `last_version` of `epoch` is the last one received.
 *
 *     `key` opens a private table without a seat there, as the header `Rondel-Key` does over HTTP. `seat` is the
 *     seat that the client believes to have (null for none): if it has changed hands, the server sends a full
 *     View.
 *     With `form` the server sends Views and events in the JSON of the game's documents.
 *     With `patches` a live `step` may have a `patch` in place of `view`, `legal`, `clocks` and `scene`; never
 *     with `form`.
 *     With `scene` the frames have a `scene` even if the browser's board for this game does without. Other games
 *     with a face always have one.
 */
export interface Watch {
  type: "watch";
  table: string;
  epoch?: number | null;
  lastVersion?: number | null;
  key?: string | null;
  seat?: number | null;
  form?: "documents" | null;
  patches?: boolean;
  scene?: boolean;
}
/**
 * Keeps the connection alive. `last_versions` has the client's version of each watched table.
 */
export interface Ping {
  type: "ping";
  lastVersions?: {
    [k: string]: number;
  };
}
/**
 * A choice or a look that stands before the table until it is over, and blocks everything else.
 *
 *     Its title is the prompt of the Scene. `zones` are those of the table, by their ids, that are shown in it;
 *     whatever else can be done is a button. A player may choose in the settings to choose on the table instead.
 */
export interface Dialog {
  zones?: string[];
  plays?: {
    [k: string]: unknown;
  } | null;
}
/**
 * The Scene right after one event: `event` is its index in the frame's `events`.
 *
 *     `scene` is absent if it equals the frame's own. `moves` are paths of pieces that two Scenes do not show.
 *     In a frame with a `patch`, a beat has a patch in place of `scene`. It applies to the last earlier beat's
 *     Scene with a patch; the first one applies to the Scene before the step.
 */
export interface EventScene {
  event: number;
  scene?: Scene;
  moves?: Move[];
  patch?: unknown;
}
/**
 * All that is drawn: an area for each seat, one in the middle, what is asked, as `phrase` reads it.
 *
 *     `until` is when that is over, where it is not the table's next deadline.
 */
export interface Scene {
  seats?: Area[];
  middle?: Area;
  prompt?: string | null;
  until?: number | null;
  dialog?: Dialog | null;
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
 * Announces that the node stops: reconnect to any node after `after_ms`.
 */
export interface Goaway {
  type: "goaway";
  afterMs: number;
}
/**
 * Rejects a request. Nothing is stored, and the id can be reused.
 *
 *     `current_version` is the table's version at that moment. At a halted table `halted` is `error` or, where
 *     the game cannot be loaded, `missing`; the authors of the game also get the `fault`.
 */
export interface Nack {
  type: "nack";
  id: string | null;
  code: string;
  message: string;
  table: string | null;
  currentVersion: number | null;
  ignored?: boolean;
  halted?: string;
  fault?: string;
}
/**
 * The server's time.
 */
export interface Pong {
  type: "pong";
  now: number;
}
/**
 * The present seats, the number of spectators, and disconnected players.
 */
export interface PresenceFrame {
  type: "presence";
  table: string;
  here: number[];
  watching: number;
  away: Away[];
}
/**
 * Public information on a seat's player. `wants_end`: the player proposes to end the game.
 */
export interface SeatLine {
  seat: number;
  player: string;
  name: string;
  kind: string;
  level: string | null;
  isReady: boolean;
  wantsEnd: boolean;
}
/**
 * A change of the seats or of the table's status.
 */
export interface SeatsFrame {
  type: "seats";
  table: string;
  status: string;
  seats: SeatLine[];
}
/**
 * A full view of a version. Before play it has only the seats.
 *
 *     Clients store `commitment` and `header` to compare them with the transcript. `commitment` binds the server
 *     to its secret. `header`, the digest of the transcript's first line, binds it to all that is fixed before
 *     play. `undo` is the version of the viewer's move that TAKE_BACK would undo, null if undo is not possible.
 *     `known` is for bots only: all that the seat may know. `scene` is the drawing of the View, if the game has
 *     a face, and holds no other information; some games send it only if `watch` asks. `seal` is as in `step`.
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
  seal?: string;
}
/**
 * One version. After a gap, only the newest step has `view` and its related fields.
 *
 *     `seal` binds the server to all rows up to this version: HMAC-SHA256 of the version and the digest there,
 *     under a key that is derived from the table's secret. Clients store it to compare it with the transcript.
 *     It is the same for every viewer. Lessons have none.
 *
 *     `beats` are sent only live: one for each event that changes the viewer's Scene or has moves.
 *
 *     `patch` leads from `{view, legal, clocks, scene}` of the previous version to those of this one. Its
 *     `scene` starts from that of the last beat with a patch, if there is one. `[value]` is a new value.
 *     `{name: patch}` has changed members of an object (null if removed) or elements of a list by index.
 *     `[start, count, values...]` replaces `count` elements of a list from `start` on.
 */
export interface StepFrame {
  type: "step";
  table: string;
  version: number;
  events: unknown[];
  seal?: string;
  view?: unknown;
  legal?: unknown;
  deadline?: number | null;
  clocks?: unknown;
  now?: number;
  status?: string;
  undo?: number | null;
  known?: unknown;
  scene?: Scene;
  beats?: EventScene[];
  patch?: unknown;
}
