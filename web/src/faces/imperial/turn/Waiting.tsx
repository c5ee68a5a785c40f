/** Others are asked: who, and which of them have handed in. */
import { Check } from "lucide-react";
import type { ImperialProps } from "../acts";
import { upNames } from "../log/common";
import { SeatDot } from "../seats";

export function Waiting({ view, perspective }: ImperialProps) {
  const { t, mySeat } = perspective;
  return (
    <div className="pane">
      <p>{t("imperial:wait.up", { names: upNames(view, perspective) })}</p>
      <p className="mut sm">{t(mySeat === null ? "imperial:wait.watch" : "imperial:wait.text")}</p>
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
  perspective,
}: {
  seats: number[];
  isDone: (seat: number) => boolean;
  title: string;
  done: string | ((seat: number) => string);
  open: string;
  /** What a seat has in the vote. */
  weight?: (seat: number) => number;
  perspective: ImperialProps["perspective"];
}) {
  const textOf = (seat: number) => (typeof done === "string" ? done : done(seat));
  return (
    <section className="ticks" aria-label={title}>
      <h2 className="sub">{title}</h2>
      <ul>
        {seats.map((seat) => (
          <li key={seat} className={isDone(seat) ? "done" : undefined}>
            <span className="tick" aria-hidden="true">
              {isDone(seat) ? <Check size={14} /> : null}
            </span>
            <SeatDot seat={seat}>{perspective.nameOf(seat)}</SeatDot>{" "}
            <span className="mut sm">{isDone(seat) ? textOf(seat) : open}</span>
            {weight ? (
              <span className="num weight">
                {perspective.t("imperial:vote.has", { count: weight(seat) })}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
