/** Every string comes from a catalogue: the shell's, and one for each game, loaded with it. */
import i18next, { type TOptions } from "i18next";
import { useSyncExternalStore } from "react";
import { initReactI18next, useTranslation } from "react-i18next";
import { useSettings } from "../settings";
import en from "./en";

export type Language = "en" | "de";
export type Words = Same<typeof en>;
/** Another catalogue with the same keys. */
export type Same<T> = { [K in keyof T]: T[K] extends string ? string : Same<T[K]> };

const shells: Record<Language, () => Promise<{ default: object }>> = {
  en: async () => ({ default: en }),
  de: () => import("./de"),
};
const games = import.meta.glob<{ default: object }>("../games/*/words/*.ts");

export function languageOf(chosen: "system" | Language): Language {
  if (chosen !== "system") return chosen;
  return navigator.language.toLowerCase().startsWith("de") ? "de" : "en";
}

/** What somebody wrote, so that no part of it is taken for <b>: it looks the same, and means nothing. */
export function plain(text: string): string {
  return String(text).replaceAll(/<(?=\/?b>)/g, "<\u2060");
}

export async function startWords(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: "en",
    fallbackLng: "en",
    ns: ["shell"],
    defaultNS: "shell",
    resources: { en: { shell: en } },
    interpolation: { escapeValue: true, escape: plain },
    returnNull: false,
    react: { useSuspense: false },
  });
  await speak(languageOf(useSettings.getState().language));
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
  const words = games[`../games/${game}/words/${language}.ts`];
  if (words === undefined) return;
  i18next.addResourceBundle(language, game, (await words()).default, true, true);
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

/** `handSize` and `HAND_SIZE` read "hand size": what is shown of a game that has no words for it. */
export function plainWords(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/[_-]+/g, " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
