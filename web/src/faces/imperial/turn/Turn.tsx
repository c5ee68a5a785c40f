/** What is asked now, mode by mode. Every choice comes from the server's list. */
import type { Given } from "../acts";
import { Results } from "../Results";
import { isMine } from "../view";
import { Bidders, BidForm, BuyBid } from "./Auction";
import { Buy } from "./Buy";
import { ForecastPanel } from "./Forecast";
import { Help } from "./Help";
import { LastVote } from "./LastVote";
import { Maneuver } from "./Maneuver";
import { ProposalForm } from "./Proposal";
import { StandingOrders } from "./StandingOrders";
import { ProposalCard, Vote } from "./Vote";
import { Waiting } from "./Waiting";

export function Turn(given: Given) {
  return (
    <>
      <Help {...given} />
      <Asked {...given} />
      <StandingOrders {...given} />
      {given.view.mode === "game-over" ? null : <LastVote {...given} />}
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
