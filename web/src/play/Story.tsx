/** Going through the past of a table: a banner that says so, and the line with its versions. */
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
import type { Event } from "../table";
import type { ReplayPerspective } from "../table/past";
import { errorText } from "../ui/errors";
import { isTyping } from "../ui/hotkeys";
import { announce } from "../ui/live";
import { useTranslation } from "../ui/locales";
import { Button, Notice, Rich } from "../ui/parts";
import { useSettings } from "../ui/settings";
import type { GameModule, Perspective } from "./face";
import { textsOf } from "./log";
import { addressOf, type Playback } from "./playback";

const SPEEDS = [1, 2, 4] as const;

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
  const t = useTranslation();
  const { move, head, go, error } = playback;
  if (move === null) return null;
  const title = t(isFile ? "past.file" : isOver ? "past.replay" : "past.banner", { move, head });
  return (
    <div className="banner past-banner">
      <Notice
        kind="turn"
        role="status"
        title={title}
        action={
          isFile ? null : (
            <Button isSmall kind="primary" onClick={() => go(null)}>
              {t(isOver ? "past.results" : isMine ? "past.yourMove" : "past.now")}
            </Button>
          )
        }
      >
        {error ? errorText(error, t) : t(isOver || isFile ? "past.replayText" : "past.bannerText")}
      </Notice>
    </div>
  );
}

/** The versions at which a turn begins. */
export function ticksOf(
  events: Event[],
  game: GameModule | null,
  perspective: Perspective,
): { version: number; text: string }[] {
  const turn = game?.turn;
  if (turn === undefined) return [];
  return events.flatMap((event) => {
    const text = turn(event, perspective);
    return text === null ? [] : [{ version: event.version, text }];
  });
}

/** What is marked among the versions, once the first turn has begun: before that all is new. */
export function landmarksOf(
  events: Event[],
  game: GameModule | null,
  perspective: Perspective,
): { version: number; text: string }[] {
  const [first] = ticksOf(events, game, perspective);
  return events.flatMap((event) => {
    if (first === undefined || event.version <= first.version) return [];
    const text = game?.landmark?.(event, perspective) ?? null;
    return text === null ? [] : [{ version: event.version, text }];
  });
}

/** What a move was, in words: its lines of the log, the table's own too. */
export function captionOf(
  events: Event[],
  game: GameModule | null,
  perspective: Perspective,
  move: number,
): string[] {
  const here = events.filter((event) => event.version === move);
  return textsOf(here, game, perspective).flatMap((text) => (text ? [text] : []));
}

export function Scrubber({
  playback,
  game,
  perspective,
  events,
  seats,
  canShare = true,
}: {
  playback: Playback;
  game: GameModule | null;
  perspective: Perspective;
  events: Event[];
  seats: { seat: number }[];
  canShare?: boolean;
}) {
  const t = useTranslation();
  const id = useId();
  const { move, head, may, viewAs, speed, isPlaying } = playback;
  const ticks = useMemo(() => ticksOf(events, game, perspective), [events, game, perspective]);
  const landmarks = useMemo(() => landmarksOf(events, game, perspective), [events, game, perspective]);
  const caption = useMemo(
    () => (move === null ? [] : captionOf(events, game, perspective, move)),
    [events, game, perspective, move],
  );
  usePastKeys(playback);
  if (move === null) return null;
  const turn = ticks.findLast((tick) => tick.version <= move)?.text ?? null;
  const here = landmarks.filter((one) => one.version === move).map((one) => one.text);
  const left = (version: number) => `${((version - 1) / Math.max(1, head - 1)) * 100}%`;
  const eyeName = (one: ReplayPerspective) =>
    one === null
      ? t("past.perspectiveNone")
      : one === "all"
        ? t("past.perspectiveAll")
        : perspective.nameOf(one);
  return (
    <section className="scrubber" id="past" tabIndex={-1} aria-label={t("past.title")}>
      <p className="scrub-caption">
        <Rich text={caption.join(" ")} />
      </p>
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
          aria-label={t("past.move")}
          aria-valuetext={[t("past.of", { move, head }), turn, ...here, ...caption.map(unmarked)]
            .filter(Boolean)
            .join(", ")}
          onChange={(event) => playback.go(Number(event.target.value))}
        />
      </div>
      <div className="scrub-row">
        <span className="scrub-steps">
          <Button kind="quiet" isIcon aria-label={t("past.first")} onClick={() => playback.go(1)}>
            <ChevronFirst size={20} aria-hidden="true" />
          </Button>
          <Button
            kind="quiet"
            isIcon
            aria-label={t("past.back")}
            onClick={() => playback.go(Math.max(1, move - 1))}
          >
            <ChevronLeft size={20} aria-hidden="true" />
          </Button>
          <Button
            isIcon
            aria-label={t(isPlaying ? "past.pause" : "past.play")}
            onClick={() => playback.play(!isPlaying)}
          >
            {isPlaying ? <Pause size={20} aria-hidden="true" /> : <Play size={20} aria-hidden="true" />}
          </Button>
          <Button
            kind="quiet"
            isIcon
            aria-label={t("past.forth")}
            onClick={() => playback.go(Math.min(head, move + 1))}
          >
            <ChevronRight size={20} aria-hidden="true" />
          </Button>
          <Button kind="quiet" isIcon aria-label={t("past.last")} onClick={() => playback.go(head)}>
            <ChevronLast size={20} aria-hidden="true" />
          </Button>
        </span>
        <span className="scrub-where num">
          {t("past.short", { move, head })} {turn ? <span className="mut">{turn}</span> : null}
          {here.length > 0 ? <b> {here.join(" ")}</b> : null}
        </span>
        <span className="sp" />
        <fieldset className="scrub-speed">
          <legend className="vh">{t("past.speed")}</legend>
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
              {t("past.perspective")}
            </label>
            <select
              id={id}
              className="input select"
              value={String(viewAs ?? "")}
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
        {canShare ? <ShareMove move={move} viewAs={viewAs} /> : null}
      </div>
    </section>
  );
}

const unmarked = (text: string) => text.replaceAll(/<\/?b>/g, "");

/** Arrows go to the move before and after, Home and End to the first and the last, Space plays and pauses. */
function usePastKeys(playback: Playback): void {
  const isOn = useSettings((settings) => settings.hotkeys);
  const now = useRef(playback);
  now.current = playback;
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      const { move, head, go, play, isPlaying } = now.current;
      if (move === null || event.defaultPrevented || hasOwnKeys(event)) return;
      if (event.key === "ArrowLeft") go(Math.max(1, move - 1));
      else if (event.key === "ArrowRight") go(Math.min(head, move + 1));
      else if (event.key === "Home") go(1);
      else if (event.key === "End") go(head);
      else if (event.key === " ") play(!isPlaying);
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [isOn]);
}

/** Whether what has the focus does something of its own with arrows or Space. */
function hasOwnKeys(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return true;
  if (document.querySelector("dialog[open]")) return true;
  const own = event.key === " " ? "button, a, summary, [role=button]" : "[role=tab]";
  return event.target instanceof Element && event.target.closest(own) !== null;
}

function ShareMove({ move, viewAs }: { move: number; viewAs: ReplayPerspective }) {
  const t = useTranslation();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    const url = addressOf(move, viewAs);
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
      announce(t("seating.copied"));
      setTimeout(() => setCopied(false), 2500);
    } catch {
      window.prompt(t("seating.copyByHand"), url);
    }
  };
  return (
    <Button
      kind="quiet"
      isIcon
      aria-label={t(isCopied ? "seating.copied" : "past.share")}
      onClick={() => void copy()}
    >
      {isCopied ? <Check size={20} aria-hidden="true" /> : <Link2 size={20} aria-hidden="true" />}
    </Button>
  );
}
