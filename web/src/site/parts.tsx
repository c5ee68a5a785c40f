/** What several pages show of tables. */
import { Link } from "wouter";
import { seatName, useTableTitle } from "../play/names";
import { type Options, sentences } from "../play/options";
import { timeText, useLeft } from "../ui/Clock";
import { Avatar, Chip } from "../ui/parts";
import { has, type Say, useWords } from "../ui/words";
import type { GameTold, TableTold } from "../wire/calls";
import { GamePicture } from "./GamePicture";

export function Seats({ table }: { table: TableTold }) {
  const say = useWords();
  const free = Math.max(0, table.seats - table.players.length);
  return (
    <span className="seats">
      <span className="vh">{say("seat.taken", { count: table.players.length, of: table.seats })}</span>
      {table.players.map((player) => (
        <Avatar key={player.seat} name={seatName(player, say)} isSmall />
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
  table: TableTold;
  games: GameTold[] | undefined;
  isMine?: boolean;
}) {
  const say = useWords();
  const title = useTableTitle(table, games);
  const summary = summaryText(table, say);
  const others = table.players
    .filter((player) => player.seat !== table.seat)
    .map((player) => seatName(player, say));
  return (
    <Link href={`/t/${table.id}`} className={`tcard${isMine ? " tcard-mine" : ""}`}>
      <GamePicture game={table.game} />
      <span className="tcard-in">
        <b>{title}</b>
        <span className="mut sm">
          {isMine ? (
            <Chip kind="turn">
              {say("lobby.yourMove")} <Left until={table.deadline} />
            </Chip>
          ) : (
            <span>{statusText(table, say)}</span>
          )}
          {summary ? <span>{summary}</span> : null}
          {others.length > 0 ? <span>{say("lobby.with", { names: others.join(", ") })}</span> : null}
        </span>
      </span>
    </Link>
  );
}

/** What is asked at a table in play, in its game's words; null where the game or its words say nothing. */
export function summaryText({ game, summary }: Pick<TableTold, "game" | "summary">, say: Say): string | null {
  const key = `${game}:summary.${summary?.asks}`;
  return summary && has(key) ? say(key, { ...summary }) : null;
}

function statusText(table: TableTold, say: Say): string {
  if (table.status === "open") {
    const free = table.seats - table.players.length;
    return free > 0 ? say("lobby.freeSeats", { count: free }) : say("lobby.full");
  }
  if (table.status !== "active") return say(`status.${table.status}`);
  const waited = table.players
    .filter((player) => table.toAct.includes(player.seat))
    .map((player) => seatName(player, say));
  return waited.length === 1 ? say("lobby.waitsFor", { name: waited[0] }) : say("lobby.running");
}

/** A table that anybody may join. */
export function OpenTable({ table, games }: { table: TableTold; games: GameTold[] | undefined }) {
  const say = useWords();
  const title = useTableTitle(table, games);
  const summary = summaryText(table, say);
  const host = table.players.find((player) => player.seat === table.host) ?? table.players[0];
  return (
    <li className="open-row">
      <span>
        <b>{title}</b>
        <span className="mut sm">
          {host ? say("lobby.withHost", { name: seatName(host, say) }) : say("lobby.nobodyYet")}
          {summary ? <span className="house-rules">{summary}</span> : null}
          <HouseRules table={table} games={games} />
        </span>
      </span>
      <Seats table={table} />
      <Link href={`/t/${table.id}`} className="btn btn-small">
        {table.status === "open" && table.players.length < table.seats
          ? say("action.join")
          : say("action.watch")}
        <span className="vh"> {title}</span>
      </Link>
    </li>
  );
}

/** What is played otherwise than by the book: how fast, and which house rules. */
function HouseRules({ table, games }: { table: TableTold; games: GameTold[] | undefined }) {
  const say = useWords();
  const game = games?.find((one) => one.name === table.game);
  const own = game ? sentences(game, table.options as Options, say).own : [];
  return (
    <span className="house-rules">{own.length > 0 ? own.slice(0, 3).join(" ") : say("lobby.standard")}</span>
  );
}

/** How long there is for one's move. */
function Left({ until }: { until: number | null }) {
  const left = useLeft(until);
  return left === null || left <= 0 ? null : <span className="num">{timeText(left)}</span>;
}
