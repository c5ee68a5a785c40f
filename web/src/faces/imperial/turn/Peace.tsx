/** Peace is offered: what either answer means, and who has given one. */
import type { Given } from "../acts";
import { NationMark, UnitIcon } from "../marks";
import { upNames } from "../tell/common";
import { allOf, legalOf, place } from "../view";
import { Foretold } from "./Forecast";
import { Ticks } from "./Waiting";

/** What either answer leads to. */
function Answers(given: Given) {
  const { say } = given.looking;
  const legal = legalOf(given.state);
  return [...allOf(legal, "ANSWER_PEACE"), ...allOf(legal, "VOTE_PEACE")].map((action) => (
    <Foretold
      key={String(action.payload.accept)}
      {...given}
      action={action}
      title={say(action.payload.accept ? "imperial:forecast.ifPeace" : "imperial:forecast.ifWar")}
      waits="imperial:forecast.answered"
    />
  ));
}

export function Peace({ isOwn, ...given }: Given & { isOwn: boolean }) {
  const { view, looking } = given;
  const { say, name } = looking;
  const plan = view.currentManeuver;
  const offer = view.peaceVote ?? plan?.pendingPeace;
  if (!offer || !plan) return null;
  const vote = view.peaceVote;
  return (
    <div className="pane peace">
      <div className="versus">
        <NationMark country={plan.country} looking={looking} isLarge />
        <UnitIcon country={plan.country} type={offer.unitType} />
        <span>
          {place(offer.origin, looking)} → <b>{place(offer.destination, looking)}</b>
        </span>
        <NationMark country={offer.targetCountry} looking={looking} isLarge />
      </div>
      {isOwn ? (
        <>
          <p className="sm">
            <b>{say("imperial:peace.accept")}</b>: {say("imperial:peace.acceptText")}
          </p>
          <p className="sm">
            <b>{say("imperial:peace.reject")}</b>: {say("imperial:peace.rejectText")}
          </p>
          <Answers {...given} />
        </>
      ) : (
        <p className="sm mut">{say("imperial:wait.up", { names: upNames(view, looking) })}</p>
      )}
      {vote?.votes ? (
        <p className="sm">
          {say("imperial:peace.tally", {
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
          title={say("imperial:peace.wait")}
          done={(seat) => {
            const cast = vote.votes?.find((one) => one.seat === seat);
            if (!cast) return say("imperial:vote.voted");
            return say(cast.accept ? "imperial:peace.votedYes" : "imperial:peace.votedNo");
          }}
          open={say("imperial:vote.open")}
          weight={(seat) => view.playerInfo[seat]?.holdings[vote.targetCountry] ?? 0}
          looking={{ ...looking, name }}
        />
      ) : null}
      {view.options.autoActionSeconds === null ? null : (
        <p className="xs mut">{say("imperial:peace.closing")}</p>
      )}
    </div>
  );
}
