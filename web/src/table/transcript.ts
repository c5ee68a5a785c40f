/** A transcript as a file: a header, a line for each version, and an end. The bytes of each line count as they stand. */

export interface Header {
  game: string;
  table: string;
  rules: number;
  commitment: string;
  options: Record<string, unknown>;
  seats: { kind: "human" | "bot"; nonce: string }[];
}

export interface Row {
  version: number;
  at: number;
  seat: number | null;
  rules: number;
  digest: string;
  events: { type: string; payload: Record<string, unknown> }[];
  /** By stream of luck, how many rows had drawn from it before. */
  draws: Record<string, number>;
}

export interface Transcript {
  header: Header;
  rows: Row[];
  secret: string | null;
  /** How many versions the end says there are. */
  versions: number | null;
  headerText: string;
  rowTexts: string[];
}

/** Throws on what is no transcript. */
export function transcriptOf(text: string): Transcript {
  const lines = text.split("\n").filter((line) => line !== "");
  if (lines.some(hasRepeatedKey)) throw new Error("a key is there twice");
  const headerText = lines[0] ?? "";
  const last = JSON.parse(lines.at(-1) ?? "") as { line: string; secret: string | null; versions: number };
  const isEnded = last.line === "end";
  const rowTexts = lines.slice(1, isEnded ? -1 : undefined);
  return {
    header: JSON.parse(headerText) as Header,
    rows: rowTexts.map((line) => JSON.parse(line) as Row),
    secret: isEnded ? last.secret : null,
    versions: isEnded ? last.versions : null,
    headerText,
    rowTexts,
  };
}

/** The text of a value of the outermost object, as it stands there. */
export function rawValue(line: string, key: string): string {
  let at = 1;
  while (at < line.length && line[at] !== "}") {
    const afterKey = endOfValue(line, at);
    const afterValue = endOfValue(line, afterKey + 1);
    if (JSON.parse(line.slice(at, afterKey)) === key) return line.slice(afterKey + 1, afterValue);
    at = afterValue + 1;
  }
  throw new Error(`no ${key} in this line`);
}

/** Where the JSON value ends that begins here; there are no blanks in a transcript. */
function endOfValue(line: string, start: number): number {
  let depth = 0;
  for (let at = start; at < line.length; at++) {
    const sign = line[at];
    if (sign === '"') {
      at++;
      while (line[at] !== '"') at += line[at] === "\\" ? 2 : 1;
      if (depth === 0) return at + 1;
    } else if (sign === "{" || sign === "[") depth++;
    else if (sign === "}" || sign === "]") {
      if (depth === 0) return at;
      depth--;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && (sign === "," || sign === ":")) return at;
  }
  return line.length;
}

/** Whether an object has a key twice: then one value would be digested, and another one read. */
function hasRepeatedKey(line: string): boolean {
  const keys: Set<string>[] = [];
  for (let at = 0; at < line.length; at++) {
    const sign = line[at];
    if (sign === "{" || sign === "[") keys.push(new Set());
    else if (sign === "}" || sign === "]") keys.pop();
    if (sign !== '"') continue;
    const start = at++;
    while (at < line.length && line[at] !== '"') at += line[at] === "\\" ? 2 : 1;
    if (line[at + 1] !== ":") continue;
    const key = JSON.parse(line.slice(start, at + 1)) as string;
    if (keys.at(-1)?.has(key)) return true;
    keys.at(-1)?.add(key);
  }
  return false;
}
