/** A new table: how many, by which rules, for whom. Against bots it begins with one press. */
import { useState } from "react";
import { useLocation } from "wouter";
import { usePageTitle } from "../alerts";
import { arrive, useGames, useMe, useTell } from "../session";
import { ApiError, call } from "../table/api";
import { newNonce } from "../table/ids";
import { read, write } from "../table/keep";
import { GameArt } from "../ui/art";
import { Button, Choice, Skeleton } from "../ui/parts";
import type { GameTold, TableTold } from "../wire/calls";
import { useWords } from "../words";
import { errorText, tellError } from "./errors";
import { NameField } from "./NameForm";
import { Problem } from "./NotFound";
import { OptionsForm } from "./OptionsForm";
import { type Options, optionsOf, type Value } from "./options";
import { useGameTitle } from "./parts";
import { Shell } from "./Shell";

type Access = TableTold["access"];

export default function NewTable({ game: name }: { game: string }) {
  const say = useWords();
  const games = useGames();
  const game = games?.find((one) => one.name === name);
  if (games && game === undefined)
    return <Problem title={say("new.noGame")} text={say("refusal.NO_SUCH_GAME")} />;
  return (
    <Shell>
      <div className="wrap narrow">{game ? <Form game={game} /> : <Skeleton lines={5} hasPicture />}</div>
    </Shell>
  );
}

function Form({ game }: { game: GameTold }) {
  const say = useWords();
  const me = useMe();
  const tell = useTell();
  const [, go] = useLocation();
  const title = useGameTitle(game.name, [game]);
  const kept = `rondel.new.${game.name}`;
  const [chosen, setChosen] = useState<Options>(() => read<Options>(kept, {}));
  const [seats, setSeats] = useState(() =>
    Math.max(
      game.minSeats,
      Math.min(game.maxSeats, read<number>(`${kept}.seats`, Math.max(2, game.minSeats))),
    ),
  );
  const [level, setLevel] = useState(() => (game.bots.includes("medium") ? "medium" : (game.bots[0] ?? "")));
  const [access, setAccess] = useState<Access>("unlisted");
  const [name, setName] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState<"bots" | "open" | null>(null);
  usePageTitle(say("new.title", { game: title }));

  const change = (option: string, value: Value) => {
    const known = optionsOf(game).find((one) => one.name === option);
    const { [option]: _, ...rest } = chosen;
    const next = value === known?.standard ? rest : { ...chosen, [option]: value };
    setChosen(next);
    write(kept, next);
  };
  const begin = async (how: "bots" | "open") => {
    setBusy(how);
    setError(null);
    try {
      if (!me) await arrive(name.trim());
    } catch (problem) {
      setBusy(null);
      setError(errorText(problem instanceof ApiError ? problem : null, say));
      return;
    }
    try {
      write(`${kept}.seats`, seats);
      const table = await open(game, { chosen, seats, access: how === "bots" ? "unlisted" : access });
      const told = how === "bots" ? await playBots(table, level) : table;
      tell(told);
      go(`/t/${told.id}`);
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
        <GameArt game={game.name} />
        <div>
          <h1>{title}</h1>
          <p className="mut">{say(`${game.name}:tagline`, { defaultValue: "" })}</p>
        </div>
      </div>
      <div className="panel pad stack">
        {me === null ? <NameField value={name} onChange={setName} error={error} /> : null}
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
          <Choice
            legend={say("new.level")}
            name="level"
            value={level}
            of={levels(game.bots).map((bot) => ({
              value: bot,
              label: say(`level.${bot}`, { defaultValue: bot }),
            }))}
            onChange={setLevel}
          />
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
      <h2>{say("new.more")}</h2>
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
      <OptionsForm game={game.name} options={optionsOf(game)} chosen={chosen} onChange={change} />
    </div>
  );
}

/** Easy, medium, hard where a game has them; else all its bots. */
export function levels(bots: string[]): string[] {
  const ladder = ["easy", "medium", "hard"].filter((level) => bots.includes(level));
  return ladder.length > 0 ? ladder : bots;
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
  await call<TableTold>("POST", `/tables/${table.id}/seat`, { nonce: newNonce(), key: table.key });
  return call<TableTold>("POST", `/tables/${table.id}/ready`, { isReady: true });
}

/** Fill it with bots and begin. */
export async function playBots(table: TableTold, level: string): Promise<TableTold> {
  for (let free = table.seats - table.players.length; free > 0; free--)
    await call("POST", `/tables/${table.id}/bots`, { level });
  return call<TableTold>("POST", `/tables/${table.id}/start`);
}
