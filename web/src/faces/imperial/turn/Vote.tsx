/** Proposals as cards, and the vote between two of them. */
import type { Proposal } from "../../../wire/imperial";
import type { Given } from "../acts";
import { nationClass } from "../marks";
import { seatColour } from "../seats";
import { planParts } from "../tell/plan";
import { openSides, spotKind, spotName } from "../view";
import { Ticks } from "./Waiting";

export function ProposalCard({
  proposal,
  number,
  tally,
  view,
  looking,
  isChosen,
  onChoose,
}: Pick<Given, "view" | "looking"> & {
  proposal: Proposal;
  number: 1 | 2;
  tally?: string;
  isChosen?: boolean;
  onChoose?: () => void;
}) {
  const { say, name, you } = looking;
  const country = view.countryUp ?? "";
  const parts = planParts(proposal, looking);
  const inside = (
    <>
      <span className="card-head">
        <span className="card-number" style={{ backgroundColor: seatColour(proposal.seat) }}>
          {number}
        </span>
        <b>
          {say("imperial:plan.of", {
            name: name(proposal.seat),
            ...(proposal.seat === you ? { context: "you" } : {}),
          })}
        </b>
      </span>
      <span className="card-spot">{spotName(proposal.wheelSpot, looking)}</span>
      <span className="card-steps">
        {parts.length > 0
          ? parts.map((part, index) => <span key={index}>{part}</span>)
          : say(`imperial:spotText.${spotKind(proposal.wheelSpot)}`)}
      </span>
      {tally ? <span className="card-tally num">{tally}</span> : null}
    </>
  );
  if (onChoose)
    return (
      <button
        type="button"
        className={`${nationClass(country)} proposal-card`}
        aria-pressed={isChosen}
        onClick={onChoose}
      >
        {inside}
      </button>
    );
  return <div className={`${nationClass(country)} proposal-card`}>{inside}</div>;
}

export function Vote({ isOwn, ...given }: Given & { isOwn: boolean }) {
  const { view, looking, draft, setDraft } = given;
  const { say, you } = looking;
  const { proposal1, proposal2, voting } = view;
  const country = view.countryUp ?? "";
  const leaders = view.countryInfo[country]?.leadership ?? [];
  const held = (seat: number) => view.playerInfo[seat]?.holdings[country] ?? 0;
  const total = leaders.reduce((sum, seat) => sum + held(seat), 0);
  const cards = [proposal1, proposal2].filter((one) => one !== null);
  const sides = openSides(view);
  return (
    <div className="pane">
      <div className="vote-cards">
        {cards.map((proposal, index) => (
          <ProposalCard
            key={index}
            view={view}
            looking={looking}
            proposal={proposal}
            number={index === 0 ? 1 : 2}
            {...(sides
              ? { tally: say("imperial:vote.tally", { votes: sides[index]?.votes ?? 0, total }) }
              : {})}
            isChosen={draft.code === String(index + 1)}
            {...(isOwn ? { onChoose: () => setDraft({ code: String(index + 1) }) } : {})}
          />
        ))}
      </div>
      {you !== null && held(you) > 0 ? (
        <p className="sm">
          {say("imperial:vote.weight", { weight: held(you), total })}
          {" · "}
          {say(isOwn ? (sides ? "imperial:vote.shown" : "imperial:vote.hidden") : "imperial:vote.sent")}
        </p>
      ) : null}
      <Ticks
        seats={leaders}
        isDone={(seat) => voting?.voted.includes(seat) ?? false}
        title={say("imperial:vote.who")}
        done={(seat) => {
          const side = sides?.findIndex(({ voters }) => voters.includes(seat)) ?? -1;
          return side < 0
            ? say("imperial:vote.voted")
            : say("imperial:vote.votedFor", { proposal: side + 1 });
        }}
        open={say("imperial:vote.open")}
        weight={held}
        looking={looking}
      />
    </div>
  );
}
