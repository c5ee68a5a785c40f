/** A table before play: who sits where, the code, the rules in sentences, and the beginning. */
import { ArrowLeft, X } from "lucide-react";
import { type FormEvent, lazy, Suspense, useEffect, useId, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import type { Faces } from "../play/face";
import { Ladder } from "../play/Ladder";
import { rungOf, useLevel } from "../play/levels";
import { seatName, useGameTitle } from "../play/names";
import { Rules } from "../play/Rules";
import { ShareRow } from "../play/ShareRow";
import { hasHow } from "../play/written";
import { type Table, useTableState } from "../table";
import { call } from "../table/api";
import { useGames, useTell } from "../table/session";
import { nonceFor } from "../table/witness";
import { BotFace } from "../ui/BotFace";
import { tellError } from "../ui/errors";
import { Avatar, Button, Chip, Field, LinkButton } from "../ui/parts";
import { usePageTitle } from "../ui/title";
import { useWords } from "../ui/words";
import type { GameTold, TableTold } from "../wire/calls";
import { GamePicture } from "./GamePicture";
import { wantsSeat } from "./NameForm";
import { Shell } from "./Shell";

const HostTools = lazy(() => import("./HostTools"));

interface Props {
  table: Table;
  told: TableTold;
  secret: string | null;
  faces: Faces;
}

export function Seating({ table, told, secret, faces }: Props) {
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
          <GamePicture game={told.game} />
          <div>
            <h1>{told.name ?? title}</h1>
            <p className="mut">
              {told.name ? `${title} · ` : ""}
              {status === "closed" ? say("status.closed") : say("seating.open")}{" "}
              {hasHow(told.game) ? <Link href={`/how/${told.game}`}>{say("learn.how")}</Link> : null}
            </p>
          </div>
        </div>
        {status === "closed" ? null : (
          <>
            <Invite told={told} />
            {told.isHost ? <TableName told={told} /> : null}
            <SeatList table={table} told={told} game={game} secret={secret} faces={faces} />
          </>
        )}
        {game ? <Rules game={game} told={told} /> : null}
      </div>
    </Shell>
  );
}

/** What the host calls the table. */
function TableName({ told }: { told: TableTold }) {
  const say = useWords();
  const tell = useTell();
  const id = useId();
  const [name, setName] = useState(told.name ?? "");
  const save = async (event: FormEvent) => {
    event.preventDefault();
    try {
      const next = await call<TableTold>("PATCH", `/tables/${told.id}`, { name: name.trim() });
      setName(next.name ?? "");
      tell(next);
    } catch (error) {
      tellError(error);
    }
  };
  return (
    <form className="panel pad" onSubmit={(event) => void save(event)}>
      <Field id={id} label={say("seating.name")}>
        <div className="join">
          <input
            id={id}
            className="input"
            value={name}
            maxLength={40}
            autoComplete="off"
            placeholder={say("seating.nameExample")}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" disabled={name.trim() === (told.name ?? "")}>
            {say("seating.saveName")}
          </Button>
        </div>
      </Field>
    </form>
  );
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

function SeatList({ table, told, game, secret, faces }: Props & { game: GameTold | undefined }) {
  const say = useWords();
  const tell = useTell();
  const [, go] = useLocation();
  const live = useTableState(table, (state) => (state.isHere ? state.seats : null));
  const players = live ?? told.players;
  const [busy, setBusy] = useState<string | null>(null);
  const [level, setLevel] = useLevel(game);
  const ask = async (name: string, method: "POST" | "DELETE", path: string, body?: unknown) => {
    setBusy(name);
    try {
      // whoever is ready can draw the board: then the first look begins when it is seen
      if (name === "ready" || name === "start") await faces.load(told.game).catch(() => null);
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
  const now = useRef(ask);
  now.current = ask;
  const canSit = told.seat === null && players.length < told.seats;
  useEffect(() => {
    if (wantsSeat() && canSit)
      void now.current("seat", "POST", "/seat", { nonce: nonceFor(told), key: secret });
  }, [canSit, told, secret]);
  const mine = players.find((player) => player.seat === told.seat);
  const isFull = players.length >= told.seats;
  const unready = players.filter((player) => !player.isReady && player.seat !== told.seat);
  const mayComeIn = !told.isRemoved && (!told.isShut || told.isHost);
  return (
    <>
      <section className="panel pad stack" aria-labelledby="seats">
        <h2 id="seats">{say("seating.seats", { count: players.length, of: told.seats })}</h2>
        <ol className="seatlist">
          {Array.from({ length: told.seats }, (_, seat) => {
            const player = players.find((one) => one.seat === seat);
            return (
              <li key={seat}>
                {player ? (
                  <>
                    {player.kind === "bot" ? (
                      <BotFace level={rungOf(player.level)} size={40} />
                    ) : (
                      <Avatar name={seatName(player, say)} />
                    )}
                    <span className="seat-name">
                      <b>{seatName(player, say)}</b>
                      {seat === told.seat ? <span className="mut sm">{say("seating.you")}</span> : null}
                      {player.kind === "bot" ? (
                        <span className="mut sm">
                          {say(`level.${rungOf(player.level)}`, { defaultValue: player.level ?? "" })}
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
                    {told.seat === null && mayComeIn ? (
                      <Button
                        isSmall
                        isBusy={busy === `seat${seat}`}
                        aria-label={say("seating.sitHere", { number: seat + 1 })}
                        onClick={() =>
                          void ask(`seat${seat}`, "POST", "/seat", {
                            seat,
                            nonce: nonceFor(told),
                            key: secret,
                          })
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
            <Ladder legend={say("new.level")} bots={game.bots} level={level} onChange={setLevel} />
            <Button isBusy={busy === "bot"} onClick={() => void ask("bot", "POST", "/bots", { level })}>
              {say("seating.addBot")}
            </Button>
          </div>
        ) : null}
        <div className="begin">
          {told.seat === null && !isFull && mayComeIn ? (
            <Button
              kind="primary"
              isBusy={busy === "seat"}
              onClick={() => void ask("seat", "POST", "/seat", { nonce: nonceFor(told), key: secret })}
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
      <Suspense>
        <HostTools told={told} ask={ask} />
      </Suspense>
    </>
  );
}
