/** A transcript from a file: proved by the server, then shown like any finished table. Nothing of it is kept. */
import { ArrowLeft, FileUp } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { Drawn } from "../play/Drawn";
import { boardsOf, type Faces, type Perspective, useFace } from "../play/face";
import { LogGroups } from "../play/LogGroups";
import { groupsOf } from "../play/log";
import { useGameTitle } from "../play/names";
import { usePlayback } from "../play/playback";
import { PastBanner, Scrubber } from "../play/Story";
import { TextView } from "../play/TextView";
import type { Event, TableState } from "../table";
import { callWithLines } from "../table/api";
import type { Source } from "../table/past";
import { CHUNK } from "../table/past";
import { useGames, useMe } from "../table/session";
import { errorText } from "../ui/errors";
import { useGameWords, useTranslation } from "../ui/locales";
import { Button, Chip, LinkButton, Notice } from "../ui/parts";
import { useSettings } from "../ui/settings";
import { usePageTitle } from "../ui/title";
import type { PastResponse, ReplayResponse } from "../wire/calls";
import { NameForm } from "./NameForm";
import { Shell } from "./Shell";

interface Read {
  name: string;
  lines: string;
  replay: ReplayResponse;
}

function askOf(
  lines: string,
  after: number,
  until: number,
  viewAs: PastResponse["perspective"],
): Promise<ReplayResponse> {
  const query = new URLSearchParams({ after: String(after), until: String(until) });
  if (viewAs !== null) query.set("perspective", String(viewAs));
  return callWithLines<ReplayResponse>(`/replays?${query}`, lines);
}

export default function Replay({ faces }: { faces: Faces }) {
  const t = useTranslation();
  const me = useMe();
  const [read, setRead] = useState<Read | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const isHere = useGameWords("history");
  usePageTitle(isHere ? t("history:replay.title") : "");
  const open = async (file: File) => {
    setBusy(true);
    setError(null);
    try {
      const lines = await file.text();
      setRead({ name: file.name, lines, replay: await askOf(lines, 0, CHUNK, null) });
    } catch (no) {
      setError(no);
    } finally {
      setBusy(false);
    }
  };
  if (!isHere) return <Shell>{null}</Shell>;
  if (read !== null && read.replay.faults.length === 0)
    return <Shown read={read} faces={faces} onClose={() => setRead(null)} />;
  return (
    <Shell>
      <div className="wrap narrow">
        <h1>{t("history:replay.title")}</h1>
        <div className="panel pad stack">
          <p>{t("history:replay.text")}</p>
          {me === null ? (
            <NameForm action={t("welcome.action")} />
          ) : (
            <label className="btn btn-primary file">
              <FileUp size={18} aria-hidden="true" />
              {t("history:replay.choose")}
              <input
                type="file"
                accept=".jsonl,application/jsonl"
                className="vh"
                aria-busy={isBusy}
                onChange={(event) => {
                  const file = event.target.files?.[0];
                  event.target.value = "";
                  if (file) void open(file);
                }}
              />
            </label>
          )}
          {error ? (
            <Notice kind="bad" role="alert" title={t("history:replay.unread")}>
              {errorText(error, t)}
            </Notice>
          ) : null}
          {read && read.replay.faults.length > 0 ? (
            <Notice kind="bad" role="alert" title={t("history:replay.false", { name: read.name })}>
              <ul>
                {read.replay.faults.map((fault) => (
                  <li key={`${fault.line}.${fault.message}`}>
                    {t("history:replay.fault", { line: fault.line, message: fault.message })}
                  </li>
                ))}
              </ul>
            </Notice>
          ) : null}
        </div>
      </div>
    </Shell>
  );
}

/** The table of the file, as far as it does not change. */
function useAround(replay: ReplayResponse, lines: string): TableState {
  const [events, setEvents] = useState<Event[]>([]);
  useEffect(() => {
    let isOn = true;
    const all: Event[] = [];
    const load = async () => {
      for (let after = 0; after < replay.past.head && isOn; after += CHUNK) {
        const { past } = after === 0 ? replay : await askOf(lines, after, after + CHUNK, null);
        all.push(...past.steps.flatMap((step) => step.events as Event[]));
        if (isOn) setEvents([...all]);
      }
    };
    void load().catch(() => {});
    return () => {
      isOn = false;
    };
  }, [replay, lines]);
  return useMemo(
    () => ({
      id: replay.past.table,
      epoch: null,
      last: replay.past.head,
      version: replay.past.head,
      game: replay.past.game,
      status: replay.past.status,
      seat: null,
      seats: replay.seats.map(({ kind, level }, seat) => ({
        seat,
        player: String(seat),
        name: "",
        kind,
        level,
        isReady: true,
        wantsEnd: false,
      })),
      view: null,
      legal: [],
      deadline: null,
      clocks: null,
      isHere: true,
      pending: null,
      refused: null,
      putBack: null,
      gone: null,
      events,
      fresh: [],
      chat: [],
      readAt: 0,
      scene: null,
      beats: [],
      here: null,
      away: [],
      watching: 0,
      draft: null,
      undo: null,
      done: [],
      isPast: true,
    }),
    [replay, events],
  );
}

function Shown({ read, faces, onClose }: { read: Read; faces: Faces; onClose: () => void }) {
  const t = useTranslation();
  const games = useGames();
  const { replay, lines } = read;
  const title = useGameTitle(replay.past.game, games);
  const game = useFace(faces, replay.past.game);
  const isText = useSettings((settings) => settings.textView);
  const around = useAround(replay, lines);
  const source = useMemo<Source>(
    () => async (after, until, viewAs) => (await askOf(lines, after, until, viewAs)).past,
    [lines],
  );
  const playback = usePlayback(around, replay.past.head, source, true);
  const { move, viewAs, go, table } = playback;
  useEffect(() => {
    if (move === null) go(1);
  }, [move, go]);
  const perspective = useMemo<Perspective>(() => {
    const nameOf = (seat: number) => {
      const name = t("seat.number", { number: seat + 1 });
      return replay.seats[seat]?.kind === "bot" ? t("seat.bot", { name }) : name;
    };
    return { t, mySeat: typeof viewAs === "number" ? viewAs : null, nameOf };
  }, [t, viewAs, replay.seats]);
  const groups = useMemo(
    () => groupsOf(around.events, game ?? null, { ...perspective, mySeat: null }, null),
    [around.events, game, perspective],
  );
  return (
    <div className="play">
      <header className="play-top">
        <Button kind="quiet" isIcon aria-label={t("history:replay.another")} onClick={onClose}>
          <ArrowLeft size={20} aria-hidden="true" />
        </Button>
        <h1>{title}</h1>
        <span className="sp" />
        <Chip kind={replay.isSecretRevealed ? "good" : undefined}>
          {t(replay.isSecretRevealed ? "history:replay.proved" : "history:replay.folded")}
        </Chip>
      </header>
      <PastBanner playback={playback} isOver isFile />
      <div className="play-in">
        <main className="play-main" id="board" tabIndex={-1}>
          {table === null || game === undefined ? null : (
            <Drawn
              boards={isText ? [] : boardsOf(faces, game, table.state)}
              boardProps={{ table, perspective }}
              words={<TextView table={table} game={game} perspective={perspective} />}
            />
          )}
        </main>
        <aside className="aside" aria-label={t("side.label")}>
          <div className="players stack">
            <p className="sm">
              <b>{read.name}</b>
            </p>
            <p className="mut sm">
              {t("history:replay.proof", { rows: replay.past.head, again: replay.decidedAgain })}
            </p>
            <LinkButton href="/history" isSmall>
              {t("nav.history")}
            </LinkButton>
          </div>
          <div className="log-in">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys */}
            <div className="log" tabIndex={0} role="region" aria-label={t("side.log")}>
              <LogGroups groups={groups} move={move} go={go} />
            </div>
          </div>
        </aside>
      </div>
      <Scrubber
        playback={playback}
        game={game ?? null}
        perspective={perspective}
        events={around.events}
        seats={around.seats}
        canShare={false}
      />
    </div>
  );
}
