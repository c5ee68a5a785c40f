import { useState } from "react";
import { useLocation } from "wouter";
import { type Board, type BoardState, type TableState, useTableState } from "../table";
import { call } from "../table/api";
import { keepKey } from "../table/tableLink";
import { nonceFor } from "../table/witnesses";
import { showError } from "../ui/errors";
import { useTranslation } from "../ui/locales";
import { Button } from "../ui/parts";
import type { TableResponse } from "../wire/calls";

/** The same once more, for all who played. */
export function Rematch({ table, summary }: { table: Board; summary?: TableResponse }) {
  const t = useTranslation();
  const [, go] = useLocation();
  const [isBusy, setBusy] = useState(false);
  const seat = useTableState(table, (state) => state.seat);
  const asker = useTableState(table, rematchAsker);
  if (seat === null || table.isLesson) return null;
  const again = async () => {
    setBusy(true);
    try {
      go(`/t/${(await rematch(table.state)).id}`);
    } catch (error) {
      setBusy(false);
      showError(error);
    }
  };
  return (
    <>
      {asker === null ? null : (
        <p className="rematch-asked" role="status">
          {t("house.REMATCH", { by: asker })}
        </p>
      )}
      <Button kind="primary" isBusy={isBusy} data-table={summary?.code} onClick={() => void again()}>
        {t(asker === null ? "action.rematch" : "action.join")}
      </Button>
    </>
  );
}

/** Who has asked for a rematch already, if it was somebody else. */
export function rematchAsker({ chat, seat }: TableState): string | null {
  const line = chat.findLast(({ name, text }) => name === "House" && text.startsWith("REMATCH "));
  return line === undefined || line.seat === seat ? null : line.text.slice("REMATCH ".length);
}

/** A new table with the same bots; whoever asks first hosts it. With bots alone it begins at once. */
async function rematch({ id, seats, seat }: BoardState): Promise<TableResponse> {
  const next = await call<TableResponse>("POST", `/tables/${id}/rematch`);
  const path = `/tables/${next.id}`;
  keepKey(next.id, next.key);
  if (next.status !== "open") return next;
  if (next.seat === null) await call("POST", `${path}/seat`, { nonce: nonceFor(next) });
  await call("POST", `${path}/ready`, { isReady: true });
  if (!next.isHost || next.players.length > 0) return next;
  const bots = seats.filter((line) => line.kind === "bot");
  for (const bot of bots) await call("POST", `${path}/bots`, { level: bot.level });
  const isAlone = seats.every((line) => line.kind === "bot" || line.seat === seat);
  return isAlone ? call<TableResponse>("POST", `${path}/start`) : next;
}
