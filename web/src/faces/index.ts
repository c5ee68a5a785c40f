/** Which games have a face; each is fetched when its table is shown. */
import type { ComponentType } from "react";
import type { BoardGiven, Faces, GameModule, How } from "../play/face";
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

export const faces: Faces = {
  async load(game) {
    const [module] = await Promise.all([modules[game]?.(), loadGameWords(game), loadBoard(game)]);
    const face = module?.default ?? null;
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
