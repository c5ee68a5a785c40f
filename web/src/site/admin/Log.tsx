/** The log: what moderators did, the newest first. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../table/api";
import { Button, Empty } from "../../ui/parts";
import { useWords } from "../../ui/words";
import type { ActLine } from "../../wire/calls";
import { moment } from "./act";

/** As many rows as the server shows at once. */
const PAGE = 50;

export function Log() {
  const say = useWords();
  const [before, setBefore] = useState<number | null>(null);
  const rows = useQuery({
    queryKey: ["admin", "log", before],
    queryFn: () => call<ActLine[]>("GET", `/admin/audit${before === null ? "" : `?before=${before}`}`),
  }).data;
  const last = rows?.length === PAGE ? rows.at(-1) : undefined;
  return (
    <div className="stack">
      {rows?.length === 0 ? <Empty title={say("admin:log.none")} /> : null}
      <ol className="stack audit">
        {rows?.map((row) => (
          <li key={row.id} className="panel pad">
            <b>{say(`admin:act.${row.kind}`)}</b>{" "}
            <span className="mut sm">
              {moment(row.at)} · {row.by ?? say("admin:log.byCommand")} · <span>{row.about}</span>
            </span>
            <p>{row.reason}</p>
          </li>
        ))}
      </ol>
      <div className="row wrap-row">
        {before !== null ? <Button onClick={() => setBefore(null)}>{say("admin:log.newest")}</Button> : null}
        {last ? <Button onClick={() => setBefore(last.id)}>{say("admin:log.more")}</Button> : null}
      </div>
    </div>
  );
}
