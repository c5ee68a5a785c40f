/** The words of the games and of the rarer pages, in every language: fetched one by one, when they are needed. */
import type { Catalogues } from "./ui/words";

const files = import.meta.glob<{ default: object }>(["./faces/*/words/*.ts", "./ui/words/*/*.ts"]);

export const catalogues: Catalogues = async (name, language) => {
  const file = files[`./faces/${name}/words/${language}.ts`] ?? files[`./ui/words/${name}/${language}.ts`];
  return (await file?.())?.default ?? null;
};
