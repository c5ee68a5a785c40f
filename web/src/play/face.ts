/** The interface between a table's page and a game. A game without a face is played in the text view. */
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import type { Action, BoardState, Event, Table } from "../table";
import type { Translate } from "../ui/locales";
import type { Pace } from "../ui/settings";
import type { Sound } from "../ui/sound";
import type { TableResponse } from "../wire/calls";
import type { Weight } from "./Confirm";

/** Who the page is drawn for: the translation, their seat, and what to call each seat. */
export interface Perspective {
  t: Translate;
  mySeat: number | null;
  /** "You", or the name. */
  nameOf: (seat: number) => string;
}

export interface Strip {
  title: string;
  /** Shown before the title while it applies to everybody: "Final round". */
  notice?: string | undefined;
  text?: string | undefined;
  /** The viewer is to move. */
  isMine: boolean;
  until?: number | null | undefined;
  startMs?: number | undefined;
  /** The countdown after `until`. */
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

export interface BoardProps {
  table: Table;
  perspective: Perspective;
  /** The server's summary of the table, with how it ended. */
  summary?: TableResponse;
  /** The table's log and chat, for a board that has a place of its own for them. */
  log?: ReactNode;
  chat?: ReactNode;
  chatLabel?: ReactNode;
  /** The player's own notes about it. */
  notes?: ReactNode;
}

export interface GameModule {
  /** The table itself: strip, board, hand and actions. */
  Board: ComponentType<BoardProps>;
  /** Who is to do what. */
  strip: (state: BoardState, perspective: Perspective) => Strip | null;
  /** What happened, for the log; null if it is not worth a line. */
  describe: (event: Event, perspective: Perspective) => string | null;
  /** What an action is called. */
  actionText: (action: Action, state: BoardState, perspective: Perspective) => string | null;
  /** The state in words. */
  sections: (state: BoardState, perspective: Perspective) => Section[];
  sound: (event: Event, perspective: Perspective) => Sound | null;
  /** How long after the event its sound belongs, where it is one of something that arrives. */
  soundAfterMs?: (event: Event) => number;
  /** Beside each name: how it stands. */
  standing: (seat: number, state: BoardState, perspective: Perspective) => string;
  /** A word for the header: "Turn 12". */
  round: (state: BoardState, perspective: Perspective) => string | null;
  /** How this table is played; live unless it says otherwise. */
  pace?: (state: BoardState) => Pace;
  /** How important a move is, for players who confirm moves; null is never confirmed. */
  weigh?: (action: Action) => Weight;
  /** Moves that clear selections left over from an earlier page load. */
  leftovers?: (state: BoardState) => Action[];
  /** What its rules do about somebody who leaves now. */
  leaving?: (state: BoardState, perspective: Perspective) => string;
  /** A heading for the log, if this event begins a turn. */
  turn?: (event: Event, perspective: Perspective) => string | null;
  /** What stands before that heading: whose turn it is, as a mark. */
  mark?: (event: Event, perspective: Perspective) => ReactNode;
  /** Lines of the log to choose from, beside those of each player. */
  filters?: (perspective: Perspective) => Filter[];
  /** Whether an event belongs to a filter; one that begins a turn takes the whole turn along. */
  isIn?: (event: Event, filter: string) => boolean;
  /** Whether an event is about a seat, where its payload names it otherwise than by `seat`. */
  isAbout?: (event: Event, seat: number) => boolean;
  /** What is marked among the versions of a game, with its words. */
  landmark?: (event: Event, perspective: Perspective) => string | null;
  /** Answers to commands of the text view, beside those that every game has. */
  answer?: (command: string, state: BoardState, perspective: Perspective) => string | null;
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
  Rules?: ComponentType<{ state: BoardState; perspective: Perspective }>;
  /** What can be decided in advance, for the text view; the board has its own place for it. */
  Orders?: ComponentType<Pick<BoardProps, "table" | "perspective">>;
}

/** Why a board of a package is not shown: a key of the words under `face`. */
export class FaceFailed extends Error {
  constructor(
    readonly why: "version" | "files" | "module" | "threw" | "blank",
    message: unknown = null,
  ) {
    super(`face.${why}`, { cause: message });
  }
}

/** The pictures of a game: for the page on how it is played, and for its options. */
export interface Pictures {
  /** Drawn from a View that a table has sent, by the parts of the board itself. */
  Picture: ComponentType<{ of: string; perspective: Perspective }>;
  /** Options with a picture of each value, called `OPTION.VALUE`. */
  pictured?: string[];
  /** What such a picture shows, in words. */
  alt?: (of: string, perspective: Perspective) => string;
}

/** How the page loads the faces of the games. */
export interface Faces {
  /** Fetch the face of a game and its words; null if the game has none. */
  load: (game: string) => Promise<GameModule | null>;
  /** The pictures that the client has of the game; null if it has none. */
  pictures: (game: string) => Promise<Pictures | null>;
  /** The face, if it has been fetched: undefined while it comes, null if there is none. */
  here: (game: string) => GameModule | null | undefined;
  /** The board that a package draws itself, once `load` has ended; it is shown before any other. */
  board?: (game: string) => ComponentType<BoardProps> | null;
}

/** What draws this table, the best first; the board of Scenes only where there is one. */
export function boardsOf(faces: Faces, game: GameModule | null | undefined, state: BoardState) {
  const isDrawable = game?.needsScene !== true || state.scene !== null;
  return [faces.board?.(state.game), isDrawable ? game?.Board : null].filter((board) => board != null);
}

/** The pictures of a game: undefined while they come, null if it has none. */
export function usePictures(game: string, faces: Faces): Pictures | null | undefined {
  const [pictures, setPictures] = useState<Pictures | null | undefined>(undefined);
  useEffect(() => {
    let isOn = true;
    void faces.pictures(game).then((found) => isOn && setPictures(found));
    return () => {
      isOn = false;
    };
  }, [game, faces]);
  return pictures;
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
