/** Games plug in as lazy modules. A game without one is played in the text view, which needs none. */
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import type { Pace } from "../settings";
import type { Action, Event, Table, TableState } from "../table";
import type { Sound } from "../ui/sound";
import type { Say } from "../words";
import { loadGameWords } from "../words";

/** Who looks, and what everybody is called. */
export interface Looking {
  say: Say;
  you: number | null;
  /** "You", or the name. */
  name: (seat: number) => string;
}

export interface Strip {
  title: string;
  text?: string | undefined;
  /** It is asked of the one who looks. */
  isMine: boolean;
  until?: number | null | undefined;
  startMs?: number | undefined;
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
  /** The table's log and chat, for a board that has a place of its own for them. */
  log?: ReactNode;
  chat?: ReactNode;
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
  /** Beside each name: how it stands. */
  standing: (seat: number, state: TableState, looking: Looking) => string;
  /** A word for the header: "Turn 12". */
  round: (state: TableState, looking: Looking) => string | null;
  /** How this table is played; live unless it says otherwise. */
  pace?: (state: TableState) => Pace;
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
  /** Its board shows players, log and chat in its own places. */
  hasOwnSide?: boolean;
  Rules?: ComponentType<{ state: TableState; looking: Looking }>;
}

const modules: Record<string, () => Promise<{ default: GameModule }>> = {
  cambio: () => import("./cambio"),
  decks: () => import("./decks"),
  imperial: () => import("./imperial"),
};

const here = new Map<string, GameModule | null>();

export async function loadGame(name: string): Promise<GameModule | null> {
  const [module] = await Promise.all([modules[name]?.(), loadGameWords(name)]);
  const game = module?.default ?? null;
  here.set(name, game);
  return game;
}

/** The module of a game: undefined while it comes, null if there is none. */
export function useGame(name: string): GameModule | null | undefined {
  const [game, setGame] = useState(() => here.get(name));
  useEffect(() => {
    let isOn = true;
    setGame(here.get(name));
    if (name && !here.has(name)) void loadGame(name).then((found) => isOn && setGame(found));
    return () => {
      isOn = false;
    };
  }, [name]);
  return game;
}
