/** Which games have a face; each is fetched when its table is shown. */
import type { Faces, GameModule, How } from "../play/face";
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

export const faces: Faces = {
  async load(game) {
    const [module] = await Promise.all([modules[game]?.(), loadGameWords(game)]);
    const face = module?.default ?? null;
    here.set(game, face);
    return face;
  },
  async how(game) {
    const [module] = await Promise.all([hows[game]?.(), loadGameWords(game)]);
    return module?.default ?? null;
  },
  here: (game) => here.get(game),
};
