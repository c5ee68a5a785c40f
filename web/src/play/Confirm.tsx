/** Ask once more before a move, as far as the player has chosen that in the settings. */
import { type ReactNode, useCallback, useState } from "react";
import { isDoublePress } from "../table/pressGate";
import { Dialog } from "../ui/Dialog";
import { useTranslation } from "../ui/locales";
import { Button } from "../ui/parts";
import { type Confirm, type Pace, useSettings } from "../ui/settings";

/** How much depends on a move: "big" ones are asked about first; null, it only chooses, and nothing is asked. */
export type Weight = "big" | "plain" | null;

/** Whether a move of this weight is asked about once more. */
export function needsConfirm(confirm: Confirm, weight: Weight): boolean {
  return weight !== null && (confirm === "always" || (confirm === "big" && weight === "big"));
}

interface Asking<A> {
  act: (action: A) => void;
  /** What may be done now; where that changes, the question is gone. */
  legal: readonly unknown[];
  pace: Pace;
  weigh: (action: A) => Weight;
  /** What the move is called. */
  text: (action: A) => string;
}

/**
 * A way to make moves that asks first where it is to, and the dialog in which it asks. Of a double press the first
 * asks, and the second answers nothing, neither yes nor no.
 */
export function useConfirm<A>({
  act,
  legal,
  pace,
  weigh,
  text,
}: Asking<A>): [press: (action: A) => void, dialog: ReactNode] {
  const t = useTranslation();
  const confirm = useSettings((settings) => settings.confirm[pace]);
  const [question, setQuestion] = useState<{ action: A; legal: string } | null>(null);
  const press = useCallback(
    (action: A) => {
      if (needsConfirm(confirm, weigh(action))) setQuestion({ action, legal: JSON.stringify(legal) });
      else act(action);
    },
    [act, confirm, legal, weigh],
  );
  const close = () => {
    if (!isDoublePress()) setQuestion(null);
  };
  const pending = question && question.legal === JSON.stringify(legal) ? question.action : null;
  const dialog = pending ? (
    <Dialog title={t("confirm.title", { move: text(pending) })} onClose={close}>
      <div className="actions">
        <Button data-safe onClick={close}>
          {t("action.cancel")}
        </Button>
        <Button
          kind="primary"
          onClick={() => {
            if (isDoublePress()) return;
            setQuestion(null);
            act(pending);
          }}
        >
          {t("confirm.yes")}
        </Button>
      </div>
    </Dialog>
  ) : null;
  return [press, dialog];
}
