/** The way to a table: a name first, then a seat, then the table itself, in one tab at a time. */
import { useEffect, useRef, useState } from "react";
import type { Faces } from "../play/face";
import { isOldLink } from "../play/links";
import { Arriving, Playing } from "../play/Playing";
import { type Table, useTable, useTableState } from "../table";
import { useOnlyTab } from "../table/onlyTab";
import { mayLook, useMe, useTableSummary } from "../table/session";
import { sawOpened } from "../table/witnesses";
import { errorText, refusalText } from "../ui/errors";
import { useGameWords, useTranslation } from "../ui/locales";
import { Button, LinkButton, Skeleton } from "../ui/parts";
import type { TableResponse } from "../wire/calls";
import { usePushOffer } from "./Away";
import { alertTurn } from "./alerts";
import { InvitedForm, wantsSeat } from "./NameForm";
import { Problem } from "./NotFound";
import { clearNote } from "./push";
import { Seating } from "./Seating";
import { Shell } from "./Shell";

interface Props {
  table: Table;
  summary: TableResponse;
  faces: Faces;
}

export default function TablePage({ id, faces }: { id: string; faces: Faces }) {
  const t = useTranslation();
  const me = useMe();
  const [isOld] = useState(isOldLink);
  const query = useTableSummary(id);
  useEffect(() => {
    // so that nobody copies it from the address or sends it once more
    if (isOld) history.replaceState(history.state, "", location.pathname + location.hash);
  }, [isOld]);
  if (isOld) return <Problem title={t("table.oldLink")} text={t("table.oldLinkText")} />;
  if (me === null)
    return (
      <Shell>
        <div className="wrap narrow">
          <InvitedForm />
        </div>
      </Shell>
    );
  if (query.error && !query.data) return <Problem title={t("table.none")} text={errorText(query.error, t)} />;
  if (!query.data)
    return (
      <Shell>
        <div className="wrap narrow">
          <Skeleton lines={5} />
        </div>
      </Shell>
    );
  return <Found summary={query.data} faces={faces} refetch={() => void query.refetch()} />;
}

function Found({ summary, faces, refetch }: Omit<Props, "table"> & { refetch: () => void }) {
  const t = useTranslation();
  const { isHere, playHere } = useOnlyTab(summary.id);
  useEffect(() => sawOpened(summary), [summary]);
  const table = useTable(summary.id, isHere && mayLook(summary));
  const status = useTableState(table, (state) => (state.isHere ? state.status : summary.status));
  const seats = useTableState(table, (state) => state.seats);
  const gone = useTableState(table, (state) => state.gone);
  const hasView = useTableState(table, (state) => state.view !== null);
  useEffect(() => void faces.load(summary.game), [faces, summary.game]);
  // a face says itself who is to move; without one, the server is asked after every move
  const version = useTableState(table, (state) => (faces.here(summary.game) === null ? state.version : 0));
  // what a host decides is said by the House; the record has it, too
  const lines = useTableState(table, (state) => (state.status === "open" ? state.chat.length : 0));
  useGameWords("host");
  const before = useRef({ status, seats, version, lines });
  useEffect(() => {
    const was = before.current;
    before.current = { status, seats, version, lines };
    if (was.status !== status || was.seats !== seats || was.version !== version || was.lines !== lines)
      refetch();
  }, [status, seats, version, lines, refetch]);
  useEffect(() => {
    if (status !== "open") wantsSeat(); // there is none to take any more
  }, [status]);
  if (gone) return <Problem title={t("table.none")} text={refusalText(gone, t)} />;
  if (!isHere) return <Elsewhere onHere={playHere} />;
  if (status === "open" || status === "closed")
    return <Seating table={table} summary={summary} faces={faces} />;
  return hasView ? <InPlay table={table} summary={summary} faces={faces} /> : <Arriving />;
}

/** The table in play; a note when it is one's turn, and after the end an offer to send such notes. */
function InPlay(props: Props) {
  const { table, summary } = props;
  const isOver = useTableState(table, (state) => state.status === "completed");
  const isSeated = useTableState(table, (state) => state.seat !== null);
  usePushOffer(isOver && summary.lesson === null, isSeated);
  return <Playing {...props} onTurn={alertTurn} onSeen={clearNote} />;
}

function Elsewhere({ onHere }: { onHere: () => void }) {
  const t = useTranslation();
  return (
    <main className="veil">
      <div className="panel pad stack">
        <h1>{t("elsewhere.title")}</h1>
        <p className="mut">{t("elsewhere.text")}</p>
        <Button kind="primary" onClick={onHere}>
          {t("elsewhere.here")}
        </Button>
        <LinkButton href="/">{t("action.lobby")}</LinkButton>
      </div>
    </main>
  );
}
