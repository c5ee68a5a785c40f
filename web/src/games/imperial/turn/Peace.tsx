/** Peace is offered: what either answer means, and who has given one. */
import type { Given } from "../acts";
import { NationMark, UnitIcon } from "../marks";
import { upNames } from "../tell/common";
import { place } from "../view";
import { Ticks } from "./Waiting";

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
        </>
      ) : (
        <p className="sm mut">{say("imperial:wait.up", { names: upNames(view, looking) })}</p>
      )}
      {vote ? (
        <Ticks
          seats={vote.electorate}
          isDone={(seat) => vote.voters.includes(seat)}
          title={say("imperial:peace.wait")}
          done={say("imperial:vote.voted")}
          open={say("imperial:vote.open")}
          looking={{ ...looking, name }}
        />
      ) : null}
      {view.options.autoActionSeconds === null ? null : (
        <p className="xs mut">{say("imperial:peace.closing")}</p>
      )}
    </div>
  );
}
