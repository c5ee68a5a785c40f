/**
 * Every string comes from a catalogue: the shell's, and one for each game, loaded with it. A catalogue is a file of JSON
 * for each language; `de.json` beside each `en.json` is all that German needs.
 */
import i18next, { type TOptions } from "i18next";
import { useSyncExternalStore } from "react";
import { initReactI18next, useTranslation as useI18next } from "react-i18next";
import { SERVER } from "../server";
import { useSettings } from "../settings";
import en from "./en.json";
import type { Known } from "./keys";

const shells = import.meta.glob<{ default: object }>(["./*.json", "!./en.json"]);

/** The languages that there are words in. */
export const LANGUAGES = [
  "en",
  ...Object.keys(shells).map((file) => file.slice("./".length, -".json".length)),
];

/** Where the words of a game come from: null if it has none in that language. */
export type Catalogues = (game: string, language: string) => Promise<object | null>;

let catalogues: Catalogues = async () => null;

export function languageOf(chosen: string): string {
  const wanted = chosen === "system" ? navigator.languages : [chosen];
  const known = wanted.map((tag) => tag.toLowerCase().split("-")[0] ?? "");
  return known.find((language) => LANGUAGES.includes(language)) ?? "en";
}

/** The language that somebody reads here. */
export function spoken(): string {
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
    // a sentence with a hole is seen, and named in the console
    missingInterpolationHandler: (text: string, [gap]: RegExpExecArray) => {
      console.warn(`No value for ${gap} in "${text}"`);
      return "…";
    },
    react: { useSuspense: false },
  });
  await speak(spoken());
  useSettings.subscribe(({ language }, before) => {
    if (language !== before.language) void speak(languageOf(language));
  });
}

export async function speak(language: string): Promise<void> {
  const words = (await shells[`./${language}.json`]?.())?.default;
  if (words !== undefined) i18next.addResourceBundle(language, "shell", words, true, true);
  await Promise.all([...loaded].map((game) => load(game, language)));
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

const loaded = new Set<string>();
const listeners = new Set<() => void>();

async function load(game: string, language: string): Promise<void> {
  const words = await catalogues(game, language);
  if (words !== null) i18next.addResourceBundle(language, game, words, true, true);
}

/** The words of a game, in the language that is spoken and in English. */
export async function loadGameWords(game: string): Promise<void> {
  const { language } = i18next;
  await Promise.all([load(game, "en"), language === "en" ? undefined : load(game, language)]);
  loaded.add(game);
  for (const notify of listeners) notify();
}

/** Whether the words of a game are here; asks for them if not. */
export function useGameWords(game: string | undefined): boolean {
  const isHere = useSyncExternalStore(
    (notify) => {
      listeners.add(notify);
      if (game && !loaded.has(game)) void loadGameWords(game);
      return () => listeners.delete(notify);
    },
    () => game !== undefined && loaded.has(game),
  );
  return isHere;
}

/** A key that no catalogue has is an error of types, unless it is only known when it runs. */
export type Translate = <const Key extends string>(key: Key & Known<Key>, values?: TOptions) => string;

/** Translates a key of the shell's catalogue or, with `cambio:`, of a game's; renders again when the language changes. */
export function useTranslation(): Translate {
  return useI18next().t as unknown as Translate;
}

/** The same outside of components. */
export const t: Translate = (key, values) => i18next.t(key as string, values ?? {}) as string;

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
