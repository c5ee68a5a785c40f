/** Where the parts of the table are that a lesson speaks of. */
import { nationClass } from "./marks";

const one = (selector: string) => document.querySelector<HTMLElement>(`.imperial ${selector}`);

/** The main button; where a player wants to be asked once more, that of the question. */
const main = () =>
  document.querySelector<HTMLElement>("dialog[open] .actions .btn-primary") ??
  one("#actions .btn-primary:not([aria-disabled])");

/** A tab that is not open; beside the map some have no tab. */
const tab = (name: string) => one(`[data-tab="${name}"]:not([aria-selected="true"])`);

const isPressed = (element: HTMLElement | null) => element?.getAttribute("aria-pressed") === "true";

/** The rondel space in the list; where another one is chosen, the way back to the list; once chosen, what it says. */
function spot(name: string): HTMLElement | null {
  if (drafted() === null) return one(`.spot-row[data-spot="${name}"]`);
  return drafted() === name ? one(".sentence") : one('#actions [data-press="back"]');
}

const drafted = () => one(".draft-title")?.dataset.spot ?? null;

/** What is to be pressed for a space, whatever was pressed before. */
const propose = (name: string) => (drafted() === name ? main() : (spot(name) ?? tab("turn")));

/** A choice, and once it is made the main button. */
function chosen(element: HTMLElement | null): HTMLElement | null {
  return isPressed(element) ? main() : (element ?? tab("turn"));
}

/** The next of these units that is not bought yet; once all are, what that says. */
function unit(wanted: string[]): HTMLElement | null {
  if (drafted() !== "Import") return null;
  const bought = [...document.querySelectorAll<HTMLElement>(".imperial .bought [data-unit]")].map(
    (line) => line.dataset.unit,
  );
  const next = wanted.find((name) => !bought.includes(name));
  return next ? one(`[data-add="${next}"]`) : one(".sentence");
}

/** The forecast of a space with so many units bought; without a space, that of a purchase. */
function forecast(of: string): HTMLElement | null {
  const [name, count = "0"] = of.split(" ");
  const bought = document.querySelectorAll(".imperial .bought [data-unit]").length;
  return (drafted() ?? "") === name && bought === Number(count) ? one(".forecast") : null;
}

/** The bond of a nation that pays so much: the columns are in order of price. */
function bond(of: string): HTMLElement | null {
  const [country = "", pays] = of.split(" ");
  const mark = `.${nationClass(country).replace(" ", ".")}`;
  const cell = one(`.stock-grid tr:has(th ${mark}) td:nth-of-type(${pays}) button`);
  return cell ?? tab("stocks");
}

const PARTS: Record<string, (of: string) => HTMLElement | null> = {
  strip: () => one(".im-strip"),
  tab,
  nation: (country) => one(`.nations tbody tr.${nationClass(country).replace(" ", ".")}`),
  spot,
  propose,
  import: (units) => unit(units.split(",")),
  site: (place) => (drafted() === "Factory" ? chosen(one(`.picks [data-territory="${place}"]`)) : null),
  move: (place) => chosen(one(`.reach [data-territory="${place}"]`)),
  forecast,
  bond,
  send: main,
  results: () => one(".results h2"),
};

export function part(at: string): HTMLElement | null {
  const [name = "", of = ""] = at.split(/:(.*)/s);
  return PARTS[name]?.(of) ?? null;
}

/** What a move leads to, what can be pressed, and the points. */
export const keep =
  ".imperial .nations thead, .imperial .forecast, .imperial #actions, .imperial .results tbody";
