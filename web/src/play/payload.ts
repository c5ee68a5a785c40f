/** What an action of a kind may hold, read from the JSON Schema that the server gives for its game. */

interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string;
  description?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  discriminator?: { mapping?: Record<string, string> };
}

/** How a value is written: a number, a word, yes or no, one of a few, or as JSON. */
export type Writing = "number" | "text" | "yesNo" | "json" | { oneOf: string[] };

export interface Blank {
  /** The name of the field; empty where the payload is one value. */
  name: string;
  writing: Writing;
  isRequired: boolean;
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
    writing: writingOf(resolve(schema)),
    isRequired: object.required?.includes(name) ?? false,
  }));
}

function writingOf({ type, enum: few }: Schema): Writing {
  if (few?.every((one) => typeof one === "string")) return { oneOf: few as string[] };
  if (type === "integer" || type === "number") return "number";
  if (type === "boolean") return "yesNo";
  return type === "string" ? "text" : "json";
}

/** The payload that was written; null while something is missing or cannot be read. A text among others may be empty. */
export function payloadFrom(blanks: Blank[], written: Record<string, string>): { payload: unknown } | null {
  const found: Record<string, unknown> = {};
  const isBegun = blanks.some(({ name }) => (written[name] ?? "").trim() !== "");
  for (const { name, writing, isRequired } of blanks) {
    const text = (written[name] ?? "").trim();
    if (text === "" && !isRequired) continue;
    if (text === "" && writing === "text" && isBegun) {
      found[name] = "";
      continue;
    }
    const value = valueFrom(writing, text);
    if (value === undefined) return null;
    if (name === "") return { payload: value };
    found[name] = value;
  }
  return { payload: found };
}

function valueFrom(writing: Writing, text: string): unknown {
  if (text === "") return undefined;
  if (writing === "number") return Number.isFinite(Number(text)) ? Number(text) : undefined;
  if (writing === "yesNo") return text === "true";
  if (writing !== "json") return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
