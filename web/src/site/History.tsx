/** Finished games: which, how they ended, with whom; each opens its replay at the end. */
import { FileUp } from "lucide-react";
import { useId, useState } from "react";
import { seatName, useTableTitle } from "../play/names";
import { ownPlaceText, winnersText } from "../play/result";
import { useGames, useMyTables } from "../table/session";
import { Empty, LinkButton, Skeleton } from "../ui/parts";
import { usePageTitle } from "../ui/title";
import { useWords } from "../ui/words";
import type { GameTold, TableTold } from "../wire/calls";
import { GamePicture } from "./GamePicture";
import { isOver } from "./Lobby";
import { Shell } from "./Shell";

export interface Filter {
  game: string;
  ended: "" | "completed" | "abandoned";
  with: string;
}

/** The tables that are meant: by game, by how they ended, and by a part of a name. */
export function filtered(
  tables: TableTold[],
  filter: Filter,
  nameOf: (table: TableTold) => string[],
): TableTold[] {
  const wanted = filter.with.trim().toLocaleLowerCase();
  return tables.filter(
    (table) =>
      isOver(table) &&
      (filter.game === "" || table.game === filter.game) &&
      (filter.ended === "" || table.status === filter.ended) &&
      (wanted === "" || nameOf(table).some((name) => name.toLocaleLowerCase().includes(wanted))),
  );
}

export default function History() {
  const say = useWords();
  const id = useId();
  const games = useGames();
  const { data, isLoading } = useMyTables();
  const [filter, setFilter] = useState<Filter>({ game: "", ended: "", with: "" });
  const names = (table: TableTold) =>
    table.players.filter((player) => player.seat !== table.seat).map((player) => seatName(player, say));
  const over = (data ?? []).filter(isOver);
  const shown = filtered(over, filter, names);
  usePageTitle(say("nav.history"));
  return (
    <Shell>
      <div className="wrap narrow">
        <div className="row head">
          <h1>{say("history.title")}</h1>
          <span className="sp" />
          <LinkButton href="/replay">
            <FileUp size={18} aria-hidden="true" /> {say("history.open")}
          </LinkButton>
        </div>
        {isLoading ? <Skeleton lines={4} /> : null}
        {over.length > 0 ? (
          <search className="filters">
            <div>
              <label htmlFor={`${id}-game`}>{say("history.game")}</label>
              <select
                id={`${id}-game`}
                className="input select"
                value={filter.game}
                onChange={(event) => setFilter({ ...filter, game: event.target.value })}
              >
                <option value="">{say("lobby.allGames")}</option>
                {games?.map((game) => (
                  <option key={game.name} value={game.name}>
                    {say(`${game.name}:title`, { defaultValue: game.title })}
                  </option>
                ))}
              </select>
            </div>
            <div>
              <label htmlFor={`${id}-ended`}>{say("history.ended")}</label>
              <select
                id={`${id}-ended`}
                className="input select"
                value={filter.ended}
                onChange={(event) => setFilter({ ...filter, ended: event.target.value as Filter["ended"] })}
              >
                <option value="">{say("history.anyhow")}</option>
                <option value="completed">{say("status.completed")}</option>
                <option value="abandoned">{say("status.abandoned")}</option>
              </select>
            </div>
            <div>
              <label htmlFor={`${id}-with`}>{say("history.with")}</label>
              <input
                id={`${id}-with`}
                className="input"
                value={filter.with}
                autoComplete="off"
                onChange={(event) => setFilter({ ...filter, with: event.target.value })}
              />
            </div>
          </search>
        ) : null}
        {!isLoading && over.length === 0 ? (
          <Empty
            title={say("history.none")}
            action={
              <LinkButton href="/" kind="primary">
                {say("action.newTable")}
              </LinkButton>
            }
          >
            {say("history.noneText")}
          </Empty>
        ) : null}
        {over.length > 0 ? (
          <>
            <p className="mut sm" role="status">
              {say("history.count", { count: shown.length })}
            </p>
            <ul className="panel open">
              {shown.map((table) => (
                <Played key={table.id} table={table} games={games} names={names(table)} />
              ))}
            </ul>
          </>
        ) : null}
      </div>
    </Shell>
  );
}

function Played({
  table,
  games,
  names,
}: {
  table: TableTold;
  games: GameTold[] | undefined;
  names: string[];
}) {
  const say = useWords();
  const title = useTableTitle(table, games);
  const result = [winnersText(table, say), ownPlaceText(table, say)]
    .filter((text) => text !== null)
    .join(" · ");
  const ending = say(`${table.game}:ending.${table.ending ?? table.status}`, {
    defaultValue: say(`status.${table.status}`),
  });
  const day = new Date(table.createdAt).toLocaleDateString(document.documentElement.lang, {
    dateStyle: "medium",
  });
  return (
    <li className="open-row open-row-two played">
      <GamePicture game={table.game} />
      <span>
        <b>{title}</b>
        {result ? <span className="sm">{result}</span> : null}
        <span className="mut sm">
          {names.length > 0 ? `${say("lobby.with", { names: names.join(", ") })} · ` : ""}
          {ending} {day} · {say("history.moves", { count: table.version })}
        </span>
      </span>
      <LinkButton href={`/t/${table.id}?move=1`} isSmall aria-label={`${say("past.watch")}: ${title}`}>
        {say("past.watch")}
      </LinkButton>
    </li>
  );
}
