/** One table, from its first seat to its results. The shell's part: who, when, what was said; the rest is the game's. */
import { ArrowLeft, History, Menu, MessageSquare } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import { alertTurn, usePageTitle } from "../alerts";
import { type GameModule, type Looking, loadGame, useGame } from "../games";
import { clearNote } from "../push";
import { mayLook, useGames, useMe, useTold } from "../session";
import { useSettings } from "../settings";
import { type Table, useLink, useTable, useTableState } from "../table";
import { useOnlyTab } from "../table/onlyTab";
import { pastOf } from "../table/past";
import { Boundary } from "../ui/Boundary";
import { announce } from "../ui/live";
import { Badge, Button, Chip, Dot, LinkButton, Notice, Skeleton } from "../ui/parts";
import { play, soundFor } from "../ui/sound";
import { toast } from "../ui/toasts";
import type { TableTold } from "../wire/calls";
import { useWords } from "../words";
import { ComeBack, TakeOver } from "./Absent";
import { usePushOffer } from "./Away";
import { errorText, refusalText } from "./errors";
import { isTyping } from "./Lobby";
import { eventText } from "./log";
import { NameForm } from "./NameForm";
import { Problem } from "./NotFound";
import { seatName, useGameTitle } from "./parts";
import { Seating } from "./Seating";
import { Shell } from "./Shell";
import { Aside, Chat, Log, SideSheet } from "./Side";
import { PastBanner, Scrubber, useEyes, usePlayback } from "./Story";
import { KeyHelp, Rematch, TableMenu, toggleZen } from "./TableMenu";
import { TextView } from "./TextView";

export default function TablePage({ id }: { id: string }) {
  const say = useWords();
  const me = useMe();
  const [search] = useSearchParams();
  const told = useTold(id, search.get("key"));
  if (me === null)
    return (
      <Shell>
        <div className="wrap narrow">
          <div className="panel pad stack">
            <h1>{say("join.invited")}</h1>
            <p className="mut">{say("join.nameFirst")}</p>
            <NameForm action={say("join.enter")} />
          </div>
        </div>
      </Shell>
    );
  if (told.error && !told.data)
    return <Problem title={say("table.none")} text={errorText(told.error, say)} />;
  if (!told.data)
    return (
      <Shell>
        <div className="wrap narrow">
          <Skeleton lines={5} />
        </div>
      </Shell>
    );
  return <Found told={told.data} secret={search.get("key")} refetch={() => void told.refetch()} />;
}

function Found({ told, secret, refetch }: { told: TableTold; secret: string | null; refetch: () => void }) {
  const say = useWords();
  const { isHere, playHere } = useOnlyTab(told.id);
  const table = useTable(told.id, secret, isHere && mayLook(told, secret));
  const status = useTableState(table, (state) => (state.isHere ? state.status : told.status));
  const seats = useTableState(table, (state) => state.seats);
  const gone = useTableState(table, (state) => state.gone);
  const hasView = useTableState(table, (state) => state.view !== null);
  useEffect(() => void loadGame(told.game), [told.game]);
  const before = useRef({ status, seats });
  useEffect(() => {
    const was = before.current;
    before.current = { status, seats };
    if (was.status !== status || was.seats !== seats) refetch();
  }, [status, seats, refetch]);
  if (gone) return <Problem title={say("table.none")} text={refusalText(gone.code, gone.because, say)} />;
  if (!isHere) return <Elsewhere onHere={playHere} />;
  if (status === "open" || status === "closed") return <Seating table={table} told={told} secret={secret} />;
  return hasView ? <Playing table={table} told={told} secret={secret} /> : <Arriving />;
}

function Arriving() {
  const say = useWords();
  return (
    <main className="veil">
      <p>{say("state.arriving")}</p>
    </main>
  );
}

function Elsewhere({ onHere }: { onHere: () => void }) {
  const say = useWords();
  return (
    <main className="veil">
      <div className="panel pad stack">
        <h1>{say("elsewhere.title")}</h1>
        <p className="mut">{say("elsewhere.text")}</p>
        <Button kind="primary" onClick={onHere}>
          {say("elsewhere.here")}
        </Button>
        <LinkButton href="/">{say("action.lobby")}</LinkButton>
      </div>
    </main>
  );
}

/** Who looks at this table, and what everybody is called. */
export function useLooking(table: Table): Looking {
  const say = useWords();
  const seat = useTableState(table, (state) => state.seat);
  const seats = useTableState(table, (state) => state.seats);
  return useMemo(() => {
    const name = (at: number) => {
      if (at === seat) return say("seat.you");
      const line = seats.find((one) => one.seat === at);
      return line ? seatName(line, say) : say("seat.number", { number: at + 1 });
    };
    return { say, you: seat, name };
  }, [say, seat, seats]);
}

function Playing({ table, told, secret }: { table: Table; told: TableTold; secret: string | null }) {
  const say = useWords();
  const games = useGames();
  const looking = useLooking(table);
  const state = useTableState(table, (one) => one);
  const game = useGame(state.game);
  const title = useGameTitle(state.game, games);
  usePushOffer(state.status === "completed", state.seat !== null);
  const source = useMemo(() => pastOf(told.id, secret), [told.id, secret]);
  const playback = usePlayback(state, state.version, source);
  const shown = playback.table ?? table;
  const through = useEyes(looking, playback, table);
  const isOver = state.status === "completed" || state.status === "abandoned";
  const hasUndo = games?.find((one) => one.name === state.game)?.hasUndo ?? false;
  useNaming(table, game ?? null, looking, hasUndo);
  const isText = useSettings((settings) => settings.textView);
  const isZen = useSettings((settings) => settings.zen[state.game] ?? false);
  const pace = game?.pace?.(state) ?? "live";
  const strip = game?.strip(state, looking) ?? null;
  const isMine = strip ? strip.isMine : state.legal.length > 0;
  const [side, setSide] = useState<string | null>(null);
  const [isHelp, setHelp] = useState(false);
  const unread = state.chat.filter((line) => line.at > state.readAt && line.seat !== state.seat).length;
  usePageTitle(
    isMine ? say("title.table", { game: title }) : `${title} · ${told.code}`,
    isMine && state.status === "active",
  );
  useTurnAlert(table, game ?? null, looking, isMine);
  useSounds(table, game ?? null, looking);
  useRefusals(table, state.game);
  useShellKeys(
    () => setSide("chat"),
    () => setHelp(true),
    () => toggleZen(state.game),
  );
  useWakeLock(pace === "live" && state.status === "active" && state.seat !== null);
  useEffect(() => {
    soundFor(pace);
    return () => soundFor("live");
  }, [pace]);
  useKeptFocus();
  if (game === undefined) return <Arriving />;
  const isTextView = isText || game === null;
  const isWhole = !isTextView && game?.hasOwnSide === true;
  return (
    <div className={`play${isZen ? " play-zen" : ""}`}>
      {state.seat === null && playback.move === null ? null : (
        <a className="skip" href={playback.move === null ? "#actions" : "#past"}>
          {say("skip.actions")}
        </a>
      )}
      <a className="skip" href="#board">
        {say("skip.board")}
      </a>
      {isZen || isWhole ? null : (
        <a className="skip" href="#log">
          {say("skip.log")}
        </a>
      )}
      <header className="play-top">
        <LinkButton href="/" kind="quiet" isIcon aria-label={say("action.lobby")}>
          <ArrowLeft size={20} aria-hidden="true" />
        </LinkButton>
        <h1>
          {title} <span className="play-code">{told.code}</span>
        </h1>
        <Round game={game} table={shown} looking={through} />
        <span className="sp" />
        <Button
          kind="quiet"
          isIcon
          aria-label={say("past.open")}
          aria-pressed={playback.move !== null}
          onClick={() => playback.go(playback.move === null ? state.version : null)}
        >
          <History size={21} aria-hidden="true" />
        </Button>
        <LinkDot />
        <Button
          kind="quiet"
          isIcon
          className={isWhole ? "" : "narrow-only"}
          aria-label={say("side.open", { count: unread })}
          onClick={() => setSide(unread > 0 ? "chat" : "log")}
        >
          <MessageSquare size={21} aria-hidden="true" />
          <Badge count={isZen ? 0 : unread} />
        </Button>
        <MenuButton table={table} told={told} game={game} looking={looking} />
      </header>
      {playback.move === null ? (
        <Banner table={table} told={told} secret={secret} onReplay={() => playback.go(state.version)} />
      ) : (
        <PastBanner playback={playback} isOver={isOver} isMine={isMine && state.status === "active"} />
      )}
      <div className={isWhole ? "play-in play-in-whole" : "play-in"}>
        <main className="play-main" id="board" tabIndex={-1}>
          {isTextView ? (
            <TextView table={shown} game={game} looking={through} told={told} hasUndo={hasUndo} />
          ) : (
            <Boundary
              fallback={(again) => (
                <>
                  <div className="banner">
                    <Notice
                      kind="bad"
                      role="alert"
                      title={say("failed.board")}
                      action={
                        <Button isSmall onClick={again}>
                          {say("failed.again")}
                        </Button>
                      }
                    />
                  </div>
                  <TextView table={shown} game={game} looking={through} told={told} hasUndo={hasUndo} />
                </>
              )}
            >
              <game.Board
                table={shown}
                looking={through}
                {...(isWhole
                  ? {
                      log: (
                        <Log table={table} game={game} looking={looking} told={told} playback={playback} />
                      ),
                      chat: <Chat table={table} looking={looking} />,
                    }
                  : {})}
              />
            </Boundary>
          )}
        </main>
        {isWhole ? null : (
          <Aside table={table} game={game} looking={looking} told={told} playback={playback} />
        )}
      </div>
      <Scrubber playback={playback} game={game} looking={looking} events={state.events} seats={state.seats} />
      {side ? (
        <SideSheet
          table={table}
          game={game}
          looking={looking}
          told={told}
          playback={playback}
          first={side}
          onClose={() => setSide(null)}
        />
      ) : null}
      {isHelp ? <KeyHelp game={state.game} keys={game?.keys ?? []} onClose={() => setHelp(false)} /> : null}
    </div>
  );
}

/** The menu opens by itself: nothing of the table is drawn again for it. */
function MenuButton(props: { table: Table; told: TableTold; game: GameModule | null; looking: Looking }) {
  const say = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" isIcon aria-label={say("menu.open")} onClick={() => setOpen(true)}>
        <Menu size={21} aria-hidden="true" />
      </Button>
      {isOpen ? <TableMenu {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function Round({ game, table, looking }: { game: GameModule | null; table: Table; looking: Looking }) {
  const round = useTableState(table, (state) => game?.round(state, looking) ?? null);
  return round ? <Chip>{round}</Chip> : null;
}

function LinkDot() {
  const say = useWords();
  const isLive = useLink((state) => state.status === "live");
  return (
    <span className="chip link-dot">
      <Dot isOn={isLive} />
      <span className="wide-only">{say(isLive ? "link.live" : "link.lost")}</span>
      <span className="vh">{say(isLive ? "link.live" : "link.lost")}</span>
    </span>
  );
}

/** What a move is called when it is made, for whoever may take it back; where nobody may, nothing is kept of it. */
function useNaming(table: Table, game: GameModule | null, looking: Looking, hasUndo: boolean): void {
  useEffect(() => {
    table.naming = hasUndo ? (action) => game?.actionText(action, table.state, looking) ?? null : null;
  }, [table, game, looking, hasUndo]);
}

/** What is wrong with the connection, or what one is here as. */
function Banner({
  table,
  told,
  secret,
  onReplay,
}: {
  table: Table;
  told: TableTold;
  secret: string | null;
  onReplay: () => void;
}) {
  const say = useWords();
  const status = useLink((state) => state.status);
  const [isLate, setLate] = useState(false);
  const isLost = status === "lost" || status === "silent";
  const pending = useTableState(table, (state) => state.pending);
  const isWatching = useTableState(table, (state) => state.seat === null && state.isHere);
  const watching = useTableState(table, (state) => state.watching);
  const isEnded = useTableState(table, (state) => state.status === "abandoned");
  const isActive = useTableState(table, (state) => state.status === "active");
  const mine = useTableState(table, (state) => state.seats.find((line) => line.seat === state.seat));
  useEffect(() => {
    setLate(false);
    if (!isLost) return;
    const timer = setTimeout(() => setLate(true), 700);
    return () => clearTimeout(timer);
  }, [isLost]);
  if (status === "signedOut")
    return (
      <div className="banner">
        <Notice
          kind="bad"
          role="alert"
          title={say("link.signedOut")}
          action={
            <LinkButton href="/you" isSmall>
              {say("link.signIn")}
            </LinkButton>
          }
        >
          {say("link.signedOutText")}
        </Notice>
      </div>
    );
  if (isLost && isLate)
    return (
      <div className="banner">
        <Notice
          kind="bad"
          role="status"
          isBusy
          title={say(pending ? "link.reconnectingSaved" : "link.reconnecting")}
        >
          {pending ? say("link.saved") : say("link.estimates")}
        </Notice>
      </div>
    );
  if (isEnded)
    return (
      <div className="banner">
        <Notice
          kind="info"
          role="status"
          title={say("absent.ended")}
          action={
            <>
              <Rematch table={table} told={told} />
              <Button isSmall onClick={onReplay}>
                {say("past.watch")}
              </Button>
            </>
          }
        >
          {say("absent.endedText")}
        </Notice>
      </div>
    );
  if (mine && mine.kind === "human" && mine.level !== null && isActive)
    return <ComeBack table={table} level={mine.level} />;
  if (isWatching && told.seat === null && new URLSearchParams(location.search).has("pass"))
    return <TakeOver table={table} told={told} secret={secret} />;
  if (isWatching)
    return (
      <div className="ribbon" role="status">
        {say("watch.ribbon")} {watching > 1 ? say("watch.others", { count: watching - 1 }) : ""}
      </div>
    );
  return null;
}

/** It has become my turn: sound, note, and one sentence for who listens. */
function useTurnAlert(table: Table, game: GameModule | null, looking: Looking, isMine: boolean): void {
  const was = useRef<boolean | null>(null);
  const asked = useRef("");
  useEffect(() => {
    const { state } = table;
    const strip = game?.strip(state, looking);
    const text = strip ? `${strip.title} ${strip.text ?? ""}`.trim() : "";
    if (isMine && was.current === false && state.status === "active")
      alertTurn(
        table.id,
        state.version,
        looking.say("title.table", { game: looking.say(`${state.game}:title`) }),
        text,
      );
    if (was.current !== null && text !== asked.current) announce(text, "turn");
    if (was.current !== isMine) void clearNote(table.id);
    was.current = isMine;
    asked.current = text;
  });
}

/** What has just happened, as a sound and as a sentence. */
function useSounds(table: Table, game: GameModule | null, looking: Looking): void {
  const fresh = useTableState(table, (state) => state.fresh);
  useEffect(() => {
    if (game === null) return;
    for (const event of fresh) {
      const sound = game.sound(event, looking);
      if (sound) play(sound, `${table.id}.${event.version}.${sound}`);
      const text = eventText(event, game, looking);
      if (text) announce(text.replaceAll(/<\/?b>/g, ""));
    }
  }, [fresh, game, looking, table.id]);
}

/** Never silent: what was refused, and why. */
function useRefusals(table: Table, game: string): void {
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

/** / goes to the chat, ? tells the keys, Z shows the table alone. */
function useShellKeys(chat: () => void, help: () => void, zen: () => void): void {
  const isOn = useSettings((settings) => settings.hotkeys);
  const now = useRef({ chat, help, zen });
  now.current = { chat, help, zen };
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (!/^[/?zZ]$/.test(event.key) || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      if (event.key === "?") now.current.help();
      else if (event.key !== "/") now.current.zen();
      else if (!focusChat()) now.current.chat();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [isOn]);
}

/** Whether there is a chat in sight to write to. */
function focusChat(): boolean {
  const field = document.querySelector<HTMLElement>(".aside .chat-field");
  if (field === null || field.offsetParent === null) return false;
  field.focus();
  return true;
}

/** Where the pressed button goes away, the focus goes to what can be done next, not to the top of the page. */
function useKeptFocus(): void {
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
function useWakeLock(isOn: boolean): void {
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
