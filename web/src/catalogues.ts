/** The words of the games and of the rarer pages, in every language: fetched one by one, when they are needed. */
import type { Catalogues } from "./ui/locales";

const files = import.meta.glob<{ default: object }>(["./faces/*/locales/*.json", "./ui/locales/*/*.json"]);

export const catalogues: Catalogues = async (name, language) => {
  const file =
    files[`./faces/${name}/locales/${language}.json`] ?? files[`./ui/locales/${name}/${language}.json`];
  return (await file?.())?.default ?? null;
};
