/** In the menu during play: the host hands the table on, and removes somebody who has gone for good. */
import { useId } from "react";
import { type Table, useTableState } from "../table";
import { useGameWords, useWords } from "../ui/words";
import type { TableTold } from "../wire/calls";
import { isAway, useAsk } from "./Absent";
import { HostedPeople } from "./HostedPeople";
import { seatName } from "./names";

export default function Hosting({ table, told }: { table: Table; told: TableTold }) {
  const say = useWords();
  const id = useId();
  const { ask } = useAsk(table.id);
  const state = useTableState(table, (one) => one);
  const others = state.seats.filter((one) => one.kind === "human" && one.seat !== state.seat);
  if (!useGameWords("host") || others.length === 0) return null;
  return (
    <section className="stack" aria-labelledby={id}>
      <h3 id={id}>{say("host:title")}</h3>
      <HostedPeople
        people={others.map((one) => ({
          seat: one.seat,
          name: seatName(one, say),
          canRemove: one.level !== null && isAway(state.here, one.seat),
        }))}
        removed={told.removed}
        ask={ask}
      />
      <p className="mut sm">{say("host:removeLater")}</p>
    </section>
  );
}
