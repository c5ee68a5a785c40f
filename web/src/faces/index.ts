/** Which games have a face; each is fetched when its table is shown. All others share one, if the server draws them. */
import type { ComponentType } from "react";
import type { BoardGiven, Faces, GameModule, How } from "../play/face";
import { faceTold } from "../table/session";
import { loadGameWords } from "../ui/words";

const modules: Record<string, () => Promise<{ default: GameModule }>> = {
  cambio: () => import("./cambio"),
  decks: () => import("./decks"),
  imperial: () => import("./imperial"),
};

const hows: Record<string, () => Promise<{ default: How }>> = {
  cambio: () => import("./cambio/how"),
  decks: () => import("./decks/how"),
  imperial: () => import("./imperial/how"),
};

const here = new Map<string, GameModule | null>();
const boards = new Map<string, ComponentType<BoardGiven>>();

/** The board that a package has for a game that is not drawn here. */
async function loadBoard(game: string): Promise<void> {
  const board = game in modules ? null : await (await import("./packaged")).packagedBoard(game);
  if (board !== null) boards.set(game, board);
}

const drawn = new Map<string, Promise<GameModule | null>>();

/** The board that draws any Scene; null where the server says that it draws none, or says nothing. */
async function generic(game: string): Promise<GameModule | null> {
  const told = await faceTold(game).catch(() => null);
  if (told === null) return null;
  const [{ faceFor }] = await Promise.all([import("./generic"), loadGameWords("generic")]);
  return faceFor(told);
}

/** One face per game, however often it is asked for. */
function genericOnce(game: string): Promise<GameModule | null> {
  const found = drawn.get(game) ?? generic(game);
  drawn.set(game, found);
  return found;
}

export const faces: Faces = {
  async load(game) {
    const own = Object.hasOwn(modules, game) ? modules[game] : undefined;
    const [face] = await Promise.all([
      own ? own().then((module) => module.default) : genericOnce(game),
      loadGameWords(game),
      loadBoard(game),
    ]);
    here.set(game, face);
    return face;
  },
  async how(game) {
    const [module] = await Promise.all([hows[game]?.(), loadGameWords(game)]);
    return module?.default ?? null;
  },
  here: (game) => here.get(game),
  board: (game) => boards.get(game) ?? null,
};
