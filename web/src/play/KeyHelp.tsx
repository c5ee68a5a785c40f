/** What the keys do, those of the game first. */
import { Dialog } from "../ui/Dialog";
import { useGameWords, useTranslation } from "../ui/locales";
import { Button } from "../ui/parts";

const KEYS = ["choose", "enter", "escape", "chat", "zen", "tab", "help"] as const;

export function KeyHelp({ game, keys, onClose }: { game: string; keys: string[]; onClose: () => void }) {
  const t = useTranslation();
  const isHere = useGameWords("settings");
  const shown = [
    ...keys.map((key) => `${game}:keyHelp.${key}`),
    ...KEYS.slice(keys.length > 0 ? 1 : 0).map((key) => `settings:keys.${key}`),
  ];
  if (!isHere) return null;
  return (
    <Dialog title={t("settings:keys.title")} onClose={onClose}>
      <dl className="keys">
        {shown.map((key) => (
          <div key={key}>
            <dt>
              <kbd>{t(`${key}.key`)}</kbd>
            </dt>
            <dd>{t(`${key}.text`)}</dd>
          </div>
        ))}
      </dl>
      <p className="mut sm">{t("settings:keys.more")}</p>
      <Button kind="primary" onClick={onClose}>
        {t("action.close")}
      </Button>
    </Dialog>
  );
}
