/** What was just said, for some seconds at the seat of who said it, or in a corner where the seat is not in sight. */
import { type CSSProperties, useEffect, useRef, useState } from "react";
import { type Line, type Table, useTableState } from "../table";
import { serverNow } from "../table/clock";
import { useTranslation } from "../ui/locales";
import { readAs } from "./phrases";

const SHOWN_MS = 6_000;
const MOST = 3;
const LONGEST = 80;
/** Half of the broadest bubble, and a little. */
const HALF = 118;
const EDGE = 8;

interface Bubble {
  key: number;
  line: Line;
  /** Where its seat is on the screen. */
  at: CSSProperties | null;
}

/** Where a face shows a seat, if it says so by `data-seat`. */
function placeOf(seat: number | null): Bubble["at"] {
  if (seat === null) return null;
  const box = document.querySelector(`.play-main [data-seat="${seat}"]`)?.getBoundingClientRect();
  if (box === undefined || box.bottom < 0 || box.top > window.innerHeight) return null;
  const [wide, middle] = [window.innerWidth, box.left + box.width / 2];
  const top = Math.max(60, box.bottom - 46); // under the name, over nothing that is pressed for it
  // where there is no room on both sides it begins, or ends, with its seat: never under the one beside it
  if (middle < HALF) return { top, left: Math.max(EDGE, box.left) };
  if (middle > wide - HALF) return { top, right: Math.max(EDGE, wide - box.right) };
  return { top, left: middle, translate: "-50% 0" };
}

export function Bubbles({ table }: { table: Table }) {
  const t = useTranslation();
  const chat = useTableState(table, (state) => state.chat);
  const seat = useTableState(table, (state) => state.seat);
  const seen = useRef(serverNow()); // what was said before one came is history
  const count = useRef(0);
  const [bubbles, setBubbles] = useState<Bubble[]>([]);
  useEffect(() => {
    const fresh = chat.filter(({ at }) => at > seen.current);
    seen.current = Math.max(seen.current, chat.at(-1)?.at ?? 0);
    const messages = fresh.filter(
      (line) => line.name !== "House" && (line.seat === null || line.seat !== seat),
    );
    if (messages.length === 0) return;
    const come = messages.map((line) => ({ key: ++count.current, line, at: placeOf(line.seat) }));
    setBubbles((now) => [...now, ...come].slice(-MOST));
    const keys = new Set(come.map(({ key }) => key));
    setTimeout(() => setBubbles((now) => now.filter(({ key }) => !keys.has(key))), SHOWN_MS);
  }, [chat, seat]);
  return (
    <div className="bubbles" aria-hidden="true">
      {bubbles.map(({ key, line, at }) => (
        <p key={key} className={at ? "bubble bubble-at" : "bubble"} style={at ?? undefined}>
          <b>{line.name}</b> {readAs(line.text, t).slice(0, LONGEST)}
        </p>
      ))}
    </div>
  );
}
