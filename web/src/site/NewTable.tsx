/** A new table: how many, by which rules, for whom. Against bots it begins with one press. */
import { useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import type { Faces } from "../play/face";
import { Ladder } from "../play/Ladder";
import { useLevel } from "../play/levels";
import { useGameTitle } from "../play/names";
import { type Options, optionsOf, type Value } from "../play/options";
import { hasHow } from "../play/written";
import { isBegun, lookAhead } from "../table";
import { ApiError, call } from "../table/api";
import { read, write } from "../table/keep";
import { arrive, useGames, useMe, useTell } from "../table/session";
import { nonceFor } from "../table/witness";
import { errorText, tellError } from "../ui/errors";
import { Button, Choice, Skeleton } from "../ui/parts";
import { usePageTitle } from "../ui/title";
import { spoken, useWords } from "../ui/words";
import type { GameTold, TableTold } from "../wire/calls";
import { canDraw } from "./ahead";
import { GamePicture } from "./GamePicture";
import { HouseRules } from "./HouseRules";
import { isClosed, NameField, NameForm } from "./NameForm";
import { Problem } from "./NotFound";
import { Shell } from "./Shell";

type Access = TableTold["access"];

export default function NewTable({ game: name, faces }: { game: string; faces: Faces }) {
  const say = useWords();
  const games = useGames();
  const game = games?.find((one) => one.name === name);
  if (games && game === undefined)
    return <Problem title={say("new.noGame")} text={say("refusal.NO_SUCH_GAME")} />;
  return (
    <Shell>
      <div className="wrap narrow">
        {game ? <Form game={game} faces={faces} /> : <Skeleton lines={5} hasPicture />}
      </div>
    </Shell>
  );
}

function Form({ game, faces }: { game: GameTold; faces: Faces }) {
  const say = useWords();
  const me = useMe();
  const tell = useTell();
  const [, go] = useLocation();
  const title = useGameTitle(game.name, [game]);
  const kept = `rondel.new.${game.name}`;
  const [chosen, setChosen] = useState<Options>(() => read<Options>(kept, rulesToBegin(game)));
  const [seats, setSeats] = useState(() => {
    const usual = game.preselected.seats ?? Math.max(2, game.minSeats);
    return Math.max(game.minSeats, Math.min(game.maxSeats, read<number>(`${kept}.seats`, usual)));
  });
  const [level, setLevel] = useLevel(game);
  const [access, setAccess] = useState<Access>("unlisted");
  const [name, setName] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState<"bots" | "open" | null>(null);
  usePageTitle(say("new.title", { game: title }));
  useEffect(() => void canDraw(faces, game.name), [faces, game.name]);

  const choose = (next: Options) => {
    setChosen(next);
    write(kept, next);
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
      if (!me) await arrive(name.trim(), spoken());
    } catch (problem) {
      setBusy(null);
      setError(errorText(problem instanceof ApiError ? problem : null, say));
      return;
    }
    try {
      write(`${kept}.seats`, seats);
      const table = await open(game, { chosen, seats, access: how === "bots" ? "unlisted" : access });
      if (how === "bots") {
        await canDraw(faces, game.name);
        const begun = isBegun(lookAhead(table.id, null));
        const told = await Promise.race([playBots(table, level), begun]);
        tell(told ?? { ...table, status: "active" });
      } else tell(table);
      go(`/t/${table.id}`);
    } catch (problem) {
      setBusy(null);
      tellError(problem);
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
            {say(`${game.name}:tagline`, { defaultValue: "" })}{" "}
            {hasHow(game.name) ? <Link href={`/how/${game.name}`}>{say("learn.how")}</Link> : null}
          </p>
        </div>
      </div>
      <div className="panel pad stack">
        {me === null && isClosed() ? <NameForm action="" /> : null}
        {me === null && !isClosed() ? <NameField value={name} onChange={setName} error={error} /> : null}
        {game.minSeats === game.maxSeats ? null : (
          <Choice
            legend={say("new.seats")}
            name="seats"
            value={seats}
            of={range(game.minSeats, game.maxSeats).map((count) => ({ value: count, label: String(count) }))}
            onChange={setSeats}
          />
        )}
        {hasBots ? (
          <Ladder legend={say("new.level")} bots={game.bots} level={level} onChange={setLevel} />
        ) : null}
        <div className="begin">
          {hasBots || isSolo ? (
            <Button kind="primary" disabled={cannot} isBusy={busy === "bots"} onClick={() => begin("bots")}>
              {isSolo ? say("new.solo") : say("new.bots")}
            </Button>
          ) : null}
          {isSolo ? null : (
            <Button
              kind={hasBots ? "plain" : "primary"}
              disabled={cannot}
              isBusy={busy === "open"}
              onClick={() => begin("open")}
            >
              {say("new.people")}
            </Button>
          )}
        </div>
      </div>
      <HouseRules game={game} faces={faces} chosen={chosen} onChoose={choose} onChange={change} />
      {isSolo ? null : (
        <div className="panel pad">
          <Choice
            legend={say("new.access")}
            name="access"
            value={access}
            of={(["unlisted", "public", "private"] as const).map((one) => ({
              value: one,
              label: say(`access.${one}`),
            }))}
            onChange={setAccess}
          />
        </div>
      )}
    </div>
  );
}

/** What the game suggests to those who have not chosen yet. */
function rulesToBegin({ houseRules, preselected }: GameTold): Options {
  return (houseRules as Record<string, Options>)[preselected.houseRules ?? ""] ?? {};
}

function range(least: number, most: number): number[] {
  return Array.from({ length: most - least + 1 }, (_, index) => least + index);
}

/** Open it and sit down. */
async function open(
  game: GameTold,
  asked: { chosen: Options; seats: number; access: Access },
): Promise<TableTold> {
  const seats = game.maxSeats === 1 ? 1 : asked.seats;
  const body = { game: game.name, options: asked.chosen, access: asked.access, seats };
  const table = await call<TableTold>("POST", "/tables", body);
  await call<TableTold>("POST", `/tables/${table.id}/seat`, { nonce: nonceFor(table), key: table.key });
  return call<TableTold>("POST", `/tables/${table.id}/ready`, { isReady: true });
}

/** Fill it with bots and begin. */
export async function playBots(table: TableTold, level: string): Promise<TableTold> {
  for (let free = table.seats - table.players.length; free > 0; free--)
    await call("POST", `/tables/${table.id}/bots`, { level });
  return call<TableTold>("POST", `/tables/${table.id}/start`);
}
