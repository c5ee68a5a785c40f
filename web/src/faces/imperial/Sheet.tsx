/** The sheet under the map on a small screen: three heights, by hand, by keys, or by a press. */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from "react";
import type { Perspective } from "../../play/board";

export const HEIGHTS = ["peek", "half", "full"] as const;
export type Height = (typeof HEIGHTS)[number];

const SLOP = 8;
const PEEK_PX = 84;
/** What part of the place a sheet takes, as the styles say. */
const PARTS = { half: 0.54, full: 0.84 };

/** The height nearest to so many pixels of a place that is so high. */
export function heightAt(pixels: number, whole: number): Height {
  const far = (height: Height) => Math.abs(pixels - (height === "peek" ? PEEK_PX : PARTS[height] * whole));
  return HEIGHTS.toSorted((one, other) => far(one) - far(other))[0] ?? "half";
}

export function Sheet({
  height,
  onHeight,
  perspective,
  children,
}: {
  height: Height;
  onHeight: (height: Height) => void;
  perspective: Perspective;
  children: ReactNode;
}) {
  const { t } = perspective;
  const sheet = useRef<HTMLElement>(null);
  const grab = useGrab(sheet, onHeight);
  const at = HEIGHTS.indexOf(height);
  const step = (by: number) => onHeight(HEIGHTS[Math.min(2, Math.max(0, at + by))] ?? height);
  const walk = (event: KeyboardEvent) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    step(by);
  };
  return (
    <section className="im-sheet" ref={sheet} aria-label={t("imperial:tab.label")}>
      <button
        type="button"
        className="grab"
        aria-label={t("imperial:tab.size", { size: t(`imperial:size.${height}`) })}
        onKeyDown={walk}
        onClick={() => grab.wasDragged() || onHeight(HEIGHTS[(at + 1) % HEIGHTS.length] ?? "half")}
        {...grab.hand}
      />
      {children}
    </section>
  );
}

/** While it is held it follows the finger; let go, it takes the nearest height. Nothing else is laid out meanwhile. */
function useGrab(sheet: React.RefObject<HTMLElement | null>, onHeight: (height: Height) => void) {
  const held = useRef<{ y: number; isDrag: boolean } | null>(null);
  const wasDrag = useRef(false);
  const move = (event: PointerEvent, then: (dy: number, element: HTMLElement) => void) => {
    if (held.current === null || sheet.current === null) return;
    const dy = event.clientY - held.current.y;
    held.current.isDrag ||= Math.abs(dy) >= SLOP;
    if (held.current.isDrag) then(dy, sheet.current);
  };
  const release = () => {
    held.current = null;
    if (sheet.current) sheet.current.style.transform = "";
  };
  return {
    /** Whether the press that ends now was a drag; asked once. */
    wasDragged: () => {
      const was = wasDrag.current;
      wasDrag.current = false;
      return was;
    },
    hand: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button > 0) return;
        held.current = { y: event.clientY, isDrag: false };
        wasDrag.current = false;
        event.currentTarget.setPointerCapture?.(event.pointerId);
      },
      onPointerMove: (event: PointerEvent) =>
        move(event, (dy, element) => {
          element.style.transform = `translateY(${dy}px)`;
        }),
      onPointerUp: (event: PointerEvent) => {
        move(event, (dy, element) => {
          wasDrag.current = true;
          const whole = element.parentElement?.clientHeight ?? 0;
          onHeight(heightAt(element.clientHeight - dy, whole));
        });
        release();
      },
      onPointerCancel: release,
    },
  };
}
