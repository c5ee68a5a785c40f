/** Words on small pieces: where a long one may be broken, and how long its longest part is. */

const SHY = "\u00ad";
/** Shorter words stay whole; shorter parts are none. */
const LEAST_WORD = 7;
const LEAST_PART = 3;

const NO_VOWELS = "[^aeiouyäöüáàâéèêëíìîïóòôúùûæœø]*";
const NO_VOWELS_BEFORE = new RegExp(`${NO_VOWELS}$`, "iu");
const NO_VOWELS_AFTER = new RegExp(`^${NO_VOWELS}`, "iu");
/** Letters that are one sound and stay together. */
const TOGETHER = /^(ch|ck|ph|qu|sh|sp|st|th|[bcdfgkpt][lr])$/i;

export interface Fitted {
  /** The text with soft hyphens. */
  text: string;
  /** The letters of its longest part, its hyphen included. */
  longest: number;
}

export function fitted(text: string): Fitted {
  const words = text.split(" ").map(partsOf);
  const lengths = words.flatMap((parts) =>
    parts.map((part, at) => part.length + Number(at < parts.length - 1)),
  );
  return { text: words.map((parts) => parts.join(SHY)).join(" "), longest: Math.max(1, ...lengths) };
}

/** A word in parts that can be spoken; where its author put soft hyphens, these count. */
function partsOf(word: string): string[] {
  if (word.includes(SHY)) return word.split(SHY);
  const parts: string[] = [];
  let from = 0;
  for (let at = LEAST_PART; word.length >= LEAST_WORD && at <= word.length - LEAST_PART; at++) {
    if (!canBreak(word, at) || at - from < LEAST_PART) continue;
    parts.push(word.slice(from, at));
    from = at;
  }
  return [...parts, word.slice(from)];
}

/** Only between two vowels with one or two sounds between them: with more, nobody can say where without a dictionary. */
function canBreak(word: string, at: number): boolean {
  const [before] = NO_VOWELS_BEFORE.exec(word.slice(0, at)) ?? [""];
  const [after] = NO_VOWELS_AFTER.exec(word.slice(at)) ?? [""];
  const isInside = before.length < at && after.length < word.length - at && /^\p{L}*$/u.test(before + after);
  return (
    isInside && soundsIn(before) <= 1 && soundsIn(after) === 1 && !TOGETHER.test(word.slice(at - 1, at + 1))
  );
}

const soundsIn = (letters: string) => (TOGETHER.test(letters) ? 1 : letters.length);
