/**
 * Whether a press was meant for what it would send: the one rule for every board, button and key.
 *
 * A double click, a held key and a finger that is still where it was when something else appeared there
 * are not meant. Choosing without sending does not come here, and is never slowed.
 */
import type { TableState, TableStore } from "./state";

/** So long after a move was sent, the same finger or key sends nothing. */
export const REST_MS = 600;
/** So long after a prompt appeared, the finger that was already there sends nothing. */
export const SETTLE_MS = 250;
/** So near is the same place. */
const NEAR_PX = 48;
/** So soon after a finger or key was let go, what is clicked was pressed by it. */
const CLICK_MS = 50;
/** How many recent moves are kept; more cannot be made within the rest after one of them. */
const MOST = 50;
const NEVER = Number.NEGATIVE_INFINITY;

/** By a finger at a place, or by a key, which is at none. */
interface Press {
  key?: string;
  x: number;
  y: number;
}

interface Made {
  press: Press | null;
  at: number;
  /** What it chose, if it sent nothing. */
  chosen?: string | undefined;
}

/** A finger or key that sends nothing from then on, for so long. */
interface Rest {
  press: Press | null;
  at: number;
  forMs: number;
}

/** Of this page: where the pointer and the key were last, and the latest press with the one before it. */
let pointer: Press | null = null;
let key: Press | null = null;
let latest: Made = { press: null, at: NEVER };
let before = latest;
/** Whether the key repeats. */
let isHeld = false;
/** When it was let go: never, if it has not been yet; long ago, if it clicks nothing. */
let letGoAt = NEVER;

function notePress(press: Press, { timeStamp }: Event): void {
  before = latest;
  // a page that was busy hears of a press late
  latest = { press, at: Math.min(timeStamp, performance.now()) };
  letGoAt = Number.POSITIVE_INFINITY;
}

/** When what asks now was pressed: a screen reader clicks without a press. */
function pressTime(): number {
  const now = performance.now();
  return now - letGoAt < CLICK_MS ? latest.at : now;
}

function noteLetGo(): void {
  isHeld = false;
  letGoAt = performance.now();
}

function onPointer(event: PointerEvent): void {
  pointer = { x: event.clientX, y: event.clientY };
  if (event.type === "pointerdown") notePress(pointer, event);
  if (event.type !== "pointerup") return;
  latest.press = pointer; // what was dragged is let go elsewhere
  noteLetGo();
}

/** A busy page clicks long after the finger was let go; a key and a screen reader click with no count. */
function onClick({ detail }: MouseEvent): void {
  if (detail) noteLetGo();
}

function onKey(event: KeyboardEvent): void {
  key = { key: event.key, x: Number.NaN, y: Number.NaN };
  isHeld = event.repeat;
  if (!isHeld) notePress(key, event);
}

/** What a browser takes for itself, such as a drag, clicks nothing. */
function onCancel(): void {
  isHeld = false;
  letGoAt = NEVER;
}

const HANDLERS = {
  pointerdown: onPointer,
  pointermove: onPointer,
  pointerup: onPointer,
  keydown: onKey,
  keyup: noteLetGo, // a button is clicked when Space is let go, and a screen reader clicks without any event before it
  click: onClick,
  pointercancel: onCancel,
};
for (const [type, handle] of Object.entries(HANDLERS))
  addEventListener(type, handle as EventListener, { capture: true, passive: true });
addEventListener("blur", onCancel); // of the window alone: a key may be held while the focus moves

/**
 * Whether the latest press is the second of a double press, or a key held down. Where it chooses `what`, only if the
 * first chose that, too: it takes back no choice.
 */
export function isDoublePress(what?: string): boolean {
  latest.chosen = what;
  return isHeld || (rests({ ...before, forMs: REST_MS }) && (!what || before.chosen === what));
}

/** Whether the finger or key of the latest press still rests. */
function rests({ press, at, forMs }: Rest): boolean {
  return pressTime() - at < forMs && isSame(latest.press, press);
}

function isSame(one: Press | null, other: Press | null): boolean {
  if (!one || !other) return false;
  return one.key ? one.key === other.key : Math.hypot(one.x - other.x, one.y - other.y) < NEAR_PX;
}

/** What the player is asked for: another seat's move that leaves it as it was is no new prompt. */
function promptOf({ legal, scene }: TableState): string {
  return JSON.stringify([legal, scene?.prompt]);
}

/** What one table remembers of presses. */
export class PressGate {
  private rests: Rest[] = [];
  /** What has sent the latest move. */
  private sender: Press | null = null;
  private prompt = "";
  private promptAt = NEVER;

  constructor(store: TableStore) {
    store.subscribe((state, { legal, scene, pending }) => {
      if (state.legal === legal && state.scene === scene) return;
      const prompt = promptOf(state);
      if (prompt === this.prompt) return;
      this.prompt = prompt;
      this.promptAt = performance.now();
      // what answers one's own move is new at the place of that move, wherever the mouse is by now
      for (const press of pending ? [this.sender] : [pointer, key])
        this.rest(press, this.promptAt, SETTLE_MS);
    });
  }

  /** Whether the latest press may send something now, and was not made for what was asked before. */
  isMeant(): boolean {
    return !isHeld && pressTime() >= this.promptAt && !this.rests.some(rests);
  }

  /** The latest press has sent something. */
  noteSent(): void {
    this.sender = latest.press;
    this.rest(this.sender, pressTime(), REST_MS);
  }

  private rest(press: Press | null, at: number, forMs: number): void {
    this.rests = [...this.rests.slice(-MOST), { press, at, forMs }];
  }
}
