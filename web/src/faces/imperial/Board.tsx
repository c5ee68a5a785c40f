/** The Imperial table: strip, map, rondel, and all that can be looked up. What may be done is what `legal` lists. */
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { BoardGiven } from "../../play/face";
import { useTableState } from "../../table";
import { type Given, pressesOf } from "./acts";
import { useDraft } from "./draft";
import { useKeys } from "./keys";
import { MapPane } from "./MapPane";
import { useMoves } from "./moves";
import { RondelPane } from "./Rondel";
import { type Height, Sheet } from "./Sheet";
import { Latest, SideTabs } from "./Side";
import { Bar, TurnStrip } from "./Strip";
import { Turn } from "./turn/Turn";
import { isMine, viewOf } from "./view";

const WIDE = "(min-width: 1100px)";

function useWide(): boolean {
  return useSyncExternalStore(
    (tell) => {
      const query = window.matchMedia(WIDE);
      query.addEventListener("change", tell);
      return () => query.removeEventListener("change", tell);
    },
    () => window.matchMedia(WIDE).matches,
  );
}

export function Board({ table, looking: whose, log, chat, notes }: BoardGiven) {
  const state = useTableState(table, (one) => one);
  const { isPast } = state;
  // nobody is asked anything in the past
  const looking = useMemo(() => (isPast ? { ...whose, you: null } : whose), [whose, isPast]);
  const view = viewOf(state);
  const [draft, setDraft] = useDraft(table);
  const [tab, setTab] = useState("turn");
  const [side, setSide] = useState("nations");
  const [sheet, setSheet] = useState<Height>("half");
  const isWide = useWide();
  const { act, begin, confirming } = useMoves(table, state, looking);
  const open = (name: string) => {
    setTab(name);
    if (sheet === "peek") setSheet("half");
    if (isWide && name === "rondel") document.querySelector<SVGElement>(".rondel [tabindex='0']")?.focus();
    else if (name !== "turn" && name !== "rondel") setSide(name);
  };
  const given: Given = { table, state, view, looking, draft, setDraft, act, begin, open };
  const presses = pressesOf(given);
  const isOver = view.mode === "game-over";
  const isBuying = view.mode === "buy" && isMine(view, looking.you);
  useOpened(given);
  // who looks back looks at the map
  useEffect(() => setSheet(isPast ? "peek" : isOver ? "full" : "half"), [isPast, isOver]);
  useEffect(() => {
    if (!isBuying) return;
    return () => {
      setSide((now) => (now === "stocks" ? "nations" : now));
      setTab((now) => (now === "stocks" ? "turn" : now));
    };
  }, [isBuying]);
  useKeys(given, presses);
  const map = <MapPane {...given} />;
  return (
    <section className="imperial" data-wide={isWide} aria-label={looking.say("imperial:title")}>
      <TurnStrip {...given} presses={isWide ? presses : []} isWide={isWide} />
      {isWide ? (
        <div className="im-wide">
          <section className="im-left" aria-label={looking.say("imperial:move.title")}>
            <RondelPane {...given} />
            <div
              className="im-turn"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys
              tabIndex={0}
              role="group"
              aria-label={looking.say("imperial:move.title")}
            >
              <Turn {...given} />
            </div>
          </section>
          {map}
          <section className="im-right" aria-label={looking.say("side.label")}>
            <SideTabs {...given} tab={side} onTab={setSide} log={log} chat={chat} notes={notes} />
          </section>
        </div>
      ) : (
        <>
          <div className="im-narrow" data-sheet={sheet}>
            {map}
            <Sheet height={sheet} onHeight={setSheet} looking={looking}>
              <SideTabs
                {...given}
                tab={tab}
                onTab={(name) => {
                  setTab(name);
                  if (sheet === "peek") setSheet("half");
                }}
                log={log}
                chat={chat}
                notes={notes}
                isSheet
              />
              {sheet === "peek" && !isPast ? <Latest state={state} looking={looking} /> : null}
            </Sheet>
          </div>
          <Bar presses={presses} isBusy={state.pending !== null} />
        </>
      )}
      {confirming}
    </section>
  );
}

/** Where the next thing is to be done comes to the front by itself. */
function useOpened({ view, looking, open }: Given): void {
  const isOwn = isMine(view, looking.you);
  const now = useRef(open);
  now.current = open;
  useEffect(() => {
    if (view.mode === "game-over") now.current("turn");
    else if (isOwn) now.current(view.mode === "buy" ? "stocks" : "turn");
  }, [view.mode, isOwn]);
}
