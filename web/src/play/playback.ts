/** The past of a table: which version is shown, through whose eyes, and how fast it goes by. */
import { useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { type Table, type TableState, useTableState } from "../table";
import { type Eyes, PastTable, placeOf, type Source, Story } from "../table/past";
import { toast } from "../ui/toasts";
import { say as sayNow } from "../ui/words";
import type { Looking } from "./face";
import { seatName } from "./names";

/** How long a version stays, at the slowest. */
const STAY_MS = 1200;

export interface Playback {
  /** The version that is shown; null: what is true now. */
  move: number | null;
  eyes: Eyes;
  head: number;
  may: Eyes[];
  speed: number;
  isPlaying: boolean;
  error: unknown;
  /** The table to show, once it is here. */
  table: PastTable | null;
  go: (move: number | null) => void;
  look: (eyes: Eyes) => void;
  play: (isPlaying: boolean, from?: number) => void;
  hurry: (speed: number) => void;
}

function tellPast(): void {
  toast("past", { kind: "info", title: sayNow("past.still"), text: sayNow("past.stillText") });
}

/** Where one is in a table's past. The address says it, too, so that it can be handed on. */
export function usePlayback(around: TableState, head: number, source: Source, isFile = false): Playback {
  const [place, setPlace] = useState(() => placeOf(new URLSearchParams(location.search)));
  const [speed, setSpeed] = useState(1);
  const [isPlaying, setPlaying] = useState(false);
  const story = useMemo(() => new Story(source), [source]);
  const told = useStore(story.store);
  const newest = Math.max(head, told.head ?? 0);
  const move = place.move === null ? null : Math.max(1, Math.min(place.move, Math.max(newest, 1)));
  const may = told.head === null ? null : told.may;
  const eyes = may === null || may.includes(place.eyes) ? place.eyes : null;
  const step = move === null ? null : (told.steps.get(`${eyes ?? "-"}.${move}`) ?? null);
  useEffect(() => {
    if (move === null) return;
    void story.need(move, eyes).then(() => {
      if (!story.store.getState().may.includes(eyes)) setPlace((before) => ({ ...before, eyes: null }));
    });
    if (move < newest) void story.need(move + 1, eyes);
  }, [story, move, eyes, newest]);
  useEffect(() => {
    // eyes that may not be looked through are closed again
    if (told.error !== null && place.eyes !== null && told.head === null)
      setPlace((before) => ({ ...before, eyes: null }));
  }, [told.error, told.head, place.eyes]);
  const shown = useRef<PastTable | null>(null);
  const here = useMemo(
    () => (step === null ? null : new PastTable(around, step, step.version === newest, tellPast)),
    [around, step, newest],
  );
  shown.current = move === null ? null : (here ?? shown.current);
  useEffect(() => {
    if (!isPlaying || move === null) return;
    if (move >= newest) {
      setPlaying(false);
      return;
    }
    if (step === null) return;
    const timer = setTimeout(
      () => setPlace((before) => ({ ...before, move: Math.min((before.move ?? 0) + 1, newest) })),
      STAY_MS / speed,
    );
    return () => clearTimeout(timer);
  }, [isPlaying, move, newest, speed, step]);
  useAddress(move, eyes, isFile);
  return {
    move,
    eyes,
    head: newest,
    may: may ?? [null],
    speed,
    isPlaying,
    error: told.error,
    table: shown.current,
    go: (to) => {
      setPlaying(false);
      setPlace((before) => ({ move: to, eyes: to === null ? null : before.eyes }));
    },
    look: (through) => setPlace((before) => ({ ...before, eyes: through })),
    play: (isOn, from) => {
      setPlaying(isOn);
      const start = from ?? (isOn && move !== null && move >= newest ? 1 : null);
      if (start !== null) setPlace((before) => ({ ...before, move: start }));
    },
    hurry: setSpeed,
  };
}

/** The address follows what is shown, a moment later. */
function useAddress(move: number | null, eyes: Eyes, isFile: boolean): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      const url = addressOf(move, eyes);
      if (!isFile && url !== location.href) history.replaceState(history.state, "", url);
    }, 250);
    return () => clearTimeout(timer);
  }, [move, eyes, isFile]);
}

export function addressOf(move: number | null, eyes: Eyes): string {
  const url = new URL(location.href);
  url.searchParams.delete("move");
  url.searchParams.delete("eyes");
  if (move !== null) url.searchParams.set("move", String(move));
  if (move !== null && eyes !== null) url.searchParams.set("eyes", String(eyes));
  return url.href;
}

/** Who looks through these eyes. Where nothing can be done, everybody has a name: nobody is asked for anything. */
export function useEyes(looking: Looking, playback: Playback, table: Table): Looking {
  const seats = useTableState(table, (state) => state.seats);
  const isEnded = useTableState(table, (state) => state.status === "abandoned");
  const { eyes, move } = playback;
  return useMemo(() => {
    if (move === null && !isEnded) return looking;
    const name = (seat: number) => {
      const line = seats.find((one) => one.seat === seat);
      return line ? seatName(line, looking.say) : looking.name(seat);
    };
    return { ...looking, you: move === null ? looking.you : typeof eyes === "number" ? eyes : null, name };
  }, [looking, eyes, move, seats, isEnded]);
}
