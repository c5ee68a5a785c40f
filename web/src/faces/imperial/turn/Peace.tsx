/** Peace is offered: what either answer means, and who has given one. */
import type { ImperialProps } from "../acts";
import { upNames } from "../log/common";
import { NationMark, UnitIcon } from "../marks";
import { allOf, legalOf, place } from "../view";
import { ForecastResult } from "./Forecast";
import { Ticks } from "./Waiting";

/** What either answer leads to. */
function Answers(props: ImperialProps) {
  const { t } = props.perspective;
  const legal = legalOf(props.state);
  return [...allOf(legal, "ANSWER_PEACE"), ...allOf(legal, "VOTE_PEACE")].map((action) => (
    <ForecastResult
      key={String(action.payload.accept)}
      {...props}
      action={action}
      title={t(action.payload.accept ? "imperial:forecast.ifPeace" : "imperial:forecast.ifWar")}
      waits="imperial:forecast.answered"
    />
  ));
}

export function Peace({ isOwn, ...props }: ImperialProps & { isOwn: boolean }) {
  const { view, perspective } = props;
  const { t, nameOf } = perspective;
  const plan = view.currentManeuver;
  const offer = view.peaceVote ?? plan?.pendingPeace;
  if (!offer || !plan) return null;
  const vote = view.peaceVote;
  return (
    <div className="pane peace">
      <div className="versus">
        <NationMark country={plan.country} perspective={perspective} isLarge />
        <UnitIcon country={plan.country} type={offer.unitType} />
        <span>
          {place(offer.origin, perspective)} → <b>{place(offer.destination, perspective)}</b>
        </span>
        <NationMark country={offer.targetCountry} perspective={perspective} isLarge />
      </div>
      {isOwn ? (
        <>
          <p className="sm">
            <b>{t("imperial:peace.accept")}</b>: {t("imperial:peace.acceptText")}
          </p>
          <p className="sm">
            <b>{t("imperial:peace.reject")}</b>: {t("imperial:peace.rejectText")}
          </p>
          <Answers {...props} />
        </>
      ) : (
        <p className="sm mut">{t("imperial:wait.up", { names: upNames(view, perspective) })}</p>
      )}
      {vote?.votes ? (
        <p className="sm">
          {t("imperial:peace.tally", {
            yes: vote.acceptVotes ?? 0,
            no: vote.rejectVotes ?? 0,
            total: vote.totalStock,
          })}
        </p>
      ) : null}
      {vote ? (
        <Ticks
          seats={vote.electorate}
          isDone={(seat) => vote.voters.includes(seat)}
          title={t("imperial:peace.wait")}
          done={(seat) => {
            const cast = vote.votes?.find((one) => one.seat === seat);
            if (!cast) return t("imperial:vote.voted");
            return t(cast.accept ? "imperial:peace.votedYes" : "imperial:peace.votedNo");
          }}
          open={t("imperial:vote.open")}
          weight={(seat) => view.playerInfo[seat]?.holdings[vote.targetCountry] ?? 0}
          perspective={{ ...perspective, nameOf }}
        />
      ) : null}
      {view.options.autoActionSeconds === null ? null : (
        <p className="xs mut">{t("imperial:peace.closing")}</p>
      )}
    </div>
  );
}
