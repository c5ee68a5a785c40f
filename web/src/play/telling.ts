/** What is told as it happens: that it is one's turn, what others did, what was refused. */
import { useEffect, useRef } from "react";
import { type Table, useTableState } from "../table";
import { refusalText } from "../ui/errors";
import { announce } from "../ui/live";
import { play } from "../ui/sound";
import { toast } from "../ui/toasts";
import { plainWords, useWords } from "../ui/words";
import type { GameModule, Looking } from "./face";
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
  looking: Looking,
  isMine: boolean,
  { onTurn, onSeen }: { onTurn: (note: TurnNote) => void; onSeen: (table: string) => void },
): void {
  const was = useRef<boolean | null>(null);
  const asked = useRef("");
  useEffect(() => {
    const { state } = table;
    const strip = game?.strip(state, looking);
    const notice = strip?.notice ? `${strip.notice}.` : "";
    const text = [notice, strip?.title, strip?.text].filter(Boolean).join(" ");
    if (isMine && was.current === false && state.status === "active")
      onTurn({
        table: table.id,
        version: state.version,
        title: looking.say("title.table", {
          game: looking.say(`${state.game}:title`, { defaultValue: plainWords(state.game) }),
        }),
        text,
      });
    if (was.current !== null && text !== asked.current) announce(text, "turn");
    if (was.current !== isMine) onSeen(table.id);
    was.current = isMine;
    asked.current = text;
  });
}

/** What has just happened, as a sound and as a sentence. */
export function useSounds(table: Table, game: GameModule | null, looking: Looking): void {
  const fresh = useTableState(table, (state) => state.fresh);
  useEffect(() => {
    if (game === null) return;
    const texts = textsOf(fresh, game, looking);
    for (const [index, event] of fresh.entries()) {
      const sound = game.sound(event, looking);
      const afterMs = game.soundAfterMs?.(event) ?? 0;
      const once = `${table.id}.${event.version}.${sound}`;
      if (sound && afterMs > 0) setTimeout(() => play(sound, once), afterMs);
      else if (sound) play(sound, once);
      const text = texts[index];
      if (text) announce(text.replaceAll(/<\/?b>/g, ""));
    }
  }, [fresh, game, looking, table.id]);
}

/** Never silent: what was refused, and why. */
export function useRefusals(table: Table, game: string): void {
  const say = useWords();
  const refused = useTableState(table, (state) => state.refused);
  useEffect(() => {
    if (refused === null) return;
    play("error");
    toast("refused", {
      kind: "bad",
      title: say("refusal.title"),
      text: refusalText(refused.code, refused.because, say, game),
    });
  }, [refused, say, game]);
}
