/** What went wrong, in words: by its code if there are words for it, else as the server said it. */
import { ApiError } from "../table/api";
import { toast } from "./toasts";
import { has, type Say, say } from "./words";

/** What a server says to the author of a game that failed; other players are not told. */
const FAILED = /^The game failed: (.*)$/s;
const MISSING = /^This table stands still because its game is not installed/;

export function refusalText(code: string, because: string, say: Say, game?: string): string {
  const why = code === "TABLE_HALTED" ? FAILED.exec(because)?.[1] : undefined;
  if (why) return say("error.gameFailed", { why });
  if (code === "TABLE_HALTED" && MISSING.test(because)) return say("error.gameMissing");
  if (game && has(`${game}:refusal.${code}`)) return say(`${game}:refusal.${code}`);
  if (has(`refusal.${code}`)) return say(`refusal.${code}`);
  return because || say("refusal.UNKNOWN");
}

export function errorText(error: unknown, say: Say): string {
  if (!(error instanceof ApiError)) return say("refusal.UNKNOWN");
  const isExact = document.documentElement.lang === "en" && /^(NOT_READY|MALFORMED)$/.test(error.code);
  if (isExact && error.because) return error.because; // it names who or what; in English only
  return refusalText(error.code, error.because, say);
}

/** Tell it, and go on. */
export function tellError(error: unknown): void {
  toast("error", { kind: "bad", title: say("error.title"), text: errorText(error, say) });
}
