/** The page itself while one plays: where the focus is, and that the screen stays on. */
import { useEffect, useRef } from "react";

/** Where the pressed button goes away, the focus goes to what can be done next, not to the top of the page. */
export function useFocusFallback(): void {
  const wasInside = useRef(false);
  useEffect(() => {
    const note = (event: Event) => {
      wasInside.current = event.target instanceof Element && event.target.closest(".play-main") !== null;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);
  useEffect(() => {
    if (wasInside.current && document.activeElement === document.body)
      document.getElementById("actions")?.focus({ preventScroll: true });
  });
}

/** The screen stays on while one plays. */
export function useWakeLock(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !("wakeLock" in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let isGone = false;
    const take = async () => {
      if (document.visibilityState !== "visible" || isGone) return;
      try {
        lock = await navigator.wakeLock.request("screen");
      } catch {
        // the screen may go dark
      }
    };
    void take();
    document.addEventListener("visibilitychange", take);
    return () => {
      isGone = true;
      document.removeEventListener("visibilitychange", take);
      void lock?.release();
    };
  }, [isOn]);
}
