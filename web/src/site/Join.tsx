/** A link with a code: who has no name yet says one, then the table is there. */
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { call } from "../table/api";
import { useMe } from "../table/session";
import { errorText } from "../ui/errors";
import { Skeleton } from "../ui/parts";
import { usePageTitle } from "../ui/title";
import { useWords } from "../ui/words";
import type { TableTold } from "../wire/calls";
import { InvitedForm } from "./NameForm";
import { Problem } from "./NotFound";
import { Shell } from "./Shell";

export default function Join({ code }: { code: string }) {
  const say = useWords();
  const me = useMe();
  const [, go] = useLocation();
  const [error, setError] = useState<unknown>(null);
  usePageTitle(say("join.title"));
  useEffect(() => {
    if (!me) return;
    let isOn = true;
    call<TableTold>("GET", `/codes/${encodeURIComponent(code)}`)
      .then((table) => isOn && go(`/t/${table.id}`, { replace: true }))
      .catch((problem: unknown) => isOn && setError(problem));
    return () => {
      isOn = false;
    };
  }, [code, me, go]);
  if (error) return <Problem title={say("join.none")} text={errorText(error, say)} />;
  return (
    <Shell>
      <div className="wrap narrow">{me === null ? <InvitedForm /> : <Skeleton lines={3} />}</div>
    </Shell>
  );
}
