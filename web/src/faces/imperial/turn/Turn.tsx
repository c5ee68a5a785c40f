/** What is asked now, mode by mode. Every choice comes from the server's list. */
import { lazy, Suspense } from "react";
import type { Given } from "../acts";
import { paceOf } from "../pace";
import { Results } from "../Results";
import { isMine } from "../view";
import { Bidders, BidForm, BuyBid } from "./Auction";
import { Buy } from "./Buy";
import { ForecastPanel } from "./Forecast";
import { Help } from "./Help";
import { LastVote } from "./LastVote";
import { Maneuver } from "./Maneuver";
import { ProposalForm } from "./Proposal";
import { ProposalCard, Vote } from "./Vote";
import { Waiting } from "./Waiting";

const Orders = lazy(() => import("./Orders"));

export function Turn(given: Given) {
  const { view, looking, state } = given;
  const isWaiting = looking.you !== null && !isMine(view, looking.you) && state.status === "active";
  return (
    <>
      <Help {...given} />
      <Asked {...given} />
      {isWaiting && paceOf(view) === "day" ? (
        <Suspense fallback={null}>
          <Orders {...given} />
        </Suspense>
      ) : null}
      {view.mode === "game-over" ? null : <LastVote {...given} />}
    </>
  );
}

function Asked(given: Given) {
  const { view, looking } = given;
  const isOwn = isMine(view, looking.you);
  switch (view.mode) {
    case "bid":
      return isOwn ? <BidForm {...given} /> : <Bidders {...given} />;
    case "buy-bid":
      return <BuyBid {...given} isOwn={isOwn} />;
    case "proposal":
      return isOwn ? <Proposing {...given} /> : <Waiting {...given} />;
    case "proposal-opp":
      return (
        <>
          {view.proposal1 ? <ProposalCard {...given} proposal={view.proposal1} number={1} /> : null}
          {isOwn ? <Proposing {...given} /> : <Waiting {...given} />}
        </>
      );
    case "vote":
      return (
        <>
          <Vote {...given} isOwn={isOwn} />
          <ForecastPanel {...given} />
        </>
      );
    case "continue-man":
    case "peace-vote":
      return <Maneuver {...given} isOwn={isOwn} />;
    case "buy":
      return <Buy {...given} isOwn={isOwn} />;
    case "game-over":
      return <Results {...given} />;
    default:
      return <Waiting {...given} />;
  }
}

function Proposing(given: Given) {
  return (
    <>
      <ProposalForm {...given} />
      <ForecastPanel {...given} />
    </>
  );
}
