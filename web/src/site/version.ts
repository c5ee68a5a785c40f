/** A page may run for days. When the server has a newer one, it says so; nothing is lost by a reload. */
import { createElement, useEffect } from "react";
import { link } from "../table";
import { t } from "../ui/locales";
import { Button } from "../ui/parts";
import { toast } from "../ui/toasts";

const EVERY_MS = 600_000;

async function look(): Promise<void> {
  if (import.meta.env.DEV) return;
  try {
    const answer = await fetch("/version.json", { cache: "no-store" });
    const latest = (await answer.json()) as { build?: string };
    if (answer.ok && latest.build && latest.build !== __BUILD__) notify();
  } catch {
    // it will be asked again
  }
}

function notify(): void {
  const reload = createElement(
    Button,
    { isSmall: true, kind: "primary", onClick: () => location.reload() },
    t("version.reload"),
  );
  toast("version", {
    kind: "info",
    title: t("version.title"),
    text: t("version.text"),
    action: reload,
    forMs: Number.POSITIVE_INFINITY,
  });
}

export function useNewerVersion(): void {
  useEffect(() => {
    const timer = setInterval(() => void look(), EVERY_MS);
    const stop = link.state.subscribe((state, before) => {
      if (state.opened > 1 && state.opened !== before.opened) void look();
    });
    const missing = (event: Event) => {
      event.preventDefault();
      notify();
    };
    window.addEventListener("vite:preloadError", missing);
    return () => {
      clearInterval(timer);
      stop();
      window.removeEventListener("vite:preloadError", missing);
    };
  }, []);
}
