/**
 * Pieces travel: where each lay before, where it lies now, and the way between. Only `transform` and `opacity` change,
 * and nothing waits for it: the board already is what it is going to be.
 */
import { canTravel, EASE, paced } from "../../ui/motion";
import type { Gone, Placed, Tracked } from "./track";

/** Where every piece and zone lies, and what each piece looks like, before a new Scene is drawn. */
export interface Before {
  rects: ReadonlyMap<string, DOMRect>;
  copies: ReadonlyMap<number, HTMLElement>;
}

const STAGGER_MS = 45;
const MOST_STAGGER_MS = 270;
const TURN_MS = 420;
const LEAVE_MS = 420;
const APPEAR_MS = 240;
/** A piece that goes further is lifted on its way. */
const FAR_PX = 60;

/** Look before something new is drawn; where nothing can travel, nothing is looked at. */
export function lookAt(root: Element | null): Before | null {
  if (root === null || !canTravel()) return null;
  const rects = new Map<string, DOMRect>();
  const copies = new Map<number, HTMLElement>();
  for (const one of root.querySelectorAll<HTMLElement>("[data-zone]"))
    rects.set(`zone ${one.dataset.zone}`, one.getBoundingClientRect());
  for (const one of root.querySelectorAll<HTMLElement>("[data-track]")) {
    const id = Number(one.dataset.track);
    rects.set(`piece ${id}`, one.getBoundingClientRect());
    copies.set(id, copyOf(one));
  }
  return { rects, copies };
}

/** A picture of a piece that nobody can press and no screen reader finds. */
function copyOf(piece: HTMLElement): HTMLElement {
  const copy = document.createElement("span");
  copy.className = piece.className.replaceAll(/\bgen-(live|picked|again|news)\b/g, "");
  const style = getComputedStyle(piece);
  copy.style.setProperty("--seat", style.getPropertyValue("--seat"));
  copy.append(...Array.from(piece.childNodes, (node) => node.cloneNode(true)));
  for (const text of copy.querySelectorAll(".vh")) text.remove();
  return copy;
}

/** Let everything go from where it was. What leaves the table goes over `layer`. */
export function fly(root: Element, layer: Element, before: Before, tracked: Tracked): void {
  let started = 0;
  for (const placed of [...tracked.zones.values()].flat()) {
    const piece = root.querySelector<HTMLElement>(`[data-track="${placed.id}"]`);
    if (piece === null) continue;
    const delay = paced(Math.min(started * STAGGER_MS, MOST_STAGGER_MS));
    if (set(piece, placed, before, delay)) started += 1;
  }
  for (const gone of tracked.gone) leave(root, layer, gone, before);
}

/** Whether this piece sets off. */
function set(piece: HTMLElement, placed: Placed, { rects }: Before, delay: number): boolean {
  const from = rects.get(`piece ${placed.id}`) ?? (placed.from && rects.get(`zone ${placed.from}`));
  if (placed.isTurned) turn(piece, delay);
  if (from) return travel(piece, from, delay) || placed.isTurned;
  if (placed.isNews) appear(piece, delay);
  return placed.isNews;
}

function travel(piece: HTMLElement, from: DOMRect, delay: number): boolean {
  const to = piece.getBoundingClientRect();
  const [x, y] = [
    from.x + from.width / 2 - to.x - to.width / 2,
    from.y + from.height / 2 - to.y - to.height / 2,
  ];
  const far = Math.hypot(x, y);
  if (far < 2 || to.width === 0) return false;
  const scale = Math.min(2, from.width / to.width);
  const isLifted = far > FAR_PX;
  const lift = isLifted ? Math.min(28, far * 0.09) : 0;
  const grown = ((scale + 1) / 2) * (isLifted ? 1.1 : 1);
  piece.animate(
    [
      { transform: `translate(${x}px, ${y}px) scale(${scale})`, zIndex: 5 },
      {
        transform: `translate(${x * 0.45}px, ${y * 0.45 - lift}px) scale(${grown})`,
        zIndex: 5,
        offset: 0.45,
      },
      { transform: "none", zIndex: 5 },
    ],
    { duration: paced(Math.min(620, 300 + far * 0.45)), delay, easing: EASE, fill: "backwards" },
  );
  return true;
}

function appear(piece: HTMLElement, delay: number): void {
  piece.animate(
    [
      { opacity: 0, transform: "scale(.7)" },
      { opacity: 1, transform: "none" },
    ],
    { duration: paced(APPEAR_MS), delay, easing: EASE, fill: "backwards" },
  );
}

function turn(piece: HTMLElement, delay: number): void {
  const inside = piece.querySelector<HTMLElement>(".gen-sides");
  if (inside === null) return;
  const isUp = inside.dataset.up === "true";
  inside.animate(
    [{ transform: `rotateY(${isUp ? 180 : 0}deg)` }, { transform: `rotateY(${isUp ? 0 : 180}deg)` }],
    { duration: paced(TURN_MS), delay, easing: "ease-in-out", fill: "backwards" },
  );
}

/** A copy of what is gone is seen going: into the pile that took it, or off the table. */
function leave(root: Element, layer: Element, { placed, to }: Gone, { rects, copies }: Before): void {
  const [copy, from] = [copies.get(placed.id), rects.get(`piece ${placed.id}`)];
  if (!copy || !from) return;
  const pile = to === null ? null : root.querySelector(`[data-zone="${CSS.escape(to)}"]`);
  const end = pile?.getBoundingClientRect();
  const frame = layer.getBoundingClientRect();
  copy.classList.add("gen-ghost");
  copy.style.left = `${from.x - frame.x}px`;
  copy.style.top = `${from.y - frame.y}px`;
  copy.style.setProperty("--w", `${from.width}px`);
  layer.append(copy);
  const away = end
    ? `translate(${end.x + end.width / 2 - from.x - from.width / 2}px, ${end.y + end.height / 2 - from.y - from.height / 2}px)`
    : "translateY(-18px) scale(.6)";
  const going = copy.animate([{ opacity: 1 }, { opacity: end ? 0.9 : 0, transform: away }], {
    duration: paced(LEAVE_MS),
    easing: EASE,
    fill: "forwards",
  });
  const over = () => copy.remove();
  going.finished.then(over, over);
}
