/** On a phone a full table is drawn smaller, so that what is one's own covers nothing. */
import { type RefObject, useLayoutEffect } from "react";

/** Where one's own area stays in sight while the table scrolls; the same as in styles/board.css. */
const PHONE = "(min-height: 640px) and (max-width: 700px)";

/**
 * data-tight says how much has been drawn smaller so that all fits: 1 is one's own area, 2 the rivals' too, and with 3 it
 * does not fit even then. Nothing is drawn larger again until the screen is another, or it would jump with every turn.
 */
export function useTight(root: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (root.current) tighten(root.current);
  });
  useLayoutEffect(() => {
    const board = root.current;
    if (board === null || typeof ResizeObserver === "undefined") return;
    const watching = new ResizeObserver(() => {
      delete board.dataset.tight;
      tighten(board);
    });
    watching.observe(board);
    return () => watching.disconnect();
  }, [root]);
}

function tighten(board: HTMLElement): void {
  if (!globalThis.matchMedia?.(PHONE).matches) return;
  for (const tight of ["1", "2", "3"]) {
    if (board.scrollHeight <= board.clientHeight + 1) return;
    if ((board.dataset.tight ?? "") < tight) board.dataset.tight = tight;
  }
}
