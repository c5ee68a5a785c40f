/** Any game in words, without knowing it: what it shows, what happened, how it ended. */
import type { Event, TableState } from "../table";
import { plain, plainWords } from "../ui/words";
import type { Looking, Section } from "./face";

/** An event by its name, with what it tells. */
export function plainEvent({ type, payload }: Event, looking: Looking): string {
  const name = `<b>${plain(plainWords(type))}</b>`;
  const isBare = payload === undefined || payload === null || JSON.stringify(payload) === "{}";
  return isBare ? name : `${name}: ${plain(valueWords("", payload, looking))}`;
}

/** Scalars of the View first, then a heading for each list or part of it. */
export function plainSections(state: TableState, looking: Looking): Section[] {
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
            `<b>${plain(itemName(key, index, looking))}</b>: ${plain(valueWords(key, one, looking))}`,
        ),
      });
    else if (typeof value === "object" && !Array.isArray(value))
      parts.push({
        title: plainWords(key),
        lines: Object.entries(value).map(([name, one]) => lineOf(name, one, looking)),
      });
    else scalars.push(lineOf(key, value, looking));
  }
  return [{ title: looking.say("text.state"), lines: scalars }, ...parts];
}

function itemName(key: string, index: number, looking: Looking): string {
  return /^(players|seats)$/.test(key) ? looking.name(index) : String(index + 1);
}

function lineOf(key: string, value: unknown, looking: Looking): string {
  return `${plainWords(key)}: ${valueWords(key, value, looking)}`;
}

export function valueWords(key: string, value: unknown, looking: Looking): string {
  const { say } = looking;
  if (value === null || value === undefined) return say("options.none");
  if (typeof value === "boolean") return say(value ? "options.yes" : "options.no");
  if (typeof value === "number") {
    if (/(^|[a-z])seat$/i.test(key)) return looking.name(value);
    if (/(At|until|Ms)$/.test(key) && value > 1e12)
      return new Date(value).toLocaleTimeString(document.documentElement.lang);
    return String(value);
  }
  if (typeof value === "string") return value;
  if (Array.isArray(value))
    return value.length === 0
      ? say("options.none")
      : value.map((one) => valueWords(key, one, looking)).join("; ");
  return Object.entries(value as object)
    .filter(([, one]) => one !== null && one !== undefined)
    .map(([name, one]) => `${plainWords(name).toLowerCase()} ${valueWords(name, one, looking)}`)
    .join(", ");
}
