/** The people at a table, and what its host can do about each: make them host, remove them, let them back. */

import { useTranslation } from "../ui/locales";
import { Button } from "../ui/parts";
import type { TableResponse } from "../wire/calls";

interface Props {
  people: { seat: number; name: string; canRemove: boolean }[];
  removed: TableResponse["removed"];
  ask: (method: "POST" | "DELETE", path: string, body?: unknown) => Promise<boolean>;
}

export function HostedPeople({ people, removed, ask }: Props) {
  const t = useTranslation();
  const shown = people.filter((one) => !removed.some((gone) => gone.seat === one.seat));
  if (shown.length + removed.length === 0) return null;
  return (
    <ul className="stack" aria-label={t("host:people")}>
      {shown.map(({ seat, name, canRemove }) => (
        <li key={seat} className="row wrap-row">
          <b>{name}</b>
          <span className="sp" />
          <Button
            isSmall
            aria-label={t("host:makeHostOf", { name })}
            onClick={() => void ask("POST", "/host", { seat })}
          >
            {t("host:makeHost")}
          </Button>
          {canRemove ? (
            <Button
              isSmall
              kind="danger"
              aria-label={t("host:removeOf", { name })}
              onClick={() => void ask("DELETE", `/seats/${seat}/person`)}
            >
              {t("host:remove")}
            </Button>
          ) : null}
        </li>
      ))}
      {removed.map((one) => (
        <li key={one.id} className="row wrap-row">
          <span className="mut">{t("host:removed", { name: one.name })}</span>
          <span className="sp" />
          <Button
            isSmall
            aria-label={t("host:letBackOf", { name: one.name })}
            onClick={() => void ask("DELETE", `/removed/${one.id}`)}
          >
            {t("host:letBack")}
          </Button>
        </li>
      ))}
    </ul>
  );
}
