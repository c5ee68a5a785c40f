/** A table in play: who, when, what was said. The rest is the game's. */
import { ArrowLeft, History, Menu, MessageSquare } from "lucide-react";
import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { type Table, useBoardState, useLink, useTableState, useUnread } from "../table";
import { pastOf } from "../table/past";
import { useGames, useSchemas } from "../table/session";
import { useTranslation } from "../ui/locales";
import { Badge, Button, Chip, Dot, LinkButton } from "../ui/parts";
import { useSettings } from "../ui/settings";
import { soundFor } from "../ui/sound";
import { usePageTitle } from "../ui/title";
import type { TableResponse } from "../wire/calls";
import { type TurnNote, useRefusals, useSounds, useTurnAlert } from "./announcements";
import { Banner } from "./Banner";
import { Bubbles } from "./Bubbles";
import { Drawn } from "./Drawn";
import { boardsOf, type Faces, type GameModule, type Perspective, useFace } from "./face";
import { FairNotices, FairResult } from "./fair/FairResult";
import { useProof } from "./fair/proof";
import { KeyHelp } from "./KeyHelp";
import { useShellKeys } from "./keys";
import { seatName, useGameTitle } from "./names";
import { useLeftovers, useNaming } from "./ownMoves";
import { usePlayback, useReplayPerspective } from "./playback";
import { Aside, Chat, ChatLabel, Log, OwnNotes, SideSheet } from "./Side";
import { Since } from "./Since";
import { PastBanner, Scrubber } from "./Story";
import { useFocusFallback, useWakeLock } from "./screen";
import { TableMenu, toggleZen } from "./TableMenu";
import { TextView } from "./TextView";

const Coach = lazy(() => import("./lesson/Coach"));

export function Arriving() {
  const t = useTranslation();
  return (
    <main className="veil">
      <p>{t("state.arriving")}</p>
    </main>
  );
}

/** The perspective of this page's reader on the table. */
function usePerspective(table: Table): Perspective {
  const t = useTranslation();
  const seat = useTableState(table, (state) => state.seat);
  const seats = useTableState(table, (state) => state.seats);
  return useMemo(() => {
    const nameOf = (at: number) => {
      if (at === seat) return t("seat.you");
      const line = seats.find((one) => one.seat === at);
      return line ? seatName(line, t) : t("seat.number", { number: at + 1 });
    };
    return { t, mySeat: seat, nameOf };
  }, [t, seat, seats]);
}

interface Props {
  table: Table;
  summary: TableResponse;
  faces: Faces;
  /** It has become one's turn. */
  onTurn: (note: TurnNote) => void;
  /** The player we wait for has seen it. */
  onSeen: (table: string) => void;
}

export function Playing({ table, summary, faces, onTurn, onSeen }: Props) {
  const t = useTranslation();
  const games = useGames();
  const perspective = usePerspective(table);
  const state = useBoardState(table);
  const game = useFace(faces, state.game);
  const title = useGameTitle(state.game, games);
  const source = useMemo(() => pastOf(summary.id), [summary.id]);
  const playback = usePlayback(state, state.version, source);
  const shown = playback.table ?? table;
  const through = useReplayPerspective(perspective, playback, table);
  const isOver = state.status === "completed" || state.status === "abandoned";
  const proof = useProof(summary.id, state.status === "completed" && summary.lesson === null);
  const played = games?.find((one) => one.name === state.game);
  const hasUndo = played?.hasUndo ?? false;
  useNaming(table, game ?? null, perspective, hasUndo);
  const isLesson = summary.lesson !== null;
  useLeftovers(table, game ?? null, !isLesson);
  useEffect(() => {
    table.isLesson = isLesson;
  }, [table, isLesson]);
  const isText = useSettings((settings) => settings.textView);
  const isZen = useSettings((settings) => settings.zen[state.game] ?? false);
  const pace = game?.pace?.(state) ?? "live";
  const strip = game?.strip(state, perspective) ?? null;
  const isMine = strip ? strip.isMine : state.legal.length > 0;
  const [side, setSide] = useState<string | null>(null);
  const [isHelp, setHelp] = useState(false);
  usePageTitle(
    isMine ? t("title.table", { game: title }) : `${title} · ${summary.code}`,
    isMine && state.status === "active",
  );
  useTurnAlert(table, game ?? null, perspective, isMine, { onTurn, onSeen });
  useSounds(table, game ?? null, perspective);
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
  useFocusFallback();
  const boards = isText || game === undefined ? [] : boardsOf(faces, game, shown.state);
  const isInWords = game !== undefined && boards.length === 0;
  const schemas = useSchemas(isInWords ? state.game : undefined);
  if (game === undefined) return <Arriving />;
  const isWhole = boards[0] === game?.Board && game?.hasOwnSide === true;
  return (
    <div className={`play${isZen ? " play-zen" : ""}`}>
      {state.seat === null && playback.move === null ? null : (
        <a className="skip" href={playback.move === null ? "#actions" : "#past"}>
          {t("skip.actions")}
        </a>
      )}
      <a className="skip" href="#board">
        {t("skip.board")}
      </a>
      {isZen || isWhole ? null : (
        <a className="skip" href="#log">
          {t("skip.log")}
        </a>
      )}
      <header className="play-top">
        <LinkButton href="/" kind="quiet" isIcon aria-label={t("action.lobby")}>
          <ArrowLeft size={20} aria-hidden="true" />
        </LinkButton>
        <h1>
          {summary.name ?? title} <span className="play-code">{summary.name ? title : summary.code}</span>
        </h1>
        <Round game={game} table={shown} perspective={through} />
        <span className="sp" />
        <Button
          kind="quiet"
          isIcon
          aria-label={t("past.open")}
          aria-pressed={playback.move !== null}
          onClick={() => playback.go(playback.move !== null ? null : isOver ? 1 : state.version)}
        >
          <History size={21} aria-hidden="true" />
        </Button>
        <LinkDot />
        <SideButton table={table} isAlways={isWhole} isZen={isZen} onOpen={setSide} />
        <MenuButton table={table} summary={summary} game={game} perspective={perspective} />
      </header>
      <Sending table={table} />
      <div className="play-notices">
        <FairNotices table={table} summary={summary} />
        <FairResult summary={summary} judged={proof.data} />
        {playback.move === null ? (
          <Banner table={table} summary={summary} onReplay={() => playback.go(1)} />
        ) : (
          <PastBanner playback={playback} isOver={isOver} isMine={isMine && state.status === "active"} />
        )}
      </div>
      <div className={isWhole ? "play-in play-in-whole" : "play-in"}>
        <main className="play-main" id="board" tabIndex={-1}>
          <Drawn
            boards={boards}
            boardProps={{
              table: shown,
              perspective: through,
              summary,
              ...(isWhole
                ? {
                    log: (
                      <Log
                        table={table}
                        game={game}
                        perspective={perspective}
                        summary={summary}
                        playback={playback}
                      />
                    ),
                    chat: <Chat table={table} perspective={perspective} />,
                    chatLabel: <ChatLabel table={table} />,
                    notes: summary.seat === null ? null : <OwnNotes table={table.id} />,
                  }
                : {}),
            }}
            words={
              <TextView
                table={shown}
                game={game}
                perspective={through}
                summary={summary}
                hasUndo={hasUndo}
                schema={schemas?.Action}
              />
            }
          />
        </main>
        {isWhole ? null : (
          <Aside
            table={table}
            shown={shown}
            game={game}
            perspective={perspective}
            summary={summary}
            playback={playback}
          />
        )}
      </div>
      {isLesson ? null : <Since table={table} game={game} perspective={perspective} playback={playback} />}
      {isZen ? null : <Bubbles table={table} />}
      <Scrubber
        playback={playback}
        game={game}
        perspective={perspective}
        events={state.events}
        seats={state.seats}
      />
      {side ? (
        <SideSheet
          table={table}
          shown={shown}
          game={game}
          perspective={perspective}
          summary={summary}
          playback={playback}
          first={side}
          onClose={() => setSide(null)}
        />
      ) : null}
      {isLesson && game && playback.move === null ? (
        <Suspense fallback={null}>
          <Coach table={table} summary={summary} game={game} />
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

/** The log and the chat, where they have no room beside the board; the chat, if there is something new in it. */
function SideButton({
  table,
  isAlways,
  isZen,
  onOpen,
}: {
  table: Table;
  isAlways: boolean;
  isZen: boolean;
  onOpen: (tab: string) => void;
}) {
  const t = useTranslation();
  const unread = useUnread(table);
  return (
    <Button
      kind="quiet"
      isIcon
      className={isAlways ? "" : "narrow-only"}
      aria-label={t("side.open", { count: unread })}
      onClick={() => onOpen(unread > 0 ? "chat" : "log")}
    >
      <MessageSquare size={21} aria-hidden="true" />
      <Badge count={isZen ? 0 : unread} />
    </Button>
  );
}

/** The menu opens by itself: nothing of the table is drawn again for it. */
function MenuButton(props: {
  table: Table;
  summary: TableResponse;
  game: GameModule | null;
  perspective: Perspective;
}) {
  const t = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" isIcon aria-label={t("menu.open")} onClick={() => setOpen(true)}>
        <Menu size={21} aria-hidden="true" />
      </Button>
      {isOpen ? <TableMenu {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function Round({
  game,
  table,
  perspective,
}: {
  game: GameModule | null;
  table: Table;
  perspective: Perspective;
}) {
  const round = useTableState(table, (state) => game?.round(state, perspective) ?? null);
  return round ? <Chip>{round}</Chip> : null;
}

/** Over the table, so that nothing moves for it. */
function Sending({ table }: { table: Table }) {
  const t = useTranslation();
  const isSlow = useTableState(table, (state) => state.pending?.isSlow ?? false);
  return (
    <div className="sending" role="status">
      {isSlow ? <Chip>{t("act.sending")}</Chip> : null}
    </div>
  );
}

function LinkDot() {
  const t = useTranslation();
  const isLive = useLink((state) => state.status === "live");
  return (
    <span className="chip link-dot">
      <Dot isOn={isLive} />
      <span className="wide-only">{t(isLive ? "link.live" : "link.lost")}</span>
      <span className="vh">{t(isLive ? "link.live" : "link.lost")}</span>
    </span>
  );
}
