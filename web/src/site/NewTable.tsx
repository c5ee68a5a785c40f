/** A new table: how many, by which rules, for whom. Against bots it begins with one press. */
import { useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { sizeText } from "../play/about";
import type { Faces } from "../play/face";
import { Ladder } from "../play/Ladder";
import { useLevel } from "../play/levels";
import { useGameTitle } from "../play/names";
import { type Options, optionsOf, type Value } from "../play/options";
import { isBegun, lookAhead } from "../table";
import { ApiError, call } from "../table/api";
import { read, write } from "../table/keep";
import { createGuest, useGames, useMe, useStoreSummary } from "../table/session";
import { nonceFor } from "../table/witnesses";
import { errorText, showError } from "../ui/errors";
import { spoken, useTranslation } from "../ui/locales";
import { Button, Choice, Skeleton } from "../ui/parts";
import { usePageTitle } from "../ui/title";
import type { GameResponse, TableResponse } from "../wire/calls";
import { GamePicture } from "./GamePicture";
import { HouseRules } from "./HouseRules";
import { isClosed, NameField, NameForm } from "./NameForm";
import { Problem } from "./NotFound";
import { canDraw } from "./prefetch";
import { Shell } from "./Shell";

type Access = TableResponse["access"];

export default function NewTable({ game: name, faces }: { game: string; faces: Faces }) {
  const t = useTranslation();
  const games = useGames();
  const game = games?.find((one) => one.name === name);
  if (games && game === undefined)
    return <Problem title={t("new.noGame")} text={t("refusal.NO_SUCH_GAME")} />;
  return (
    <Shell>
      <div className="wrap narrow">
        {game ? <Form game={game} faces={faces} /> : <Skeleton lines={5} hasPicture />}
      </div>
    </Shell>
  );
}

function Form({ game, faces }: { game: GameResponse; faces: Faces }) {
  const t = useTranslation();
  const me = useMe();
  const storeSummary = useStoreSummary();
  const [, go] = useLocation();
  const title = useGameTitle(game.name, [game]);
  const storageKey = `rondel.new.${game.name}`;
  const [chosen, setChosen] = useState<Options>(() => read<Options>(storageKey, rulesToBegin(game)));
  const [seats, setSeats] = useState(() => {
    const usual = game.preselected.seats ?? Math.max(2, game.minSeats);
    return Math.max(game.minSeats, Math.min(game.maxSeats, read<number>(`${storageKey}.seats`, usual)));
  });
  const [level, setLevel] = useLevel(game);
  const [access, setAccess] = useState<Access>("unlisted");
  const [name, setName] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState<"bots" | "open" | null>(null);
  usePageTitle(t("new.title", { game: title }));
  useEffect(() => void canDraw(faces, game.name), [faces, game.name]);

  const choose = (next: Options) => {
    setChosen(next);
    write(storageKey, next);
  };
  const change = (option: string, value: Value) => {
    const known = optionsOf(game).find((one) => one.name === option);
    const { [option]: _, ...rest } = chosen;
    choose(value === known?.standard ? rest : { ...chosen, [option]: value });
  };
  const begin = async (how: "bots" | "open") => {
    setBusy(how);
    setError(null);
    try {
      if (!me) await createGuest(name.trim(), spoken());
    } catch (problem) {
      setBusy(null);
      setError(errorText(problem instanceof ApiError ? problem : null, t));
      return;
    }
    try {
      write(`${storageKey}.seats`, seats);
      const table = await open(game, { chosen, seats, access: how === "bots" ? "unlisted" : access });
      if (how === "bots") {
        await canDraw(faces, game.name);
        const begun = isBegun(lookAhead(table.id));
        const started = await Promise.race([playBots(table, level), begun]);
        storeSummary(started ?? { ...table, status: "active" });
      } else storeSummary(table);
      go(`/t/${table.id}`);
    } catch (problem) {
      setBusy(null);
      showError(problem);
    }
  };
  const isSolo = game.maxSeats === 1;
  const hasBots = game.bots.length > 0 && !isSolo;
  const cannot = busy !== null || (me === null && name.trim().length < 2);
  return (
    <div className="stack stack-wide">
      <div className="new-head">
        <GamePicture game={game.name} />
        <div>
          <h1>{title}</h1>
          <p className="mut">
            {sizeText(game, t)}{" "}
            {game.hasHow ? <Link href={`/how/${game.name}`}>{t("learn.how")}</Link> : null}
          </p>
        </div>
      </div>
      <div className="panel pad stack">
        {me === null && isClosed() ? <NameForm action="" /> : null}
        {me === null && !isClosed() ? <NameField value={name} onChange={setName} error={error} /> : null}
        {game.minSeats === game.maxSeats ? null : (
          <Choice
            legend={t("new.seats")}
            name="seats"
            value={seats}
            of={range(game.minSeats, game.maxSeats).map((count) => ({ value: count, label: String(count) }))}
            onChange={setSeats}
          />
        )}
        {hasBots ? (
          <Ladder
            game={game.name}
            legend={t("new.level")}
            bots={game.bots}
            level={level}
            onChange={setLevel}
          />
        ) : null}
        <div className="begin">
          {hasBots || isSolo ? (
            <Button kind="primary" disabled={cannot} isBusy={busy === "bots"} onClick={() => begin("bots")}>
              {isSolo ? t("new.solo") : t("new.bots")}
            </Button>
          ) : null}
          {isSolo ? null : (
            <Button
              kind={hasBots ? "plain" : "primary"}
              disabled={cannot}
              isBusy={busy === "open"}
              onClick={() => begin("open")}
            >
              {t("new.people")}
            </Button>
          )}
        </div>
      </div>
      <HouseRules game={game} faces={faces} chosen={chosen} onChoose={choose} onChange={change} />
      {isSolo ? null : (
        <div className="panel pad">
          <Choice
            legend={t("new.access")}
            name="access"
            value={access}
            of={(["unlisted", "public", "private"] as const).map((one) => ({
              value: one,
              label: t(`access.${one}`),
            }))}
            onChange={setAccess}
          />
        </div>
      )}
    </div>
  );
}

/** What the game suggests to those who have not chosen yet. */
function rulesToBegin({ houseRules, preselected }: GameResponse): Options {
  return (houseRules as Record<string, Options>)[preselected.houseRules ?? ""] ?? {};
}

function range(least: number, most: number): number[] {
  return Array.from({ length: most - least + 1 }, (_, index) => least + index);
}

/** Open it and sit down. */
async function open(
  game: GameResponse,
  request: { chosen: Options; seats: number; access: Access },
): Promise<TableResponse> {
  const seats = game.maxSeats === 1 ? 1 : request.seats;
  const body = { game: game.name, options: request.chosen, access: request.access, seats };
  const table = await call<TableResponse>("POST", "/tables", body);
  await call<TableResponse>("POST", `/tables/${table.id}/seat`, { nonce: nonceFor(table) });
  return call<TableResponse>("POST", `/tables/${table.id}/ready`, { isReady: true });
}

/** Fill it with bots and begin. */
export async function playBots(table: TableResponse, level: string): Promise<TableResponse> {
  for (let free = table.seats - table.players.length; free > 0; free--)
    await call("POST", `/tables/${table.id}/bots`, { level });
  return call<TableResponse>("POST", `/tables/${table.id}/start`);
}
