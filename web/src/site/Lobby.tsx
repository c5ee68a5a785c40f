/** What waits for me, what I can begin, what I can join. */
import { type FormEvent, useEffect, useId, useState } from "react";
import { useLocation } from "wouter";
import { endingText, titleOf } from "../play/about";
import { useTableTitle } from "../play/names";
import { winnersText } from "../play/result";
import {
  useGames,
  useIsIncomplete,
  useMe,
  useMyTables,
  useOpenTables,
  useRunningTables,
  wasKnown,
} from "../table/session";
import { isHotkey } from "../ui/hotkeys";
import { useTranslation } from "../ui/locales";
import { Button, Empty, LinkButton, Skeleton } from "../ui/parts";
import { useSettings } from "../ui/settings";
import { usePageTitle } from "../ui/title";
import type { GameResponse, TableResponse } from "../wire/calls";
import { OpenTable, TableCard } from "./parts";
import { Shell } from "./Shell";
import { Tile } from "./Tile";
import { Welcome } from "./Welcome";

export function isWaiting(table: TableResponse): boolean {
  return table.status === "active" && table.seat !== null && table.toAct.includes(table.seat);
}

export function isOver(table: TableResponse): boolean {
  return table.status === "completed" || table.status === "abandoned";
}

export function Lobby() {
  const t = useTranslation();
  const me = useMe();
  const games = useGames();
  const mine = useMyTables();
  const isIncomplete = useIsIncomplete();
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
          <h1 className="vh">{t("lobby.title")}</h1>
          {me === null || (me === undefined && !wasKnown()) ? <Welcome /> : null}
          {isIncomplete ? <p role="status">{t("lobby.incomplete")}</p> : null}
          {waiting.length > 0 ? (
            <section aria-labelledby="waiting">
              <h2 id="waiting">{t("lobby.yourTurn")}</h2>
              <div className="tcards">
                {waiting.map((table) => (
                  <TableCard key={table.id} table={table} games={games} isMine />
                ))}
              </div>
            </section>
          ) : null}
          <section aria-labelledby="start">
            <h2 id="start">{t("lobby.start")}</h2>
            <div className="tiles">
              {games ? (
                games.filter((game) => game.isOffered).map((game) => <Tile key={game.name} game={game} />)
              ) : (
                <Skeleton hasPicture />
              )}
            </div>
          </section>
          {me ? <OpenTables games={games} /> : null}
          {me ? <RunningTables games={games} /> : null}
        </div>
        <div className="col">
          <JoinByCode />
          {me ? (
            <section aria-labelledby="others">
              <h2 id="others">{t("lobby.waiting")}</h2>
              {mine.isPending ? <Skeleton hasPicture /> : null}
              {mine.data && others.length === 0 ? <p className="mut sm">{t("lobby.noWaiting")}</p> : null}
              <div className="tcards tcards-one">
                {others.map((table) => (
                  <TableCard key={table.id} table={table} games={games} />
                ))}
              </div>
            </section>
          ) : null}
          {lately.length > 0 ? (
            <section aria-labelledby="lately">
              <h2 id="lately">{t("lobby.lately")}</h2>
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

export function OpenTables({ games }: { games: GameResponse[] | undefined }) {
  const t = useTranslation();
  const id = useId();
  const [only, setOnly] = useState("");
  const { data } = useOpenTables();
  const open = (data ?? []).filter((table) => table.seat === null && (only === "" || table.game === only));
  return (
    <section aria-labelledby="open">
      <div className="row head">
        <h2 id="open">{t("lobby.open")}</h2>
        <span className="sp" />
        <label className="vh" htmlFor={id}>
          {t("lobby.filter")}
        </label>
        <select
          id={id}
          className="input select"
          value={only}
          onChange={(event) => setOnly(event.target.value)}
        >
          <option value="">{t("lobby.allGames")}</option>
          {games?.map((game) => (
            <option key={game.name} value={game.name}>
              {titleOf(game)}
            </option>
          ))}
        </select>
      </div>
      {data === undefined ? <Skeleton lines={3} /> : null}
      {data && open.length === 0 ? (
        <Empty title={t("lobby.noOpen")}>{t("lobby.noOpenText")}</Empty>
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

/** Public tables in play, to watch. */
function RunningTables({ games }: { games: GameResponse[] | undefined }) {
  const t = useTranslation();
  const { data } = useRunningTables();
  const running = (data ?? []).filter((table) => table.seat === null);
  if (running.length === 0) return null;
  return (
    <section aria-labelledby="running">
      <h2 id="running">{t("lobby.watch")}</h2>
      <ul className="panel open">
        {running.map((table) => (
          <OpenTable key={table.id} table={table} games={games} />
        ))}
      </ul>
    </section>
  );
}

export function Finished({ table, games }: { table: TableResponse; games: GameResponse[] | undefined }) {
  const t = useTranslation();
  const title = useTableTitle(table, games);
  const won = winnersText(table, t);
  return (
    <li className="open-row open-row-two">
      <span>
        <b>{title}</b>
        <span className="mut sm">
          {won ? `${won}. ` : ""}
          {endingText(table.game, table.ending, t, table.status)}{" "}
          {new Date(table.createdAt).toLocaleDateString(document.documentElement.lang, {
            dateStyle: "medium",
          })}
        </span>
      </span>
      <LinkButton href={`/t/${table.id}`} isSmall>
        {t("action.results")}
      </LinkButton>
    </li>
  );
}

export function JoinByCode() {
  const t = useTranslation();
  const [, go] = useLocation();
  const [code, setCode] = useState("");
  const clean = code.toUpperCase().replaceAll(/[^0-9A-Z]/g, "");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (clean.length === 8) go(`/j/${clean}`);
  };
  return (
    <section aria-labelledby="code">
      <h2 id="code">{t("join.title")}</h2>
      <form className="join" onSubmit={submit}>
        <input
          className="input input-code"
          value={code}
          maxLength={11}
          placeholder="K7QF2M9P"
          aria-label={t("join.label")}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => setCode(event.target.value)}
        />
        <Button kind="primary" type="submit" disabled={clean.length !== 8}>
          {t("action.join")}
        </Button>
      </form>
    </section>
  );
}

/** 1 to 9 go to the tables that wait. */
function useNumberKeys(tables: TableResponse[]): void {
  const [, go] = useLocation();
  const isOn = useSettings((settings) => settings.hotkeys);
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      if (!isHotkey(event)) return;
      const table = /^[1-9]$/.test(event.key) ? tables[Number(event.key) - 1] : undefined;
      if (table) go(`/t/${table.id}`);
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [tables, go, isOn]);
}
