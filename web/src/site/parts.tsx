/** What several pages show of tables. */
import { Link } from "wouter";
import { seatName, useTableTitle } from "../play/names";
import { type Options, sentences, useOptionWords } from "../play/options";
import { timeText, useLeft } from "../ui/Clock";
import { has, type Translate, useGameWords, useTranslation } from "../ui/locales";
import { Avatar, Chip } from "../ui/parts";
import type { GameResponse, TableResponse } from "../wire/calls";
import { GamePicture } from "./GamePicture";

export function Seats({ table }: { table: TableResponse }) {
  const t = useTranslation();
  const free = Math.max(0, table.seats - table.players.length);
  return (
    <span className="seats">
      <span className="vh">{t("seat.taken", { count: table.players.length, of: table.seats })}</span>
      {table.players.map((player) => (
        <Avatar key={player.seat} name={seatName(player, t)} isSmall />
      ))}
      {Array.from({ length: free }, (_, index) => (
        <span key={index} className="av av-small av-free" aria-hidden="true">
          +
        </span>
      ))}
    </span>
  );
}

/** A table of mine, to go to. */
export function TableCard({
  table,
  games,
  isMine,
}: {
  table: TableResponse;
  games: GameResponse[] | undefined;
  isMine?: boolean;
}) {
  const t = useTranslation();
  const title = useTableTitle(table, games);
  useGameWords(table.summary ? table.game : undefined);
  const summary = summaryText(table, t);
  const others = table.players
    .filter((player) => player.seat !== table.seat)
    .map((player) => seatName(player, t));
  return (
    <Link href={`/t/${table.id}`} className={`tcard${isMine ? " tcard-mine" : ""}`}>
      <GamePicture game={table.game} />
      <span className="tcard-in">
        <b>{title}</b>
        <span className="mut sm">
          {isMine ? (
            <Chip kind="turn">
              {t("lobby.yourMove")} <Left until={table.deadline} />
            </Chip>
          ) : (
            <span>{statusText(table, t)}</span>
          )}
          {summary ? <span>{summary}</span> : null}
          {others.length > 0 ? <span>{t("lobby.with", { names: others.join(", ") })}</span> : null}
        </span>
      </span>
    </Link>
  );
}

/** What is asked at a table in play, in its game's words; null where the game or its words say nothing. */
export function summaryText(
  { game, summary }: Pick<TableResponse, "game" | "summary">,
  t: Translate,
): string | null {
  const key = `${game}:summary.${summary?.asks}`;
  return summary && has(key) ? t(key, { ...summary }) : null;
}

function statusText(table: TableResponse, t: Translate): string {
  if (table.status === "open") {
    const free = table.seats - table.players.length;
    return free > 0 ? t("lobby.freeSeats", { count: free }) : t("lobby.full");
  }
  if (table.status !== "active") return t(`status.${table.status}`);
  const waited = table.players
    .filter((player) => table.toAct.includes(player.seat))
    .map((player) => seatName(player, t));
  return waited.length === 1 ? t("lobby.waitsFor", { name: waited[0] }) : t("lobby.running");
}

/** A table that anybody may join. */
export function OpenTable({ table, games }: { table: TableResponse; games: GameResponse[] | undefined }) {
  const t = useTranslation();
  const title = useTableTitle(table, games);
  useGameWords(table.game);
  const summary = summaryText(table, t);
  const host = table.players.find((player) => player.seat === table.host) ?? table.players[0];
  return (
    <li className="open-row">
      <span>
        <b>{title}</b>
        <span className="mut sm">
          {host ? t("lobby.withHost", { name: seatName(host, t) }) : t("lobby.nobodyYet")}
          {summary ? <span className="house-rules">{summary}</span> : null}
          <HouseRules table={table} games={games} />
        </span>
      </span>
      <Seats table={table} />
      <Link href={`/t/${table.id}`} className="btn btn-small">
        {table.status === "open" && table.players.length < table.seats ? t("action.join") : t("action.watch")}
        <span className="vh"> {title}</span>
      </Link>
    </li>
  );
}

/** What is played otherwise than by the book: how fast, and which house rules. */
function HouseRules({ table, games }: { table: TableResponse; games: GameResponse[] | undefined }) {
  const t = useTranslation();
  const game = games?.find((one) => one.name === table.game);
  const chosen = table.options as Options;
  const isStandard = game === undefined || sentences(game, chosen, {}, t).own.length === 0;
  const words = useOptionWords(isStandard ? undefined : table.game);
  const own = isStandard ? [] : sentences(game, chosen, words, t).own;
  return (
    <span className="house-rules">{own.length > 0 ? own.slice(0, 3).join(" ") : t("lobby.standard")}</span>
  );
}

/** How long there is for one's move. */
function Left({ until }: { until: number | null }) {
  const left = useLeft(until);
  return left === null || left <= 0 ? null : <span className="num">{timeText(left)}</span>;
}
