/** The words of the games, in every language they have: fetched one by one, when they are needed. */
import type { Catalogues } from "../ui/words";

const files = import.meta.glob<{ default: object }>("./*/words/*.ts");

export const catalogues: Catalogues = async (game, language) =>
  (await files[`./${game}/words/${language}.ts`]?.())?.default ?? null;
