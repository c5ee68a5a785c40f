import { useEffect, useState } from "react";
import { type Table, useLink, useTableState } from "../table";
import { passOf } from "../table/tableLink";
import { useTranslation } from "../ui/locales";
import { Button, LinkButton, Notice } from "../ui/parts";
import type { TableResponse } from "../wire/calls";
import { ComeBack, TakeOver } from "./Absent";
import { Rematch } from "./Rematch";

/** What is wrong with the connection, or what one is here as. */
export function Banner({
  table,
  summary,
  onReplay,
}: {
  table: Table;
  summary: TableResponse;
  onReplay: () => void;
}) {
  const t = useTranslation();
  const status = useLink((state) => state.status);
  const [isLate, setLate] = useState(false);
  const isLost = status === "lost" || status === "silent";
  const pending = useTableState(table, (state) => state.pending);
  const isWatching = useTableState(table, (state) => state.seat === null && state.isHere);
  const watching = useTableState(table, (state) => state.watching);
  const isEnded = useTableState(table, (state) => state.status === "abandoned");
  const isActive = useTableState(table, (state) => state.status === "active");
  const mine = useTableState(table, (state) => state.seats.find((line) => line.seat === state.seat));
  useEffect(() => {
    setLate(false);
    if (!isLost) return;
    const timer = setTimeout(() => setLate(true), 700);
    return () => clearTimeout(timer);
  }, [isLost]);
  if (status === "signedOut")
    return (
      <div className="banner">
        <Notice
          kind="bad"
          role="alert"
          title={t("link.signedOut")}
          action={
            <LinkButton href="/you" isSmall>
              {t("link.signIn")}
            </LinkButton>
          }
        >
          {t("link.signedOutText")}
        </Notice>
      </div>
    );
  if (isLost && isLate)
    return (
      <div className="banner">
        <Notice
          kind="bad"
          role="status"
          isBusy
          title={t(pending ? "link.reconnectingSaved" : "link.reconnecting")}
        >
          {pending ? t("link.saved") : t("link.estimates")}
        </Notice>
      </div>
    );
  if (isEnded)
    return (
      <div className="banner">
        <Notice
          kind="info"
          role="status"
          title={t("absent.ended")}
          action={
            <>
              <Rematch table={table} summary={summary} />
              <Button isSmall onClick={onReplay}>
                {t("past.watch")}
              </Button>
            </>
          }
        >
          {t("absent.endedText")}
        </Notice>
      </div>
    );
  if (mine && mine.kind === "human" && mine.level !== null && isActive)
    return <ComeBack table={table} level={mine.level} />;
  if (isWatching && summary.seat === null && passOf(summary.id) !== null)
    return <TakeOver table={table} summary={summary} />;
  if (isWatching)
    return (
      <div className="ribbon" role="status">
        {summary.isRemoved ? t("host:youWereRemoved") : t("watch.ribbon")}{" "}
        {watching > 1 ? t("watch.others", { count: watching - 1 }) : ""}
      </div>
    );
  return null;
}
