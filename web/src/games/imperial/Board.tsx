/** The Imperial table: strip, map, rondel, and all that can be looked up. What may be done is what `legal` lists. */
import { X } from "lucide-react";
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { isTyping } from "../../pages/Lobby";
import { useSettings } from "../../settings";
import { useTableState } from "../../table";
import { Clock } from "../../ui/Clock";
import { Badge, Button, Chip } from "../../ui/parts";
import { Tabs } from "../../ui/Tabs";
import type { Action } from "../../wire/imperial";
import type { BoardGiven } from "..";
import { entriesFor, type Given, type Press, pressesOf, useChain, wayOf } from "./acts";
import { SeatClock } from "./Clocks";
import { canMake, formOf, mostMade, unitsToBuy, useDraft } from "./draft";
import { NationMark, nationClass } from "./marks";
import { Nations, Players } from "./Nations";
import { Rondel } from "./Rondel";
import { Stocks } from "./Stocks";
import { sceneOf } from "./scene";
import { chooseWay, Turn } from "./Turn";
import { allOf, isMine, legalOf, place, type Spot, viewOf, warOf } from "./view";
import { areaNotes, describe, strip } from "./words";

const EuropeMap = lazy(() => import("./map/Map"));

const WIDE = "(min-width: 1100px)";
/** How much of a phone the sheet takes. */
const SHEETS = ["half", "full", "peek"] as const;
type Sheet = (typeof SHEETS)[number];

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

export function Board({ table, looking: whose, log, chat }: BoardGiven) {
  const state = useTableState(table, (one) => one);
  const { isPast } = state;
  // nobody is asked anything in the past
  const looking = useMemo(() => (isPast ? { ...whose, you: null } : whose), [whose, isPast]);
  const view = viewOf(state);
  const [draft, setDraft] = useDraft(table);
  const [tab, setTab] = useState("turn");
  const [side, setSide] = useState("nations");
  const [sheet, setSheet] = useState<Sheet>("half");
  const isWide = useWide();
  const act = useCallback((action: Action) => table.act(action), [table]);
  const begin = useChain(table, state, looking);
  const open = (name: string) => {
    if (!isWide) {
      setTab(name);
      if (sheet === "peek") setSheet("half");
    }
    if (isWide && name === "rondel") document.querySelector<SVGElement>(".rondel [tabindex='0']")?.focus();
    if (isWide && name === "stocks") setSide(name);
  };
  const given: Given = { table, state, view, looking, draft, setDraft, act, begin, open };
  const presses = pressesOf(given);
  useOpened(given);
  useEffect(() => {
    if (view.mode === "game-over") setSheet("full");
  }, [view.mode]);
  useKeys(given, presses);
  const map = <MapPane {...given} />;
  return (
    <section className="imperial" data-wide={isWide} aria-label={looking.say("imperial:title")}>
      <TurnStrip {...given} presses={isWide ? presses : []} isWide={isWide} />
      {isWide ? (
        <div className="im-wide">
          <section className="im-left" aria-label={looking.say("imperial:move.title")}>
            <RondelPane {...given} />
            <div className="im-turn">
              <Turn {...given} />
            </div>
          </section>
          {map}
          <section className="im-right" aria-label={looking.say("side.label")}>
            <SideTabs {...given} tab={side} onTab={setSide} log={log} chat={chat} />
          </section>
        </div>
      ) : (
        <>
          <div className="im-narrow" data-sheet={sheet}>
            {map}
            <section className="im-sheet" aria-label={looking.say("imperial:tab.label")}>
              <button
                type="button"
                className="grab"
                aria-label={looking.say("imperial:tab.size", { size: looking.say(`imperial:size.${sheet}`) })}
                onClick={() => setSheet(SHEETS[(SHEETS.indexOf(sheet) + 1) % SHEETS.length] ?? "half")}
              />
              <SideTabs {...given} tab={tab} onTab={setTab} log={log} chat={chat} isSheet />
            </section>
          </div>
          <Bar presses={presses} isBusy={state.pending !== null} />
        </>
      )}
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

function TurnStrip({ presses, isWide, ...given }: Given & { presses: Press[]; isWide: boolean }) {
  const { state, view, looking, act } = given;
  const told = strip(state, looking);
  if (told === null) return null;
  const country = view.countryUp;
  const legal = legalOf(state);
  const [pause] = [...allOf(legal, "PAUSE_CLOCK"), ...allOf(legal, "RESUME_CLOCK")];
  return (
    <div
      className={`${country && view.mode !== "game-over" ? nationClass(country) : ""} im-strip${told.isMine ? " im-strip-mine" : ""}`}
    >
      {country && view.mode !== "game-over" ? (
        <NationMark country={country} looking={looking} isLarge />
      ) : null}
      <div className="im-strip-text">
        <b>{told.title}</b>
        {told.text ? <span>{told.text}</span> : null}
        <Paused {...given} />
      </div>
      {state.pending?.isSlow ? <Chip>{looking.say("act.sending")}</Chip> : null}
      {pause ? (
        <Button isSmall onClick={() => act(pause)}>
          {looking.say(pause.type === "PAUSE_CLOCK" ? "imperial:pause.short" : "imperial:pause.resume")}
        </Button>
      ) : null}
      {told.until ? (
        <Clock until={told.until} isMine={told.isMine} />
      ) : looking.you !== null && view.timer.timed ? (
        <SeatClock state={state} view={view} seat={looking.you} />
      ) : null}
      {isWide ? <Buttons presses={presses} isBusy={state.pending !== null} /> : null}
    </div>
  );
}

function Paused({ view, state, looking }: Given) {
  if (view.timer.pause === 0) return null;
  const time = new Date(view.timer.pause).toLocaleTimeString(document.documentElement.lang, {
    hour: "2-digit",
    minute: "2-digit",
  });
  const told = state.events.findLast((event) => event.type === "CLOCK_PAUSED");
  const seat = (told?.payload as { seat: number | null } | undefined)?.seat ?? null;
  return (
    <span className="paused">
      {seat === null
        ? looking.say("imperial:pause.onHouse", { time })
        : looking.say("imperial:pause.on", { name: looking.name(seat), time })}
    </span>
  );
}

function Buttons({ presses, isBusy }: { presses: Press[]; isBusy: boolean }) {
  const hasKeys = useSettings((settings) => settings.hotkeys);
  return (
    <div className="im-acts" id="actions" tabIndex={-1}>
      {presses.map(({ id, label, kind, press, hotkey, isOff }) => (
        <Button
          key={id}
          kind={kind ?? "plain"}
          data-press={id}
          aria-disabled={isBusy || isOff || undefined}
          onClick={() => !isOff && press()}
        >
          {label}
          {hotkey && hasKeys ? <kbd aria-hidden="true">{hotkey.toUpperCase()}</kbd> : null}
        </Button>
      ))}
    </div>
  );
}

function Bar({ presses, isBusy }: { presses: Press[]; isBusy: boolean }) {
  return (
    <div className={`im-bar${presses.length === 0 ? " im-bar-none" : ""}`}>
      <Buttons presses={presses} isBusy={isBusy} />
    </div>
  );
}

function RondelPane(given: Given) {
  const { view, state, looking, draft, setDraft, open } = given;
  const isChoosing = (view.mode === "proposal" || view.mode === "proposal-opp") && isMine(view, looking.you);
  const reach = new Set<Spot>(
    isChoosing ? allOf(legalOf(state), "PROPOSE").map(({ payload }) => payload.wheelSpot) : [],
  );
  return (
    <div className="rondel-pane">
      <Rondel
        view={view}
        looking={looking}
        reach={reach}
        chosen={isChoosing ? (draft.spot ?? null) : (view.currentManeuver?.wheelSpot ?? null)}
        onChoose={(spot) => {
          setDraft(chosenSpot(spot));
          open("turn");
        }}
      />
    </div>
  );
}

/** A place on the rondel, and nothing else yet. */
function chosenSpot(spot: Spot) {
  return { spot, site: undefined, made: undefined, bought: undefined, destination: undefined };
}

function MapPane(given: Given) {
  const { view, state, looking, draft } = given;
  const [info, setInfo] = useState<string | null>(null);
  const scene = sceneOf(view, legalOf(state), draft, looking);
  const pick = (name: string) => {
    setInfo(scene.targets.has(name) ? null : name);
    if (scene.targets.has(name)) chooseArea(given, name);
  };
  return (
    <section className="im-map" aria-label={looking.say("imperial:map.label")}>
      <Suspense fallback={<p className="map-wait">{looking.say("imperial:map.loading")}</p>}>
        <EuropeMap view={view} looking={looking} {...scene} onPick={pick} />
      </Suspense>
      {info ? (
        <div className="area-note" role="status">
          <span>
            <b>{place(info, looking)}</b> {areaNotes(view, info, looking).join(", ")}
          </span>
          <button type="button" aria-label={looking.say("action.close")} onClick={() => setInfo(null)}>
            <X size={16} aria-hidden="true" />
          </button>
        </div>
      ) : null}
    </section>
  );
}

/** A marked place was pressed: it is chosen; pressed again, it is done, unless that means war. */
function chooseArea(given: Given, name: string): void {
  const { view, state, draft, setDraft, act, open } = given;
  const legal = legalOf(state);
  if (view.currentManeuver) {
    const way = draft.destination === name ? wayOf(legal, draft) : null;
    if (way && warOf(way.payload.actionCode) === null && !way.payload.actionCode.startsWith("blow")) act(way);
    else setDraft(chooseWay(state, name));
    open("turn");
    return;
  }
  const entries = entriesFor(legal, draft);
  switch (formOf(entries)) {
    case "site":
      setDraft({ site: name });
      break;
    case "made": {
      const made = draft.made ?? mostMade(entries);
      if (made.includes(name)) setDraft({ made: made.filter((one) => one !== name) });
      else if (canMake(entries, [...made, name])) setDraft({ made: [...made, name] });
      break;
    }
    case "bought": {
      const here = unitsToBuy(entries).units.filter((one) => one.territory === name);
      const [only] = here;
      if (here.length === 1 && only) setDraft({ bought: [...(draft.bought ?? []), only] });
      else setDraft({ destination: name });
    }
  }
  open("turn");
}

function SideTabs({
  tab,
  onTab,
  isSheet,
  log,
  chat,
  ...given
}: Given &
  Pick<BoardGiven, "log" | "chat"> & {
    tab: string;
    onTab: (tab: string) => void;
    isSheet?: boolean;
  }) {
  const { state, view, looking } = given;
  const { say } = looking;
  const unread = state.chat.filter((line) => line.at > state.readAt && line.seat !== state.seat).length;
  const chatLabel = (
    <>
      {say("imperial:tab.chat")} <Badge count={unread} />
      {unread > 0 ? <span className="vh">{say("side.unread", { count: unread })}</span> : null}
    </>
  );
  const scroll = (label: string, content: React.ReactNode) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys
    <div className="im-scroll" tabIndex={0} role="region" aria-label={label}>
      {content}
    </div>
  );
  const nations = (
    <>
      <Nations view={view} looking={looking} />
      <h2 className="sec">{say("imperial:players.title")}</h2>
      <Players state={state} view={view} looking={looking} />
      {isSheet ? null : (
        <>
          <h2 className="sec">{say("imperial:tab.last")}</h2>
          <LastMoves {...given} />
        </>
      )}
    </>
  );
  const tabs = [
    ...(isSheet
      ? [
          {
            id: "turn",
            label: say("imperial:tab.turn"),
            content: scroll(say("imperial:tab.turn"), <Turn {...given} />),
          },
          {
            id: "rondel",
            label: say("imperial:tab.rondel"),
            content: scroll(say("imperial:tab.rondel"), <RondelPane {...given} />),
          },
        ]
      : []),
    {
      id: "nations",
      label: say("imperial:tab.nations"),
      content: scroll(say("imperial:tab.nations"), nations),
    },
    {
      id: "stocks",
      label: say("imperial:tab.stocks"),
      content: scroll(say("imperial:tab.stocks"), <Stocks {...given} />),
    },
    ...(log ? [{ id: "log", label: say("imperial:tab.log"), content: log }] : []),
    ...(chat ? [{ id: "chat", label: chatLabel, content: chat }] : []),
  ];
  return <Tabs tabs={tabs} value={tab} onChange={onTab} label={say("imperial:tab.label")} />;
}

const LAST = 6;

function LastMoves({ state, looking }: Given) {
  const lines = state.events
    .slice(-40)
    .flatMap((event) => {
      const text = describe(event, looking);
      return text ? [text.replaceAll(/<\/?b>/g, "")] : [];
    })
    .slice(-LAST)
    .toReversed();
  return (
    <ul className="last-moves">
      {lines.map((line, index) => (
        <li key={index}>{line}</li>
      ))}
    </ul>
  );
}

/** M and R go to map and rondel, digits choose on the rondel, the rest is on the buttons; Enter is the main one. */
function useKeys(given: Given, presses: Press[]): void {
  const isOn = useSettings((settings) => settings.hotkeys);
  const now = useRef({ given, presses });
  now.current = { given, presses };
  useEffect(() => {
    if (!isOn) return;
    const down = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || document.querySelector("dialog[open]")) return;
      if (press(event.key.toLowerCase(), event.target, now.current)) event.preventDefault();
    };
    window.addEventListener("keydown", down);
    return () => window.removeEventListener("keydown", down);
  }, [isOn]);
}

function press(
  key: string,
  target: EventTarget | null,
  { given, presses }: { given: Given; presses: Press[] },
): boolean {
  if (key === "m") {
    document.querySelector<SVGElement>(".m-map [tabindex='0']")?.focus();
    return true;
  }
  if (key === "r") {
    given.open("rondel");
    requestAnimationFrame(() => document.querySelector<SVGElement>(".rondel [tabindex='0']")?.focus());
    return true;
  }
  if (/^[1-8]$/.test(key)) return chooseNumber(Number(key), given);
  if (key === "enter") {
    if (target instanceof Element && target.closest("button, a, [role=button], [role=tab], summary"))
      return false;
    const main = presses.find((one) => one.kind === "primary" && !one.isOff);
    main?.press();
    return main !== undefined;
  }
  const found = presses.find((one) => one.hotkey === key && !one.isOff);
  if (found && given.state.pending === null) found.press();
  return found !== undefined;
}

function chooseNumber(number: number, { view, state, looking, setDraft, open }: Given): boolean {
  if (!isMine(view, looking.you) || (view.mode !== "proposal" && view.mode !== "proposal-opp")) return false;
  const reach = new Set(allOf(legalOf(state), "PROPOSE").map(({ payload }) => payload.wheelSpot));
  const stands = view.countryInfo[view.countryUp ?? ""]?.wheelSpot ?? "center";
  const at = (view.wheel as string[]).indexOf(stands);
  const spot = view.wheel[(at + number + view.wheel.length) % view.wheel.length];
  if (spot === undefined || !reach.has(spot)) return false;
  setDraft(chosenSpot(spot));
  open("turn");
  return true;
}
