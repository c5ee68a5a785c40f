/** Others are asked: who, and which of them have handed in. */
import { Check } from "lucide-react";
import type { Given } from "../acts";
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

/** Who has handed in what nobody sees: a tick, and no more. */
export function Ticks({
  seats,
  isDone,
  title,
  done,
  open,
  looking,
}: {
  seats: number[];
  isDone: (seat: number) => boolean;
  title: string;
  done: string;
  open: string;
  looking: Given["looking"];
}) {
  return (
    <section className="ticks" aria-label={title}>
      <h2 className="sub">{title}</h2>
      <ul>
        {seats.map((seat) => (
          <li key={seat} className={isDone(seat) ? "done" : undefined}>
            <span className="tick" aria-hidden="true">
              {isDone(seat) ? <Check size={14} /> : null}
            </span>
            {looking.name(seat)} <span className="mut sm">{isDone(seat) ? done : open}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
