/** Why one's latest move cannot be undone, where others have learned something from it (rule 13.3). */
import type { Event } from "../../../play/board";
import type { ImperialProps } from "../acts";
import { standingEvents } from "../view";

const KINDS = {
  BID_PLACED: "bid",
  BID_ACCEPTED: "bond",
  BID_DECLINED: "bond",
  VOTE_CAST: "vote",
  PEACE_OFFERED: "peace",
  PEACE_VOTE_CAST: "vote",
  PEACE_RESOLVED: "answer",
} as const;

type Kind = (typeof KINDS)[keyof typeof KINDS];

export function NoUndo({ state, view, perspective }: ImperialProps) {
  const { t, mySeat } = perspective;
  const kind = view.undo === null && state.status === "active" ? finalMove(state.events, mySeat) : null;
  if (kind === null) return null;
  return (
    <p className="pane mut sm no-undo" role="note">
      {t(`imperial:noUndo.${kind}`)} {t("imperial:noUndo.why")} {t("imperial:noUndo.help")}
    </p>
  );
}

/** What the latest submission was, if it is the seat's own and is never undone. */
export function finalMove(events: Event[], seat: number | null): Kind | null {
  const standing = standingEvents(events);
  const last = standing.findLast(({ type }) => type === "SUBMITTED");
  const { seat: by = null, auto = true } = (last?.payload ?? {}) as { seat?: number; auto?: boolean };
  if (by === null || by !== seat || auto) return null;
  const [kind] = standing.flatMap(({ version, type }) =>
    version === last?.version && type in KINDS ? [KINDS[type as keyof typeof KINDS]] : [],
  );
  return kind ?? null;
}
