/** A place on the table: what lies there, and for a while what has just happened there. */
import type { ReactNode } from "react";
import { useStore } from "zustand";
import type { Perspective } from "../../play/face";
import { type Face, PlayingCard } from "../../ui/PlayingCard";
import type { Marks } from "./marks";

export function Spot({
  place,
  marks,
  perspective,
  isSeen = false,
  children,
}: {
  place: string;
  marks: Marks;
  perspective: Perspective;
  /** Somebody looks at the card now. */
  isSeen?: boolean;
  children: ReactNode;
}) {
  const mark = useStore(marks.store, (all) => all[place]);
  const { t } = perspective;
  return (
    <span className={mark?.isRinged ? "spot spot-ringed" : "spot"} data-place={place}>
      {children}
      {mark?.face ? (
        <span className="spot-face" aria-hidden="true">
          <PlayingCard face={mark.face as Face} label={false} />
        </span>
      ) : null}
      {mark?.note ? (
        <span className={`spot-note spot-${mark.note.key}`} aria-hidden="true">
          {t(`cambio:note.${mark.note.key}`, { count: mark.note.count })}
        </span>
      ) : null}
      {isSeen || mark?.isSeen ? <Eye /> : null}
    </span>
  );
}

function Eye() {
  return (
    <svg className="eye" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M2 12s3.6-6.5 10-6.500S22 12 22 12s-3.600 6.500-10 6.500S2 12 2 12z" />
      <circle cx="12" cy="12" r="3" />
    </svg>
  );
}
