/** A link with a code: who has no name yet says one, then the table is there. */
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { call } from "../table/api";
import { useMe } from "../table/session";
import { errorText } from "../ui/errors";
import { useTranslation } from "../ui/locales";
import { Skeleton } from "../ui/parts";
import { usePageTitle } from "../ui/title";
import type { TableResponse } from "../wire/calls";
import { InvitedForm } from "./NameForm";
import { Problem } from "./NotFound";
import { Shell } from "./Shell";

export default function Join({ code }: { code: string }) {
  const t = useTranslation();
  const me = useMe();
  const [, go] = useLocation();
  const [error, setError] = useState<unknown>(null);
  usePageTitle(t("join.title"));
  useEffect(() => {
    if (!me) return;
    let isOn = true;
    call<TableResponse>("GET", `/codes/${encodeURIComponent(code)}`)
      .then((table) => isOn && go(`/t/${table.id}`, { replace: true }))
      .catch((problem: unknown) => isOn && setError(problem));
    return () => {
      isOn = false;
    };
  }, [code, me, go]);
  if (error) return <Problem title={t("join.none")} text={errorText(error, t)} />;
  return (
    <Shell>
      <div className="wrap narrow">{me === null ? <InvitedForm /> : <Skeleton lines={3} />}</div>
    </Shell>
  );
}
