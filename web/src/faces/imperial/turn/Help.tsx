/** A sentence or two about what is asked, for those who want them. */
import { CircleHelp } from "lucide-react";
import type { ImperialProps } from "../acts";
import { isMine, spotKind } from "../view";

/** What there is to explain now: the space that is chosen, else what is asked. */
export function topicOf({
  view,
  perspective,
  draft,
}: Pick<ImperialProps, "view" | "perspective" | "draft">): string | null {
  if (view.mode === null || view.mode === "game-over") return null;
  const isOwn = isMine(view, perspective.mySeat);
  if (isOwn && draft.spot) return spotKind(draft.spot);
  if (view.currentManeuver?.pendingPeace) return "peace-answer";
  if (view.mode === "buy" && view.playerInfo[view.buyers[0] ?? 0]?.investor === false) return "swiss";
  return view.mode;
}

export function Help(props: ImperialProps) {
  const { t } = props.perspective;
  const topic = topicOf(props);
  if (topic === null) return null;
  return (
    <details className="help" key={topic}>
      <summary>
        <CircleHelp size={16} aria-hidden="true" />
        {t("imperial:help.label")}
      </summary>
      <p>{t(`imperial:help.${topic}`)}</p>
    </details>
  );
}
