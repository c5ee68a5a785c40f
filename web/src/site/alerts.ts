/** Who is waited for: the title, the icon, a sound, and, if wanted, a note from the system. */
import { useEffect } from "react";
import type { TurnNote } from "../play/announcements";
import { useMyTables } from "../table/session";
import { useTranslation } from "../ui/locales";
import { useSettings } from "../ui/settings";
import { play } from "../ui/sound";
import { useTitle } from "../ui/title";

/** How many tables wait for me. */
export function useWaiting(): number {
  const { data } = useMyTables();
  return (data ?? []).filter(
    (table) => table.status === "active" && table.seat !== null && table.toAct.includes(table.seat),
  ).length;
}

/** Keep the tab's title and icon as they should be. */
export function useAttention(): void {
  const t = useTranslation();
  const waiting = useWaiting();
  const { title, isMine } = useTitle();
  const count = Math.max(waiting, isMine ? 1 : 0);
  useEffect(() => {
    const name = title ? t("title.of", { title }) : t("title.plain");
    document.title = isMine
      ? t("title.mine", { title: name })
      : count > 0
        ? t("title.count", { count, title: name })
        : name;
  }, [t, title, isMine, count]);
  useEffect(() => {
    void badge(count);
  }, [count]);
}

async function badge(count: number): Promise<void> {
  const app = navigator as Navigator & {
    setAppBadge?: (n: number) => Promise<void>;
    clearAppBadge?: () => Promise<void>;
  };
  if (count > 0) app.setAppBadge?.(count).catch(() => {});
  else app.clearAppBadge?.().catch(() => {});
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon === null) return;
  if (count === 0) {
    icon.type = "image/svg+xml";
    icon.href = "/icon.svg";
    return;
  }
  const canvas = document.createElement("canvas");
  canvas.width = 32;
  canvas.height = 32;
  const paint = canvas.getContext("2d");
  if (paint === null) return;
  disc(paint, 15, 17, 14, "#1c5a52");
  disc(paint, 15, 17, 5, "#fffdf8");
  disc(paint, 23, 9, 9, "#b8332e");
  paint.fillStyle = "#fff";
  paint.font = "700 14px sans-serif";
  paint.textAlign = "center";
  paint.fillText(count > 9 ? "9+" : String(count), 23, 14);
  icon.type = "image/png";
  icon.href = canvas.toDataURL("image/png");
}

function disc(paint: CanvasRenderingContext2D, x: number, y: number, radius: number, colour: string): void {
  paint.fillStyle = colour;
  paint.beginPath();
  paint.arc(x, y, radius, 0, 7);
  paint.fill();
}

/** It has become my turn: a sound in one tab, and a note where nobody looks. */
export function alertTurn({ table, version, title, text }: TurnNote): void {
  play("turn", `turn.${table}.${version}`);
  navigator.vibrate?.(10);
  const { notify } = useSettings.getState();
  if (!notify || document.visibilityState === "visible" || !("Notification" in window)) return;
  if (Notification.permission !== "granted") return;
  const note = new Notification(title, { body: text, tag: table, icon: "/icon.svg" });
  note.onclick = () => {
    window.focus();
    note.close();
  };
}
