/** Players who have gone: a bot plays for them, or whoever is left ends the table. */
import { useId, useState } from "react";
import { type Table, useBoardState, useTableState } from "../table";
import { call } from "../table/api";
import { useGames, useStoreSummary } from "../table/session";
import { forgetPass, passOf } from "../table/tableLink";
import { showError } from "../ui/errors";
import { type Translate, useTranslation } from "../ui/locales";
import { Button, Notice } from "../ui/parts";
import { toast } from "../ui/toasts";
import type { SeatPass, TableResponse } from "../wire/calls";
import { botText } from "./about";
import type { GameModule, Perspective } from "./face";
import { Ladder } from "./Ladder";
import { levels, useLevel } from "./levels";
import { passLinkOf } from "./links";

/** Whether a seat's person is at the table, as far as this page was told. */
export function isAway(here: number[] | null, seat: number): boolean {
  return here !== null && !here.includes(seat);
}

export function useAsk(id: string): {
  isBusy: boolean;
  ask: (method: "POST" | "DELETE", path: string, body?: unknown) => Promise<boolean>;
} {
  const storeSummary = useStoreSummary();
  const [isBusy, setBusy] = useState(false);
  const ask = async (method: "POST" | "DELETE", path: string, body?: unknown) => {
    setBusy(true);
    try {
      storeSummary(await call<TableResponse>(method, `/tables/${id}${path}`, body));
      return true;
    } catch (error) {
      showError(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, ask };
}

/** A bot plays for me. */
export function ComeBack({ table, level }: { table: Table; level: string }) {
  const t = useTranslation();
  const { isBusy, ask } = useAsk(table.id);
  const seat = useTableState(table, (state) => state.seat);
  const game = useTableState(table, (state) => state.game);
  return (
    <div className="banner banner-over">
      <Notice
        kind="turn"
        role="status"
        title={t("absent.forYou", { level: botText(game, level, t) })}
        action={
          <Button
            isSmall
            kind="primary"
            isBusy={isBusy}
            onClick={() => void ask("DELETE", `/seats/${seat}/bot`)}
          >
            {t("absent.back")}
          </Button>
        }
      />
    </div>
  );
}

/** Somebody has handed me a pass to a seat. */
export function TakeOver({ table, summary }: { table: Table; summary: TableResponse }) {
  const t = useTranslation();
  const { isBusy, ask } = useAsk(table.id);
  const pass = passOf(table.id);
  const line = summary.players.find((one) => one.seat === pass?.seat);
  if (pass === null || line === undefined || summary.seat !== null) return null;
  const take = async () => {
    if (await ask("POST", `/seats/${pass.seat}/take`, { token: pass.token })) forgetPass(table.id);
  };
  return (
    <div className="banner">
      <Notice
        kind="turn"
        role="status"
        title={t("absent.mayTake", { name: line.name })}
        action={
          <Button isSmall kind="primary" isBusy={isBusy} onClick={() => void take()}>
            {t("absent.take")}
          </Button>
        }
      >
        {t("absent.mayTakeText")}
      </Notice>
    </div>
  );
}

/** A link by which somebody else may have a seat. */
async function copyPass(summary: TableResponse, seat: number, t: Translate): Promise<void> {
  try {
    const { token } = await call<SeatPass>("POST", `/tables/${summary.id}/seats/${seat}/pass`);
    const link = passLinkOf(summary, { seat, token });
    try {
      await navigator.clipboard.writeText(link);
      toast("pass", { title: t("seating.copied"), text: t("absent.passText") });
    } catch {
      window.prompt(t("seating.copyByHand"), link);
    }
  } catch (error) {
    showError(error);
  }
}

/** In the menu: who plays for whom, the clock, and the end. */
export function AbsentMenu({
  table,
  summary,
  game,
  perspective,
  onClose,
}: {
  table: Table;
  summary: TableResponse;
  game: GameModule | null;
  perspective: Perspective;
  onClose: () => void;
}) {
  const t = useTranslation();
  const id = useId();
  const games = useGames();
  const { isBusy, ask } = useAsk(table.id);
  const state = useBoardState(table);
  const played = games?.find((one) => one.name === state.game);
  const bots = levels(played?.bots ?? []);
  const [level, setLevel] = useLevel(played);
  const [isEnding, setEnding] = useState(false);
  if (state.status !== "active" || state.seat === null) return null;
  const people = state.seats.filter((line) => line.kind === "human");
  // while the host's own seat is empty, whoever plays there may do what a host may
  const mayHost = summary.isHost || (summary.host !== null && isAway(state.here, summary.host));
  const gone = people.filter((line) => line.seat !== state.seat && isAway(state.here, line.seat));
  const absent = people.filter(
    (line) => line.seat === state.seat || (mayHost && (gone.includes(line) || line.level !== null)),
  );
  const clock = state.legal.filter((action) => game?.tableActions?.includes(action.type));
  return (
    <section className="absent stack" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{t("absent.title")}</h3>
      {clock.map((action) => (
        <Button
          key={action.type}
          onClick={() => {
            table.act(action);
            onClose();
          }}
        >
          {game?.actionText(action, state, perspective) ?? action.type}
        </Button>
      ))}
      {bots.length > 0 ? (
        <Ladder game={state.game} legend={t("absent.which")} bots={bots} level={level} onChange={setLevel} />
      ) : null}
      {absent.map((line) => {
        const isMe = line.seat === state.seat;
        const name = perspective.nameOf(line.seat);
        const path = `/seats/${line.seat}/bot`;
        return line.level === null ? (
          <Button key={line.seat} isBusy={isBusy} onClick={() => void ask("POST", path, { level })}>
            {isMe ? t("absent.botForMe") : t("absent.botFor", { name })}
          </Button>
        ) : (
          <Button key={line.seat} isBusy={isBusy} onClick={() => void ask("DELETE", path)}>
            {isMe ? t("absent.back") : t("absent.noBot", { name })}
          </Button>
        );
      })}
      {absent.map((line) => (
        <Button key={line.seat} onClick={() => void copyPass(summary, line.seat, t)}>
          {line.seat === state.seat
            ? t("absent.giveMine")
            : t("absent.give", { name: perspective.nameOf(line.seat) })}
        </Button>
      ))}
      <EndRequest table={table} perspective={perspective} />
      {mayHost && !isEnding ? (
        <Button kind="danger" onClick={() => setEnding(true)}>
          {t("absent.end")}
        </Button>
      ) : null}
      {isEnding ? (
        <div className="stack" role="group" aria-label={t("absent.end")}>
          <p>{t("absent.endSure")}</p>
          <div className="actions">
            <Button onClick={() => setEnding(false)}>{t("action.cancel")}</Button>
            <Button
              kind="danger"
              isBusy={isBusy}
              onClick={() => void ask("POST", "/end").then((isDone) => isDone && onClose())}
            >
              {t("absent.endYes")}
            </Button>
          </div>
        </div>
      ) : null}
    </section>
  );
}

/** Everybody who plays can ask for the end; when all do, the table ends. */
export function EndRequest({ table, perspective }: { table: Table; perspective: Perspective }) {
  const t = useTranslation();
  const { isBusy, ask } = useAsk(table.id);
  const state = useBoardState(table);
  const asking = state.seats.filter((line) => line.wantsEnd).map((line) => line.seat);
  const isMine = state.seat !== null && asking.includes(state.seat);
  const others = asking.filter((seat) => seat !== state.seat).map(perspective.nameOf);
  return (
    <>
      {others.length > 0 ? <p>{t("absent.asking", { names: others.join(", ") })}</p> : null}
      <Button
        isBusy={isBusy}
        title={t("absent.askEndText")}
        onClick={() => void ask(isMine ? "DELETE" : "POST", "/end/request")}
      >
        {t(isMine ? "absent.playOn" : "absent.askEnd")}
      </Button>
    </>
  );
}
