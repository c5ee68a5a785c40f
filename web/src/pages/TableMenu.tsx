/** What can be done with a table that is no move. */
import { useState } from "react";
import { useLocation } from "wouter";
import type { GameModule, Looking } from "../games";
import { choose, useSettings } from "../settings";
import { type Table, type TableState, useTableState } from "../table";
import { call } from "../table/api";
import { newNonce } from "../table/ids";
import { Dialog } from "../ui/Dialog";
import { Button, Switch } from "../ui/parts";
import type { TableTold } from "../wire/calls";
import { useWords } from "../words";
import { AbsentMenu } from "./Absent";
import { MuteSwitch } from "./Away";
import { tellError } from "./errors";
import { ShareRow } from "./Seating";

export function TableMenu({
  game,
  looking,
  table,
  told,
  onClose,
}: {
  game: GameModule | null;
  looking: Looking;
  table: Table;
  told: TableTold;
  onClose: () => void;
}) {
  const say = useWords();
  const settings = useSettings();
  const [over, setOver] = useState<"keys" | "leave" | null>(null);
  const [, go] = useLocation();
  const state = useTableState(table, (one) => one);
  const { status } = state;
  const isZen = settings.zen[state.game] ?? false;
  if (over === "keys") return <KeyHelp game={state.game} keys={game?.keys ?? []} onClose={onClose} />;
  if (over === "leave")
    return (
      <Leaving table={table} text={game?.leaving?.(state, looking) ?? say("leave.text")} onClose={onClose} />
    );
  return (
    <Dialog title={say("menu.title")} onClose={onClose}>
      <div className="stack">
        <ShareRow told={told} />
        {game ? (
          <Switch isOn={settings.textView} onChange={(textView) => choose({ textView })}>
            {say("settings.text")}
          </Switch>
        ) : null}
        <Switch isOn={isZen} hint={say("menu.zenHint")} onChange={() => toggleZen(state.game)}>
          {say("menu.zen")}
        </Switch>
        <Switch isOn={settings.sound} onChange={(sound) => choose({ sound })}>
          {say("settings.sound")}
        </Switch>
        {told.seat === null ? null : <MuteSwitch table={table.id} />}
        <Switch isOn={settings.hotkeys} onChange={(hotkeys) => choose({ hotkeys })}>
          {say("settings.hotkeys")}
        </Switch>
        {game?.settings?.map((one) => (
          <Switch key={one} isOn={settings[one]} onChange={(isOn) => choose({ [one]: isOn })}>
            {say(one === "patterns" ? "settings.patterns" : "settings.four")}
          </Switch>
        ))}
        <div className="menu-ways">
          <Button onClick={() => setOver("keys")}>{say("menu.keys")}</Button>
          <Button onClick={() => go("/you")}>{say("menu.settings")}</Button>
          <Button onClick={() => go("/")}>{say("menu.leave")}</Button>
          {status === "active" && state.seat !== null ? (
            <Button kind="danger" onClick={() => setOver("leave")}>
              {say("leave.action")}
            </Button>
          ) : null}
        </div>
        <AbsentMenu table={table} told={told} game={game} looking={looking} onClose={onClose} />
        {status === "completed" ? (
          <a
            className="btn"
            href={`/api/tables/${table.id}/transcript`}
            download={`rondel-${told.code}.jsonl`}
          >
            {say("menu.transcript")}
          </a>
        ) : null}
        {status === "completed" || status === "abandoned" ? <Rematch table={table} told={told} /> : null}
        <Button kind="primary" onClick={onClose}>
          {say("action.close")}
        </Button>
      </div>
    </Dialog>
  );
}

/** Show nothing but the table of this game, or all again. */
export function toggleZen(game: string): void {
  const { zen } = useSettings.getState();
  choose({ zen: { ...zen, [game]: !zen[game] } });
}

/** Go from a running game, once it is clear what that does. */
function Leaving({ table, text, onClose }: { table: Table; text: string; onClose: () => void }) {
  const say = useWords();
  const [, go] = useLocation();
  const [isBusy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    try {
      await call("DELETE", `/tables/${table.id}/seat`);
      go("/");
    } catch (error) {
      setBusy(false);
      tellError(error);
    }
  };
  return (
    <Dialog title={say("leave.title")} onClose={onClose}>
      <p>{text}</p>
      <div className="actions">
        <Button data-safe onClick={onClose}>
          {say("leave.stay")}
        </Button>
        <Button kind="danger" isBusy={isBusy} onClick={() => void leave()}>
          {say("leave.yes")}
        </Button>
      </div>
    </Dialog>
  );
}

/** The same once more, for all who played. */
export function Rematch({ table, told }: { table: Table; told?: TableTold }) {
  const say = useWords();
  const [, go] = useLocation();
  const [isBusy, setBusy] = useState(false);
  const seat = useTableState(table, (state) => state.seat);
  if (seat === null) return null;
  const again = async () => {
    setBusy(true);
    try {
      go(`/t/${(await rematch(table.state)).id}`);
    } catch (error) {
      setBusy(false);
      tellError(error);
    }
  };
  return (
    <Button kind="primary" isBusy={isBusy} data-table={told?.code} onClick={() => void again()}>
      {say("action.rematch")}
    </Button>
  );
}

/** A new table with the same bots; whoever asks first hosts it. With bots alone it begins at once. */
async function rematch({ id, seats, seat }: TableState): Promise<TableTold> {
  const next = await call<TableTold>("POST", `/tables/${id}/rematch`);
  const path = `/tables/${next.id}`;
  if (next.status !== "open") return next;
  await call("POST", `${path}/seat`, { nonce: newNonce(), key: next.key });
  await call("POST", `${path}/ready`, { isReady: true });
  if (!next.isHost || next.players.length > 0) return next;
  const bots = seats.filter((line) => line.kind === "bot");
  for (const bot of bots) await call("POST", `${path}/bots`, { level: bot.level });
  const isAlone = seats.every((line) => line.kind === "bot" || line.seat === seat);
  return isAlone ? call<TableTold>("POST", `${path}/start`) : next;
}

const KEYS = ["choose", "enter", "escape", "chat", "zen", "tab", "help"] as const;

export function KeyHelp({ game, keys, onClose }: { game: string; keys: string[]; onClose: () => void }) {
  const say = useWords();
  const shown = [
    ...keys.map((key) => `${game}:keyHelp.${key}`),
    ...KEYS.slice(keys.length > 0 ? 1 : 0).map((key) => `keys.${key}`),
  ];
  return (
    <Dialog title={say("keys.title")} onClose={onClose}>
      <dl className="keys">
        {shown.map((key) => (
          <div key={key}>
            <dt>
              <kbd>{say(`${key}.key`)}</kbd>
            </dt>
            <dd>{say(`${key}.text`)}</dd>
          </div>
        ))}
      </dl>
      <p className="mut sm">{say("keys.more")}</p>
      <Button kind="primary" onClick={onClose}>
        {say("action.close")}
      </Button>
    </Dialog>
  );
}
