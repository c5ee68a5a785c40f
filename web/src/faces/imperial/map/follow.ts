import { type RefObject, useEffect, useRef, useState } from "react";
import { read, write } from "../../../play/board";
import type { Camera } from "./camera";
import { boxOf, WIDTH } from "./geometry";
import type { MapGiven } from "./props";

const FOLLOW = "rondel.map.follow";

/** Follow the turn: what it is about comes into sight by itself, where the map is small. */
export function useFollow(
  camera: Camera,
  { frame, step }: MapGiven,
  pane: RefObject<HTMLElement | null>,
): [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => read<boolean>(FOLLOW, true));
  const before = useRef("");
  useEffect(() => {
    const isSmall = (pane.current?.clientWidth ?? WIDTH) / WIDTH < 0.45;
    if (!isOn || !isSmall || before.current === step) return;
    const box = camera.isHeld ? null : boxOf(frame);
    if (box) camera.show(box, before.current !== "");
    before.current = step;
  }, [camera, frame, step, isOn, pane]);
  const set = (next: boolean) => {
    setOn(next);
    write(FOLLOW, next);
    before.current = "";
    const box = boxOf(frame);
    if (next && box) camera.show(box);
  };
  return [isOn, set];
}
