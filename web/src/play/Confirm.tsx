/** Ask once more before a move, as far as the player has chosen that in the settings. */
import { type ReactNode, useCallback, useState } from "react";
import { Dialog } from "../ui/Dialog";
import { Button } from "../ui/parts";
import { type Confirm, type Pace, useSettings } from "../ui/settings";
import { useWords } from "../ui/words";

/** How much depends on a move: "big" ones are asked about first; null, it only chooses, and nothing is asked. */
export type Weight = "big" | "plain" | null;

/** Whether a move of this weight is asked about once more. */
export function isAsked(confirm: Confirm, weight: Weight): boolean {
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

/** A way to make moves that asks first where it is to, and the dialog in which it asks. */
export function useConfirm<A>({
  act,
  legal,
  pace,
  weigh,
  text,
}: Asking<A>): [press: (action: A) => void, dialog: ReactNode] {
  const say = useWords();
  const confirm = useSettings((settings) => settings.confirm[pace]);
  const [question, setQuestion] = useState<{ action: A; legal: string } | null>(null);
  const press = useCallback(
    (action: A) => {
      if (isAsked(confirm, weigh(action))) setQuestion({ action, legal: JSON.stringify(legal) });
      else act(action);
    },
    [act, confirm, legal, weigh],
  );
  const close = () => setQuestion(null);
  const asked = question && question.legal === JSON.stringify(legal) ? question.action : null;
  const dialog = asked ? (
    <Dialog title={say("confirm.title", { move: text(asked) })} onClose={close}>
      <div className="actions">
        <Button data-safe onClick={close}>
          {say("action.cancel")}
        </Button>
        <Button
          kind="primary"
          onClick={() => {
            close();
            act(asked);
          }}
        >
          {say("confirm.yes")}
        </Button>
      </div>
    </Dialog>
  ) : null;
  return [press, dialog];
}
