/** What the keys do, those of the game first. */
import { Dialog } from "../ui/Dialog";
import { Button } from "../ui/parts";
import { useWords } from "../ui/words";

const KEYS = ["choose", "enter", "escape", "chat", "zen", "tab", "help"] as const;

export function KeyHelp({ game, keys, onClose }: { game: string; keys: string[]; onClose: () => void }) {
  const say = useWords();
  const shown = [
    ...keys.map((key) => `${game}:keyHelp.${key}`),
    ...KEYS.slice(keys.length > 0 ? 1 : 0).map((key) => `keys.${key}`),
  ];
  return (
    <Dialog title={say("keys.title")} onClose={onClose}>
      <dl className="keys">
        {shown.map((key) => (
          <div key={key}>
            <dt>
              <kbd>{say(`${key}.key`)}</kbd>
            </dt>
            <dd>{say(`${key}.text`)}</dd>
          </div>
        ))}
      </dl>
      <p className="mut sm">{say("keys.more")}</p>
      <Button kind="primary" onClick={onClose}>
        {say("action.close")}
      </Button>
    </Dialog>
  );
}
