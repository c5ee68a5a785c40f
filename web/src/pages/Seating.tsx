/** A table before play: who sits where, the code, the rules in sentences, and the beginning. */
import { ArrowLeft, Check, Copy, Share2, X } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { usePageTitle } from "../alerts";
import { useGames, useTell } from "../session";
import { type Table, useTableState } from "../table";
import { call } from "../table/api";
import { newNonce } from "../table/ids";
import { GameArt } from "../ui/art";
import { announce } from "../ui/live";
import { Avatar, Button, Chip, LinkButton } from "../ui/parts";
import type { GameTold, TableTold } from "../wire/calls";
import { useGameWords, useWords } from "../words";
import { tellError } from "./errors";
import { type Options, sentences } from "./options";
import { seatName, useGameTitle } from "./parts";
import { Shell } from "./Shell";

export function Seating({ table, told, secret }: { table: Table; told: TableTold; secret: string | null }) {
  const say = useWords();
  const games = useGames();
  const game = games?.find((one) => one.name === told.game);
  const title = useGameTitle(told.game, games);
  const status = useTableState(table, (state) => (state.isHere ? state.status : told.status));
  usePageTitle(`${title} · ${told.code}`);
  return (
    <Shell>
      <div className="wrap narrow stack stack-wide">
        <div className="new-head">
          <LinkButton href="/" kind="quiet" isIcon aria-label={say("action.lobby")}>
            <ArrowLeft size={20} aria-hidden="true" />
          </LinkButton>
          <GameArt game={told.game} />
          <div>
            <h1>{title}</h1>
            <p className="mut">{status === "closed" ? say("status.closed") : say("seating.open")}</p>
          </div>
        </div>
        {status === "closed" ? null : (
          <>
            <Invite told={told} />
            <SeatList table={table} told={told} game={game} secret={secret} />
          </>
        )}
        {game ? <Rules game={game} told={told} /> : null}
      </div>
    </Shell>
  );
}

function linkOf(told: TableTold): string {
  if (told.access === "private" && told.key)
    return `${location.origin}/t/${told.id}?key=${encodeURIComponent(told.key)}`;
  return `${location.origin}/j/${told.code}`;
}

function Invite({ told }: { told: TableTold }) {
  const say = useWords();
  return (
    <section className="panel pad invite" aria-labelledby="invite">
      <div>
        <h2 id="invite">{say("seating.invite")}</h2>
        <p className="mut sm">{say(`seating.how.${told.access}`)}</p>
      </div>
      <p className="code">
        <span className="vh">{Array.from(told.code).join(" ")}</span>
        <span aria-hidden="true">
          {told.code.slice(0, 4)} {told.code.slice(4)}
        </span>
      </p>
      <ShareRow told={told} />
    </section>
  );
}

export function ShareRow({ told }: { told: TableTold }) {
  const say = useWords();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(linkOf(told));
      setCopied(true);
      announce(say("seating.copied"));
      setTimeout(() => setCopied(false), 2500);
    } catch {
      window.prompt(say("seating.copyByHand"), linkOf(told));
    }
  };
  const share = () => void navigator.share({ title: "Rondel", url: linkOf(told) }).catch(() => {});
  return (
    <div className="row wrap-row">
      <Button onClick={() => void copy()}>
        {isCopied ? <Check size={18} aria-hidden="true" /> : <Copy size={18} aria-hidden="true" />}
        {say(isCopied ? "seating.copied" : "seating.copy")}
      </Button>
      {"share" in navigator ? (
        <Button onClick={share}>
          <Share2 size={18} aria-hidden="true" />
          {say("seating.share")}
        </Button>
      ) : null}
    </div>
  );
}

function SeatList({
  table,
  told,
  game,
  secret,
}: {
  table: Table;
  told: TableTold;
  game: GameTold | undefined;
  secret: string | null;
}) {
  const say = useWords();
  const tell = useTell();
  const [, go] = useLocation();
  const live = useTableState(table, (state) => (state.isHere ? state.seats : null));
  const players = live ?? told.players;
  const [busy, setBusy] = useState<string | null>(null);
  const [level, setLevel] = useState(() =>
    game?.bots.includes("medium") ? "medium" : (game?.bots[0] ?? ""),
  );
  const ask = async (name: string, method: "POST" | "DELETE", path: string, body?: unknown) => {
    setBusy(name);
    try {
      let next = await call<TableTold>(method, `/tables/${told.id}${path}`, body);
      if (path === "/seat" && method === "POST" && next.isHost)
        next = await call<TableTold>("POST", `/tables/${told.id}/ready`, { isReady: true });
      tell(next);
      return true;
    } catch (error) {
      tellError(error);
      return false;
    } finally {
      setBusy(null);
    }
  };
  const mine = players.find((player) => player.seat === told.seat);
  const isFull = players.length >= told.seats;
  const unready = players.filter((player) => !player.isReady && player.seat !== told.seat);
  return (
    <section className="panel pad stack" aria-labelledby="seats">
      <h2 id="seats">{say("seating.seats", { count: players.length, of: told.seats })}</h2>
      <ol className="seatlist">
        {Array.from({ length: told.seats }, (_, seat) => {
          const player = players.find((one) => one.seat === seat);
          return (
            <li key={seat}>
              {player ? (
                <>
                  <Avatar name={seatName(player, say)} />
                  <span className="seat-name">
                    <b>{seatName(player, say)}</b>
                    {seat === told.seat ? <span className="mut sm">{say("seating.you")}</span> : null}
                    {player.kind === "bot" ? (
                      <span className="mut sm">
                        {say(`level.${player.level}`, { defaultValue: player.level ?? "" })}
                      </span>
                    ) : null}
                  </span>
                  <Chip kind={player.isReady ? "good" : undefined}>
                    {say(
                      told.isHost && seat === told.seat
                        ? "seating.host"
                        : player.isReady
                          ? "seating.isReady"
                          : "seating.notReady",
                    )}
                  </Chip>
                  {player.kind === "bot" && told.isHost ? (
                    <Button
                      kind="quiet"
                      isIcon
                      isSmall
                      aria-label={say("seating.removeBot", { name: seatName(player, say) })}
                      onClick={() => void ask("bot", "DELETE", `/bots/${seat}`)}
                    >
                      <X size={18} aria-hidden="true" />
                    </Button>
                  ) : null}
                </>
              ) : (
                <>
                  <span className="av av-free" aria-hidden="true">
                    +
                  </span>
                  <span className="seat-name mut">{say("seating.free")}</span>
                  {told.seat === null ? (
                    <Button
                      isSmall
                      isBusy={busy === `seat${seat}`}
                      aria-label={say("seating.sitHere", { number: seat + 1 })}
                      onClick={() =>
                        void ask(`seat${seat}`, "POST", "/seat", { seat, nonce: newNonce(), key: secret })
                      }
                    >
                      {say("seating.sit")}
                    </Button>
                  ) : null}
                </>
              )}
            </li>
          );
        })}
      </ol>
      {told.isHost && !isFull && game && game.bots.length > 0 ? (
        <div className="row wrap-row">
          <label className="vh" htmlFor="level">
            {say("new.level")}
          </label>
          <select
            id="level"
            className="input select"
            value={level}
            onChange={(event) => setLevel(event.target.value)}
          >
            {game.bots.map((bot) => (
              <option key={bot} value={bot}>
                {say(`level.${bot}`, { defaultValue: bot })}
              </option>
            ))}
          </select>
          <Button isBusy={busy === "bot"} onClick={() => void ask("bot", "POST", "/bots", { level })}>
            {say("seating.addBot")}
          </Button>
        </div>
      ) : null}
      <div className="begin">
        {told.seat === null && !isFull ? (
          <Button
            kind="primary"
            isBusy={busy === "seat"}
            onClick={() => void ask("seat", "POST", "/seat", { nonce: newNonce(), key: secret })}
          >
            {say("seating.takeSeat")}
          </Button>
        ) : null}
        {mine && !told.isHost ? (
          <Button
            kind={mine.isReady ? "plain" : "primary"}
            isBusy={busy === "ready"}
            aria-pressed={mine.isReady}
            onClick={() => void ask("ready", "POST", "/ready", { isReady: !mine.isReady })}
          >
            {say(mine.isReady ? "seating.unready" : "seating.ready")}
          </Button>
        ) : null}
        {told.isHost ? (
          <Button
            kind="primary"
            isBusy={busy === "start"}
            disabled={!isFull || unready.length > 0}
            onClick={() => void ask("start", "POST", "/start")}
          >
            {say("seating.start")}
          </Button>
        ) : null}
        {mine ? (
          <Button onClick={() => void ask("leave", "DELETE", "/seat").then((isDone) => isDone && go("/"))}>
            {say("seating.leave")}
          </Button>
        ) : null}
        {told.isHost ? (
          <Button
            kind="danger"
            onClick={() => void ask("close", "POST", "/close").then((isDone) => isDone && go("/"))}
          >
            {say("seating.close")}
          </Button>
        ) : null}
      </div>
      <p className="mut sm" role="status">
        {isFull
          ? unready.length > 0
            ? say("seating.waitReady", { names: unready.map((player) => seatName(player, say)).join(", ") })
            : told.isHost
              ? say("seating.canStart")
              : say("seating.waitHost")
          : say("seating.waitSeats", { count: told.seats - players.length })}
      </p>
    </section>
  );
}

/** What is played by, in plain sentences; what differs from the book comes first. */
export function Rules({ game, told }: { game: GameTold; told: TableTold }) {
  const say = useWords();
  useGameWords(game.name);
  const { own, standard } = sentences(game, told.options as Options, say);
  return (
    <section className="panel pad stack" aria-labelledby="rules">
      <h2 id="rules">{say("seating.rules")}</h2>
      {own.length > 0 ? (
        <ul className="sentences">
          {own.map((line) => (
            <li key={line}>
              <b>{line}</b>
            </li>
          ))}
        </ul>
      ) : (
        <p className="mut">{say("seating.standard")}</p>
      )}
      <details>
        <summary>{say("seating.allRules")}</summary>
        <ul className="sentences">
          {standard.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </details>
    </section>
  );
}
