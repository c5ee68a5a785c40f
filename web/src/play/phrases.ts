/** Quick phrases: chat lines from a list. They are sent in English, and shown in the reader's own language. */

import type { Translate } from "../ui/locales";
import en from "../ui/locales/en.json";

const SENT: Record<string, string> = en.phrase;

export const PHRASES = Object.keys(SENT);
export const EMOTES = ["👍", "👏", "😄", "😮", "🤔"];

/** What is sent for a phrase. */
export function sentOf(phrase: string): string {
  return SENT[phrase] ?? phrase;
}

/** A line of chat as its reader sees it. */
export function readAs(text: string, t: Translate): string {
  const phrase = PHRASES.find((one) => SENT[one] === text);
  return phrase === undefined ? text : t(`phrase.${phrase}`);
}
