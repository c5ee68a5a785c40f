/** The way to a table: a name first, then a seat, then the table itself, in one tab at a time. */
import { useEffect, useRef } from "react";
import { useSearchParams } from "wouter";
import type { Faces } from "../play/face";
import { Arriving, Playing } from "../play/Playing";
import { type Table, useTable, useTableState } from "../table";
import { useOnlyTab } from "../table/onlyTab";
import { mayLook, useMe, useTold } from "../table/session";
import { saw } from "../table/witness";
import { errorText, refusalText } from "../ui/errors";
import { Button, LinkButton, Skeleton } from "../ui/parts";
import { useGameWords, useWords } from "../ui/words";
import type { TableTold } from "../wire/calls";
import { usePushOffer } from "./Away";
import { alertTurn } from "./alerts";
import { InvitedForm, wantsSeat } from "./NameForm";
import { Problem } from "./NotFound";
import { clearNote } from "./push";
import { Seating } from "./Seating";
import { Shell } from "./Shell";

interface Props {
  table: Table;
  told: TableTold;
  secret: string | null;
  faces: Faces;
}

export default function TablePage({ id, faces }: { id: string; faces: Faces }) {
  const say = useWords();
  const me = useMe();
  const [search] = useSearchParams();
  const told = useTold(id, search.get("key"));
  if (me === null)
    return (
      <Shell>
        <div className="wrap narrow">
          <InvitedForm />
        </div>
      </Shell>
    );
  if (told.error && !told.data)
    return <Problem title={say("table.none")} text={errorText(told.error, say)} />;
  if (!told.data)
    return (
      <Shell>
        <div className="wrap narrow">
          <Skeleton lines={5} />
        </div>
      </Shell>
    );
  return (
    <Found told={told.data} secret={search.get("key")} faces={faces} refetch={() => void told.refetch()} />
  );
}

function Found({ told, secret, faces, refetch }: Omit<Props, "table"> & { refetch: () => void }) {
  const say = useWords();
  const { isHere, playHere } = useOnlyTab(told.id);
  useEffect(() => saw(told.id, told), [told]);
  const table = useTable(told.id, secret, isHere && mayLook(told, secret));
  const status = useTableState(table, (state) => (state.isHere ? state.status : told.status));
  const seats = useTableState(table, (state) => state.seats);
  const gone = useTableState(table, (state) => state.gone);
  const hasView = useTableState(table, (state) => state.view !== null);
  useEffect(() => void faces.load(told.game), [faces, told.game]);
  // a face says itself who is to move; without one, the server is asked after every move
  const version = useTableState(table, (state) => (faces.here(told.game) === null ? state.version : 0));
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
  if (gone) return <Problem title={say("table.none")} text={refusalText(gone.code, gone.because, say)} />;
  if (!isHere) return <Elsewhere onHere={playHere} />;
  if (status === "open" || status === "closed")
    return <Seating table={table} told={told} secret={secret} faces={faces} />;
  return hasView ? <InPlay table={table} told={told} secret={secret} faces={faces} /> : <Arriving />;
}

/** The table in play; a note when it is one's turn, and after the end an offer to send such notes. */
function InPlay(props: Props) {
  const { table, told } = props;
  const isOver = useTableState(table, (state) => state.status === "completed");
  const isSeated = useTableState(table, (state) => state.seat !== null);
  usePushOffer(isOver && told.lesson === null, isSeated);
  return <Playing {...props} onTurn={alertTurn} onSeen={clearNote} />;
}

function Elsewhere({ onHere }: { onHere: () => void }) {
  const say = useWords();
  return (
    <main className="veil">
      <div className="panel pad stack">
        <h1>{say("elsewhere.title")}</h1>
        <p className="mut">{say("elsewhere.text")}</p>
        <Button kind="primary" onClick={onHere}>
          {say("elsewhere.here")}
        </Button>
        <LinkButton href="/">{say("action.lobby")}</LinkButton>
      </div>
    </main>
  );
}
