/** In the menu during play: the host hands the table on, and removes somebody who has gone for good. */
import { useId } from "react";
import { type Table, useBoardState } from "../table";
import { useGameWords, useTranslation } from "../ui/locales";
import type { TableResponse } from "../wire/calls";
import { isAway, useAsk } from "./Absent";
import { HostedPeople } from "./HostedPeople";
import { seatName } from "./names";

export default function Hosting({ table, summary }: { table: Table; summary: TableResponse }) {
  const t = useTranslation();
  const id = useId();
  const { ask } = useAsk(table.id);
  const state = useBoardState(table);
  const others = state.seats.filter((one) => one.kind === "human" && one.seat !== state.seat);
  if (!useGameWords("host") || others.length === 0) return null;
  return (
    <section className="stack" aria-labelledby={id}>
      <h3 id={id}>{t("host:title")}</h3>
      <HostedPeople
        people={others.map((one) => ({
          seat: one.seat,
          name: seatName(one, t),
          canRemove: one.level !== null && isAway(state.here, one.seat),
        }))}
        removed={summary.removed}
        ask={ask}
      />
      <p className="mut sm">{t("host:removeLater")}</p>
    </section>
  );
}
