/** Players who have gone: a bot plays for them, or whoever is left ends the table. */
import { useId, useState } from "react";
import { useSearchParams } from "wouter";
import { type Table, useTableState } from "../table";
import { call } from "../table/api";
import { useGames, useTell } from "../table/session";
import { tellError } from "../ui/errors";
import { Button, Notice } from "../ui/parts";
import { toast } from "../ui/toasts";
import { type Say, useWords } from "../ui/words";
import type { SeatPass, TableTold } from "../wire/calls";
import { askingForEnd } from "./ending";
import type { GameModule, Looking } from "./face";
import { Ladder } from "./Ladder";
import { levels, useLevel } from "./levels";

/** Whether a seat's person is at the table, as far as this page was told. */
export function isAway(here: number[] | null, seat: number): boolean {
  return here !== null && !here.includes(seat);
}

export function useAsk(id: string): {
  isBusy: boolean;
  ask: (method: "POST" | "DELETE", path: string, body?: unknown) => Promise<boolean>;
} {
  const tell = useTell();
  const [isBusy, setBusy] = useState(false);
  const ask = async (method: "POST" | "DELETE", path: string, body?: unknown) => {
    setBusy(true);
    try {
      tell(await call<TableTold>(method, `/tables/${id}${path}`, body));
      return true;
    } catch (error) {
      tellError(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, ask };
}

/** A bot plays for me. */
export function ComeBack({ table, level }: { table: Table; level: string }) {
  const say = useWords();
  const { isBusy, ask } = useAsk(table.id);
  const seat = useTableState(table, (state) => state.seat);
  return (
    <div className="banner banner-over">
      <Notice
        kind="turn"
        role="status"
        title={say("absent.forYou", { level: say(`level.${level}`, { defaultValue: level }) })}
        action={
          <Button
            isSmall
            kind="primary"
            isBusy={isBusy}
            onClick={() => void ask("DELETE", `/seats/${seat}/bot`)}
          >
            {say("absent.back")}
          </Button>
        }
      />
    </div>
  );
}

/** Somebody has handed me a pass to a seat. */
export function TakeOver({ table, told, secret }: { table: Table; told: TableTold; secret: string | null }) {
  const say = useWords();
  const [search, setSearch] = useSearchParams();
  const { isBusy, ask } = useAsk(table.id);
  const token = search.get("pass");
  const seat = Number(search.get("seat"));
  const line = told.players.find((one) => one.seat === seat);
  if (token === null || line === undefined || told.seat !== null) return null;
  const take = async () => {
    if (await ask("POST", `/seats/${seat}/take`, { token }))
      setSearch(secret === null ? {} : { key: secret }, { replace: true });
  };
  return (
    <div className="banner">
      <Notice
        kind="turn"
        role="status"
        title={say("absent.mayTake", { name: line.name })}
        action={
          <Button isSmall kind="primary" isBusy={isBusy} onClick={() => void take()}>
            {say("absent.take")}
          </Button>
        }
      >
        {say("absent.mayTakeText")}
      </Notice>
    </div>
  );
}

/** A link by which somebody else may have a seat. */
async function copyPass(told: TableTold, seat: number, say: Say): Promise<void> {
  try {
    const { token } = await call<SeatPass>("POST", `/tables/${told.id}/seats/${seat}/pass`);
    const query = new URLSearchParams({ seat: String(seat), pass: token });
    if (told.key) query.set("key", told.key);
    const link = `${location.origin}/t/${told.id}?${query}`;
    try {
      await navigator.clipboard.writeText(link);
      toast("pass", { title: say("seating.copied"), text: say("absent.passText") });
    } catch {
      window.prompt(say("seating.copyByHand"), link);
    }
  } catch (error) {
    tellError(error);
  }
}

/** In the menu: who plays for whom, the clock, and the end. */
export function AbsentMenu({
  table,
  told,
  game,
  looking,
  onClose,
}: {
  table: Table;
  told: TableTold;
  game: GameModule | null;
  looking: Looking;
  onClose: () => void;
}) {
  const say = useWords();
  const id = useId();
  const games = useGames();
  const { isBusy, ask } = useAsk(table.id);
  const state = useTableState(table, (one) => one);
  const played = games?.find((one) => one.name === state.game);
  const bots = levels(played?.bots ?? []);
  const [level, setLevel] = useLevel(played);
  const [isEnding, setEnding] = useState(false);
  if (state.status !== "active" || state.seat === null) return null;
  const people = state.seats.filter((line) => line.kind === "human");
  // while the host's own seat is empty, whoever plays there may do what a host may
  const mayHost = told.isHost || (told.host !== null && isAway(state.here, told.host));
  const gone = people.filter((line) => line.seat !== state.seat && isAway(state.here, line.seat));
  const asked = people.filter(
    (line) => line.seat === state.seat || (mayHost && (gone.includes(line) || line.level !== null)),
  );
  const clock = state.legal.filter((action) => game?.tableActions?.includes(action.type));
  return (
    <section className="absent stack" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{say("absent.title")}</h3>
      {clock.map((action) => (
        <Button
          key={action.type}
          onClick={() => {
            table.act(action);
            onClose();
          }}
        >
          {game?.actionText(action, state, looking) ?? action.type}
        </Button>
      ))}
      {bots.length > 0 ? (
        <Ladder legend={say("absent.which")} bots={bots} level={level} onChange={setLevel} />
      ) : null}
      {asked.map((line) => {
        const isMe = line.seat === state.seat;
        const name = looking.name(line.seat);
        const path = `/seats/${line.seat}/bot`;
        return line.level === null ? (
          <Button key={line.seat} isBusy={isBusy} onClick={() => void ask("POST", path, { level })}>
            {isMe ? say("absent.botForMe") : say("absent.botFor", { name })}
          </Button>
        ) : (
          <Button key={line.seat} isBusy={isBusy} onClick={() => void ask("DELETE", path)}>
            {isMe ? say("absent.back") : say("absent.noBot", { name })}
          </Button>
        );
      })}
      {asked.map((line) => (
        <Button key={line.seat} onClick={() => void copyPass(told, line.seat, say)}>
          {line.seat === state.seat
            ? say("absent.giveMine")
            : say("absent.give", { name: looking.name(line.seat) })}
        </Button>
      ))}
      <EndRequest table={table} looking={looking} />
      {mayHost && !isEnding ? (
        <Button kind="danger" onClick={() => setEnding(true)}>
          {say("absent.end")}
        </Button>
      ) : null}
      {isEnding ? (
        <div className="stack" role="group" aria-label={say("absent.end")}>
          <p>{say("absent.endSure")}</p>
          <div className="actions">
            <Button onClick={() => setEnding(false)}>{say("action.cancel")}</Button>
            <Button
              kind="danger"
              isBusy={isBusy}
              onClick={() => void ask("POST", "/end").then((isDone) => isDone && onClose())}
            >
              {say("absent.endYes")}
            </Button>
          </div>
        </div>
      ) : null}
    </section>
  );
}

/** Everybody who plays can ask for the end; when all do, the table ends. */
export function EndRequest({ table, looking }: { table: Table; looking: Looking }) {
  const say = useWords();
  const { isBusy, ask } = useAsk(table.id);
  const state = useTableState(table, (one) => one);
  const asking = askingForEnd(state.chat);
  const isMine = state.seat !== null && asking.has(state.seat);
  const others = [...asking].filter((seat) => seat !== state.seat).map(looking.name);
  return (
    <>
      {others.length > 0 ? <p>{say("absent.asking", { names: others.join(", ") })}</p> : null}
      <Button
        isBusy={isBusy}
        title={say("absent.askEndText")}
        onClick={() => void ask(isMine ? "DELETE" : "POST", "/end/request")}
      >
        {say(isMine ? "absent.playOn" : "absent.askEnd")}
      </Button>
    </>
  );
}
