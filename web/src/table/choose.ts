/**
 * Choosing one of the legal actions step by step, without knowing a rule. A pick names fields and their values; it
 * narrows the list to the actions that have them. src/rondel/wire/choose.py is the same engine, and both pass the
 * cases of web/tests/choices.json. A face that reads actions in a way of its own uses play/choose instead.
 */
import type { Action } from "./state";

/** Fields and their values, `type` among them; `slots[]` is one element of the list `slots`. */
export type Pick = Readonly<Record<string, unknown>>;

/** What one press may mean: any of these picks, the first that fits. */
export type Offer = readonly Pick[];

/** Up to this many numbers are listed one by one; more are asked for as one number within bounds. */
export const MOST_BUTTONS = 12;

/** A number to type, in steps of `step`; null if the values have no common step. */
export interface Bounds {
  min: number;
  max: number;
  step: number | null;
}

/** A field in which the actions that are left differ. Each value is a pick: `{ [field]: value }`. */
export interface Question {
  field: string;
  values: unknown[];
  /** There where the values are many numbers. */
  bounds: Bounds | null;
}

export interface Choice {
  /** The actions that have all that is picked. */
  left: Action[];
  /** The first is to be asked; where it is about elements of a list, all of them at once. */
  questions: Question[];
  /** The action, once nothing is left to choose. */
  complete: Action | null;
  /** The action that has what is picked and nothing more, where more may be picked. */
  ready: Action | null;
}

type Fields = Readonly<Record<string, unknown>>;
type Lists = Readonly<Record<string, readonly unknown[]>>;

/** An action that has all that is picked, the elements of its lists that are not, and those that are. */
interface Fit {
  action: Action;
  fields: Fields;
  rest: Lists;
  taken: Lists;
}

/** Narrow the list by what is picked, in any order; an element picked twice must be there twice. */
export function choose(legal: readonly Action[], picked: readonly Offer[]): Choice {
  const fits = fitting(legal, picked);
  const left = fits.map((fit) => fit.action);
  if (fits.length < 2) return { left, questions: [], complete: left[0] ?? null, ready: null };
  const types = valuesOf(fits, "type");
  if (types.length > 1) return { left, questions: [question("type", types)], complete: null, ready: null };
  const names = namesOf(fits).filter((name) => valuesOf(fits, name).length > 1);
  const lists = names.filter((name) => fits.every((fit) => Object.hasOwn(fit.rest, name)));
  const others = names.filter((name) => !lists.includes(name));
  const questions = [
    ...others.map((name) => question(name, valuesOf(fits, name))),
    ...lists.map((name) => elements(fits, name)).filter(({ values }) => values.length > 0),
  ];
  if (others.length > 0) return { left, questions, complete: null, ready: null };
  const shared = lists.map((name) => ({ name, common: commonOf(fits, name) }));
  const enough = fits.filter((fit) =>
    shared.every(({ name, common }) => beyond(common, fit.rest[name]).length === 0),
  );
  const ready = (enough.find(isInOrder) ?? enough[0])?.action ?? null;
  return questions.length > 0
    ? { left, questions, complete: null, ready }
    : { left, questions, complete: ready, ready: null };
}

/** Whether this press, after those before it, leaves an action. */
export function canPick(legal: readonly Action[], picked: readonly Offer[], offer: Offer): boolean {
  return offer.length > 0 && fitting(legal, [...picked, offer]).length > 0;
}

/**
 * The fields that picks name: `type`, and those of the payload; a payload that is one value is `payload`. A field of
 * the payload that is itself called `type` is `payload.type`.
 */
export function fieldsOf({ type, payload }: Action): Fields {
  if (payload === undefined || payload === null) return { type };
  if (typeof payload !== "object" || Array.isArray(payload)) return { type, payload };
  const own = Object.entries(payload).map(([name, value]) => [
    name === "type" ? "payload.type" : name,
    value,
  ]);
  return { type, ...Object.fromEntries(own) };
}

/** The actions that have all that is picked, each once, in the order of the list. */
function fitting(legal: readonly Action[], picked: readonly Offer[]): Fit[] {
  const found = new Map<string, Fit>();
  for (const action of legal) {
    const key = keyOf(action);
    const fit = found.has(key) ? null : taken(whole(action), picked);
    if (fit) found.set(key, fit);
  }
  return [...found.values()];
}

function whole(action: Action): Fit {
  const fields = fieldsOf(action);
  const lists = Object.entries(fields).filter(([, value]) => Array.isArray(value));
  return { action, fields, rest: Object.fromEntries(lists) as Lists, taken: {} };
}

/** What is left when all of this is picked; null if the action does not have it. */
function taken(fit: Fit, picked: readonly Offer[]): Fit | null {
  const [first, ...others] = picked;
  if (first === undefined) return fit;
  for (const pick of first) {
    const after = withPick(fit, pick);
    const found = after && taken(after, others);
    if (found) return found;
  }
  return null;
}

function withPick(before: Fit, pick: Pick): Fit | null {
  let fit = before;
  for (const [name, value] of Object.entries(pick)) {
    if (!name.endsWith("[]")) {
      if (keyOf(fieldOf(fit, name)) !== keyOf(value)) return null;
      continue;
    }
    const list = name.slice(0, -2);
    const rest = Object.hasOwn(fit.rest, list) ? (fit.rest[list] ?? []) : [];
    const at = rest.findIndex((each) => keyOf(each) === keyOf(value));
    if (at < 0) return null;
    const had = Object.hasOwn(fit.taken, list) ? (fit.taken[list] ?? []) : [];
    fit = {
      ...fit,
      rest: { ...fit.rest, [list]: rest.toSpliced(at, 1) },
      taken: { ...fit.taken, [list]: [...had, rest[at]] },
    };
  }
  return fit;
}

/** Whether elements were picked in the order in which the action has them. */
function isInOrder(fit: Fit): boolean {
  return Object.entries(fit.taken).every(
    ([name, had]) => keyOf((fit.fields[name] as unknown[]).slice(0, had.length)) === keyOf(had),
  );
}

function fieldOf(fit: Fit, name: string): unknown {
  return Object.hasOwn(fit.fields, name) ? fit.fields[name] : null;
}

function namesOf(fits: readonly Fit[]): string[] {
  return [...new Set(fits.flatMap((fit) => Object.keys(fit.fields)))];
}

/** The different values of a field; null where it is missing. */
function valuesOf(fits: readonly Fit[], name: string): unknown[] {
  return different(fits.map((fit) => fieldOf(fit, name)));
}

/** The elements that are not in every list; all of them, where some lists differ in their order alone. */
function elements(fits: readonly Fit[], name: string): Question {
  const lists = fits.map((fit) => fit.rest[name] ?? []);
  const common = commonOf(fits, name);
  const more = different(lists.flatMap((list) => beyond(common, list)));
  const bags = lists.map((list) => list.map(keyOf).toSorted());
  const isOrderFree = different(lists).length === different(bags).length;
  return question(`${name}[]`, more.length > 0 && isOrderFree ? more : different(lists.flat()));
}

/** The keys of what is left in every one of these lists, as often as in every one. */
function commonOf(fits: readonly Fit[], name: string): string[] {
  return fits.map((fit) => (fit.rest[name] ?? []).map(keyOf)).reduce(both);
}

/** The elements of a list without those that every list has. */
function beyond(common: readonly string[], rest: readonly unknown[] = []): unknown[] {
  const skip = [...common];
  return rest.filter((each) => !isRemoved(skip, keyOf(each)));
}

/** The keys that are in both lists, as often as in both. */
function both(one: string[], other: string[]): string[] {
  const left = [...other];
  return one.filter((key) => isRemoved(left, key));
}

/** Take the key out of the list, if it is there. */
function isRemoved(keys: string[], key: string): boolean {
  const at = keys.indexOf(key);
  if (at >= 0) keys.splice(at, 1);
  return at >= 0;
}

function question(field: string, values: unknown[]): Question {
  if (!values.every((value): value is number => Number.isInteger(value)))
    return { field, values, bounds: null };
  const numbers = values.toSorted((one, other) => one - other);
  return { field, values: numbers, bounds: numbers.length > MOST_BUTTONS ? boundsOf(numbers) : null };
}

function boundsOf(numbers: readonly number[]): Bounds {
  const steps = new Set(numbers.slice(1).map((number, at) => number - (numbers[at] ?? 0)));
  const [step = null] = steps;
  return { min: numbers[0] ?? 0, max: numbers.at(-1) ?? 0, step: steps.size === 1 ? step : null };
}

function different(values: readonly unknown[]): unknown[] {
  const found = new Map<string, unknown>();
  for (const value of values) if (!found.has(keyOf(value))) found.set(keyOf(value), value);
  return [...found.values()];
}

/** Equal for equal JSON, in whatever order an object has its fields. */
function keyOf(value: unknown): string {
  return JSON.stringify(value ?? null, inOrder);
}

function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
