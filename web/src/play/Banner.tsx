import { useEffect, useState } from "react";
import { type Table, useLink, useTableState } from "../table";
import { Button, LinkButton, Notice } from "../ui/parts";
import { useWords } from "../ui/words";
import type { TableTold } from "../wire/calls";
import { ComeBack, TakeOver } from "./Absent";
import { Rematch } from "./Rematch";

/** What is wrong with the connection, or what one is here as. */
export function Banner({
  table,
  told,
  secret,
  onReplay,
}: {
  table: Table;
  told: TableTold;
  secret: string | null;
  onReplay: () => void;
}) {
  const say = useWords();
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
          title={say("link.signedOut")}
          action={
            <LinkButton href="/you" isSmall>
              {say("link.signIn")}
            </LinkButton>
          }
        >
          {say("link.signedOutText")}
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
          title={say(pending ? "link.reconnectingSaved" : "link.reconnecting")}
        >
          {pending ? say("link.saved") : say("link.estimates")}
        </Notice>
      </div>
    );
  if (isEnded)
    return (
      <div className="banner">
        <Notice
          kind="info"
          role="status"
          title={say("absent.ended")}
          action={
            <>
              <Rematch table={table} told={told} />
              <Button isSmall onClick={onReplay}>
                {say("past.watch")}
              </Button>
            </>
          }
        >
          {say("absent.endedText")}
        </Notice>
      </div>
    );
  if (mine && mine.kind === "human" && mine.level !== null && isActive)
    return <ComeBack table={table} level={mine.level} />;
  if (isWatching && told.seat === null && new URLSearchParams(location.search).has("pass"))
    return <TakeOver table={table} told={told} secret={secret} />;
  if (isWatching)
    return (
      <div className="ribbon" role="status">
        {told.isRemoved ? say("host:youWereRemoved") : say("watch.ribbon")}{" "}
        {watching > 1 ? say("watch.others", { count: watching - 1 }) : ""}
      </div>
    );
  return null;
}
