/** A countdown to one of the server's moments. It is no live region: it is spoken at 30, 10 and 5 seconds. */
import { useEffect, useRef, useState } from "react";
import { useLink } from "../table";
import { serverNow } from "../table/clock";
import { announce } from "./live";
import { t, useTranslation } from "./locales";
import { play } from "./sound";

/** How much is left, looked at often enough to show it. */
export function useLeft(until: number | null): number | null {
  const [left, setLeft] = useState(() => (until === null ? null : until - serverNow()));
  useEffect(() => {
    if (until === null) {
      setLeft(null);
      return;
    }
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const now = Math.max(0, until - serverNow());
      setLeft(now);
      if (now > 0) timer = setTimeout(look, now < 10_000 ? 100 : 250);
    };
    look();
    return () => clearTimeout(timer);
  }, [until]);
  return left;
}

export function timeText(ms: number): string {
  if (ms < 10_000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  if (seconds >= 172_800) return t("time.days", { count: Math.round(seconds / 86_400) });
  if (seconds >= 36_000) return t("time.hours", { count: Math.round(seconds / 3600) });
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}

/** A time in words: "5 seconds", "2 minutes". */
export function spanText(ms: number): string {
  if (ms < 60_000) return t("time.seconds", { count: ms / 1000 });
  if (ms < 3_600_000) return t("time.minutes", { count: Math.round(ms / 6_000) / 10 });
  if (ms < 86_400_000) return t("time.hours", { count: Math.round(ms / 360_000) / 10 });
  return t("time.days", { count: Math.round(ms / 8_640_000) / 10 });
}

const SPOKEN = [30, 10, 5];

/** A countdown; where something else is counted after it, `next` says to what. */
export function Clock({
  next,
  ...props
}: {
  until: number | null;
  isMine?: boolean;
  startMs?: number | undefined;
  next?: { text: string; until: number | null } | undefined;
}) {
  const left = useLeft(next === undefined ? null : props.until);
  if (next === undefined || left === null || left > 0) return <Countdown {...props} />;
  return (
    <span className="clock-next">
      {next.text} <Countdown until={next.until} isMine={props.isMine ?? false} />
    </span>
  );
}

function Countdown({
  until,
  isMine = false,
  startMs = 80_000,
}: {
  until: number | null;
  isMine?: boolean;
  startMs?: number | undefined;
}) {
  const words = useTranslation();
  const left = useLeft(until);
  const isSure = useLink((state) => state.status === "live");
  const lowMs = Math.min(60_000, Math.max(10_000, startMs / 8), startMs / 3);
  useSpoken(left, isMine, lowMs, until);
  if (left === null) return null;
  const isLow = isMine && left < lowMs;
  const label = words("time.left", { time: words("time.seconds", { count: Math.ceil(left / 1000) }) });
  return (
    <span
      className={`clock num${isLow ? " clock-low" : ""}${isSure ? "" : " clock-unsure"}`}
      role="timer"
      aria-live="off"
    >
      <span className="vh">{isSure ? label : words("time.unsure")}</span>
      <span aria-hidden="true">
        {timeText(left)}
        {isSure ? "" : " ?"}
      </span>
    </span>
  );
}

/** Speak at 30, 10, 5; sound once when time gets short. */
function useSpoken(left: number | null, isMine: boolean, lowMs: number, until: number | null): void {
  const before = useRef<{ until: number | null; left: number }>({ until: null, left: 0 });
  useEffect(() => {
    if (left === null || !isMine) return;
    const was = before.current.until === until ? before.current.left : left;
    before.current = { until, left };
    for (const seconds of SPOKEN) {
      if (was > seconds * 1000 && left <= seconds * 1000)
        announce(t("time.left", { time: t("time.seconds", { count: seconds }) }));
    }
    if (was > lowMs && left <= lowMs) play("low", `low.${until}`);
  }, [left, isMine, lowMs, until]);
}
