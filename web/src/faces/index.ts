/** Which games have a face; each is fetched when its table is shown. All others share one, if the server draws them. */
import { type ComponentType, lazy } from "react";
import type { BoardProps, Faces, GameModule, Pictures } from "../play/face";
import { fetchFace, fetchGames } from "../table/session";
import { loadGameWords } from "../ui/locales";

const modules: Record<string, () => Promise<{ default: GameModule }>> = {
  cambio: () => import("./cambio"),
  decks: () => import("./decks"),
  imperial: () => import("./imperial"),
};

const pictures: Record<string, () => Promise<{ default: Pictures }>> = {
  cambio: () => import("./cambio/pictures"),
  decks: () => import("./decks/pictures"),
  imperial: () => import("./imperial/pictures"),
};

/** What stands for a game that brings a board of its own, on a ground of its own; all others have it in their package. */
export const emblems: Record<string, { ground: string; Picture: ComponentType<{ size: number }> }> = {
  decks: { ground: "ink", Picture: lazy(() => import("./decks/Emblem")) },
  imperial: { ground: "sea", Picture: lazy(() => import("./imperial/Emblem")) },
};

const here = new Map<string, GameModule | null>();
const boards = new Map<string, ComponentType<BoardProps>>();

/** The board that a package has for a game that is not drawn here. */
async function loadBoard(game: string): Promise<void> {
  const board = game in modules ? null : await (await import("./packaged")).packagedBoard(game);
  if (board !== null) boards.set(game, board);
}

const drawn = new Map<string, Promise<GameModule | null>>();

/** The board that draws any Scene; null where the server says that it draws none, or says nothing. */
async function generic(game: string): Promise<GameModule | null> {
  const response = await fetchFace(game).catch(() => null);
  if (response === null) return null;
  const [{ faceFor }] = await Promise.all([import("./generic"), loadGameWords("generic")]);
  return faceFor(response);
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
      fetchGames().catch(() => null), // its own sentences are there when its board is
    ]);
    here.set(game, face);
    return face;
  },
  async pictures(game) {
    const own = Object.hasOwn(pictures, game) ? pictures[game] : undefined;
    const [module] = await Promise.all([own?.(), loadGameWords(game)]);
    return module?.default ?? null;
  },
  here: (game) => here.get(game),
  board: (game) => boards.get(game) ?? null,
};
