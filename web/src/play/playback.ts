/** The past of a table: which version is shown, through whose eyes, and how fast it goes by. */
import { useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { type BoardState, type Table, useTableState } from "../table";
import { History, PastTable, placeOf, type ReplayPerspective, type Source } from "../table/past";
import { t as translate } from "../ui/locales";
import { toast } from "../ui/toasts";
import type { Perspective } from "./face";
import { seatName } from "./names";

/** How long a version stays, at the slowest. */
const STAY_MS = 1200;

export interface Playback {
  /** The version that is shown; null: what is true now. */
  move: number | null;
  viewAs: ReplayPerspective;
  head: number;
  may: ReplayPerspective[];
  speed: number;
  isPlaying: boolean;
  error: unknown;
  /** The table to show, once it is here. */
  table: PastTable | null;
  go: (move: number | null) => void;
  look: (viewAs: ReplayPerspective) => void;
  play: (isPlaying: boolean, from?: number) => void;
  hurry: (speed: number) => void;
}

function notifyPast(): void {
  toast("past", { kind: "info", title: translate("past.still"), text: translate("past.stillText") });
}

/** Where one is in a table's past. The address says it, too, so that it can be handed on. */
export function usePlayback(around: BoardState, head: number, source: Source, isFile = false): Playback {
  const [place, setPlace] = useState(() => placeOf(new URLSearchParams(location.search)));
  const [speed, setSpeed] = useState(1);
  const [isPlaying, setPlaying] = useState(false);
  const history = useMemo(() => new History(source), [source]);
  const loaded = useStore(history.store);
  const newest = Math.max(head, loaded.head ?? 0);
  const move = place.move === null ? null : Math.max(1, Math.min(place.move, Math.max(newest, 1)));
  const may = loaded.head === null ? null : loaded.may;
  const viewAs = may === null || may.includes(place.viewAs) ? place.viewAs : null;
  const step = move === null ? null : (loaded.steps.get(`${viewAs ?? "-"}.${move}`) ?? null);
  useEffect(() => {
    if (move === null) return;
    void history.need(move, viewAs).then(() => {
      if (!history.store.getState().may.includes(viewAs)) setPlace((before) => ({ ...before, viewAs: null }));
    });
    if (move < newest) void history.need(move + 1, viewAs);
  }, [history, move, viewAs, newest]);
  useEffect(() => {
    // eyes that may not be looked through are closed again
    if (loaded.error !== null && place.viewAs !== null && loaded.head === null)
      setPlace((before) => ({ ...before, viewAs: null }));
  }, [loaded.error, loaded.head, place.viewAs]);
  const shown = useRef<PastTable | null>(null);
  const here = useMemo(
    () => (step === null ? null : new PastTable(around, step, step.version === newest, notifyPast)),
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
  useAddress(move, viewAs, isFile);
  return {
    move,
    viewAs,
    head: newest,
    may: may ?? [null],
    speed,
    isPlaying,
    error: loaded.error,
    table: shown.current,
    go: (to) => {
      setPlaying(false);
      setPlace((before) => ({ move: to, viewAs: to === null ? null : before.viewAs }));
    },
    look: (through) => setPlace((before) => ({ ...before, viewAs: through })),
    play: (isOn, from) => {
      setPlaying(isOn);
      const start = from ?? (isOn && move !== null && move >= newest ? 1 : null);
      if (start !== null) setPlace((before) => ({ ...before, move: start }));
    },
    hurry: setSpeed,
  };
}

/** The address follows what is shown, a moment later. */
function useAddress(move: number | null, viewAs: ReplayPerspective, isFile: boolean): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      const url = addressOf(move, viewAs);
      if (!isFile && url !== location.href) history.replaceState(history.state, "", url);
    }, 250);
    return () => clearTimeout(timer);
  }, [move, viewAs, isFile]);
}

export function addressOf(move: number | null, viewAs: ReplayPerspective): string {
  const url = new URL(location.href);
  url.searchParams.delete("move");
  url.searchParams.delete("perspective");
  if (move !== null) url.searchParams.set("move", String(move));
  if (move !== null && viewAs !== null) url.searchParams.set("perspective", String(viewAs));
  return url.href;
}

/** Who looks through these eyes. Where nothing can be done, everybody has a name: nobody is asked for anything. */
export function useReplayPerspective(
  perspective: Perspective,
  playback: Playback,
  table: Table,
): Perspective {
  const seats = useTableState(table, (state) => state.seats);
  const isEnded = useTableState(table, (state) => state.status === "abandoned");
  const { viewAs, move } = playback;
  return useMemo(() => {
    if (move === null && !isEnded) return perspective;
    const nameOf = (seat: number) => {
      const line = seats.find((one) => one.seat === seat);
      return line ? seatName(line, perspective.t) : perspective.nameOf(seat);
    };
    return {
      ...perspective,
      mySeat: move === null ? perspective.mySeat : typeof viewAs === "number" ? viewAs : null,
      nameOf,
    };
  }, [perspective, viewAs, move, seats, isEnded]);
}
