/** The board of Causeway: a field of hexes, each a button where it lies. */
import type { Action, Mount, Perspective } from "rondel-face";

interface View {
  options: { size: number };
  field: (number | null)[];
  path: number[];
  turn: number;
}
type Now = Perspective<View>;

const WORDS = {
  en: {
    field: "Field of hexes",
    hex: "Row {row}, hex {hex}: {owner}",
    empty: "empty",
    goals: ["from top to bottom", "from left to right"],
    yours: "Your turn: choose an empty hex.",
    theirs: "{name}'s turn.",
    over: "{name} connected their sides and wins.",
    laid: "{name}: row {row}, hex {hex}.",
  },
  de: {
    field: "Feld aus Sechsecken",
    hex: "Reihe {row}, Feld {hex}: {owner}",
    empty: "leer",
    goals: ["von oben nach unten", "von links nach rechts"],
    yours: "Du bist dran: Wähle ein leeres Feld.",
    theirs: "{name} ist dran.",
    over: "{name} hat beide Seiten verbunden und gewinnt.",
    laid: "{name}: Reihe {row}, Feld {hex}.",
  },
};

const wordsOf = (language: string) => (language === "de" ? WORDS.de : WORDS.en);
const TALL = 2 / Math.sqrt(3); // a hex as wide as 1 is so tall, and three quarters of that is the next row
const [BESIDE, ABOVE] = [0.85, 0.25]; // room for the sides

const mount: Mount<View> = (root, facade) => {
  const { size } = facade.now().view.options;
  const goals = [0, 1].map((seat) => element("li", `seat-${seat}`));
  const legend = element("ul", "goals", ...goals);
  const status = element("p", "status");
  const hexes = Array.from({ length: size * size }, (_, at) => hexAt(at, size));
  const field = element("div", "field", sides(size), ...hexes);
  field.setAttribute("role", "group");
  field.style.aspectRatio = `${widthOf(size)} / ${heightOf(size)}`;
  field.style.maxWidth = `${4.2 * widthOf(size)}rem`;
  root.append(legend, status, field);

  let focus = Math.floor(hexes.length / 2);
  const reach = (at: number) => {
    focus = at;
    for (const [index, hex] of hexes.entries()) hex.tabIndex = index === at ? 0 : -1;
  };
  reach(focus);
  for (const [at, hex] of hexes.entries()) {
    hex.addEventListener("focus", () => reach(at));
    hex.addEventListener("click", () => {
      const move = layAt(facade.now(), at);
      if (move) facade.act(move);
    });
  }
  field.addEventListener("keydown", (event) => {
    const to = stepFrom(focus, event.key, size);
    if (to === null) return;
    event.preventDefault();
    hexes[to]?.focus();
  });

  let announced = 0;
  return facade.subscribe((now) => {
    const words = wordsOf(now.language);
    field.setAttribute("aria-label", words.field);
    for (const [seat, goal] of goals.entries())
      goal.textContent = `${now.names[seat] ?? ""}: ${words.goals[seat] ?? ""}`;
    status.textContent = statusOf(now);
    for (const [at, hex] of hexes.entries()) show(hex, at, now);
    const laid = now.events.find((event) => event.type === "STONE_LAID");
    if (laid && now.version > announced) {
      const { seat, at } = laid.payload as { seat: number; at: number };
      facade.announce(`${filled(words.laid, { name: now.names[seat], ...place(at, size) })} ${statusOf(now)}`);
    }
    announced = now.version;
  });
};
export default mount;

function show(hex: HTMLButtonElement, at: number, now: Now): void {
  const words = wordsOf(now.language);
  const owner = now.view.field[at] ?? null;
  hex.className = ["hex", owner === null ? "empty" : `seat-${owner}`, now.view.path.includes(at) ? "path" : ""].join(" ");
  hex.setAttribute("aria-disabled", String(layAt(now, at) === undefined));
  const name = owner === null ? words.empty : now.names[owner];
  hex.setAttribute("aria-label", filled(words.hex, { ...place(at, now.view.options.size), owner: name }));
}

function statusOf(now: Now): string {
  const words = wordsOf(now.language);
  const [first] = now.view.path;
  if (first !== undefined) return filled(words.over, { name: now.names[now.view.field[first] ?? 0] });
  return now.legal.length > 0 ? words.yours : filled(words.theirs, { name: now.names[now.view.turn] });
}

function layAt(now: Now, at: number): Action | undefined {
  return now.legal.find((action) => (action.payload as { at: number }).at === at);
}

/** Where an arrow key leads; null for other keys and at the sides. */
function stepFrom(at: number, key: string, size: number): number | null {
  const column = at % size;
  if (key === "ArrowLeft") return column > 0 ? at - 1 : null;
  if (key === "ArrowRight") return column < size - 1 ? at + 1 : null;
  if (key === "ArrowUp") return at >= size ? at - size : null;
  if (key === "ArrowDown") return at < size * (size - 1) ? at + size : null;
  return null;
}

function hexAt(at: number, size: number): HTMLButtonElement {
  const hex = element("button", "hex");
  hex.type = "button";
  hex.append(element("span", "stone"));
  const row = Math.floor(at / size);
  hex.style.left = percent(BESIDE + (at % size) + row / 2, widthOf(size));
  hex.style.top = percent(ABOVE + row * TALL * 0.75, heightOf(size));
  hex.style.width = percent(1, widthOf(size));
  hex.style.height = percent(TALL, heightOf(size));
  return hex;
}

/** The four sides, each drawn like the stones of the seat that wants to reach it. */
function sides(size: number): SVGSVGElement {
  const [width, height] = [widthOf(size), heightOf(size)];
  const topRight = BESIDE + size + 0.1;
  const [far, low] = [width - 0.1, height - 0.1];
  const corners = [[0.1, 0.1], [topRight, 0.1], [far, low], [width - topRight, low]] as const;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("aria-hidden", "true");
  for (const [index, [x1, y1]] of corners.entries()) {
    const [x2, y2] = corners[(index + 1) % 4] ?? [0, 0];
    const line = document.createElementNS(svg.namespaceURI, "line");
    for (const [name, value] of Object.entries({ x1, y1, x2, y2 })) line.setAttribute(name, String(value));
    line.setAttribute("class", `side seat-${index % 2}`);
    svg.append(line);
  }
  return svg;
}

const widthOf = (size: number) => size + (size - 1) / 2 + 2 * BESIDE;
const heightOf = (size: number) => TALL * (1 + (size - 1) * 0.75) + 2 * ABOVE;
const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;
const place = (at: number, size: number) => ({ row: Math.floor(at / size) + 1, hex: (at % size) + 1 });

function filled(sentence: string, values: Record<string, unknown>): string {
  return sentence.replaceAll(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? ""));
}

function element<Tag extends "button" | "div" | "li" | "p" | "span" | "ul">(
  tag: Tag,
  className: string,
  ...children: Node[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...children);
  return made;
}
