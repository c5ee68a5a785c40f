/** Others are asked: who, and which of them have handed in. */
import { Check } from "lucide-react";
import type { Given } from "../acts";
import { SeatDot } from "../seats";
import { upNames } from "../tell/common";

export function Waiting({ view, looking }: Given) {
  const { say, you } = looking;
  return (
    <div className="pane">
      <p>{say("imperial:wait.up", { names: upNames(view, looking) })}</p>
      <p className="mut sm">{say(you === null ? "imperial:wait.watch" : "imperial:wait.text")}</p>
    </div>
  );
}

/** Who has handed in: a tick, and what it was only where everybody may see it. */
export function Ticks({
  seats,
  isDone,
  title,
  done,
  open,
  weight,
  looking,
}: {
  seats: number[];
  isDone: (seat: number) => boolean;
  title: string;
  done: string | ((seat: number) => string);
  open: string;
  /** What a seat has in the vote. */
  weight?: (seat: number) => number;
  looking: Given["looking"];
}) {
  const said = (seat: number) => (typeof done === "string" ? done : done(seat));
  return (
    <section className="ticks" aria-label={title}>
      <h2 className="sub">{title}</h2>
      <ul>
        {seats.map((seat) => (
          <li key={seat} className={isDone(seat) ? "done" : undefined}>
            <span className="tick" aria-hidden="true">
              {isDone(seat) ? <Check size={14} /> : null}
            </span>
            <SeatDot seat={seat}>{looking.name(seat)}</SeatDot>{" "}
            <span className="mut sm">{isDone(seat) ? said(seat) : open}</span>
            {weight ? (
              <span className="num weight">{looking.say("imperial:vote.has", { count: weight(seat) })}</span>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
