/** What several pages show of tables. */
import { Link } from "wouter";
import { GameArt } from "../ui/art";
import { Avatar, Chip } from "../ui/parts";
import type { GameTold, TableTold } from "../wire/calls";
import { type Say, useGameWords, useWords } from "../words";

export function useGameTitle(game: string, games?: GameTold[]): string {
  const say = useWords();
  useGameWords(game);
  const title = games?.find((one) => one.name === game)?.title ?? game;
  return say(`${game}:title`, { defaultValue: title });
}

/** What the seats of a table are called, the bots by their numbers. */
export function seatName(seat: { seat: number; name: string; kind: string }, say: Say): string {
  return seat.kind === "bot" ? say("seat.bot", { number: seat.seat + 1 }) : seat.name;
}

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
  const title = useGameTitle(table.game, games);
  const others = table.players
    .filter((player) => player.seat !== table.seat)
    .map((player) => seatName(player, say));
  return (
    <Link href={`/t/${table.id}`} className={`tcard${isMine ? " tcard-mine" : ""}`}>
      <GameArt game={table.game} />
      <span className="tcard-in">
        <b>{say("table.named", { game: title, code: table.code })}</b>
        <span className="mut sm">
          {isMine ? <Chip kind="turn">{say("lobby.yourMove")}</Chip> : <span>{statusText(table, say)}</span>}
          {others.length > 0 ? <span>{say("lobby.with", { names: others.join(", ") })}</span> : null}
        </span>
      </span>
    </Link>
  );
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
  const title = useGameTitle(table.game, games);
  const host = table.players[0];
  return (
    <li className="open-row">
      <span>
        <b>{say("table.named", { game: title, code: table.code })}</b>
        <span className="mut sm">
          {host ? say("lobby.withHost", { name: seatName(host, say) }) : say("lobby.nobodyYet")}
        </span>
      </span>
      <Seats table={table} />
      <Link href={`/t/${table.id}`} className="btn btn-small">
        {table.players.length < table.seats ? say("action.join") : say("action.watch")}
        <span className="vh"> {say("lobby.lookAt", { game: title, code: table.code })}</span>
      </Link>
    </li>
  );
}
