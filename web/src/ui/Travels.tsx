/** The layer over a table on which cards travel. */
import { memo, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { type Traveller, travel, type Way } from "./motion";
import { HIDDEN_CARD } from "./PlayingCard";
import "./motion.css";

export interface Travel extends Way {
  /** Its face; without one it travels face down. */
  face: ReactNode;
  /** It sets off face down, and turns over on the way. */
  isTurned?: boolean;
  /** What lies at its end until it is there; without that, nothing does. */
  under?: ReactNode;
}

export const Travels = memo(function Travels({ of }: { of: Travel[] }) {
  const layer = useRef<HTMLDivElement>(null);
  const [ended, setEnded] = useState<Travel[] | null>(null);
  useLayoutEffect(() => {
    if (layer.current === null || of.length === 0) return;
    return travel(layer.current, travellersIn(layer.current, of), () => setEnded(of));
  }, [of]);
  const shown = ended === of ? [] : of;
  return (
    <div className="travels" ref={layer} aria-hidden="true">
      {shown.map(({ under }, index) =>
        under ? (
          <span key={index} className="traveller" data-under={index}>
            {under}
          </span>
        ) : null,
      )}
      {shown.map(({ face, isTurned }, index) => (
        <span key={index} className="traveller" data-traveller={index}>
          {isTurned && face ? (
            <span className="turning">
              <span className="turning-back">{HIDDEN_CARD}</span>
              <span className="turning-face">{face}</span>
            </span>
          ) : (
            (face ?? HIDDEN_CARD)
          )}
        </span>
      ))}
    </div>
  );
});

function travellersIn(layer: HTMLElement, of: Travel[]): Traveller[] {
  return of.flatMap(({ from, to, afterMs }, index) => {
    const element = layer.querySelector<HTMLElement>(`[data-traveller="${index}"]`);
    if (element === null) return [];
    const turning = element.querySelector<HTMLElement>(".turning");
    return [
      {
        from,
        to,
        afterMs,
        element,
        turning,
        under: layer.querySelector<HTMLElement>(`[data-under="${index}"]`),
      },
    ];
  });
}
