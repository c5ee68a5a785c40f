/** What is asked now, mode by mode. Every choice comes from the server's list. */
import type { ImperialProps } from "../acts";
import { Results } from "../Results";
import { isMine } from "../view";
import { Bidders, BidForm, BuyBid } from "./Auction";
import { Buy } from "./Buy";
import { ForecastPanel } from "./Forecast";
import { Help } from "./Help";
import { LastVote } from "./LastVote";
import { Maneuver } from "./Maneuver";
import { NoUndo } from "./NoUndo";
import { ProposalForm } from "./Proposal";
import { StandingOrders } from "./StandingOrders";
import { ProposalCard, Vote } from "./Vote";
import { Waiting } from "./Waiting";

export function Turn(props: ImperialProps) {
  return (
    <>
      <Help {...props} />
      <Prompt {...props} />
      <NoUndo {...props} />
      <StandingOrders {...props} />
      {props.view.mode === "game-over" ? null : <LastVote {...props} />}
    </>
  );
}

function Prompt(props: ImperialProps) {
  const { view, perspective } = props;
  const isOwn = isMine(view, perspective.mySeat);
  switch (view.mode) {
    case "bid":
      return isOwn ? <BidForm {...props} /> : <Bidders {...props} />;
    case "buy-bid":
      return <BuyBid {...props} isOwn={isOwn} />;
    case "proposal":
      return isOwn ? <Proposing {...props} /> : <Waiting {...props} />;
    case "proposal-opp":
      return (
        <>
          {view.proposal1 ? <ProposalCard {...props} proposal={view.proposal1} number={1} /> : null}
          {isOwn ? <Proposing {...props} /> : <Waiting {...props} />}
        </>
      );
    case "vote":
      return (
        <>
          <Vote {...props} isOwn={isOwn} />
          <ForecastPanel {...props} />
        </>
      );
    case "continue-man":
    case "peace-vote":
      return <Maneuver {...props} isOwn={isOwn} />;
    case "buy":
      return <Buy {...props} isOwn={isOwn} />;
    case "game-over":
      return <Results {...props} />;
    default:
      return <Waiting {...props} />;
  }
}

function Proposing(props: ImperialProps) {
  return (
    <>
      <ProposalForm {...props} />
      <ForecastPanel {...props} />
    </>
  );
}
