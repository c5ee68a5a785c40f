/**
 * What an action of a kind may hold, read from the JSON Schema that the server gives for its game. The same as
 * src/rondel/wire/form.py, and both pass the cases of web/tests/choices.json.
 */

interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string;
  description?: string;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  discriminator?: { mapping?: Record<string, string> };
}

/** How a value is written: a whole number, a word, yes or no, one of a few, or as JSON. */
export type Writing = "number" | "text" | "yesNo" | "json" | "oneOf";

export interface Blank {
  /** The name of the field; empty where the payload is one value. */
  name: string;
  writing: Writing;
  isRequired: boolean;
  oneOf?: string[];
  min?: number;
  max?: number;
}

/** A schema in full, wherever in the whole it stands. */
function resolved(schema: Schema | undefined, whole: Schema): Schema {
  const name = schema?.$ref?.split("/").at(-1);
  return name === undefined ? (schema ?? {}) : resolved(whole.$defs?.[name], whole);
}

function payloadOf(whole: Schema, type: string): Schema {
  const frame = resolved({ $ref: whole.discriminator?.mapping?.[type] ?? "" }, whole);
  return resolved(frame.properties?.payload, whole);
}

/** The kinds of actions that hold a text and nothing else: no list can name them. */
export function textKinds(actions: unknown): string[] {
  const whole = (actions ?? {}) as Schema;
  const kinds = Object.keys(whole.discriminator?.mapping ?? {});
  return kinds.filter((type) => payloadOf(whole, type).type === "string");
}

/** The blanks of an action of this kind; none where there is nothing to write. */
export function blanksOf(actions: unknown, type: string): Blank[] {
  const whole = (actions ?? {}) as Schema;
  const resolve = (schema: Schema) => resolved(schema, whole);
  const payload = payloadOf(whole, type);
  const parts = (payload.anyOf ?? [payload]).map(resolve);
  const isText = parts.some((part) => part.type === "string");
  const object = parts.find((part) => part.properties !== undefined);
  if (isText || object === undefined) return isText ? [{ name: "", writing: "text", isRequired: true }] : [];
  return Object.entries(object.properties ?? {}).map(([name, schema]) => ({
    name,
    isRequired: object.required?.includes(name) ?? false,
    ...writingOf(resolve(schema)),
  }));
}

function writingOf({ type, enum: few = [], minimum, maximum }: Schema): Omit<Blank, "name" | "isRequired"> {
  if (few.length > 0 && few.every((one) => typeof one === "string"))
    return { writing: "oneOf", oneOf: few as string[] };
  if (type === "integer") return { writing: "number", min: minimum, max: maximum };
  if (type === "boolean") return { writing: "yesNo" };
  return { writing: type === "string" ? "text" : "json" };
}

/** The payload that was written; null while something is missing or cannot be read. A text among others may be empty. */
export function payloadFrom(blanks: Blank[], written: Record<string, string>): { payload: unknown } | null {
  const found: Record<string, unknown> = {};
  const isBegun = blanks.some(({ name }) => (written[name] ?? "").trim() !== "");
  for (const blank of blanks) {
    const { name, writing, isRequired } = blank;
    const text = (written[name] ?? "").trim();
    if (text === "" && !isRequired) continue;
    if (text === "" && writing === "text" && isBegun) {
      found[name] = "";
      continue;
    }
    const value = valueFrom(blank, text);
    if (value === undefined) return null;
    if (name === "") return { payload: value };
    found[name] = value;
  }
  return { payload: found };
}

function valueFrom(blank: Blank, text: string): unknown {
  if (blank.writing === "number") return numberFrom(blank, text);
  if (blank.writing === "yesNo") return text === "true" || text === "false" ? text === "true" : undefined;
  if (blank.writing === "oneOf") return blank.oneOf?.includes(text) ? text : undefined;
  if (blank.writing === "text") return text === "" ? undefined : text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function numberFrom({ min, max }: Blank, text: string): number | undefined {
  if (!/^-?\d{1,15}$/.test(text)) return undefined;
  const number = Number(text);
  const isWithin = number >= (min ?? number) && number <= (max ?? number);
  return isWithin ? number : undefined;
}
