/**
 * Version 1 of the facade: all that the page of a table hands to a face.
 *
 * A face is one ES module whose default export is `mount`. It is handed a root of its own to draw in, and what one
 * viewer may know. It may not evaluate text, use inline styles or handlers, or load files of other sites.
 */

/** Something a seat asks for: one of `legal`. */
export interface Action {
  type: string;
  payload?: unknown;
}

/** Something that happened, as this viewer heard it. */
export interface Event {
  type: string;
  version: number;
  /** When, in milliseconds since 1970. */
  at: number;
  payload?: unknown;
}

/** What one viewer may know of the table at one moment. The next moment is another object; this one never changes. */
export interface Perspective<View = unknown> {
  /** How many moves there were. */
  readonly version: number;
  readonly status: "active" | "completed" | "abandoned";
  /** The View of the game's rules, as JSON. */
  readonly view: View;
  /** What the viewer may do now; empty for spectators, in the past, and while others are to move. */
  readonly legal: readonly Action[];
  /** The viewer's seat, null for a spectator. */
  readonly you: number | null;
  /** What to call each seat; the viewer's own is "You" in their language. */
  readonly names: readonly string[];
  /** The same View as pieces in zones, where the game has a Python face; else null. */
  readonly scene: unknown;
  /** What happened in the newest move; empty where the whole table was sent, and in the past. */
  readonly events: readonly Event[];
  /** A move is on its way to the server. */
  readonly isPending: boolean;
  /** An earlier moment is shown: nothing can be done. */
  readonly isPast: boolean;
  /** When the time of whoever is to move is over, in milliseconds since 1970. */
  readonly deadline: number | null;
  readonly language: string;
}

export interface Facade<View = unknown> {
  readonly version: 1;
  /** What is true now. */
  now(): Perspective<View>;
  /** Calls you at once and after every change. Returns a function that ends it. */
  subscribe(listener: (now: Perspective<View>) => void): () => void;
  /**
   * Ask the server for a move. False, and nothing is sent, where none can be made (not seated, past, one pending), and
   * for a press that was not meant: the second of a double press, or a key held down.
   */
  act(action: Action): boolean;
  /** Read a text out to people who use a screen reader. */
  announce(text: string): void;
}

/**
 * Draw the table into `root`, an empty element in a shadow root of its own: styles of the page do not reach it, but its
 * custom properties do. What it returns is called when the board is taken away.
 */
export type Mount<View = unknown> = (
  root: HTMLElement,
  facade: Facade<View>,
) => undefined | (() => void) | Promise<undefined | (() => void)>;
