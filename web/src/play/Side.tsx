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
import { type Table, useTableState } from "../table";
import { call } from "../table/api";
import { useGames } from "../table/session";
import { Dialog } from "../ui/Dialog";
import { tellError } from "../ui/errors";
import { Badge, Button, Dot } from "../ui/parts";
import { play } from "../ui/sound";
import { Tabs } from "../ui/Tabs";
import { useWords } from "../ui/words";
import type { LastMove, TableTold } from "../wire/calls";
import type { Meant } from "./AboutPlayer";
import type { GameModule, Looking } from "./face";
import { LogGroups } from "./LogGroups";
import { groupsOf, houseText, type Which } from "./log";
import { hasOptions } from "./options";
import { EMOTES, PHRASES, readAs, sentOf } from "./phrases";
import type { Playback } from "./playback";
import { Rules as Sentences } from "./Rules";

const AboutPlayer = lazy(() => import("./AboutPlayer"));
const Notes = lazy(() => import("./Notes"));

interface Given {
  table: Table;
  game: GameModule | null;
  looking: Looking;
  told: TableTold;
  playback: Playback;
}

interface Beside extends Given {
  /** The version that is looked at: this table, or one of its past. */
  shown: Table;
}

export function Aside(given: Beside) {
  const say = useWords();
  const [tab, setTab] = useState("log");
  return (
    <aside className="aside" id="log" tabIndex={-1} aria-label={say("side.label")}>
      <Players {...given} />
      <SideTabs {...given} tab={tab} onTab={setTab} />
    </aside>
  );
}

export function SideSheet({ first, onClose, ...given }: Beside & { first: string; onClose: () => void }) {
  const say = useWords();
  const [tab, setTab] = useState(first);
  return (
    <Dialog title={say("side.label")} kind="sheet" onClose={onClose}>
      <div className="sheet-in">
        <SideTabs {...given} tab={tab} onTab={setTab} hasPlayers />
        <div className="sheet-close">
          <Button onClick={onClose}>{say("action.close")}</Button>
        </div>
      </div>
    </Dialog>
  );
}

function SideTabs({
  tab,
  onTab,
  hasPlayers,
  ...given
}: Beside & { tab: string; onTab: (tab: string) => void; hasPlayers?: boolean }) {
  const say = useWords();
  const { table } = given;
  const unread = useTableState(
    table,
    (state) => state.chat.filter((line) => line.at > state.readAt && line.seat !== state.seat).length,
  );
  const played = useGames()?.find((one) => one.name === given.told.game);
  const hasRules = given.game?.Rules !== undefined || played === undefined || hasOptions(played);
  const tabs = [
    { id: "log", label: say("side.log"), content: <Log {...given} /> },
    {
      id: "chat",
      label: (
        <>
          {say("side.chat")} <Badge count={unread} />
          {unread > 0 ? <span className="vh">{say("side.unread", { count: unread })}</span> : null}
        </>
      ),
      content: <Chat {...given} />,
    },
    ...(hasPlayers ? [{ id: "players", label: say("side.players"), content: <Players {...given} /> }] : []),
    ...(hasRules ? [{ id: "rules", label: say("side.rules"), content: <RulesTab {...given} /> }] : []),
    ...(given.told.seat === null
      ? []
      : [{ id: "notes", label: say("side.notes"), content: <OwnNotes table={table.id} /> }]),
  ];
  return <Tabs tabs={tabs} value={tab} onChange={onTab} label={say("side.label")} />;
}

/** One's notes, once they have come. */
export function OwnNotes({ table }: { table: string }) {
  return (
    <Suspense fallback={null}>
      <Notes table={table} />
    </Suspense>
  );
}

function Players({ table, shown, game, looking, told }: Beside) {
  const say = useWords();
  const [meant, setMeant] = useState<Meant | null>(null);
  const state = useTableState(shown, (one) => one);
  const here = (seat: number) =>
    state.here === null ||
    state.here.includes(seat) ||
    state.seats.find((line) => line.seat === seat)?.kind === "bot";
  return (
    <div className="players">
      <table className="score">
        <thead>
          <tr>
            <th scope="col">{say("side.player")}</th>
            <th scope="col">{say("side.standing")}</th>
          </tr>
        </thead>
        <tbody>
          {state.seats.map((line) => (
            <tr key={line.seat} className={line.seat === state.seat ? "own" : undefined}>
              <th scope="row">
                <Dot
                  isOn={here(line.seat) || line.seat === state.seat}
                  label={say(here(line.seat) || line.seat === state.seat ? "side.here" : "side.away")}
                />{" "}
                {looking.name(line.seat)}
                {line.kind === "human" && line.seat !== state.seat && told.seat !== line.seat ? (
                  <AboutButton meant={{ name: line.name, seat: line.seat }} onPress={setMeant} />
                ) : null}
                {line.level !== null ? (
                  <span className="mut sm">
                    {" "}
                    {say(line.kind === "bot" ? "absent.level" : "absent.botPlays", {
                      level: say(`level.${line.level}`, { defaultValue: line.level }),
                    })}
                  </span>
                ) : null}
              </th>
              <td>
                {game?.standing(line.seat, state, looking) ??
                  (told.toAct.includes(line.seat) ? say("side.toAct") : "")}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {meant ? (
        <Suspense fallback={null}>
          <AboutPlayer table={table} meant={meant} onClose={() => setMeant(null)} />
        </Suspense>
      ) : null}
    </div>
  );
}

const NOTHING: never[] = [];

export function Log({ table, game, looking, told, playback }: Given) {
  const say = useWords();
  const state = useTableState(table, (one) => one);
  const box = useRef<HTMLDivElement>(null);
  const [isAway, setAway] = useState(false);
  const [which, setWhich] = useState<Which>(null);
  const groups = useMemo(
    () => groupsOf(state.events, game, looking, which),
    [state.events, game, looking, which],
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
              {say("undo.toHere")}
            </Button>
          ) : null
        }
      />
    ),
    [groups, move, done, table, say],
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
        told={told}
        game={game}
        looking={looking}
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
        aria-label={say("side.log")}
        onScroll={(event) => setAway(event.currentTarget.scrollTop > 40)}
      >
        {isAway && count > seen ? (
          <div className="log-fresh">
            <Button kind="primary" isSmall onClick={() => box.current?.scrollTo({ top: 0 })}>
              {say("side.fresh", { count: count - seen })}
            </Button>
          </div>
        ) : null}
        {groups.length === 0 ? <p className="mut sm">{say("side.nothing")}</p> : null}
        {lines}
      </div>
    </div>
  );
}

/** Which lines, and what happened since one was here. */
function LogBar({
  table,
  told,
  game,
  looking,
  playback,
  which,
  onWhich,
}: Given & { which: Which; onWhich: (which: Which) => void }) {
  const say = useWords();
  const id = useId();
  const seats = useTableState(table, (state) => state.seats);
  const seat = useTableState(table, (state) => state.seat);
  const filters = game?.filters?.(looking) ?? [];
  const since = async () => {
    try {
      const { version } = await call<LastMove>("GET", `/tables/${told.id}/last-move`);
      playback.play(true, Math.max(1, version));
    } catch (error) {
      tellError(error);
    }
  };
  return (
    <div className="log-bar">
      {seats.length > 1 ? (
        <>
          <label className="vh" htmlFor={id}>
            {say("log.who")}
          </label>
          <select
            id={id}
            className="input select"
            value={which ?? ""}
            onChange={({ target: { value } }) =>
              onWhich(value === "" ? null : /^\d+$/.test(value) ? Number(value) : value)
            }
          >
            <option value="">{say("log.everybody")}</option>
            {seats.map((line) => (
              <option key={line.seat} value={line.seat}>
                {looking.name(line.seat)}
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
          {say("log.since")}
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

export function Chat({ table, looking }: Pick<Given, "table" | "looking">) {
  const say = useWords();
  const lines = useTableState(table, (state) => state.chat);
  const [text, setText] = useState("");
  const [meant, setMeant] = useState<Meant | null>(null);
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
    table.say(text.trim());
    setText("");
  };
  return (
    <div className="chat">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys */}
      <div className="chat-lines" ref={box} tabIndex={0} role="region" aria-label={say("side.chat")}>
        {lines.length === 0 ? <p className="mut sm">{say("chat.none")}</p> : null}
        <ol>
          {lines.map((line, index) => (
            <li key={`${line.at}.${index}`}>
              <b>
                {line.seat !== null && line.seat === looking.you && !isHouse(line)
                  ? looking.name(line.seat)
                  : line.name}
              </b>
              {line.seat === null && !isHouse(line) ? (
                <span className="mut xs"> {say("chat.watching")}</span>
              ) : null}{" "}
              <time className="mut xs" dateTime={new Date(line.at).toISOString()}>
                {clockTime(line.at)}
              </time>
              {line.id !== undefined &&
              !isHouse(line) &&
              (line.seat === null || line.seat !== looking.you) ? (
                <AboutButton meant={{ name: line.name, line: line.id }} onPress={setMeant} />
              ) : null}
              {line.isRemoved ? (
                <p className="mut">{say("chat.removed")}</p>
              ) : (
                <p>{isHouse(line) ? houseText(line.text, looking) : readAs(line.text, say)}</p>
              )}
            </li>
          ))}
        </ol>
      </div>
      {meant ? (
        <Suspense fallback={null}>
          <AboutPlayer table={table} meant={meant} onClose={() => setMeant(null)} />
        </Suspense>
      ) : null}
      <Phrases onSay={(said) => table.say(said)} />
      <form className="chat-say" onSubmit={submit}>
        <input
          className="input chat-field"
          aria-label={say("chat.label")}
          placeholder={say("chat.placeholder")}
          value={text}
          maxLength={500}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" disabled={text.trim() === ""}>
          {say("chat.send")}
        </Button>
      </form>
    </div>
  );
}

/** Opens what one can do about somebody. */
function AboutButton({ meant, onPress }: { meant: Meant; onPress: (meant: Meant) => void }) {
  const say = useWords();
  return (
    <Button
      kind="quiet"
      isSmall
      className="about-player"
      aria-label={say("chat.about", { name: meant.name })}
      onClick={() => onPress(meant)}
    >
      <Ellipsis size={16} aria-hidden="true" />
    </Button>
  );
}

/** What is said often, with one press. */
function Phrases({ onSay }: { onSay: (text: string) => void }) {
  const say = useWords();
  return (
    <fieldset className="phrases">
      <legend className="vh">{say("chat.phrases")}</legend>
      {EMOTES.map((emote) => (
        <Button key={emote} kind="quiet" isSmall onClick={() => onSay(emote)}>
          {emote}
        </Button>
      ))}
      {PHRASES.map((phrase) => (
        <Button key={phrase} isSmall onClick={() => onSay(sentOf(phrase))}>
          {say(`phrase.${phrase}`)}
        </Button>
      ))}
    </fieldset>
  );
}

function RulesTab({ table, game, looking, told }: Given) {
  const games = useGames();
  const state = useTableState(table, (one) => one);
  const played = games?.find((one) => one.name === told.game);
  return (
    <div className="rules-tab">
      {game?.Rules ? <game.Rules state={state} looking={looking} /> : null}
      {played ? <Sentences game={played} told={told} /> : null}
    </div>
  );
}
