/** Any game in words, without knowing it: what it shows, what happened, how it ended. */
import type { BoardState, Event } from "../table";
import { plain, plainWords } from "../ui/locales";
import type { Perspective, Section } from "./face";

/** An event by its name, with what it tells. */
export function plainEvent({ type, payload }: Event, perspective: Perspective): string {
  const name = `<b>${plain(plainWords(type))}</b>`;
  const isBare = payload === undefined || payload === null || JSON.stringify(payload) === "{}";
  return isBare ? name : `${name}: ${plain(valueWords("", payload, perspective))}`;
}

/** Scalars of the View first, then a heading for each list or part of it. */
export function plainSections(state: BoardState, perspective: Perspective): Section[] {
  const view = state.view as Record<string, unknown> | null;
  if (view === null || typeof view !== "object") return [];
  const scalars: string[] = [];
  const parts: Section[] = [];
  for (const [key, value] of Object.entries(view)) {
    if (key === "options" || value === null || value === undefined) continue;
    if (Array.isArray(value) && value.some((one) => typeof one === "object" && one !== null))
      parts.push({
        title: plainWords(key),
        lines: value.map(
          (one, index) =>
            `<b>${plain(itemName(key, index, perspective))}</b>: ${plain(valueWords(key, one, perspective))}`,
        ),
      });
    else if (typeof value === "object" && !Array.isArray(value))
      parts.push({
        title: plainWords(key),
        lines: Object.entries(value).map(([name, one]) => lineOf(name, one, perspective)),
      });
    else scalars.push(lineOf(key, value, perspective));
  }
  return [{ title: perspective.t("text.state"), lines: scalars }, ...parts];
}

function itemName(key: string, index: number, perspective: Perspective): string {
  return /^(players|seats)$/.test(key) ? perspective.nameOf(index) : String(index + 1);
}

function lineOf(key: string, value: unknown, perspective: Perspective): string {
  return `${plainWords(key)}: ${valueWords(key, value, perspective)}`;
}

export function valueWords(key: string, value: unknown, perspective: Perspective): string {
  const { t } = perspective;
  if (value === null || value === undefined) return t("options.none");
  if (typeof value === "boolean") return t(value ? "options.yes" : "options.no");
  if (typeof value === "number") {
    if (/(^|[a-z])seat$/i.test(key)) return perspective.nameOf(value);
    if (/(At|until|Ms)$/.test(key) && value > 1e12)
      return new Date(value).toLocaleTimeString(document.documentElement.lang);
    return String(value);
  }
  if (typeof value === "string") return value;
  if (Array.isArray(value))
    return value.length === 0
      ? t("options.none")
      : value.map((one) => valueWords(key, one, perspective)).join("; ");
  return Object.entries(value as object)
    .filter(([, one]) => one !== null && one !== undefined)
    .map(([name, one]) => `${plainWords(name).toLowerCase()} ${valueWords(name, one, perspective)}`)
    .join(", ");
}
