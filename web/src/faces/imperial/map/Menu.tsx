import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import type { Camera } from "./camera";
import { PLACES } from "./geometry";

/** What can be chosen at a territory, beside it; it goes along with the map. Who opened it by keys is taken there. */
export function Menu({
  camera,
  at,
  label,
  children,
}: {
  camera: Camera;
  at: string;
  label: string;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const spot = PLACES[at];
    return box.current && spot ? camera.pin(box.current, spot.slots[0] ?? spot.at) : undefined;
  }, [camera, at]);
  useEffect(() => {
    const before = document.activeElement;
    const isKeyed = before instanceof SVGElement && before.matches("[data-area]:focus-visible");
    if (!isKeyed) return;
    box.current?.querySelector<HTMLElement>("[data-main]:not(:disabled), button")?.focus();
    return () => before.focus({ preventScroll: true });
  }, []);
  return (
    <div className="m-menu" ref={box} role="group" aria-label={label}>
      {children}
    </div>
  );
}
