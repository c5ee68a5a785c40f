/** The past of a table: which version is shown, through whose eyes, and how fast it goes by. */
import {
  Check,
  ChevronFirst,
  ChevronLast,
  ChevronLeft,
  ChevronRight,
  Link2,
  Pause,
  Play,
} from "lucide-react";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import type { GameModule, Looking } from "../games";
import { type Event, type Table, type TableState, useTableState } from "../table";
import { type Eyes, PastTable, placeOf, type Source, Story } from "../table/past";
import { announce } from "../ui/live";
import { Button, Notice } from "../ui/parts";
import { toast } from "../ui/toasts";
import { say as sayNow, useWords } from "../words";
import { errorText } from "./errors";
import { seatName } from "./parts";

export const SPEEDS = [1, 2, 4] as const;
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

/** Loud, so that nobody mistakes the past for the present. */
export function PastBanner({
  playback,
  isOver,
  isFile = false,
  isMine = false,
}: {
  playback: Playback;
  isOver: boolean;
  isFile?: boolean;
  /** It is asked of the one who looks, now. */
  isMine?: boolean;
}) {
  const say = useWords();
  const { move, head, go, error } = playback;
  if (move === null) return null;
  const title = say(isFile ? "past.file" : isOver ? "past.replay" : "past.banner", { move, head });
  return (
    <div className="banner past-banner">
      <Notice
        kind="turn"
        role="status"
        title={title}
        action={
          isFile ? null : (
            <Button isSmall kind="primary" onClick={() => go(null)}>
              {say(isOver ? "past.results" : isMine ? "past.yourMove" : "past.now")}
            </Button>
          )
        }
      >
        {error ? errorText(error, say) : say(isOver || isFile ? "past.replayText" : "past.bannerText")}
      </Notice>
    </div>
  );
}

/** The versions at which a turn begins. */
export function ticksOf(
  events: Event[],
  game: GameModule | null,
  looking: Looking,
): { version: number; text: string }[] {
  const turn = game?.turn;
  if (turn === undefined) return [];
  return events.flatMap((event) => {
    const text = turn(event, looking);
    return text === null ? [] : [{ version: event.version, text }];
  });
}

/** What is marked among the versions, once the first turn has begun: before that all is new. */
export function landmarksOf(
  events: Event[],
  game: GameModule | null,
  looking: Looking,
): { version: number; text: string }[] {
  const [first] = ticksOf(events, game, looking);
  return events.flatMap((event) => {
    if (first === undefined || event.version <= first.version) return [];
    const text = game?.landmark?.(event, looking) ?? null;
    return text === null ? [] : [{ version: event.version, text }];
  });
}

export function Scrubber({
  playback,
  game,
  looking,
  events,
  seats,
  canShare = true,
}: {
  playback: Playback;
  game: GameModule | null;
  looking: Looking;
  events: Event[];
  seats: { seat: number }[];
  canShare?: boolean;
}) {
  const say = useWords();
  const id = useId();
  const { move, head, may, eyes, speed, isPlaying } = playback;
  const ticks = useMemo(() => ticksOf(events, game, looking), [events, game, looking]);
  const landmarks = useMemo(() => landmarksOf(events, game, looking), [events, game, looking]);
  if (move === null) return null;
  const turn = ticks.findLast((tick) => tick.version <= move)?.text ?? null;
  const here = landmarks.filter((one) => one.version === move).map((one) => one.text);
  const left = (version: number) => `${((version - 1) / Math.max(1, head - 1)) * 100}%`;
  const eyeName = (one: Eyes) =>
    one === null ? say("past.eyesNone") : one === "all" ? say("past.eyesAll") : looking.name(one);
  return (
    <section className="scrubber" id="past" tabIndex={-1} aria-label={say("past.title")}>
      <div className="scrub-line">
        <div className="scrub-ticks" aria-hidden="true">
          {ticks.map((tick) => (
            <span key={tick.version} style={{ left: left(tick.version) }} />
          ))}
          {landmarks.map((one, index) => (
            <span
              key={`${one.version}.${index}`}
              className="scrub-mark"
              style={{ left: left(one.version) }}
            />
          ))}
        </div>
        <input
          className="range"
          type="range"
          min={1}
          max={Math.max(head, 1)}
          value={move}
          aria-label={say("past.move")}
          aria-valuetext={[say("past.of", { move, head }), turn, ...here].filter(Boolean).join(", ")}
          onChange={(event) => playback.go(Number(event.target.value))}
        />
      </div>
      <div className="scrub-row">
        <span className="scrub-steps">
          <Button kind="quiet" isIcon aria-label={say("past.first")} onClick={() => playback.go(1)}>
            <ChevronFirst size={20} aria-hidden="true" />
          </Button>
          <Button
            kind="quiet"
            isIcon
            aria-label={say("past.back")}
            onClick={() => playback.go(Math.max(1, move - 1))}
          >
            <ChevronLeft size={20} aria-hidden="true" />
          </Button>
          <Button
            isIcon
            aria-label={say(isPlaying ? "past.pause" : "past.play")}
            onClick={() => playback.play(!isPlaying)}
          >
            {isPlaying ? <Pause size={20} aria-hidden="true" /> : <Play size={20} aria-hidden="true" />}
          </Button>
          <Button
            kind="quiet"
            isIcon
            aria-label={say("past.forth")}
            onClick={() => playback.go(Math.min(head, move + 1))}
          >
            <ChevronRight size={20} aria-hidden="true" />
          </Button>
          <Button kind="quiet" isIcon aria-label={say("past.last")} onClick={() => playback.go(head)}>
            <ChevronLast size={20} aria-hidden="true" />
          </Button>
        </span>
        <span className="scrub-where num">
          {say("past.short", { move, head })} {turn ? <span className="mut">{turn}</span> : null}
          {here.length > 0 ? <b> {here.join(" ")}</b> : null}
        </span>
        <span className="sp" />
        <fieldset className="scrub-speed">
          <legend className="vh">{say("past.speed")}</legend>
          {SPEEDS.map((one) => (
            <button
              key={one}
              type="button"
              className="num"
              aria-pressed={speed === one}
              onClick={() => playback.hurry(one)}
            >
              {one}×
            </button>
          ))}
        </fieldset>
        {may.length > 1 && seats.length > 0 ? (
          <>
            <label className="vh" htmlFor={id}>
              {say("past.eyes")}
            </label>
            <select
              id={id}
              className="input select"
              value={String(eyes ?? "")}
              onChange={(event) => {
                const { value } = event.target;
                playback.look(value === "" ? null : value === "all" ? "all" : Number(value));
              }}
            >
              {may.map((one) => (
                <option key={String(one)} value={String(one ?? "")}>
                  {eyeName(one)}
                </option>
              ))}
            </select>
          </>
        ) : null}
        {canShare ? <ShareMove move={move} eyes={eyes} /> : null}
      </div>
    </section>
  );
}

function ShareMove({ move, eyes }: { move: number; eyes: Eyes }) {
  const say = useWords();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    const url = addressOf(move, eyes);
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
      announce(say("seating.copied"));
      setTimeout(() => setCopied(false), 2500);
    } catch {
      window.prompt(say("seating.copyByHand"), url);
    }
  };
  return (
    <Button
      kind="quiet"
      isIcon
      aria-label={say(isCopied ? "seating.copied" : "past.share")}
      onClick={() => void copy()}
    >
      {isCopied ? <Check size={20} aria-hidden="true" /> : <Link2 size={20} aria-hidden="true" />}
    </Button>
  );
}
