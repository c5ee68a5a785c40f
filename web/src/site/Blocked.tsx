/** Whom I have muted or blocked, and how to undo it. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../table/api";
import { showError } from "../ui/errors";
import { useGameWords, useTranslation } from "../ui/locales";
import { Button } from "../ui/parts";
import type { BlockResponse } from "../wire/calls";

export function Blocked() {
  const t = useTranslation();
  const client = useQueryClient();
  const isHere = useGameWords("people");
  const blocks = useQuery({
    queryKey: ["blocks"],
    queryFn: () => call<BlockResponse[]>("GET", "/me/blocks"),
  }).data;
  if (!isHere || !blocks || blocks.length === 0) return null;
  const unblock = async (account: string) => {
    try {
      await call("POST", `/me/blocks/${account}`, { kind: null });
    } catch (error) {
      showError(error);
    }
    void client.invalidateQueries({ queryKey: ["blocks"] });
  };
  return (
    <section className="panel pad stack" aria-labelledby="blocked">
      <h2 id="blocked">{t("people:list")}</h2>
      <ul className="stack plain-list">
        {blocks.map(({ account, name, kind }) => (
          <li key={account} className="row wrap-row">
            <b>{name}</b> <span className="mut">{t(`people:kind.${kind}`)}</span>
            <span className="sp" />
            <Button
              isSmall
              aria-label={t("people:unblockOf", { name })}
              onClick={() => void unblock(account)}
            >
              {t("people:unblock")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
