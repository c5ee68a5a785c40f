/** What waits for me, what I can begin, what I can join. */
import { type FormEvent, useEffect, useId, useState } from "react";
import { Link, useLocation } from "wouter";
import { usePageTitle } from "../alerts";
import { useGames, useMe, useMyTables, useOpenTables, wasKnown } from "../session";
import { useSettings } from "../settings";
import { GameArt } from "../ui/art";
import { Button, Empty, LinkButton, Skeleton } from "../ui/parts";
import type { GameTold, TableTold } from "../wire/calls";
import { useWords } from "../words";
import { NameForm } from "./NameForm";
import { OpenTable, TableCard, useGameTitle } from "./parts";
import { Shell } from "./Shell";

export function isWaiting(table: TableTold): boolean {
  return table.status === "active" && table.seat !== null && table.toAct.includes(table.seat);
}

export function isOver(table: TableTold): boolean {
  return table.status === "completed" || table.status === "abandoned";
}

export function Lobby() {
  const say = useWords();
  const me = useMe();
  const games = useGames();
  const mine = useMyTables();
  const tables = mine.data ?? [];
  const waiting = tables.filter(isWaiting);
  const others = tables.filter(
    (table) => !isWaiting(table) && (table.status === "active" || table.status === "open"),
  );
  const lately = tables.filter(isOver).slice(0, 4);
  usePageTitle("");
  useNumberKeys(waiting);
  return (
    <Shell>
      <div className="wrap cols">
        <div className="col">
          <h1 className="vh">{say("lobby.title")}</h1>
          {me === null || (me === undefined && !wasKnown()) ? <Welcome /> : null}
          {waiting.length > 0 ? (
            <section aria-labelledby="waiting">
              <h2 id="waiting">{say("lobby.yourTurn")}</h2>
              <div className="tcards">
                {waiting.map((table) => (
                  <TableCard key={table.id} table={table} games={games} isMine />
                ))}
              </div>
            </section>
          ) : null}
          <section aria-labelledby="start">
            <h2 id="start">{say("lobby.start")}</h2>
            <div className="tiles">
              {games ? games.map((game) => <Tile key={game.name} game={game} />) : <Skeleton hasPicture />}
            </div>
          </section>
          {me ? <OpenTables games={games} /> : null}
        </div>
        <div className="col">
          <JoinByCode />
          {me ? (
            <section aria-labelledby="others">
              <h2 id="others">{say("lobby.waiting")}</h2>
              {mine.isPending ? <Skeleton hasPicture /> : null}
              {mine.data && others.length === 0 ? <p className="mut sm">{say("lobby.noWaiting")}</p> : null}
              <div className="tcards tcards-one">
                {others.map((table) => (
                  <TableCard key={table.id} table={table} games={games} />
                ))}
              </div>
            </section>
          ) : null}
          {lately.length > 0 ? (
            <section aria-labelledby="lately">
              <h2 id="lately">{say("lobby.lately")}</h2>
              <ul className="panel open">
                {lately.map((table) => (
                  <Finished key={table.id} table={table} games={games} />
                ))}
              </ul>
            </section>
          ) : null}
        </div>
      </div>
    </Shell>
  );
}

function Welcome() {
  const say = useWords();
  return (
    <section className="welcome" aria-labelledby="welcome">
      <div className="welcome-in">
        <GameArt game="cambio" isTile />
        <h2 id="welcome">{say("welcome.title")}</h2>
        <p>{say("welcome.text")}</p>
      </div>
      <div className="panel pad">
        <NameForm action={say("welcome.action")} />
      </div>
    </section>
  );
}

function Tile({ game }: { game: GameTold }) {
  const say = useWords();
  const title = useGameTitle(game.name, [game]);
  const players =
    game.maxSeats === 1
      ? say("game.solo")
      : game.minSeats === game.maxSeats
        ? say("game.players", { count: game.maxSeats })
        : say("game.playersRange", { least: game.minSeats, most: game.maxSeats });
  return (
    <Link href={`/new/${game.name}`} className="tile">
      <GameArt game={game.name} isTile />
      <b>{title}</b>
      <span className="mut">{say(`${game.name}:tagline`, { defaultValue: players })}</span>
    </Link>
  );
}

export function OpenTables({ games }: { games: GameTold[] | undefined }) {
  const say = useWords();
  const id = useId();
  const [only, setOnly] = useState("");
  const { data } = useOpenTables();
  const open = (data ?? []).filter((table) => table.seat === null && (only === "" || table.game === only));
  return (
    <section aria-labelledby="open">
      <div className="row head">
        <h2 id="open">{say("lobby.open")}</h2>
        <span className="sp" />
        <label className="vh" htmlFor={id}>
          {say("lobby.filter")}
        </label>
        <select
          id={id}
          className="input select"
          value={only}
          onChange={(event) => setOnly(event.target.value)}
        >
          <option value="">{say("lobby.allGames")}</option>
          {games?.map((game) => (
            <option key={game.name} value={game.name}>
              {say(`${game.name}:title`, { defaultValue: game.title })}
            </option>
          ))}
        </select>
      </div>
      {data === undefined ? <Skeleton lines={3} /> : null}
      {data && open.length === 0 ? (
        <Empty title={say("lobby.noOpen")}>{say("lobby.noOpenText")}</Empty>
      ) : (
        <ul className="panel open">
          {open.map((table) => (
            <OpenTable key={table.id} table={table} games={games} />
          ))}
        </ul>
      )}
    </section>
  );
}

export function Finished({ table, games }: { table: TableTold; games: GameTold[] | undefined }) {
  const say = useWords();
  const title = useGameTitle(table.game, games);
  return (
    <li className="open-row open-row-two">
      <span>
        <b>{say("table.named", { game: title, code: table.code })}</b>
        <span className="mut sm">
          {say(`${table.game}:ending.${table.ending ?? table.status}`, {
            defaultValue: say(`status.${table.status}`),
          })}{" "}
          {new Date(table.createdAt).toLocaleDateString(document.documentElement.lang, {
            dateStyle: "medium",
          })}
        </span>
      </span>
      <LinkButton href={`/t/${table.id}`} isSmall>
        {say("action.results")}
      </LinkButton>
    </li>
  );
}

export function JoinByCode() {
  const say = useWords();
  const [, go] = useLocation();
  const [code, setCode] = useState("");
  const clean = code.toUpperCase().replaceAll(/[^0-9A-Z]/g, "");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (clean.length === 8) go(`/j/${clean}`);
  };
  return (
    <section aria-labelledby="code">
      <h2 id="code">{say("join.title")}</h2>
      <form className="join" onSubmit={submit}>
        <input
          className="input input-code"
          value={code}
          maxLength={11}
          placeholder="K7QF2M9P"
          aria-label={say("join.label")}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => setCode(event.target.value)}
        />
        <Button kind="primary" type="submit" disabled={clean.length !== 8}>
          {say("action.join")}
        </Button>
      </form>
    </section>
  );
}

/** 1 to 9 go to the tables that wait. */
function useNumberKeys(tables: TableTold[]): void {
  const [, go] = useLocation();
  const isOn = useSettings((settings) => settings.hotkeys);
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return;
      const table = /^[1-9]$/.test(event.key) ? tables[Number(event.key) - 1] : undefined;
      if (table) go(`/t/${table.id}`);
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [tables, go, isOn]);
}

/** Whether what is typed belongs to a field. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
