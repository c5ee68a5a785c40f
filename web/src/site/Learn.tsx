/** The way into a lesson: a name, if nobody knows one yet, and the table is there. */
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { useGameTitle } from "../play/names";
import { call } from "../table/api";
import { useGames, useMe, useStoreSummary } from "../table/session";
import { errorText } from "../ui/errors";
import { useGameWords, useTranslation } from "../ui/locales";
import { Skeleton } from "../ui/parts";
import { usePageTitle } from "../ui/title";
import type { TableResponse } from "../wire/calls";
import { GamePicture } from "./GamePicture";
import { NameForm } from "./NameForm";
import { Problem } from "./NotFound";
import { Shell } from "./Shell";

export default function Learn({ game }: { game: string }) {
  const t = useTranslation();
  const me = useMe();
  const title = useGameTitle(game, useGames());
  useGameWords("learn");
  const error = useLesson(game, me != null);
  usePageTitle(t("learn:learnTitle", { game: title }));
  if (error !== null) return <Problem title={t("new.noGame")} text={errorText(error, t)} />;
  return (
    <Shell>
      <div className="wrap narrow stack stack-wide">
        <div className="new-head">
          <GamePicture game={game} />
          <div>
            <h1>{t("learn:learnTitle", { game: title })}</h1>
            <p className="mut">{t("learn:beginText")}</p>
          </div>
        </div>
        <div className="panel pad stack">
          {me === null ? <NameForm action={t("learn:go")} /> : <Skeleton lines={3} />}
        </div>
      </div>
    </Shell>
  );
}

/** Asked for once; a lesson that is running is gone on with. */
function useLesson(game: string, isKnown: boolean): unknown {
  const storeSummary = useStoreSummary();
  const [, go] = useLocation();
  const { data, error } = useQuery({
    queryKey: ["lesson", "take", game],
    enabled: isKnown,
    gcTime: 0,
    queryFn: () => call<TableResponse>("POST", `/games/${game}/lesson`),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once there is one, the page goes to it
  useEffect(() => {
    if (data === undefined) return;
    storeSummary(data);
    go(`/t/${data.id}`, { replace: true });
  }, [data]);
  return error;
}
