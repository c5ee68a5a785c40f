/**
 * What of the map is in sight: a box with the shape of its frame, changed in one animation frame at a time. The whole
 * map is drawn at its scale and shoved about under the frame, so that a pan measures and paints nothing anew.
 */
import { type Box, HEIGHT, WIDTH } from "./geometry";

const CLOSEST = 200;
const GLIDE_MS = 240;
/** What is pinned stands so many pixels from the edge, and from its point. */
const ROOM = 6;
/** How many pixels at the foot of the frame lie under the sheet's round corners. */
const FOOT = 18;
const BESIDE = 18;
/** No mark is smaller than this, in pixels: where there is no room for all, fewer are drawn. */
const LEAST_MARK = 16;
/** How much is written on the map, by pixels for one unit. */
const ZOOMS: [number, string][] = [
  [0.35, "far"],
  [0.48, "low"],
  [0.8, "mid"],
];

export class Camera {
  private svg: SVGSVGElement | null = null;
  private box: Box = { x: 0, y: 0, w: WIDTH, h: HEIGHT };
  /** What was asked for, before it was grown to the shape of the frame. */
  private wanted: Box | null = null;
  private size = { w: 1, h: 1 };
  private frame = 0;
  private drawnScale = 0;
  private pinned: { element: HTMLElement; at: [number, number] } | null = null;
  /** While a unit is held, nothing under it moves by itself. */
  isHeld = false;
  private glide: { from: Box; to: Box; start: number } | null = null;
  /** Whether somebody has moved it by hand since it was framed. */
  isOwn = false;

  /** Show the map in the frame around it. */
  attach(svg: SVGSVGElement, frame: Element): () => void {
    this.svg = svg;
    this.drawnScale = 0;
    const observer = new ResizeObserver(() => this.resize(frame));
    observer.observe(frame);
    this.resize(frame);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(this.frame);
      this.frame = 0;
      this.svg = null;
    };
  }

  private resize(frame: Element): void {
    const rect = frame.getBoundingClientRect();
    if (rect.width === 0) return;
    const isFirst = this.size.w === 1;
    this.size = { w: rect.width, h: rect.height };
    this.glide = null;
    this.box = isFirst && this.wanted === null ? this.whole() : this.fitted(this.wanted ?? this.box);
    this.draw();
  }

  /** Screen pixels for one unit of the map. */
  get scale(): number {
    return this.size.w / this.box.w;
  }

  /** The point of the map that lies at this point of the frame. */
  at(left: number, top: number): [number, number] {
    return [this.box.x + left / this.scale, this.box.y + top / this.scale];
  }

  /** Let something stand beside a point of the map, wherever that is, and always in the frame. */
  pin(element: HTMLElement, at: [number, number]): () => void {
    this.pinned = { element, at };
    this.place();
    return () => {
      this.pinned = null;
    };
  }

  private place(): void {
    if (this.pinned === null) return;
    const { element, at } = this.pinned;
    const { offsetWidth: wide, offsetHeight: high } = element;
    const { box, scale, size } = this;
    const [x, y] = [(at[0] - box.x) * scale, (at[1] - box.y) * scale];
    const within = (from: number, length: number, of: number) =>
      Math.max(ROOM, Math.min(of - length - ROOM, from));
    const above = y - high - BESIDE;
    const top = above >= ROOM ? above : y + BESIDE;
    const [left, down] = [within(x - wide / 2, wide, size.w), within(top, high, size.h - FOOT)];
    element.style.transform = `translate(${Math.round(left)}px, ${Math.round(down)}px)`;
  }

  /** All of the map. */
  private whole(): Box {
    return this.fitted({ x: 0, y: 0, w: WIDTH, h: HEIGHT });
  }

  /** Grown to the shape of the frame, and kept on the map. */
  private fitted({ x, y, w, h }: Box): Box {
    const shape = this.size.w / this.size.h;
    const most = Math.max(WIDTH, HEIGHT * shape);
    const wide = Math.min(most, Math.max(CLOSEST, w, h * shape));
    const high = wide / shape;
    return onMap({ x: x + (w - wide) / 2, y: y + (h - high) / 2, w: wide, h: high });
  }

  /** The size stays as it is to the last digit: then nothing on the map is measured anew. */
  pan(dx: number, dy: number): void {
    const { x, y, w, h } = this.box;
    this.isOwn = true;
    this.glide = null;
    this.box = onMap({ x: x - dx / this.scale, y: y - dy / this.scale, w, h });
    this.wanted = this.box;
    this.request();
  }

  /** By a factor, around a point of the frame. */
  zoom(by: number, at?: { x: number; y: number }): void {
    const { x, y, w, h } = this.box;
    const [fx, fy] = at ? [at.x / this.size.w, at.y / this.size.h] : [0.5, 0.5];
    const wide = Math.max(CLOSEST, w / by);
    const high = (wide * h) / w;
    this.isOwn = true;
    this.go({ x: x + (w - wide) * fx, y: y + (h - high) * fy, w: wide, h: high });
  }

  private go(box: Box): void {
    this.glide = null;
    this.box = this.fitted(box);
    this.wanted = this.box;
    this.request();
  }

  fit(isSlow = true): void {
    this.isOwn = false;
    this.wanted = { x: 0, y: 0, w: WIDTH, h: HEIGHT };
    this.move(this.whole(), isSlow);
  }

  /** Show this, with some room around it. */
  show(box: Box, isSlow = true): void {
    const room = 0.15 * Math.max(box.w, box.h, 200);
    this.isOwn = false;
    this.wanted = { x: box.x - room, y: box.y - room, w: box.w + 2 * room, h: box.h + 2 * room };
    this.move(this.fitted(this.wanted), isSlow);
  }

  /** Come near to a point, so that one unit of the map has so many pixels. */
  approach([x, y]: [number, number], scale: number): void {
    const [w, h] = [this.size.w / scale, this.size.h / scale];
    this.isOwn = true;
    this.wanted = this.fitted({ x: x - w / 2, y: y - h / 2, w, h });
    this.move(this.wanted, true);
  }

  /** Move just so far that a point is well in sight. */
  reveal([x, y]: [number, number]): void {
    const { box } = this;
    const room = 0.12;
    const [left, top] = [(x - box.x) / box.w, (y - box.y) / box.h];
    if (left > room && left < 1 - room && top > room && top < 1 - room) return;
    this.wanted = this.fitted({ x: x - box.w / 2, y: y - box.h / 2, w: box.w, h: box.h });
    this.move(this.wanted, true);
  }

  private move(to: Box, isSlow: boolean): void {
    this.glide = isSlow && hasMotion() ? { from: this.box, to, start: performance.now() } : null;
    if (this.glide === null) this.box = to;
    this.request();
  }

  private request(): void {
    if (this.frame === 0) this.frame = requestAnimationFrame(() => this.tick());
  }

  private tick(): void {
    this.frame = 0;
    if (this.glide) {
      const { from, to, start } = this.glide;
      const part = Math.min(1, (performance.now() - start) / GLIDE_MS);
      const eased = 1 - (1 - part) ** 3;
      const between = (one: number, other: number) => one + (other - one) * eased;
      this.box = {
        x: between(from.x, to.x),
        y: between(from.y, to.y),
        w: between(from.w, to.w),
        h: between(from.h, to.h),
      };
      if (part < 1) this.request();
      else this.glide = null;
    }
    this.draw();
  }

  private draw(): void {
    const { svg, box, scale } = this;
    if (svg === null) return;
    svg.style.transform = `translate(${whole(-box.x * scale)}px, ${whole(-box.y * scale)}px)`;
    this.place();
    if (scale === this.drawnScale) return;
    this.drawnScale = scale;
    svg.style.width = `${WIDTH * scale}px`;
    svg.style.height = `${HEIGHT * scale}px`;
    // what has a size of its own keeps it: marks never outgrow the land they stand on
    const mark = Math.min(24, Math.max(LEAST_MARK, 34 * scale)) / 24;
    svg.style.setProperty("--m-k", String(1 / scale));
    svg.style.setProperty("--m-u", String(mark / scale));
    svg.dataset.zoom = ZOOMS.find(([most]) => scale < most)?.[1] ?? "near";
  }
}

/** In whole pixels of the screen, so that names stay sharp. */
function whole(length: number): number {
  const dots = window.devicePixelRatio || 1;
  return Math.round(length * dots) / dots;
}

/** Moved so far that no more of it than need be lies beside the map. */
function onMap({ x, y, w, h }: Box): Box {
  const clamped = (from: number, size: number, of: number) =>
    size >= of ? (of - size) / 2 : Math.min(of - size, Math.max(0, from));
  return { x: clamped(x, w, WIDTH), y: clamped(y, h, HEIGHT), w, h };
}

function hasMotion(): boolean {
  const chosen = document.documentElement.dataset.motion;
  if (chosen === "off") return false;
  return chosen === "on" || !window.matchMedia?.("(prefers-reduced-motion: reduce)").matches;
}
