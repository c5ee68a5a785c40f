/** What a person has chosen for this browser. */
import { create } from "zustand";
import { read, write } from "../table/keep";

/** Before what a second press is asked for. */
export type Confirm = "never" | "big" | "always";
/** Live, everybody is there; by day, one comes by now and then. */
export type Pace = "live" | "day";
export const SOUND_KINDS = ["turn", "cards", "chat", "time", "end", "error"] as const;
export type SoundKind = (typeof SOUND_KINDS)[number];

export interface Settings {
  theme: "system" | "light" | "dark";
  /** How fast things move; 0 is not at all, "system" asks the system whether to move. */
  motion: "system" | 0 | 0.5 | 1 | 2;
  sound: boolean;
  volume: number;
  /** Which kinds are heard, if any are. */
  sounds: Record<SoundKind, boolean>;
  /** Whether tables that are played by the day sound, too. */
  daySound: boolean;
  confirm: Record<Pace, Confirm>;
  /** Where a choice is made that a game puts in a dialog; there, if nothing is said. */
  choices?: "dialog" | "table";
  hotkeys: boolean;
  fourColours: boolean;
  /** Land on a map shows whose home it is by a pattern, too. */
  patterns: boolean;
  textView: boolean;
  notify: boolean;
  /** The games whose tables show nothing but the table. */
  zen: Record<string, boolean>;
  /** "system" asks the browser. */
  language: string;
}

const KEY = "rondel.settings";
const DEFAULTS: Settings = {
  theme: "system",
  motion: "system",
  sound: true,
  volume: 0.6,
  sounds: { turn: true, cards: true, chat: true, time: true, end: true, error: true },
  daySound: false,
  confirm: { live: "big", day: "always" },
  hotkeys: true,
  fourColours: false,
  patterns: false,
  textView: false,
  notify: false,
  zen: {},
  language: "system",
};

/** What was kept, with what has been added since. */
function storedSettings(): Settings {
  const stored = read<Partial<Settings> & { confirm?: unknown }>(KEY, {});
  const { confirm, sounds, ...rest } = stored;
  return {
    ...DEFAULTS,
    ...rest,
    sounds: { ...DEFAULTS.sounds, ...sounds },
    confirm: {
      ...DEFAULTS.confirm,
      ...(typeof confirm === "string" ? { live: confirm as Confirm } : (confirm as object)),
    },
  };
}

export const useSettings = create<Settings>(storedSettings);

export function choose(chosen: Partial<Settings>): void {
  useSettings.setState(chosen);
  write(KEY, useSettings.getState());
}

/** Whether anything may move. */
export function isStill(): boolean {
  const { motion } = useSettings.getState();
  if (motion === "system") return matchMedia("(prefers-reduced-motion: reduce)").matches;
  return motion === 0;
}

function applyTheme({ theme, motion }: Settings): void {
  const root = document.documentElement;
  const isDark =
    theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = isDark ? "dark" : "light";
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", isDark ? "#15171a" : "#f6f1e5");
  if (motion === "system") delete root.dataset.motion;
  else root.dataset.motion = motion === 0 ? "off" : "on";
  root.style.setProperty("--speed", String(motion === "system" || motion === 0 ? 1 : 1 / motion));
}

/** Keep the page as the settings say, whatever changes. */
export function followSettings(): void {
  applyTheme(useSettings.getState());
  useSettings.subscribe(applyTheme);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () =>
    applyTheme(useSettings.getState()),
  );
  window.addEventListener("storage", (event) => {
    if (event.key === KEY) useSettings.setState(storedSettings());
  });
}
