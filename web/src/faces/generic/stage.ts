/** What the board shows now: the newest Scene, or a beat on the way to it. */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { BoardState, Event, Table } from "../../table";
import { paced } from "../../ui/motion";
import { play } from "../../ui/sound";
import { type Before, fly, lookAt } from "./fly";
import { BEAT_MS, type Clock, Pace, type Shot } from "./pace";
import type { Scene } from "./scene";
import { type Tracked, track } from "./track";

export interface Stage {
  tracked: Tracked;
  /** Something has happened that is still to be shown: nothing can be pressed. */
  isBehind: boolean;
  /** What happened last, as far as it is shown. */
  event: Event | null;
  /** Of pieces that look alike, this one is going to go. */
  press: (piece: number) => void;
  /** Show the newest at once. */
  skip: () => void;
}

const CLOCK: Clock = {
  now: () => performance.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

const EMPTY: Scene = {};

/** The shots of a step: a Scene after each event that changed something, the last one at the end. */
export function shotsOf({ scene, beats, fresh }: BoardState): Shot[] {
  if (scene === null) return [];
  const shots = beats.map((beat) => ({
    scene: beat.scene ?? scene,
    moves: beat.moves ?? [],
    event: fresh[beat.event] ?? null,
  }));
  if (shots.at(-1)?.scene !== scene) shots.push({ scene, moves: [], event: fresh.at(-1) ?? null });
  return shots;
}

/** What is heard of it: a piece that is turned over, or one that comes to lie somewhere. */
export function soundOf({ zones }: Tracked): "flip" | "place" | null {
  const all = [...zones.values()].flat();
  return all.some(({ isTurned }) => isTurned) ? "flip" : all.some(({ isNews }) => isNews) ? "place" : null;
}

interface Shown {
  tracked: Tracked;
  event: Event | null;
  isBehind: boolean;
}

export function useStage(
  root: RefObject<HTMLElement | null>,
  layer: RefObject<HTMLElement | null>,
  table: Table,
): Stage {
  const [shown, setShown] = useState<Shown>(() => ({
    tracked: track(null, table.state.scene ?? EMPTY),
    event: null,
    isBehind: false,
  }));
  const latest = useRef(shown.tracked);
  const before = useRef<Before | null>(null);
  const pressed = useRef<number | null>(null);
  const pace = useRef<Pace | null>(null);

  useEffect(() => {
    const show = ({ scene, moves, event }: Shot, isLast: boolean) => {
      before.current = lookAt(root.current);
      latest.current = track(latest.current, scene, { pressed: pressed.current, moves });
      pressed.current = null;
      setShown({ tracked: latest.current, event, isBehind: !isLast });
      const sound = table.state.isPast ? null : soundOf(latest.current);
      if (sound) play(sound);
    };
    const running = new Pace(show, CLOCK, () => paced(BEAT_MS));
    pace.current = running;
    const take = (state: BoardState) => {
      running.push(shotsOf(state));
      if (running.isBehind) setShown((one) => ({ ...one, isBehind: true }));
    };
    const { scene } = table.state;
    if (scene !== null && scene !== latest.current.scene) show({ scene, moves: [], event: null }, true);
    const stop = table.store.subscribe((state, was) => {
      if (state.scene !== was.scene) take(state);
    });
    return () => {
      stop();
      running.stop();
    };
  }, [table, root]);

  const { tracked } = shown;
  useLayoutEffect(() => {
    const was = before.current;
    before.current = null;
    if (was && root.current && layer.current) fly(root.current, layer.current, was, tracked);
  }, [tracked, root, layer]);

  const press = useCallback((piece: number) => {
    pressed.current = piece;
  }, []);
  const skip = useCallback(() => pace.current?.flush(), []);
  return { ...shown, press, skip };
}
