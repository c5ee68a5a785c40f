/** What can be done with a table that is no move. */
import { lazy, Suspense, useState } from "react";
import { useLocation } from "wouter";
import { type Table, useTableState } from "../table";
import { call } from "../table/api";
import { Dialog } from "../ui/Dialog";
import { tellError } from "../ui/errors";
import { Button, Switch } from "../ui/parts";
import { choose, useSettings } from "../ui/settings";
import { useWords } from "../ui/words";
import type { TableTold } from "../wire/calls";
import { AbsentMenu } from "./Absent";
import { FairDialog } from "./Fair";
import type { GameModule, Looking } from "./face";
import { KeyHelp } from "./KeyHelp";
import { MuteSwitch } from "./Mute";
import { Rematch } from "./Rematch";
import { ShareRow } from "./ShareRow";
import { hasHow } from "./written";

const Hosting = lazy(() => import("./Hosting"));

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
  const [over, setOver] = useState<"keys" | "leave" | "fair" | null>(null);
  const [, go] = useLocation();
  const state = useTableState(table, (one) => one);
  const { status } = state;
  const isZen = settings.zen[state.game] ?? false;
  if (over === "keys") return <KeyHelp game={state.game} keys={game?.keys ?? []} onClose={onClose} />;
  if (over === "fair")
    return <FairDialog id={table.id} secret={told.key} isOver={status === "completed"} onClose={onClose} />;
  if (over === "leave")
    return (
      <Leaving table={table} text={game?.leaving?.(state, looking) ?? say("leave.text")} onClose={onClose} />
    );
  return (
    <Dialog title={say("menu.title")} onClose={onClose}>
      <div className="stack">
        {told.lesson === null ? <ShareRow told={told} /> : null}
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
          {hasHow(state.game) ? (
            <a className="btn" href={`/how/${state.game}`} target="_blank" rel="noopener">
              {say("learn.how")}
            </a>
          ) : null}
          {told.lesson === null ? <Button onClick={() => setOver("fair")}>{say("fair.title")}</Button> : null}
          <Button onClick={() => go("/you")}>{say("menu.settings")}</Button>
          <Button onClick={() => go("/")}>{say("menu.leave")}</Button>
          {status === "active" && state.seat !== null ? (
            <Button kind="danger" onClick={() => setOver("leave")}>
              {say("leave.action")}
            </Button>
          ) : null}
        </div>
        <AbsentMenu table={table} told={told} game={game} looking={looking} onClose={onClose} />
        {status === "active" && told.isHost && told.lesson === null ? (
          <Suspense>
            <Hosting table={table} told={told} />
          </Suspense>
        ) : null}
        {status === "completed" && told.lesson === null ? (
          <a
            className="btn"
            href={`/api/tables/${table.id}/transcript`}
            download={`rondel-${told.code}.jsonl`}
          >
            {say("menu.transcript")}
          </a>
        ) : null}
        {(status === "completed" || status === "abandoned") && told.lesson === null ? (
          <Rematch table={table} told={told} />
        ) : null}
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
