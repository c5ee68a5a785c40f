/** What is shown when: beats one after the other, and never long after what they show has happened. */
import type { Event } from "../../table";
import type { Move, Scene } from "./scene";

/** Something to show: a Scene, how its pieces came there, and the event that made it so. */
export interface Shot {
  scene: Scene;
  moves: readonly Move[];
  event: Event | null;
}

/** How long a shot stays before the next one, if there is time: something happened, or a piece only moved. */
export const BEAT_MS = 950;
/** The screen is never further behind. A little less than two seconds, for the drawing itself. */
export const MOST_LAG_MS = 1800;
/** What would be shown for less than this is not shown. */
const LEAST_MS = 140;

export interface Clock {
  now: () => number;
  /** Call back after so long; the answer forgets it. */
  after: (ms: number, callback: () => void) => () => void;
}

interface Waiting extends Shot {
  /** It must be on the screen by then. */
  by: number;
}

export class Pace {
  private queue: Waiting[] = [];
  private freeAt = Number.NEGATIVE_INFINITY;
  private cancel: (() => void) | null = null;

  constructor(
    private readonly show: (shot: Shot, isLast: boolean) => void,
    private readonly clock: Clock,
    /** How long a shot should stay, at the speed that somebody chose. */
    private readonly stayMs: () => number = () => BEAT_MS,
  ) {}

  /** Whether something has happened that is not shown yet. */
  get isBehind(): boolean {
    return this.queue.length > 0;
  }

  push(shots: readonly Shot[]): void {
    const by = this.clock.now() + MOST_LAG_MS;
    this.queue.push(...shots.map((shot) => ({ ...shot, by })));
    this.wait();
  }

  /** Show the newest at once. */
  flush(): void {
    this.queue = this.queue.slice(-1);
    this.freeAt = Number.NEGATIVE_INFINITY;
    this.wait();
  }

  stop(): void {
    this.cancel?.();
    this.cancel = null;
    this.queue = [];
  }

  private wait(): void {
    this.cancel?.();
    this.cancel = null;
    const now = this.clock.now();
    while (this.queue.length > 1 && this.slack(now) < LEAST_MS) this.queue.shift();
    if (this.queue.length === 0) return;
    const until = Math.min(this.freeAt, now + Math.max(0, this.slack(now)));
    if (until <= now) this.next();
    else this.cancel = this.clock.after(until - now, () => this.next());
  }

  /** How long each of those that wait may stay, so that all of them are there in time. */
  private slack(now: number): number {
    return Math.min(...this.queue.map(({ by }, at) => (by - now) / (at + 1)));
  }

  private next(): void {
    this.cancel = null;
    const shot = this.queue.shift();
    if (shot === undefined) return;
    this.freeAt = this.clock.now() + this.stayMs();
    this.show(shot, this.queue.length === 0);
    this.wait();
  }
}
