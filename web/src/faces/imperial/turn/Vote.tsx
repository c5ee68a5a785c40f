/** Proposals as cards, and the vote between two of them. */
import type { Proposal } from "../../../wire/imperial";
import type { ImperialProps } from "../acts";
import { planParts } from "../log/plan";
import { nationClass } from "../marks";
import { seatColour } from "../seats";
import { openSides, spotKind, spotName } from "../view";
import { Ticks } from "./Waiting";

export function ProposalCard({
  proposal,
  number,
  tally,
  view,
  perspective,
  isChosen,
  onChoose,
}: Pick<ImperialProps, "view" | "perspective"> & {
  proposal: Proposal;
  number: 1 | 2;
  tally?: string;
  isChosen?: boolean;
  onChoose?: () => void;
}) {
  const { t, nameOf, mySeat } = perspective;
  const country = view.countryUp ?? "";
  const parts = planParts(proposal, perspective);
  const inside = (
    <>
      <span className="card-head">
        <span className="card-number" style={{ backgroundColor: seatColour(proposal.seat) }}>
          {number}
        </span>
        <b>
          {t("imperial:plan.of", {
            name: nameOf(proposal.seat),
            ...(proposal.seat === mySeat ? { context: "you" } : {}),
          })}
        </b>
      </span>
      <span className="card-spot">{spotName(proposal.wheelSpot, perspective)}</span>
      <span className="card-steps">
        {parts.length > 0
          ? parts.map((part, index) => <span key={index}>{part}</span>)
          : t(`imperial:spotText.${spotKind(proposal.wheelSpot)}`)}
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

export function Vote({ isOwn, ...props }: ImperialProps & { isOwn: boolean }) {
  const { view, perspective, draft, setDraft } = props;
  const { t, mySeat } = perspective;
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
            perspective={perspective}
            proposal={proposal}
            number={index === 0 ? 1 : 2}
            {...(sides
              ? { tally: t("imperial:vote.tally", { votes: sides[index]?.votes ?? 0, total }) }
              : {})}
            isChosen={draft.code === String(index + 1)}
            {...(isOwn ? { onChoose: () => setDraft({ code: String(index + 1) }) } : {})}
          />
        ))}
      </div>
      {mySeat !== null && held(mySeat) > 0 ? (
        <p className="sm">
          {t("imperial:vote.weight", { weight: held(mySeat), total })}
          {" · "}
          {t(isOwn ? (sides ? "imperial:vote.shown" : "imperial:vote.hidden") : "imperial:vote.sent")}
        </p>
      ) : null}
      <Ticks
        seats={leaders}
        isDone={(seat) => voting?.voted.includes(seat) ?? false}
        title={t("imperial:vote.who")}
        done={(seat) => {
          const side = sides?.findIndex(({ voters }) => voters.includes(seat)) ?? -1;
          return side < 0 ? t("imperial:vote.voted") : t("imperial:vote.votedFor", { proposal: side + 1 });
        }}
        open={t("imperial:vote.open")}
        weight={held}
        perspective={perspective}
      />
    </div>
  );
}
