import { memo, useLayoutEffect, useRef, useState } from "react";
import { EASE, paced, TRAVEL_MS } from "../../../ui/motion";
import type { March } from "../marches";
import { UnitMark } from "../marks";
import { PLACES } from "./geometry";

/** Each unit sets off so long after the one before. */
const AFTER_MS = 90;

/** Units on their way, over those that stand; whatever comes next ends them at once. */
export const Marches = memo(function Marches({ of }: { of: March[] }) {
  const layer = useRef<SVGGElement>(null);
  const [ended, setEnded] = useState<March[] | null>(null);
  useLayoutEffect(() => {
    const running = [...(layer.current?.children ?? [])].flatMap((one, index) => {
      const march = of[index];
      if (march === undefined) return [];
      const timing = { duration: paced(1.2 * TRAVEL_MS), delay: paced(index * AFTER_MS), easing: EASE };
      const way = [{ transform: placed(march.from) }, { transform: placed(march.to) }];
      return [one.animate(way, { ...timing, fill: "both" })];
    });
    if (running.length > 0)
      void Promise.all(running.map((one) => one.finished)).then(
        () => setEnded(of),
        () => {},
      );
    return () => {
      for (const one of running) one.cancel();
    };
  }, [of]);
  return (
    <g className="m-units" ref={layer} aria-hidden="true">
      {(ended === of ? [] : of).map(({ country, type }, index) => (
        <g key={index}>
          <g className="m-u">
            <UnitMark country={country} type={type} />
          </g>
        </g>
      ))}
    </g>
  );
});

function placed(name: string): string {
  const [x, y] = PLACES[name]?.slots[0] ?? PLACES[name]?.at ?? [0, 0];
  return `translate(${x}px, ${y}px)`;
}
