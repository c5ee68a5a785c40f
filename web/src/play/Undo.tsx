/** Taking back: one press, named after what it takes back; offered while the server says that it can be done. */
import { Undo2 } from "lucide-react";
import { type Board, type BoardState, useTableState } from "../table";
import { useTranslation } from "../ui/locales";
import { Button } from "../ui/parts";

export function UndoButton({ table, hotkey = null }: { table: Board; hotkey?: string | null }) {
  const t = useTranslation();
  const undo = useTableState(table, (state) => state.undo);
  const what = useTableState(table, nameOfUndo);
  return (
    <Button kind="quiet" className="undo" disabled={undo === null} onClick={() => table.undo()}>
      <Undo2 size={18} aria-hidden="true" />
      <span>
        {t("undo.plain")}
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
export function nameOfUndo({ undo, done }: BoardState): string | null {
  return done.find((one) => one.version === undo)?.text ?? null;
}
