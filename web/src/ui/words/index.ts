/** Every string comes from a catalogue: the shell's, and one for each game, loaded with it. */
import i18next, { type TOptions } from "i18next";
import { useSyncExternalStore } from "react";
import { initReactI18next, useTranslation } from "react-i18next";
import { SERVER } from "../server";
import { useSettings } from "../settings";
import en from "./en";

export type Language = "en" | "de";

const shells: Record<Language, () => Promise<{ default: object }>> = {
  en: async () => ({ default: en }),
  de: () => import("./de"),
};

/** Where the words of a game come from: null if it has none in that language. */
export type Catalogues = (game: string, language: Language) => Promise<object | null>;

let catalogues: Catalogues = async () => null;

export function languageOf(chosen: "system" | Language): Language {
  if (chosen !== "system") return chosen;
  return navigator.language.toLowerCase().startsWith("de") ? "de" : "en";
}

/** The language that somebody reads here. */
export function spoken(): Language {
  return languageOf(useSettings.getState().language);
}

/** What somebody wrote, so that no part of it is taken for <b>: it looks the same, and means nothing. */
export function plain(text: string): string {
  return String(text).replaceAll(/<(?=\/?b>)/g, "<\u2060");
}

export async function startWords(ofGames: Catalogues): Promise<void> {
  catalogues = ofGames;
  await i18next.use(initReactI18next).init({
    lng: "en",
    fallbackLng: "en",
    ns: ["shell"],
    defaultNS: "shell",
    resources: { en: { shell: en } },
    interpolation: { escapeValue: true, escape: plain, defaultVariables: { server: SERVER } },
    returnNull: false,
    react: { useSuspense: false },
  });
  await speak(spoken());
  useSettings.subscribe(({ language }, before) => {
    if (language !== before.language) void speak(languageOf(language));
  });
}

export async function speak(language: Language): Promise<void> {
  const words = (await shells[language]()).default;
  i18next.addResourceBundle(language, "shell", words, true, true);
  await Promise.all([...loaded].map((game) => load(game, language)));
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

const loaded = new Set<string>();
const listeners = new Set<() => void>();

async function load(game: string, language: Language): Promise<void> {
  const words = await catalogues(game, language);
  if (words !== null) i18next.addResourceBundle(language, game, words, true, true);
}

/** The words of a game, in the language that is spoken and in English. */
export async function loadGameWords(game: string): Promise<void> {
  const language = i18next.language as Language;
  await Promise.all([load(game, "en"), language === "en" ? undefined : load(game, language)]);
  loaded.add(game);
  for (const tell of listeners) tell();
}

/** Whether the words of a game are here; asks for them if not. */
export function useGameWords(game: string | undefined): boolean {
  const isHere = useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      if (game && !loaded.has(game)) void loadGameWords(game);
      return () => listeners.delete(tell);
    },
    () => game !== undefined && loaded.has(game),
  );
  return isHere;
}

export type Say = (key: string, values?: TOptions) => string;

/** Say something, in the shell's words or, with `cambio:`, in a game's. */
export function useWords(): Say {
  const { t } = useTranslation();
  return t as unknown as Say;
}

export const say: Say = (key, values) => i18next.t(key, values ?? {}) as string;

/** Whether there are words for it. */
export function has(key: string): boolean {
  return i18next.exists(key);
}

/** The names of what a part of the words holds, in the order in which they stand there. */
export function keysOf(key: string): string[] {
  const [game = "", ...path] = key.split(/[:.]/);
  const found: unknown = i18next.getResource("en", game, path.join("."));
  return found !== null && typeof found === "object" ? Object.keys(found) : [];
}

/** `handSize` and `HAND_SIZE` read "hand size": what is shown of a game that has no words for it. */
export function plainWords(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/[_-]+/g, " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
