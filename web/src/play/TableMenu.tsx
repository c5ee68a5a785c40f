/** What can be done with a table that is no move. */
import { lazy, Suspense, useState } from "react";
import { useLocation } from "wouter";
import { type Table, useBoardState } from "../table";
import { call, callForText } from "../table/api";
import { useGames } from "../table/session";
import { Dialog } from "../ui/Dialog";
import { download } from "../ui/download";
import { showError } from "../ui/errors";
import { useGameWords, useTranslation } from "../ui/locales";
import { Button, Switch } from "../ui/parts";
import { choose, useSettings } from "../ui/settings";
import type { TableResponse } from "../wire/calls";
import { AbsentMenu } from "./Absent";
import type { GameModule, Perspective } from "./face";
import { KeyHelp } from "./KeyHelp";
import { MuteSwitch } from "./Mute";
import { Rematch } from "./Rematch";
import { ShareRow } from "./ShareRow";

const FairDialog = lazy(() => import("./fair/FairDialog"));
const Hosting = lazy(() => import("./Hosting"));

export function TableMenu({
  game,
  perspective,
  table,
  summary,
  onClose,
}: {
  game: GameModule | null;
  perspective: Perspective;
  table: Table;
  summary: TableResponse;
  onClose: () => void;
}) {
  const t = useTranslation();
  const settings = useSettings();
  const [over, setOver] = useState<"keys" | "leave" | "fair" | null>(null);
  const [, go] = useLocation();
  const state = useBoardState(table);
  const { status } = state;
  const isHere = useGameWords("settings");
  const played = useGames()?.find((one) => one.name === state.game);
  const isZen = settings.zen[state.game] ?? false;
  if (over === "keys") return <KeyHelp game={state.game} keys={game?.keys ?? []} onClose={onClose} />;
  if (over === "fair")
    return (
      <Suspense>
        <FairDialog summary={summary} isOver={status === "completed"} onClose={onClose} />
      </Suspense>
    );
  if (over === "leave")
    return (
      <Leaving
        table={table}
        text={game?.leaving?.(state, perspective) ?? t("settings:leave.text")}
        onClose={onClose}
      />
    );
  if (!isHere) return null;
  return (
    <Dialog title={t("menu.title")} onClose={onClose}>
      <div className="stack">
        {summary.lesson === null ? <ShareRow summary={summary} /> : null}
        {game ? (
          <Switch isOn={settings.textView} onChange={(textView) => choose({ textView })}>
            {t("settings:text")}
          </Switch>
        ) : null}
        <Switch isOn={isZen} hint={t("menu.zenHint")} onChange={() => toggleZen(state.game)}>
          {t("menu.zen")}
        </Switch>
        <Switch isOn={settings.sound} onChange={(sound) => choose({ sound })}>
          {t("settings:sound")}
        </Switch>
        {summary.seat === null ? null : <MuteSwitch table={table.id} />}
        <Switch isOn={settings.hotkeys} onChange={(hotkeys) => choose({ hotkeys })}>
          {t("settings:hotkeys")}
        </Switch>
        {game?.settings?.map((one) => (
          <Switch key={one} isOn={settings[one]} onChange={(isOn) => choose({ [one]: isOn })}>
            {t(one === "patterns" ? "settings:patterns" : "settings:four")}
          </Switch>
        ))}
        <div className="menu-ways">
          <Button onClick={() => setOver("keys")}>{t("menu.keys")}</Button>
          {played?.hasHow ? (
            <a className="btn" href={`/how/${state.game}`} target="_blank" rel="noopener">
              {t("learn.how")}
            </a>
          ) : null}
          {summary.lesson === null ? (
            <Button onClick={() => setOver("fair")}>{t("fair.title")}</Button>
          ) : null}
          <Button onClick={() => go("/you")}>{t("menu.settings")}</Button>
          <Button onClick={() => go("/")}>{t("menu.leave")}</Button>
          {status === "active" && state.seat !== null ? (
            <Button kind="danger" onClick={() => setOver("leave")}>
              {t("settings:leave.action")}
            </Button>
          ) : null}
        </div>
        <AbsentMenu table={table} summary={summary} game={game} perspective={perspective} onClose={onClose} />
        {status === "active" && summary.isHost && summary.lesson === null ? (
          <Suspense>
            <Hosting table={table} summary={summary} />
          </Suspense>
        ) : null}
        {status === "completed" && summary.lesson === null ? (
          <Button onClick={() => void saveTranscript(summary)}>{t("menu.transcript")}</Button>
        ) : null}
        {(status === "completed" || status === "abandoned") && summary.lesson === null ? (
          <Rematch table={table} summary={summary} />
        ) : null}
        <Button kind="primary" onClick={onClose}>
          {t("action.close")}
        </Button>
      </div>
    </Dialog>
  );
}

async function saveTranscript({ id, code }: TableResponse): Promise<void> {
  try {
    download(`rondel-${code}.jsonl`, await callForText(`/tables/${id}/transcript`), "application/jsonl");
  } catch (error) {
    showError(error);
  }
}

/** Show nothing but the table of this game, or all again. */
export function toggleZen(game: string): void {
  const { zen } = useSettings.getState();
  choose({ zen: { ...zen, [game]: !zen[game] } });
}

/** Go from a running game, once it is clear what that does. */
function Leaving({ table, text, onClose }: { table: Table; text: string; onClose: () => void }) {
  const t = useTranslation();
  const [, go] = useLocation();
  const [isBusy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    try {
      await call("DELETE", `/tables/${table.id}/seat`);
      go("/");
    } catch (error) {
      setBusy(false);
      showError(error);
    }
  };
  return (
    <Dialog title={t("settings:leave.title")} onClose={onClose}>
      <p>{text}</p>
      <div className="actions">
        <Button data-safe onClick={onClose}>
          {t("settings:leave.stay")}
        </Button>
        <Button kind="danger" isBusy={isBusy} onClick={() => void leave()}>
          {t("settings:leave.yes")}
        </Button>
      </div>
    </Dialog>
  );
}
