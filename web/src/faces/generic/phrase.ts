/**
 * Sentences of a game with gaps: `{seat} [claims|claim] {count}`. The same as src/rondel/kernel/phrase.py, and both
 * pass the cases of web/tests/phrases.json.
 */

const GAP = /\{(\w+)\}|\[([^[\]|]*)\|([^[\]|]*)\]/g;
const SEAT = /(^|[a-z])[sS]eat$/;
const NUMBER = /^\d+$/;

export interface Named {
  /** Whose eyes these are. */
  you: number | null;
  name: (seat: number) => string;
  /** What the viewer's own seat is called; "you" if nothing is said. */
  self?: string;
}

/** Whether a field of this name holds a seat. */
export function isSeatField(field: string): boolean {
  return SEAT.test(field);
}

/**
 * The sentence with its gaps filled in: `{count}` is a field; `{seat}`, `{firstSeat}` and `{2}` are names of seats.
 * `[others|you]` is the second form where the seat named last is the viewer's own. A gap that no field fills stays.
 */
export function phrase(
  text: string,
  fields: Readonly<Record<string, unknown>>,
  { you, name, self = "you" }: Named,
): string {
  let isYou = false;
  const said = text.replaceAll(GAP, (gap: string, field?: string, others?: string, yours?: string) => {
    if (field === undefined) return (isYou ? yours : others) ?? "";
    const value = NUMBER.test(field) ? Number(field) : Object.hasOwn(fields, field) ? fields[field] : null;
    if (value === null || value === undefined) return gap;
    if (!NUMBER.test(field) && !isSeatField(field)) return String(value);
    isYou = value === you;
    return isYou ? self : name(Number(value));
  });
  return said.charAt(0).toUpperCase() + said.slice(1);
}
