/** Reports: who is meant, what was said around it, and what can be done at once. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../table/api";
import { useTranslation } from "../../ui/locales";
import { Button, Chip, Empty, LinkButton, Skeleton } from "../../ui/parts";
import type { ReportedLine, ReportResponse } from "../../wire/calls";
import { type Act, ActDialog, moment } from "./act";

export function Reports() {
  const t = useTranslation();
  const [isSettled, setSettled] = useState(false);
  const [act, setAct] = useState<Act | null>(null);
  const found = useQuery({
    queryKey: ["admin", "reports", isSettled],
    refetchInterval: 15_000,
    queryFn: () => call<ReportResponse[]>("GET", `/admin/reports?settled=${isSettled}`),
  }).data;
  return (
    <div className="stack">
      <p>
        <Button isSmall onClick={() => setSettled(!isSettled)}>
          {t(isSettled ? "admin:reports.waiting" : "admin:reports.settled")}
        </Button>
      </p>
      {found === undefined ? <Skeleton lines={3} /> : null}
      {found?.length === 0 ? (
        <Empty title={t(isSettled ? "admin:reports.noneSettled" : "admin:reports.none")} />
      ) : null}
      <ul className="stack">
        {found?.map((report) => (
          <Report key={report.id} report={report} onAct={setAct} />
        ))}
      </ul>
      {act ? <ActDialog act={act} onClose={() => setAct(null)} /> : null}
    </div>
  );
}

function Report({ report, onAct }: { report: ReportResponse; onAct: (act: Act) => void }) {
  const t = useTranslation();
  const { about } = report;
  return (
    <li className="panel pad stack report">
      <h2>{t("admin:reports.line", { by: report.by, about: about.name })}</h2>
      <p className="mut sm">
        {moment(report.at)} {about.ban ? <Chip kind="bad">{t("admin:accounts.banned")}</Chip> : null}
      </p>
      <p>{report.text || <span className="mut">{t("admin:reports.noText")}</span>}</p>
      {report.lines.length === 0 ? <p className="mut sm">{t("admin:reports.noLines")}</p> : null}
      <ol className="stack">
        {report.lines.map((line) => (
          <ReportedMessage key={line.id} line={line} table={report.table} onAct={onAct} />
        ))}
      </ol>
      <div className="row wrap-row">
        <LinkButton isSmall href={`/t/${report.table}`}>
          {t("admin:reports.table")}
        </LinkButton>
        <Button
          isSmall
          kind="danger"
          onClick={() =>
            onAct({
              title: t("admin:reports.ban", { name: about.name }),
              path: `accounts/${about.id}/ban`,
              hasEnd: true,
            })
          }
        >
          {t("admin:reports.ban", { name: about.name })}
        </Button>
        {report.isOpen ? (
          <Button
            isSmall
            aria-label={t("admin:reports.settleOf", { name: about.name })}
            onClick={() =>
              onAct({
                title: t("admin:reports.settleOf", { name: about.name }),
                path: `reports/${report.id}/settle`,
              })
            }
          >
            {t("admin:reports.settle")}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

function ReportedMessage({
  line,
  table,
  onAct,
}: {
  line: ReportedLine;
  table: string;
  onAct: (act: Act) => void;
}) {
  const t = useTranslation();
  const title = t("admin:reports.removeOf", { name: line.name, text: line.text });
  return (
    <li className={line.isMeant ? "said said-meant" : "said"}>
      <b>{line.name}</b> <span className="mut xs">{moment(line.at)}</span>
      <p>{line.text}</p>
      {line.isRemoved ? (
        <Chip>{t("admin:reports.removed")}</Chip>
      ) : (
        <Button
          isSmall
          aria-label={title}
          onClick={() => onAct({ title, path: `tables/${table}/chat/${line.id}/remove` })}
        >
          {t("admin:reports.remove")}
        </Button>
      )}
    </li>
  );
}
