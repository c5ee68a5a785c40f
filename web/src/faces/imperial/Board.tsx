/** The Imperial table: strip, map, rondel, and all that can be looked up. What may be done is what `legal` lists. */
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { type BoardProps, titleNamed, useBoardState } from "../../play/board";
import { type ImperialProps, pressesOf } from "./acts";
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
    (notify) => {
      const query = window.matchMedia(WIDE);
      query.addEventListener("change", notify);
      return () => query.removeEventListener("change", notify);
    },
    () => window.matchMedia(WIDE).matches,
  );
}

export function Board({ table, perspective: whose, log, chat, chatLabel, notes }: BoardProps) {
  const state = useBoardState(table);
  const { isPast } = state;
  // nobody is asked anything in the past
  const perspective = useMemo(() => (isPast ? { ...whose, mySeat: null } : whose), [whose, isPast]);
  const view = viewOf(state);
  const [draft, setDraft] = useDraft(table);
  const [tab, setTab] = useState("turn");
  const [side, setSide] = useState("nations");
  const [sheet, setSheet] = useState<Height>("half");
  const isWide = useWide();
  const { act, begin, confirming } = useMoves(table, state, perspective);
  const open = (name: string) => {
    setTab(name);
    if (sheet === "peek") setSheet("half");
    if (isWide && name === "rondel") document.querySelector<SVGElement>(".rondel [tabindex='0']")?.focus();
    else if (name !== "turn" && name !== "rondel") setSide(name);
  };
  const props: ImperialProps = { table, state, view, perspective, draft, setDraft, act, begin, open };
  const presses = pressesOf(props);
  const isOver = view.mode === "game-over";
  const isBuying = view.mode === "buy" && isMine(view, perspective.mySeat);
  useOpened(props);
  // who looks back looks at the map
  useEffect(() => setSheet(isPast ? "peek" : isOver ? "full" : "half"), [isPast, isOver]);
  useEffect(() => {
    if (!isBuying) return;
    return () => {
      setSide((now) => (now === "stocks" ? "nations" : now));
      setTab((now) => (now === "stocks" ? "turn" : now));
    };
  }, [isBuying]);
  useKeys(props, presses);
  const talk = { log, chat, chatLabel, notes };
  const map = <MapPane {...props} />;
  return (
    <section className="imperial" data-wide={isWide} aria-label={titleNamed("imperial")}>
      <TurnStrip {...props} presses={isWide ? presses : []} isWide={isWide} />
      {isWide ? (
        <div className="im-wide">
          <section className="im-left" aria-label={perspective.t("imperial:move.title")}>
            <RondelPane {...props} />
            <div
              className="im-turn"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys
              tabIndex={0}
              role="group"
              aria-label={perspective.t("imperial:move.title")}
            >
              <Turn {...props} />
            </div>
          </section>
          {map}
          <section className="im-right" aria-label={perspective.t("side.label")}>
            <SideTabs {...props} {...talk} tab={side} onTab={setSide} />
          </section>
        </div>
      ) : (
        <>
          <div className="im-narrow" data-sheet={sheet}>
            {map}
            <Sheet height={sheet} onHeight={setSheet} perspective={perspective}>
              <SideTabs
                {...props}
                tab={tab}
                onTab={(name) => {
                  setTab(name);
                  if (sheet === "peek") setSheet("half");
                }}
                {...talk}
                isSheet
              />
              {sheet === "peek" && !isPast ? <Latest state={state} perspective={perspective} /> : null}
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
function useOpened({ view, perspective, open }: ImperialProps): void {
  const isOwn = isMine(view, perspective.mySeat);
  const now = useRef(open);
  now.current = open;
  useEffect(() => {
    if (view.mode === "game-over") now.current("turn");
    else if (isOwn) now.current(view.mode === "buy" ? "stocks" : "turn");
  }, [view.mode, isOwn]);
}
