/**
 * Sentences of a game with gaps: `{seat} [claims|claim] {count}(? to {targetSeat})`. The same as
 * src/rondel/kernel/phrase.py, and both pass the cases of web/tests/phrases.json.
 */

const OPTIONAL = /\(\?([^()]*)\)/g;
const FIELD = /\{(\w+)\}/g;
const GAP = /\{(\w+)\}|\[([^[\]|]*)\|([^[\]|]*)\]/g;
const SEAT = /(^|[a-z])[sS]eat$/;
const NUMBER = /^\d+$/;

export interface Named {
  /** Whose eyes these are. */
  mySeat: number | null;
  nameOf: (seat: number) => string;
  /** What the viewer's own seat is called; "you" if nothing is said. */
  self?: string;
}

/** Whether a field of this name holds a seat. */
export function isSeatField(field: string): boolean {
  return SEAT.test(field);
}

/**
 * The sentence with its gaps filled in: `{count}` is a field; `{seat}`, `{firstSeat}` and `{2}` are names of seats.
 * `[others|you]` is the second form where the seat named last is the viewer's own. `(? to {targetSeat})` is left out
 * where a gap in it has no value; outside of such a part a gap without a value stays.
 */
export function phrase(text: string, fields: Readonly<Record<string, unknown>>, named: Named): string {
  const sentence = fill(text, fields, named);
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** Like `phrase`, without a capital letter; `isYou` if the viewer was named before. */
export function fill(
  text: string,
  fields: Readonly<Record<string, unknown>>,
  { mySeat, nameOf, self = "you" }: Named,
  isYou = false,
): string {
  const fieldValue = (field: string) =>
    NUMBER.test(field) ? Number(field) : Object.hasOwn(fields, field) ? (fields[field] ?? null) : null;
  const whole = text.replaceAll(OPTIONAL, (_, part: string) =>
    [...part.matchAll(FIELD)].every(([, field = ""]) => fieldValue(field) !== null) ? part : "",
  );
  return whole.replaceAll(GAP, (gap: string, field?: string, others?: string, yours?: string) => {
    if (field === undefined) return (isYou ? yours : others) ?? "";
    const value = fieldValue(field);
    if (value === null) return gap;
    if (!NUMBER.test(field) && !isSeatField(field)) return String(value);
    isYou = value === mySeat;
    return isYou ? self : nameOf(Number(value));
  });
}

/** The sentence with what is optional in it, if that names this field; without it if no field is given. */
export function withOptional(text: string, field?: string): string {
  return text.replaceAll(OPTIONAL, (whole: string, part: string) =>
    field === undefined ? "" : part.includes(`{${field}}`) ? part : whole,
  );
}
