/** What went wrong, in words: by its code if there are words for it, else as the server said it. */
import { ApiError, type Denial } from "../table/api";
import { has, type Translate, t } from "./locales";
import { toast } from "./toasts";

export function refusalText({ code, message, halted, fault }: Denial, t: Translate, game?: string): string {
  if (fault) return t("error.gameFailed", { why: fault });
  if (halted === "missing") return t("error.gameMissing");
  if (game && has(`${game}:refusal.${code}`)) return t(`${game}:refusal.${code}`);
  if (has(`refusal.${code}`)) return t(`refusal.${code}`);
  return message || t("refusal.UNKNOWN");
}

export function errorText(error: unknown, t: Translate): string {
  if (!(error instanceof ApiError)) return t("refusal.UNKNOWN");
  const isExact = document.documentElement.lang === "en" && /^(NOT_READY|MALFORMED)$/.test(error.code);
  if (isExact && error.message) return error.message; // it names who or what; in English only
  return refusalText(error, t);
}

/** Tell it, and go on. */
export function showError(error: unknown): void {
  toast("error", { kind: "bad", title: t("error.title"), text: errorText(error, t) });
}
