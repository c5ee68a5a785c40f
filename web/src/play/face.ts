/** What the page of a table asks of a game. A game without a face is played in the text view, which needs none. */
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import type { Action, Event, Table, TableState } from "../table";
import type { Pace } from "../ui/settings";
import type { Sound } from "../ui/sound";
import type { Language, Say } from "../ui/words";
import type { TableTold } from "../wire/calls";
import type { Weight } from "./Confirm";

/** Who looks, and what everybody is called. */
export interface Looking {
  say: Say;
  you: number | null;
  /** "You", or the name. */
  name: (seat: number) => string;
}

export interface Strip {
  title: string;
  /** What holds for everybody until further notice, said before the title: "Final round". */
  notice?: string | undefined;
  text?: string | undefined;
  /** It is asked of the one who looks. */
  isMine: boolean;
  until?: number | null | undefined;
  startMs?: number | undefined;
  /** What is counted to once `until` has passed. */
  next?: { text: string; until: number | null } | undefined;
}

/** A part of the state in words: a heading and lines. */
export interface Section {
  title: string;
  lines: string[];
}

/** Lines of the log that belong together. */
export interface Filter {
  id: string;
  label: string;
  /** The heading of those like it. */
  group: string;
}

export interface BoardGiven {
  table: Table;
  looking: Looking;
  /** What the server says of the table: how it ended, for one. */
  told?: TableTold;
  /** The table's log and chat, for a board that has a place of its own for them. */
  log?: ReactNode;
  chat?: ReactNode;
  /** The player's own notes about it. */
  notes?: ReactNode;
}

export interface GameModule {
  /** The table itself: strip, board, hand and actions. */
  Board: ComponentType<BoardGiven>;
  /** What is asked of whom. */
  strip: (state: TableState, looking: Looking) => Strip | null;
  /** What happened, for the log; null if it is not worth a line. */
  describe: (event: Event, looking: Looking) => string | null;
  /** What an action is called. */
  actionText: (action: Action, state: TableState, looking: Looking) => string | null;
  /** The state in words. */
  sections: (state: TableState, looking: Looking) => Section[];
  sound: (event: Event, looking: Looking) => Sound | null;
  /** How long after the event its sound belongs, where it is one of something that arrives. */
  soundAfterMs?: (event: Event) => number;
  /** Beside each name: how it stands. */
  standing: (seat: number, state: TableState, looking: Looking) => string;
  /** A word for the header: "Turn 12". */
  round: (state: TableState, looking: Looking) => string | null;
  /** How this table is played; live unless it says otherwise. */
  pace?: (state: TableState) => Pace;
  /** How much depends on a move, for players who want to be asked once more; null asks nothing. */
  weigh?: (action: Action) => Weight;
  /** What an earlier page chose and no page is to inherit: a page that has just been loaded asks for these moves. */
  leftovers?: (state: TableState) => Action[];
  /** What its rules do about somebody who leaves now. */
  leaving?: (state: TableState, looking: Looking) => string;
  /** A heading for the log, if this event begins a turn. */
  turn?: (event: Event, looking: Looking) => string | null;
  /** What stands before that heading: whose turn it is, as a mark. */
  mark?: (event: Event, looking: Looking) => ReactNode;
  /** Lines of the log to choose from, beside those of each player. */
  filters?: (looking: Looking) => Filter[];
  /** Whether an event belongs to a filter; one that begins a turn takes the whole turn along. */
  isIn?: (event: Event, filter: string) => boolean;
  /** Whether an event is about a seat, where its payload names it otherwise than by `seat`. */
  isAbout?: (event: Event, seat: number) => boolean;
  /** What is marked among the versions of a game, with its words. */
  landmark?: (event: Event, looking: Looking) => string | null;
  /** Answers to commands of the text view, beside those that every game has. */
  answer?: (said: string, state: TableState, looking: Looking) => string | null;
  /** What of the settings matters at its table. */
  settings?: ("fourColours" | "patterns")[];
  /** Actions that belong to the table's menu: pausing the clock, and the like. */
  tableActions?: string[];
  /** The names of its keys, in its words under `keyHelp`. */
  keys: string[];
  /** Its board is drawn from Scenes: where the server sends none, the text view is shown. */
  needsScene?: boolean;
  /** The catalogue of its words, if that is not called as the game. */
  catalogue?: string;
  /** Its board shows players, log and chat in its own places. */
  hasOwnSide?: boolean;
  /** Where a part of the board is that a lesson speaks of. */
  part?: (at: string) => HTMLElement | null;
  /** What no bubble of a lesson may hide, as a selector. */
  keep?: string;
  Rules?: ComponentType<{ state: TableState; looking: Looking }>;
  /** What can be decided in advance, for the text view; the board has its own place for it. */
  Orders?: ComponentType<Pick<BoardGiven, "table" | "looking">>;
}

/** A part of the page on how a game is played. */
export interface Chapter {
  title: string;
  text: string[];
  list?: string[];
  /** The name of a picture, and what it shows. */
  picture?: string;
  caption?: string;
}

/** Why a board of a package is not shown: a key of the words under `face`. */
export class FaceFailed extends Error {
  constructor(
    readonly why: "version" | "files" | "module" | "threw" | "blank",
    because: unknown = null,
  ) {
    super(`face.${why}`, { cause: because });
  }
}

/** How a game is played, for the page about it. */
export interface How {
  chapters: Record<Language, Chapter[]>;
  /** Drawn from a View that a table has sent, by the parts of the board itself. */
  Picture: ComponentType<{ of: string; looking: Looking }>;
  /** Options with a picture of each value, called `OPTION.VALUE`. */
  pictured?: string[];
  /** What such a picture shows, in words. */
  alt?: (of: string, looking: Looking) => string;
}

/** The faces of the games, as whoever puts the page together hands them to it. */
export interface Faces {
  /** Fetch the face of a game and its words; null if the game has none. */
  load: (game: string) => Promise<GameModule | null>;
  /** How the game is played, for the page about it; null if there is none. */
  how: (game: string) => Promise<How | null>;
  /** The face, if it has been fetched: undefined while it comes, null if there is none. */
  here: (game: string) => GameModule | null | undefined;
  /** The board that a package draws itself, once `load` has ended; it is shown before any other. */
  board?: (game: string) => ComponentType<BoardGiven> | null;
}

/** What draws this table, the best first; the board of Scenes only where there is one. */
export function boardsOf(faces: Faces, game: GameModule | null | undefined, state: TableState) {
  const isDrawable = game?.needsScene !== true || state.scene !== null;
  return [faces.board?.(state.game), isDrawable ? game?.Board : null].filter((board) => board != null);
}

/** How a game is played: undefined while it comes, null if nobody has written it down. */
export function useHow(game: string, faces: Faces): How | null | undefined {
  const [how, setHow] = useState<How | null | undefined>(undefined);
  useEffect(() => {
    let isOn = true;
    void faces.how(game).then((found) => isOn && setHow(found));
    return () => {
      isOn = false;
    };
  }, [game, faces]);
  return how;
}

/** The face of a game: undefined while it comes, null if there is none. */
export function useFace(faces: Faces, game: string): GameModule | null | undefined {
  const [face, setFace] = useState(() => faces.here(game));
  useEffect(() => {
    let isOn = true;
    const known = faces.here(game);
    setFace(known);
    if (game && known === undefined) void faces.load(game).then((found) => isOn && setFace(found));
    return () => {
      isOn = false;
    };
  }, [faces, game]);
  return face;
}
