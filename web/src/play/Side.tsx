/** Beside the board: who plays, what happened, what is said, what the rules are. */
import { Ellipsis } from "lucide-react";
import {
  type FormEvent,
  lazy,
  Suspense,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { type Table, useBoardState, useTableState, useUnread } from "../table";
import { call } from "../table/api";
import { useGames } from "../table/session";
import { Dialog } from "../ui/Dialog";
import { showError } from "../ui/errors";
import { useTranslation } from "../ui/locales";
import { Badge, Button, Dot } from "../ui/parts";
import { play } from "../ui/sound";
import { Tabs } from "../ui/Tabs";
import type { LastMove, TableResponse } from "../wire/calls";
import type { ReportTarget } from "./AboutPlayer";
import { botText } from "./about";
import type { GameModule, Perspective } from "./face";
import { LogGroups } from "./LogGroups";
import { groupsOf, houseText, type Which } from "./log";
import { hasOptions } from "./options";
import { EMOTES, PHRASES, readAs, sentOf } from "./phrases";
import type { Playback } from "./playback";
import { Rules as Sentences } from "./Rules";

const AboutPlayer = lazy(() => import("./AboutPlayer"));
const Notes = lazy(() => import("./Notes"));

interface Props {
  table: Table;
  game: GameModule | null;
  perspective: Perspective;
  summary: TableResponse;
  playback: Playback;
}

interface SidePanelProps extends Props {
  /** The version that is looked at: this table, or one of its past. */
  shown: Table;
}

export function Aside(props: SidePanelProps) {
  const t = useTranslation();
  const [tab, setTab] = useState("log");
  return (
    <aside className="aside" id="log" tabIndex={-1} aria-label={t("side.label")}>
      <Players {...props} />
      <SideTabs {...props} tab={tab} onTab={setTab} />
    </aside>
  );
}

export function SideSheet({
  first,
  onClose,
  ...props
}: SidePanelProps & { first: string; onClose: () => void }) {
  const t = useTranslation();
  const [tab, setTab] = useState(first);
  return (
    <Dialog title={t("side.label")} kind="sheet" onClose={onClose}>
      <div className="sheet-in">
        <SideTabs {...props} tab={tab} onTab={setTab} hasPlayers />
        <div className="sheet-close">
          <Button onClick={onClose}>{t("action.close")}</Button>
        </div>
      </div>
    </Dialog>
  );
}

function SideTabs({
  tab,
  onTab,
  hasPlayers,
  ...props
}: SidePanelProps & { tab: string; onTab: (tab: string) => void; hasPlayers?: boolean }) {
  const t = useTranslation();
  const { table } = props;
  const played = useGames()?.find((one) => one.name === props.summary.game);
  const hasRules = props.game?.Rules !== undefined || played === undefined || hasOptions(played);
  const tabs = [
    { id: "log", label: t("side.log"), content: <Log {...props} /> },
    {
      id: "chat",
      label: <ChatLabel table={table} />,
      content: <Chat {...props} />,
    },
    ...(hasPlayers ? [{ id: "players", label: t("side.players"), content: <Players {...props} /> }] : []),
    ...(hasRules ? [{ id: "rules", label: t("side.rules"), content: <RulesTab {...props} /> }] : []),
    ...(props.summary.seat === null
      ? []
      : [{ id: "notes", label: t("side.notes"), content: <OwnNotes table={table.id} /> }]),
  ];
  return <Tabs tabs={tabs} value={tab} onChange={onTab} label={t("side.label")} />;
}

/** The name of the chat's tab, and how many lines of it are new. */
export function ChatLabel({ table }: { table: Table }) {
  const t = useTranslation();
  const unread = useUnread(table);
  return (
    <>
      {t("side.chat")} <Badge count={unread} />
      {unread > 0 ? <span className="vh">{t("side.unread", { count: unread })}</span> : null}
    </>
  );
}

/** One's notes, once they have come. */
export function OwnNotes({ table }: { table: string }) {
  return (
    <Suspense fallback={null}>
      <Notes table={table} />
    </Suspense>
  );
}

function Players({ table, shown, game, perspective, summary }: SidePanelProps) {
  const t = useTranslation();
  const [target, setTarget] = useState<ReportTarget | null>(null);
  const state = useBoardState(shown);
  const here = (seat: number) =>
    state.here === null ||
    state.here.includes(seat) ||
    state.seats.find((line) => line.seat === seat)?.kind === "bot";
  return (
    <div className="players">
      <table className="score">
        <thead>
          <tr>
            <th scope="col">{t("side.player")}</th>
            <th scope="col">{t("side.standing")}</th>
          </tr>
        </thead>
        <tbody>
          {state.seats.map((line) => (
            <tr key={line.seat} className={line.seat === state.seat ? "own" : undefined}>
              <th scope="row">
                <Dot
                  isOn={here(line.seat) || line.seat === state.seat}
                  label={t(here(line.seat) || line.seat === state.seat ? "side.here" : "side.away")}
                />{" "}
                {perspective.nameOf(line.seat)}
                {line.kind === "human" && line.seat !== state.seat && summary.seat !== line.seat ? (
                  <AboutButton target={{ name: line.name, seat: line.seat }} onPress={setTarget} />
                ) : null}
                {line.level !== null ? (
                  <span className="mut sm">
                    {" "}
                    {t(line.kind === "bot" ? "absent.level" : "absent.botPlays", {
                      level: botText(state.game, line.level, t),
                    })}
                  </span>
                ) : null}
              </th>
              <td>
                {game?.standing(line.seat, state, perspective) ??
                  (summary.toAct.includes(line.seat) ? t("side.toAct") : "")}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {target ? (
        <Suspense fallback={null}>
          <AboutPlayer table={table} target={target} onClose={() => setTarget(null)} />
        </Suspense>
      ) : null}
    </div>
  );
}

const NOTHING: never[] = [];

export function Log({ table, game, perspective, summary, playback }: Props) {
  const t = useTranslation();
  const state = useBoardState(table);
  const box = useRef<HTMLDivElement>(null);
  const [isAway, setAway] = useState(false);
  const [which, setWhich] = useState<Which>(null);
  const groups = useMemo(
    () => groupsOf(state.events, game, perspective, which),
    [state.events, game, perspective, which],
  );
  const { move } = playback;
  const done = state.undo === null ? NOTHING : state.done;
  const now = useRef(playback);
  now.current = playback;
  // drawn anew only when a line has changed: a choice on the board is none of its business
  const lines = useMemo(
    () => (
      <LogGroups
        groups={groups}
        move={move}
        go={(version) => now.current.go(version)}
        time={({ at }) => clockTime(at)}
        after={({ version }) =>
          move === null && done.some((one) => one.version === version) ? (
            <Button kind="quiet" isSmall onClick={() => table.undo(version)}>
              {t("undo.toHere")}
            </Button>
          ) : null
        }
      />
    ),
    [groups, move, done, table, t],
  );
  const count = groups.reduce((sum, group) => sum + group.lines.length, 0);
  const [seen, setSeen] = useState(count);
  useLayoutEffect(() => {
    if (isAway || count === seen) return;
    if (box.current) box.current.scrollTop = 0;
    setSeen(count);
  }, [count, seen, isAway]);
  return (
    <div className="log-in">
      <LogBar
        table={table}
        summary={summary}
        game={game}
        perspective={perspective}
        playback={playback}
        which={which}
        onWhich={setWhich}
      />
      <div
        className="log"
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys
        tabIndex={0}
        role="region"
        aria-label={t("side.log")}
        onScroll={(event) => setAway(event.currentTarget.scrollTop > 40)}
      >
        {isAway && count > seen ? (
          <div className="log-fresh">
            <Button kind="primary" isSmall onClick={() => box.current?.scrollTo({ top: 0 })}>
              {t("side.fresh", { count: count - seen })}
            </Button>
          </div>
        ) : null}
        {groups.length === 0 ? <p className="mut sm">{t("side.nothing")}</p> : null}
        {lines}
      </div>
    </div>
  );
}

/** Which lines, and what happened since one was here. */
function LogBar({
  table,
  summary,
  game,
  perspective,
  playback,
  which,
  onWhich,
}: Props & { which: Which; onWhich: (which: Which) => void }) {
  const t = useTranslation();
  const id = useId();
  const seats = useTableState(table, (state) => state.seats);
  const seat = useTableState(table, (state) => state.seat);
  const filters = game?.filters?.(perspective) ?? [];
  const since = async () => {
    try {
      const { version } = await call<LastMove>("GET", `/tables/${summary.id}/last-move`);
      playback.play(true, Math.max(1, version));
    } catch (error) {
      showError(error);
    }
  };
  return (
    <div className="log-bar">
      {seats.length > 1 ? (
        <>
          <label className="vh" htmlFor={id}>
            {t("log.who")}
          </label>
          <select
            id={id}
            className="input select"
            value={which ?? ""}
            onChange={({ target: { value } }) =>
              onWhich(value === "" ? null : /^\d+$/.test(value) ? Number(value) : value)
            }
          >
            <option value="">{t("log.everybody")}</option>
            {seats.map((line) => (
              <option key={line.seat} value={line.seat}>
                {perspective.nameOf(line.seat)}
              </option>
            ))}
            {[...new Set(filters.map((filter) => filter.group))].map((group) => (
              <optgroup key={group} label={group}>
                {filters
                  .filter((filter) => filter.group === group)
                  .map((filter) => (
                    <option key={filter.id} value={filter.id}>
                      {filter.label}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
        </>
      ) : null}
      {seat !== null ? (
        <Button isSmall onClick={() => void since()}>
          {t("log.since")}
        </Button>
      ) : null}
    </div>
  );
}

/** "09:05", as both languages write it; to ask Intl for it takes longer than to draw the table. */
function clockTime(at: number): string {
  const time = new Date(at);
  return [time.getHours(), time.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");
}

/** A line of the table itself; nobody may have that name. */
const isHouse = (line: { name: string }) => line.name === "House";

export function Chat({ table, perspective }: Pick<Props, "table" | "perspective">) {
  const t = useTranslation();
  const lines = useTableState(table, (state) => state.chat);
  const game = useTableState(table, (state) => state.game);
  const [text, setText] = useState("");
  const [target, setTarget] = useState<ReportTarget | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const count = lines.length;
  const before = useRef(count);
  useEffect(() => {
    if (count > before.current) play("chat", `chat.${table.id}.${count}`);
    before.current = count;
    table.readChat();
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [count, table]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") return;
    table.sendChat(text.trim());
    setText("");
  };
  return (
    <div className="chat">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys */}
      <div className="chat-lines" ref={box} tabIndex={0} role="region" aria-label={t("side.chat")}>
        {lines.length === 0 ? <p className="mut sm">{t("chat.none")}</p> : null}
        <ol>
          {lines.map((line, index) => (
            <li key={`${line.at}.${index}`}>
              <b>
                {line.seat !== null && line.seat === perspective.mySeat && !isHouse(line)
                  ? perspective.nameOf(line.seat)
                  : line.name}
              </b>
              {line.seat === null && !isHouse(line) ? (
                <span className="mut xs"> {t("chat.watching")}</span>
              ) : null}{" "}
              <time className="mut xs" dateTime={new Date(line.at).toISOString()}>
                {clockTime(line.at)}
              </time>
              {line.id !== undefined &&
              !isHouse(line) &&
              (line.seat === null || line.seat !== perspective.mySeat) ? (
                <AboutButton target={{ name: line.name, line: line.id }} onPress={setTarget} />
              ) : null}
              {line.isRemoved ? (
                <p className="mut">{t("chat.removed")}</p>
              ) : (
                <p>{isHouse(line) ? houseText(line.text, perspective, game) : readAs(line.text, t)}</p>
              )}
            </li>
          ))}
        </ol>
      </div>
      {target ? (
        <Suspense fallback={null}>
          <AboutPlayer table={table} target={target} onClose={() => setTarget(null)} />
        </Suspense>
      ) : null}
      <Phrases onSend={(text) => table.sendChat(text)} />
      <form className="chat-say" onSubmit={submit}>
        <input
          className="input chat-field"
          aria-label={t("chat.label")}
          placeholder={t("chat.placeholder")}
          value={text}
          maxLength={500}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" disabled={text.trim() === ""}>
          {t("chat.send")}
        </Button>
      </form>
    </div>
  );
}

/** Opens what one can do about somebody. */
function AboutButton({ target, onPress }: { target: ReportTarget; onPress: (target: ReportTarget) => void }) {
  const t = useTranslation();
  return (
    <Button
      kind="quiet"
      isSmall
      className="about-player"
      aria-label={t("chat.about", { name: target.name })}
      onClick={() => onPress(target)}
    >
      <Ellipsis size={16} aria-hidden="true" />
    </Button>
  );
}

/** What is said often, with one press. */
function Phrases({ onSend }: { onSend: (text: string) => void }) {
  const t = useTranslation();
  return (
    <fieldset className="phrases">
      <legend className="vh">{t("chat.phrases")}</legend>
      {EMOTES.map((emote) => (
        <Button key={emote} kind="quiet" isSmall onClick={() => onSend(emote)}>
          {emote}
        </Button>
      ))}
      {PHRASES.map((phrase) => (
        <Button key={phrase} isSmall onClick={() => onSend(sentOf(phrase))}>
          {t(`phrase.${phrase}`)}
        </Button>
      ))}
    </fieldset>
  );
}

function RulesTab({ table, game, perspective, summary }: Props) {
  const games = useGames();
  const state = useBoardState(table);
  const played = games?.find((one) => one.name === summary.game);
  return (
    <div className="rules-tab">
      {game?.Rules ? <game.Rules state={state} perspective={perspective} /> : null}
      {played ? <Sentences game={played} summary={summary} /> : null}
    </div>
  );
}
