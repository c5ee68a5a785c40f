/** A transcript from a file: proved by the server, then shown like any finished table. Nothing of it is kept. */
import { ArrowLeft, FileUp } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { Drawn } from "../play/Drawn";
import { boardsOf, type Faces, type Looking, useFace } from "../play/face";
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
import { Button, Chip, LinkButton, Notice } from "../ui/parts";
import { useSettings } from "../ui/settings";
import { usePageTitle } from "../ui/title";
import { useWords } from "../ui/words";
import type { PastTold, ReplayTold } from "../wire/calls";
import { NameForm } from "./NameForm";
import { Shell } from "./Shell";

interface Read {
  name: string;
  lines: string;
  told: ReplayTold;
}

function askOf(lines: string, after: number, until: number, eyes: PastTold["eyes"]): Promise<ReplayTold> {
  const query = new URLSearchParams({ after: String(after), until: String(until) });
  if (eyes !== null) query.set("eyes", String(eyes));
  return callWithLines<ReplayTold>(`/replays?${query}`, lines);
}

export default function Replay({ faces }: { faces: Faces }) {
  const say = useWords();
  const me = useMe();
  const [read, setRead] = useState<Read | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  usePageTitle(say("replay.title"));
  const open = async (file: File) => {
    setBusy(true);
    setError(null);
    try {
      const lines = await file.text();
      setRead({ name: file.name, lines, told: await askOf(lines, 0, CHUNK, null) });
    } catch (no) {
      setError(no);
    } finally {
      setBusy(false);
    }
  };
  if (read !== null && read.told.faults.length === 0)
    return <Shown read={read} faces={faces} onClose={() => setRead(null)} />;
  return (
    <Shell>
      <div className="wrap narrow">
        <h1>{say("replay.title")}</h1>
        <div className="panel pad stack">
          <p>{say("replay.text")}</p>
          {me === null ? (
            <NameForm action={say("welcome.action")} />
          ) : (
            <label className="btn btn-primary file">
              <FileUp size={18} aria-hidden="true" />
              {say("replay.choose")}
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
            <Notice kind="bad" role="alert" title={say("replay.unread")}>
              {errorText(error, say)}
            </Notice>
          ) : null}
          {read && read.told.faults.length > 0 ? (
            <Notice kind="bad" role="alert" title={say("replay.false", { name: read.name })}>
              <ul>
                {read.told.faults.map((fault) => (
                  <li key={`${fault.line}.${fault.because}`}>
                    {say("replay.fault", { line: fault.line, because: fault.because })}
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
function useAround(told: ReplayTold, lines: string): TableState {
  const [events, setEvents] = useState<Event[]>([]);
  useEffect(() => {
    let isOn = true;
    const all: Event[] = [];
    const load = async () => {
      for (let after = 0; after < told.past.head && isOn; after += CHUNK) {
        const { past } = after === 0 ? told : await askOf(lines, after, after + CHUNK, null);
        all.push(...past.steps.flatMap((step) => step.events as Event[]));
        if (isOn) setEvents([...all]);
      }
    };
    void load().catch(() => {});
    return () => {
      isOn = false;
    };
  }, [told, lines]);
  return useMemo(
    () => ({
      id: told.past.table,
      epoch: null,
      last: told.past.head,
      version: told.past.head,
      game: told.past.game,
      status: told.past.status,
      seat: null,
      seats: told.seats.map(({ kind, level }, seat) => ({
        seat,
        player: String(seat),
        name: "",
        kind,
        level,
        isReady: true,
      })),
      view: null,
      legal: [],
      deadline: null,
      clocks: null,
      isHere: true,
      pending: null,
      refused: null,
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
    [told, events],
  );
}

function Shown({ read, faces, onClose }: { read: Read; faces: Faces; onClose: () => void }) {
  const say = useWords();
  const games = useGames();
  const { told, lines } = read;
  const title = useGameTitle(told.past.game, games);
  const game = useFace(faces, told.past.game);
  const isText = useSettings((settings) => settings.textView);
  const around = useAround(told, lines);
  const source = useMemo<Source>(
    () => async (after, until, eyes) => (await askOf(lines, after, until, eyes)).past,
    [lines],
  );
  const playback = usePlayback(around, told.past.head, source, true);
  const { move, eyes, go, table } = playback;
  useEffect(() => {
    if (move === null) go(1);
  }, [move, go]);
  const looking = useMemo<Looking>(() => {
    const name = (seat: number) =>
      say(told.seats[seat]?.kind === "bot" ? "seat.bot" : "seat.number", { number: seat + 1 });
    return { say, you: typeof eyes === "number" ? eyes : null, name };
  }, [say, eyes, told.seats]);
  const groups = useMemo(
    () => groupsOf(around.events, game ?? null, { ...looking, you: null }, null),
    [around.events, game, looking],
  );
  return (
    <div className="play">
      <header className="play-top">
        <Button kind="quiet" isIcon aria-label={say("replay.another")} onClick={onClose}>
          <ArrowLeft size={20} aria-hidden="true" />
        </Button>
        <h1>{title}</h1>
        <span className="sp" />
        <Chip kind={told.isSecretRevealed ? "good" : undefined}>
          {say(told.isSecretRevealed ? "replay.proved" : "replay.folded")}
        </Chip>
      </header>
      <PastBanner playback={playback} isOver isFile />
      <div className="play-in">
        <main className="play-main" id="board" tabIndex={-1}>
          {table === null || game === undefined ? null : (
            <Drawn
              boards={isText ? [] : boardsOf(faces, game, table.state)}
              given={{ table, looking }}
              words={<TextView table={table} game={game} looking={looking} />}
            />
          )}
        </main>
        <aside className="aside" aria-label={say("side.label")}>
          <div className="players stack">
            <p className="sm">
              <b>{read.name}</b>
            </p>
            <p className="mut sm">
              {say("replay.proof", { rows: told.past.head, again: told.decidedAgain })}
            </p>
            <LinkButton href="/history" isSmall>
              {say("nav.history")}
            </LinkButton>
          </div>
          <div className="log-in">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys */}
            <div className="log" tabIndex={0} role="region" aria-label={say("side.log")}>
              <LogGroups groups={groups} move={move} go={go} />
            </div>
          </div>
        </aside>
      </div>
      <Scrubber
        playback={playback}
        game={game ?? null}
        looking={looking}
        events={around.events}
        seats={around.seats}
        canShare={false}
      />
    </div>
  );
}
