/** Taking back: one press, named after what it takes back; offered while the server says that it can be done. */
import { Undo2 } from "lucide-react";
import { type Table, type TableState, useTableState } from "../table";
import { Button } from "../ui/parts";
import { useWords } from "../ui/words";

export function UndoButton({ table, hotkey = null }: { table: Table; hotkey?: string | null }) {
  const say = useWords();
  const undo = useTableState(table, (state) => state.undo);
  const what = useTableState(table, nameOfUndo);
  return (
    <Button kind="quiet" className="undo" disabled={undo === null} onClick={() => table.undo()}>
      <Undo2 size={18} aria-hidden="true" />
      <span>
        {say("undo.plain")}
        {what ? (
          <>
            <span className="vh">: {what}</span>
            <span className="undo-what" aria-hidden="true">
              {what}
            </span>
          </>
        ) : null}
      </span>
      {hotkey ? <kbd aria-hidden="true">{hotkey}</kbd> : null}
    </Button>
  );
}

/** What the move that can be taken back was called, if this tab made it. */
export function nameOfUndo({ undo, done }: TableState): string | null {
  return done.find((one) => one.version === undo)?.text ?? null;
}
