/** Taking back: one press, named after what it takes back. The server decides, and says why not. */
import { Undo2 } from "lucide-react";
import { type Table, useTableState } from "../table";
import { Button } from "../ui/parts";
import { useWords } from "../words";

export function UndoButton({ table, hotkey = null }: { table: Table; hotkey?: string | null }) {
  const say = useWords();
  const last = useTableState(table, (state) => state.done.at(-1));
  const what = last?.text ?? null;
  return (
    <Button kind="quiet" className="undo" onClick={() => table.undo()}>
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
