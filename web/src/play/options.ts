/** The options of a game, read from the JSON Schema the server gives: every game has a form and sentences. */
import { useAbout } from "../table/session";
import { spanText } from "../ui/Clock";
import { plainWords, type Translate } from "../ui/locales";
import type { GameResponse } from "../wire/calls";
import { spokenAbout } from "./about";

export type Value = string | number | boolean | null;
export type Options = Record<string, Value>;

export type Kind =
  | { is: "switch" }
  | { is: "choice"; of: (string | number)[] }
  | { is: "number"; least: number; most: number; isMs: boolean; others: (string | null)[]; first: number };

export interface Option {
  name: string;
  kind: Kind;
  standard: Value;
  isRequired: boolean;
}

interface Schema {
  type?: string;
  enum?: (string | number)[];
  minimum?: number;
  maximum?: number;
  default?: Value;
  anyOf?: Schema[];
}
interface OptionsSchema {
  properties?: Record<string, Schema>;
  required?: string[];
  $defs?: Record<string, OptionsSchema>;
  $ref?: string;
}

export function optionsOf(game: GameResponse): Option[] {
  const whole = game.options as OptionsSchema;
  const name = whole.$ref?.split("/").at(-1);
  const schema = (name ? whole.$defs?.[name] : whole) ?? {};
  return Object.entries(schema.properties ?? {}).flatMap(([field, described]) => {
    const kind = kindOf(field, described);
    if (kind === null) return [];
    const isRequired = schema.required?.includes(field) ?? false;
    return [
      {
        name: field,
        kind,
        standard: "default" in described ? (described.default ?? null) : first(kind),
        isRequired,
      },
    ];
  });
}

/** Whether there is anything to choose beside the number of players. */
export function hasOptions(game: GameResponse): boolean {
  return optionsOf(game).some(({ name }) => name !== "seats");
}

function kindOf(name: string, schema: Schema): Kind | null {
  if (schema.type === "boolean") return { is: "switch" };
  if (schema.enum) return { is: "choice", of: schema.enum };
  const parts = schema.anyOf ?? [schema];
  const number = parts.find((part) => part.type === "integer");
  if (number === undefined) return null;
  const others = parts.flatMap((part) => (part.type === "null" ? [null] : (part.enum?.map(String) ?? [])));
  const isMs = name.endsWith("Ms");
  const first = /(^s|S)eat$/.test(name) ? 1 : 0; // people count seats from one
  return { is: "number", least: number.minimum ?? 0, most: number.maximum ?? 1_000_000, isMs, others, first };
}

function first(kind: Kind): Value {
  if (kind.is === "switch") return false;
  return kind.is === "choice" ? (kind.of[0] ?? null) : kind.least;
}

/** Which of the ready-made rules these are; null if they are one's own. */
export function presetOf(presets: Record<string, Options>, chosen: Options): string | null {
  const same = (one: Options) =>
    Object.keys({ ...one, ...chosen }).every((name) => name in one && one[name] === chosen[name]);
  return Object.keys(presets).find((name) => same(presets[name] ?? {})) ?? null;
}

/** The value of an option at a table with these house rules. */
export function chosenOf(option: Option, chosen: Options): Value {
  return option.name in chosen ? (chosen[option.name] ?? null) : option.standard;
}

/** What a game says of its options, by name: a label, and a sentence for each value. */
export type OptionWords = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What a game says of its options in the language that is read here; nothing while that comes. */
export function useOptionWords(game: string | undefined): OptionWords {
  return spokenAbout(useAbout(game)).options ?? {};
}

/** The values of a choice in the order of their words, which goes from plain to wild. */
export function inOrder(words: OptionWords, name: string, values: (string | number)[]): (string | number)[] {
  const translated = Object.keys(words[name] ?? {});
  const at = (value: string | number) => (translated.indexOf(String(value)) + 1 || translated.length + 1) - 1;
  return [...values].sort((one, other) => at(one) - at(other));
}

/** The name of an option, as a label. */
export function optionLabel(words: OptionWords, name: string): string {
  return words[name]?.label ?? plainWords(name.replace(/Ms$/, ""));
}

/** One value of an option, as a sentence. */
export function optionSentence(words: OptionWords, option: Option, value: Value, t: Translate): string {
  const own = words[option.name];
  const shown = shownValue(option.kind, value, t);
  return (
    own?.[String(value)] ??
    own?.say?.replace("{value}", shown) ??
    t("options.is", { label: optionLabel(words, option.name), value: shown })
  );
}

function shownValue(kind: Kind, value: Value, t: Translate): string {
  if (kind.is !== "number" || typeof value !== "number") return valueText(value, t);
  return kind.isMs ? spanText(value) : String(value + kind.first);
}

export function valueText(value: Value, t: Translate): string {
  if (value === null) return t("options.none");
  if (typeof value === "boolean") return t(value ? "options.yes" : "options.no");
  return typeof value === "number" ? String(value) : plainWords(value);
}

/** The rules of a table, in sentences: what somebody chose first, then what always counts. */
export function sentences(
  game: GameResponse,
  chosen: Options,
  words: OptionWords,
  t: Translate,
): { own: string[]; standard: string[] } {
  const own: string[] = [];
  const standard: string[] = [];
  for (const option of optionsOf(game)) {
    if (option.name === "seats") continue;
    const value = option.name in chosen ? (chosen[option.name] ?? null) : option.standard;
    const list = value === option.standard ? standard : own;
    list.push(optionSentence(words, option, value, t));
  }
  return { own, standard };
}
