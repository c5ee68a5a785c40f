/** What is told as it happens: that it is one's turn, what others did, what was refused. */
import { useEffect, useRef } from "react";
import { type Table, useTableState } from "../table";
import { refusalText } from "../ui/errors";
import { announce } from "../ui/live";
import { useTranslation } from "../ui/locales";
import { play } from "../ui/sound";
import { toast } from "../ui/toasts";
import { titleNamed } from "./about";
import type { GameModule, Perspective } from "./face";
import { textsOf } from "./log";

/** That somebody is waited for at a table, for a note from the system. */
export interface TurnNote {
  table: string;
  version: number;
  title: string;
  text: string;
}

/** It has become my turn: sound, note, and one sentence for who listens. */
export function useTurnAlert(
  table: Table,
  game: GameModule | null,
  perspective: Perspective,
  isMine: boolean,
  { onTurn, onSeen }: { onTurn: (note: TurnNote) => void; onSeen: (table: string) => void },
): void {
  const was = useRef<boolean | null>(null);
  const prompted = useRef("");
  useEffect(() => {
    const { state } = table;
    const strip = game?.strip(state, perspective);
    const notice = strip?.notice ? `${strip.notice}.` : "";
    const text = [notice, strip?.title, strip?.text].filter(Boolean).join(" ");
    if (isMine && was.current === false && state.status === "active")
      onTurn({
        table: table.id,
        version: state.version,
        title: perspective.t("title.table", {
          game: titleNamed(state.game),
        }),
        text,
      });
    if (was.current !== null && text !== prompted.current) announce(text, "turn");
    if (was.current !== isMine) onSeen(table.id);
    was.current = isMine;
    prompted.current = text;
  });
}

/** What has just happened, as a sound and as a sentence. */
export function useSounds(table: Table, game: GameModule | null, perspective: Perspective): void {
  const fresh = useTableState(table, (state) => state.fresh);
  useEffect(() => {
    if (game === null) return;
    const texts = textsOf(fresh, game, perspective);
    for (const [index, event] of fresh.entries()) {
      const sound = game.sound(event, perspective);
      const afterMs = game.soundAfterMs?.(event) ?? 0;
      const once = `${table.id}.${event.version}.${sound}`;
      if (sound && afterMs > 0) setTimeout(() => play(sound, once), afterMs);
      else if (sound) play(sound, once);
      const text = texts[index];
      if (text) announce(text.replaceAll(/<\/?b>/g, ""));
    }
  }, [fresh, game, perspective, table.id]);
}

/** Never silent: what was refused, and why. */
export function useRefusals(table: Table, game: string): void {
  const t = useTranslation();
  const refused = useTableState(table, (state) => state.refused);
  useEffect(() => {
    if (refused === null) return;
    play("error");
    toast("refused", {
      kind: "bad",
      title: t("refusal.title"),
      text: refusalText(refused, t, game),
    });
  }, [refused, t, game]);
}
