/** The log: what moderators did, the newest first. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../table/api";
import { useTranslation } from "../../ui/locales";
import { Button, Empty } from "../../ui/parts";
import type { ActLine } from "../../wire/calls";
import { moment } from "./act";

/** As many rows as the server shows at once. */
const PAGE = 50;

export function Log() {
  const t = useTranslation();
  const [before, setBefore] = useState<number | null>(null);
  const rows = useQuery({
    queryKey: ["admin", "log", before],
    queryFn: () => call<ActLine[]>("GET", `/admin/audit${before === null ? "" : `?before=${before}`}`),
  }).data;
  const last = rows?.length === PAGE ? rows.at(-1) : undefined;
  return (
    <div className="stack">
      {rows?.length === 0 ? <Empty title={t("admin:log.none")} /> : null}
      <ol className="stack audit">
        {rows?.map((row) => (
          <li key={row.id} className="panel pad">
            <b>{t(`admin:act.${row.kind}`)}</b>{" "}
            <span className="mut sm">
              {moment(row.at)} · {row.by ?? t("admin:log.byCommand")} · <span>{row.about}</span>
            </span>
            <p>{row.reason}</p>
          </li>
        ))}
      </ol>
      <div className="row wrap-row">
        {before !== null ? <Button onClick={() => setBefore(null)}>{t("admin:log.newest")}</Button> : null}
        {last ? <Button onClick={() => setBefore(last.id)}>{t("admin:log.more")}</Button> : null}
      </div>
    </div>
  );
}
