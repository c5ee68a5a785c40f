/** Finished games: which, how they ended, with whom; each opens its replay at the end. */
import { FileUp } from "lucide-react";
import { useId, useState } from "react";
import { endingText, titleOf } from "../play/about";
import { seatName, useTableTitle } from "../play/names";
import { ownPlaceText, winnersText } from "../play/result";
import { useGames, useMyTables } from "../table/session";
import { useGameWords, useTranslation } from "../ui/locales";
import { Empty, LinkButton, Skeleton } from "../ui/parts";
import { usePageTitle } from "../ui/title";
import type { GameResponse, TableResponse } from "../wire/calls";
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
  tables: TableResponse[],
  filter: Filter,
  nameOf: (table: TableResponse) => string[],
): TableResponse[] {
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
  const t = useTranslation();
  const id = useId();
  const games = useGames();
  const { data, isLoading } = useMyTables();
  const [filter, setFilter] = useState<Filter>({ game: "", ended: "", with: "" });
  const names = (table: TableResponse) =>
    table.players.filter((player) => player.seat !== table.seat).map((player) => seatName(player, t));
  const over = (data ?? []).filter(isOver);
  const shown = filtered(over, filter, names);
  usePageTitle(t("nav.history"));
  if (!useGameWords("history")) return <Shell>{null}</Shell>;
  return (
    <Shell>
      <div className="wrap narrow">
        <div className="row head">
          <h1>{t("history:title")}</h1>
          <span className="sp" />
          <LinkButton href="/replay">
            <FileUp size={18} aria-hidden="true" /> {t("history:open")}
          </LinkButton>
        </div>
        {isLoading ? <Skeleton lines={4} /> : null}
        {over.length > 0 ? (
          <search className="filters">
            <div>
              <label htmlFor={`${id}-game`}>{t("history:game")}</label>
              <select
                id={`${id}-game`}
                className="input select"
                value={filter.game}
                onChange={(event) => setFilter({ ...filter, game: event.target.value })}
              >
                <option value="">{t("lobby.allGames")}</option>
                {games?.map((game) => (
                  <option key={game.name} value={game.name}>
                    {titleOf(game)}
                  </option>
                ))}
              </select>
            </div>
            <div>
              <label htmlFor={`${id}-ended`}>{t("history:ended")}</label>
              <select
                id={`${id}-ended`}
                className="input select"
                value={filter.ended}
                onChange={(event) => setFilter({ ...filter, ended: event.target.value as Filter["ended"] })}
              >
                <option value="">{t("history:anyhow")}</option>
                <option value="completed">{t("status.completed")}</option>
                <option value="abandoned">{t("status.abandoned")}</option>
              </select>
            </div>
            <div>
              <label htmlFor={`${id}-with`}>{t("history:with")}</label>
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
            title={t("history:none")}
            action={
              <LinkButton href="/" kind="primary">
                {t("action.newTable")}
              </LinkButton>
            }
          >
            {t("history:noneText")}
          </Empty>
        ) : null}
        {over.length > 0 ? (
          <>
            <p className="mut sm" role="status">
              {t("history:count", { count: shown.length })}
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
  table: TableResponse;
  games: GameResponse[] | undefined;
  names: string[];
}) {
  const t = useTranslation();
  const title = useTableTitle(table, games);
  const result = [winnersText(table, t), ownPlaceText(table, t)].filter((text) => text !== null).join(" · ");
  const ending = endingText(table.game, table.ending, t, table.status);
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
          {names.length > 0 ? `${t("lobby.with", { names: names.join(", ") })} · ` : ""}
          {ending} {day} · {t("history:moves", { count: table.version })}
        </span>
      </span>
      <LinkButton href={`/t/${table.id}?move=1`} isSmall aria-label={`${t("past.watch")}: ${title}`}>
        {t("past.watch")}
      </LinkButton>
    </li>
  );
}
