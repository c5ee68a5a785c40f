/** A table before play: who sits where, the code, the rules in sentences, and the beginning. */
import { ArrowLeft, X } from "lucide-react";
import { type FormEvent, lazy, Suspense, useEffect, useId, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { botText } from "../play/about";
import type { Faces } from "../play/face";
import { FairNotices } from "../play/fair/FairResult";
import { Ladder } from "../play/Ladder";
import { rungOf, useLevel } from "../play/levels";
import { seatName, useGameTitle } from "../play/names";
import { Rules } from "../play/Rules";
import { ShareRow } from "../play/ShareRow";
import { type Table, useTableState } from "../table";
import { call } from "../table/api";
import { useGames, useStoreSummary } from "../table/session";
import { nonceFor } from "../table/witnesses";
import { BotFace } from "../ui/BotFace";
import { showError } from "../ui/errors";
import { useTranslation } from "../ui/locales";
import { Avatar, Button, Chip, Field, LinkButton } from "../ui/parts";
import { usePageTitle } from "../ui/title";
import type { GameResponse, TableResponse } from "../wire/calls";
import { GamePicture } from "./GamePicture";
import { wantsSeat } from "./NameForm";
import { Shell } from "./Shell";

const HostTools = lazy(() => import("./HostTools"));

interface Props {
  table: Table;
  summary: TableResponse;
  faces: Faces;
}

export function Seating({ table, summary, faces }: Props) {
  const t = useTranslation();
  const games = useGames();
  const game = games?.find((one) => one.name === summary.game);
  const title = useGameTitle(summary.game, games);
  const status = useTableState(table, (state) => (state.isHere ? state.status : summary.status));
  usePageTitle(`${title} · ${summary.code}`);
  return (
    <Shell>
      <div className="wrap narrow stack stack-wide">
        <div className="new-head">
          <LinkButton href="/" kind="quiet" isIcon aria-label={t("action.lobby")}>
            <ArrowLeft size={20} aria-hidden="true" />
          </LinkButton>
          <GamePicture game={summary.game} />
          <div>
            <h1>{summary.name ?? title}</h1>
            <p className="mut">
              {summary.name ? `${title} · ` : ""}
              {status === "closed" ? t("status.closed") : t("seating.open")}{" "}
              {game?.hasHow ? <Link href={`/how/${summary.game}`}>{t("learn.how")}</Link> : null}
            </p>
          </div>
        </div>
        <FairNotices table={table} summary={summary} />
        {status === "closed" ? null : (
          <>
            <Invite summary={summary} />
            {summary.isHost ? <TableName summary={summary} /> : null}
            <SeatList table={table} summary={summary} game={game} faces={faces} />
          </>
        )}
        {game ? <Rules game={game} summary={summary} /> : null}
      </div>
    </Shell>
  );
}

/** What the host calls the table. */
function TableName({ summary }: { summary: TableResponse }) {
  const t = useTranslation();
  const storeSummary = useStoreSummary();
  const id = useId();
  const [name, setName] = useState(summary.name ?? "");
  const save = async (event: FormEvent) => {
    event.preventDefault();
    try {
      const next = await call<TableResponse>("PATCH", `/tables/${summary.id}`, { name: name.trim() });
      setName(next.name ?? "");
      storeSummary(next);
    } catch (error) {
      showError(error);
    }
  };
  return (
    <form className="panel pad" onSubmit={(event) => void save(event)}>
      <Field id={id} label={t("seating.name")}>
        <div className="join">
          <input
            id={id}
            className="input"
            value={name}
            maxLength={40}
            autoComplete="off"
            placeholder={t("seating.nameExample")}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" disabled={name.trim() === (summary.name ?? "")}>
            {t("seating.saveName")}
          </Button>
        </div>
      </Field>
    </form>
  );
}

function Invite({ summary }: { summary: TableResponse }) {
  const t = useTranslation();
  return (
    <section className="panel pad invite" aria-labelledby="invite">
      <div>
        <h2 id="invite">{t("seating.invite")}</h2>
        <p className="mut sm">{t(`seating.how.${summary.access}`)}</p>
      </div>
      <p className="code">
        <span className="vh">{Array.from(summary.code).join(" ")}</span>
        <span aria-hidden="true">
          {summary.code.slice(0, 4)} {summary.code.slice(4)}
        </span>
      </p>
      <ShareRow summary={summary} />
    </section>
  );
}

function SeatList({ table, summary, game, faces }: Props & { game: GameResponse | undefined }) {
  const t = useTranslation();
  const storeSummary = useStoreSummary();
  const [, go] = useLocation();
  const live = useTableState(table, (state) => (state.isHere ? state.seats : null));
  const players = live ?? summary.players;
  const [busy, setBusy] = useState<string | null>(null);
  const [level, setLevel] = useLevel(game);
  const ask = async (name: string, method: "POST" | "DELETE", path: string, body?: unknown) => {
    setBusy(name);
    try {
      // whoever is ready can draw the board: then the first look begins when it is seen
      if (name === "ready" || name === "start") await faces.load(summary.game).catch(() => null);
      let next = await call<TableResponse>(method, `/tables/${summary.id}${path}`, body);
      if (path === "/seat" && method === "POST" && next.isHost)
        next = await call<TableResponse>("POST", `/tables/${summary.id}/ready`, { isReady: true });
      storeSummary(next);
      return true;
    } catch (error) {
      showError(error);
      return false;
    } finally {
      setBusy(null);
    }
  };
  const now = useRef(ask);
  now.current = ask;
  const canSit = summary.seat === null && players.length < summary.seats;
  useEffect(() => {
    if (wantsSeat() && canSit) void now.current("seat", "POST", "/seat", { nonce: nonceFor(summary) });
  }, [canSit, summary]);
  const mine = players.find((player) => player.seat === summary.seat);
  const isFull = players.length >= summary.seats;
  const unready = players.filter((player) => !player.isReady && player.seat !== summary.seat);
  const mayComeIn = !summary.isRemoved && (!summary.isLocked || summary.isHost);
  return (
    <>
      <section className="panel pad stack" aria-labelledby="seats">
        <h2 id="seats">{t("seating.seats", { count: players.length, of: summary.seats })}</h2>
        <ol className="seatlist">
          {Array.from({ length: summary.seats }, (_, seat) => {
            const player = players.find((one) => one.seat === seat);
            return (
              <li key={seat}>
                {player ? (
                  <>
                    {player.kind === "bot" ? (
                      <BotFace level={rungOf(player.level)} size={40} />
                    ) : (
                      <Avatar name={seatName(player, t)} />
                    )}
                    <span className="seat-name">
                      <b>{seatName(player, t)}</b>
                      {seat === summary.seat ? <span className="mut sm">{t("seating.you")}</span> : null}
                      {player.kind === "bot" ? (
                        <span className="mut sm">{botText(summary.game, player.level, t)}</span>
                      ) : null}
                    </span>
                    <Chip kind={player.isReady ? "good" : undefined}>
                      {t(
                        summary.isHost && seat === summary.seat
                          ? "seating.host"
                          : player.isReady
                            ? "seating.isReady"
                            : "seating.notReady",
                      )}
                    </Chip>
                    {player.kind === "bot" && summary.isHost ? (
                      <Button
                        kind="quiet"
                        isIcon
                        isSmall
                        aria-label={t("seating.removeBot", { name: seatName(player, t) })}
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
                    <span className="seat-name mut">{t("seating.free")}</span>
                    {summary.seat === null && mayComeIn ? (
                      <Button
                        isSmall
                        isBusy={busy === `seat${seat}`}
                        aria-label={t("seating.sitHere", { number: seat + 1 })}
                        onClick={() =>
                          void ask(`seat${seat}`, "POST", "/seat", { seat, nonce: nonceFor(summary) })
                        }
                      >
                        {t("seating.sit")}
                      </Button>
                    ) : null}
                  </>
                )}
              </li>
            );
          })}
        </ol>
        {summary.isHost && !isFull && game && game.bots.length > 0 ? (
          <div className="row wrap-row">
            <Ladder
              game={game.name}
              legend={t("new.level")}
              bots={game.bots}
              level={level}
              onChange={setLevel}
            />
            <Button isBusy={busy === "bot"} onClick={() => void ask("bot", "POST", "/bots", { level })}>
              {t("seating.addBot")}
            </Button>
          </div>
        ) : null}
        <div className="begin">
          {summary.seat === null && !isFull && mayComeIn ? (
            <Button
              kind="primary"
              isBusy={busy === "seat"}
              onClick={() => void ask("seat", "POST", "/seat", { nonce: nonceFor(summary) })}
            >
              {t("seating.takeSeat")}
            </Button>
          ) : null}
          {mine && !summary.isHost ? (
            <Button
              kind={mine.isReady ? "plain" : "primary"}
              isBusy={busy === "ready"}
              aria-pressed={mine.isReady}
              onClick={() => void ask("ready", "POST", "/ready", { isReady: !mine.isReady })}
            >
              {t(mine.isReady ? "seating.unready" : "seating.ready")}
            </Button>
          ) : null}
          {summary.isHost ? (
            <Button
              kind="primary"
              isBusy={busy === "start"}
              disabled={!isFull || unready.length > 0}
              onClick={() => void ask("start", "POST", "/start")}
            >
              {t("seating.start")}
            </Button>
          ) : null}
          {mine ? (
            <Button onClick={() => void ask("leave", "DELETE", "/seat").then((isDone) => isDone && go("/"))}>
              {t("seating.leave")}
            </Button>
          ) : null}
          {summary.isHost ? (
            <Button
              kind="danger"
              onClick={() => void ask("close", "POST", "/close").then((isDone) => isDone && go("/"))}
            >
              {t("seating.close")}
            </Button>
          ) : null}
        </div>
        <p className="mut sm" role="status">
          {isFull
            ? unready.length > 0
              ? t("seating.waitReady", { names: unready.map((player) => seatName(player, t)).join(", ") })
              : summary.isHost
                ? t("seating.canStart")
                : t("seating.waitHost")
            : t("seating.waitSeats", { count: summary.seats - players.length })}
        </p>
      </section>
      <Suspense>
        <HostTools summary={summary} ask={ask} />
      </Suspense>
    </>
  );
}
