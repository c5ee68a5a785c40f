/** What the host of a table decides before play about who sits there; and what that means for others. */
import { useId } from "react";
import { HostedPeople } from "../play/HostedPeople";
import { seatName } from "../play/names";
import { useGameWords, useTranslation } from "../ui/locales";
import { Notice, Switch } from "../ui/parts";
import type { TableResponse } from "../wire/calls";

type Ask = (name: string, method: "POST" | "DELETE", path: string, body?: unknown) => Promise<boolean>;

export default function HostTools({ summary, ask }: { summary: TableResponse; ask: Ask }) {
  if (!useGameWords("host")) return null;
  return summary.isHost ? <Tools summary={summary} ask={ask} /> : <RemovedPlayers summary={summary} />;
}

function RemovedPlayers({ summary }: { summary: TableResponse }) {
  const t = useTranslation();
  if (summary.isRemoved)
    return (
      <Notice kind="info" role="status" title={t("host:youWereRemoved")}>
        {t("host:youWereRemovedText")}
      </Notice>
    );
  if (summary.isLocked)
    return (
      <Notice kind="info" role="status" title={t("host:isLocked")}>
        {summary.seat === null ? t("host:isLockedText") : null}
      </Notice>
    );
  return null;
}

function Tools({ summary, ask }: { summary: TableResponse; ask: Ask }) {
  const t = useTranslation();
  const id = useId();
  const others = summary.players.filter((one) => one.kind === "human" && one.seat !== summary.seat);
  return (
    <section className="panel pad stack" aria-labelledby={id}>
      <h2 id={id}>{t("host:title")}</h2>
      <Switch
        isOn={summary.isLocked}
        hint={t("host:shutHint")}
        onChange={(isLocked) => void ask("lobby", "POST", "/lobby", { isLocked })}
      >
        {t("host:shut")}
      </Switch>
      <HostedPeople
        people={others.map((one) => ({ seat: one.seat, name: seatName(one, t), canRemove: true }))}
        removed={summary.removed}
        ask={(method, path, body) => ask(path, method, path, body)}
      />
    </section>
  );
}
