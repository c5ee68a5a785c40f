/** A table in play: who, when, what was said. The rest is the game's. */
import { ArrowLeft, History, Menu, MessageSquare } from "lucide-react";
import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { type Table, useLink, useTableState } from "../table";
import { pastOf } from "../table/past";
import { useGames } from "../table/session";
import { Badge, Button, Chip, Dot, LinkButton } from "../ui/parts";
import { useSettings } from "../ui/settings";
import { soundFor } from "../ui/sound";
import { usePageTitle } from "../ui/title";
import { useWords } from "../ui/words";
import type { TableTold } from "../wire/calls";
import { Banner } from "./Banner";
import { Bubbles } from "./Bubbles";
import { Drawn } from "./Drawn";
import { FairAlert, useProof } from "./Fair";
import { boardsOf, type Faces, type GameModule, type Looking, useFace } from "./face";
import { KeyHelp } from "./KeyHelp";
import { useShellKeys } from "./keys";
import { seatName, useGameTitle } from "./names";
import { useLeftovers, useNaming } from "./own";
import { useEyes, usePlayback } from "./playback";
import { Aside, Chat, Log, OwnNotes, SideSheet } from "./Side";
import { Since } from "./Since";
import { PastBanner, Scrubber } from "./Story";
import { useKeptFocus, useWakeLock } from "./screen";
import { TableMenu, toggleZen } from "./TableMenu";
import { TextView } from "./TextView";
import { type TurnNote, useRefusals, useSounds, useTurnAlert } from "./telling";

const Coach = lazy(() => import("./lesson/Coach"));

export function Arriving() {
  const say = useWords();
  return (
    <main className="veil">
      <p>{say("state.arriving")}</p>
    </main>
  );
}

/** Who looks at this table, and what everybody is called. */
function useLooking(table: Table): Looking {
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

interface Props {
  table: Table;
  told: TableTold;
  secret: string | null;
  faces: Faces;
  /** It has become one's turn. */
  onTurn: (note: TurnNote) => void;
  /** The player we wait for has seen it. */
  onSeen: (table: string) => void;
}

export function Playing({ table, told, secret, faces, onTurn, onSeen }: Props) {
  const say = useWords();
  const games = useGames();
  const looking = useLooking(table);
  const state = useTableState(table, (one) => one);
  const game = useFace(faces, state.game);
  const title = useGameTitle(state.game, games);
  const source = useMemo(() => pastOf(told.id, secret), [told.id, secret]);
  const playback = usePlayback(state, state.version, source);
  const shown = playback.table ?? table;
  const through = useEyes(looking, playback, table);
  const isOver = state.status === "completed" || state.status === "abandoned";
  const proof = useProof(told.id, told.key ?? secret, state.status === "completed" && told.lesson === null);
  const played = games?.find((one) => one.name === state.game);
  const hasUndo = played?.hasUndo ?? false;
  useNaming(table, game ?? null, looking, hasUndo);
  const isLesson = told.lesson !== null;
  useLeftovers(table, game ?? null, !isLesson);
  useEffect(() => {
    table.isLesson = isLesson;
  }, [table, isLesson]);
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
  useTurnAlert(table, game ?? null, looking, isMine, { onTurn, onSeen });
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
  const boards = isText ? [] : boardsOf(faces, game, shown.state);
  const isWhole = boards[0] === game?.Board && game?.hasOwnSide === true;
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
          {told.name ?? title} <span className="play-code">{told.name ? title : told.code}</span>
        </h1>
        <Round game={game} table={shown} looking={through} />
        <span className="sp" />
        <Button
          kind="quiet"
          isIcon
          aria-label={say("past.open")}
          aria-pressed={playback.move !== null}
          onClick={() => playback.go(playback.move !== null ? null : isOver ? 1 : state.version)}
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
      <Sending table={table} />
      <FairAlert checks={proof.data} />
      {playback.move === null ? (
        <Banner table={table} told={told} secret={secret} onReplay={() => playback.go(1)} />
      ) : (
        <PastBanner playback={playback} isOver={isOver} isMine={isMine && state.status === "active"} />
      )}
      <div className={isWhole ? "play-in play-in-whole" : "play-in"}>
        <main className="play-main" id="board" tabIndex={-1}>
          <Drawn
            boards={boards}
            given={{
              table: shown,
              looking: through,
              told,
              ...(isWhole
                ? {
                    log: <Log table={table} game={game} looking={looking} told={told} playback={playback} />,
                    chat: <Chat table={table} looking={looking} />,
                    notes: told.seat === null ? null : <OwnNotes table={table.id} />,
                  }
                : {}),
            }}
            words={
              <TextView
                table={shown}
                game={game}
                looking={through}
                told={told}
                hasUndo={hasUndo}
                schema={played?.schemas.Action}
              />
            }
          />
        </main>
        {isWhole ? null : (
          <Aside table={table} shown={shown} game={game} looking={looking} told={told} playback={playback} />
        )}
      </div>
      {isLesson ? null : <Since table={table} game={game} looking={looking} playback={playback} />}
      {isZen ? null : <Bubbles table={table} />}
      <Scrubber playback={playback} game={game} looking={looking} events={state.events} seats={state.seats} />
      {side ? (
        <SideSheet
          table={table}
          shown={shown}
          game={game}
          looking={looking}
          told={told}
          playback={playback}
          first={side}
          onClose={() => setSide(null)}
        />
      ) : null}
      {isLesson && game && playback.move === null ? (
        <Suspense fallback={null}>
          <Coach table={table} told={told} game={game} />
        </Suspense>
      ) : null}
      {isHelp ? (
        <KeyHelp
          game={game?.catalogue ?? state.game}
          keys={game?.keys ?? []}
          onClose={() => setHelp(false)}
        />
      ) : null}
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

/** Over the table, so that nothing moves for it. */
function Sending({ table }: { table: Table }) {
  const say = useWords();
  const isSlow = useTableState(table, (state) => state.pending?.isSlow ?? false);
  return (
    <div className="sending" role="status">
      {isSlow ? <Chip>{say("act.sending")}</Chip> : null}
    </div>
  );
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
