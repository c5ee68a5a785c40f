/** The way into a lesson: a name, if nobody knows one yet, and the table is there. */
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { useGameTitle } from "../play/names";
import { call } from "../table/api";
import { useGames, useMe, useTell } from "../table/session";
import { errorText } from "../ui/errors";
import { Skeleton } from "../ui/parts";
import { usePageTitle } from "../ui/title";
import { useGameWords, useWords } from "../ui/words";
import type { TableTold } from "../wire/calls";
import { GamePicture } from "./GamePicture";
import { NameForm } from "./NameForm";
import { Problem } from "./NotFound";
import { Shell } from "./Shell";

export default function Learn({ game }: { game: string }) {
  const say = useWords();
  const me = useMe();
  const title = useGameTitle(game, useGames());
  useGameWords("learn");
  const error = useLesson(game, me != null);
  usePageTitle(say("learn.beginLong", { game: title }));
  if (error !== null) return <Problem title={say("new.noGame")} text={errorText(error, say)} />;
  return (
    <Shell>
      <div className="wrap narrow stack stack-wide">
        <div className="new-head">
          <GamePicture game={game} />
          <div>
            <h1>{say("learn.beginLong", { game: title })}</h1>
            <p className="mut">{say("learn:beginText")}</p>
          </div>
        </div>
        <div className="panel pad stack">
          {me === null ? <NameForm action={say("learn:go")} /> : <Skeleton lines={3} />}
        </div>
      </div>
    </Shell>
  );
}

/** Asked for once; a lesson that is running is gone on with. */
function useLesson(game: string, isKnown: boolean): unknown {
  const tell = useTell();
  const [, go] = useLocation();
  const { data, error } = useQuery({
    queryKey: ["lesson", "take", game],
    enabled: isKnown,
    gcTime: 0,
    queryFn: () => call<TableTold>("POST", `/games/${game}/lesson`),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once there is one, the page goes to it
  useEffect(() => {
    if (data === undefined) return;
    tell(data);
    go(`/t/${data.id}`, { replace: true });
  }, [data]);
  return error;
}
