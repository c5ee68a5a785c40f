/** How the last vote went: who was on which side, once everybody may know it. */
import type { Event } from "../../../wire/imperial";
import type { ImperialProps } from "../acts";
import { NationMark } from "../marks";
import { SeatDot } from "../seats";
import { standingEvents } from "../view";

interface Side {
  label: string;
  votes: number;
  seats: number[];
  hasWon: boolean;
}

type Vote = Extract<Event, { type: "VOTE_RESOLVED" | "PEACE_RESOLVED" }>;

/** The last vote of this nation's turn, or of the one before it. */
export function lastVote(events: ImperialProps["state"]["events"]): Vote | null {
  const standing = standingEvents(events);
  const turns = standing.filter(({ type }) => type === "COUNTRY_STARTED");
  const since = turns.at(-2)?.version ?? 0;
  const found = standing.findLast(
    (event): event is Vote => event.type === "VOTE_RESOLVED" || event.type === "PEACE_RESOLVED",
  );
  return found && found.version >= since ? found : null;
}

function sidesOf(vote: Vote, { t }: ImperialProps["perspective"]): Side[] {
  if (vote.type === "VOTE_RESOLVED") {
    const { winner, proposal1, proposal2 } = vote.payload;
    return [proposal1, proposal2].map(({ votes, voters }, index) => ({
      label: t("imperial:vote.proposal", { number: index + 1 }),
      votes: votes ?? 0,
      seats: voters ?? [],
      hasWon: winner === index + 1,
    }));
  }
  const { accepted, acceptVotes, rejectVotes, votes } = vote.payload;
  return [true, false].map((isPeace) => ({
    label: t(isPeace ? "imperial:peace.accept" : "imperial:peace.reject"),
    votes: isPeace ? acceptVotes : rejectVotes,
    seats: votes.filter(({ accept }) => accept === isPeace).map(({ seat }) => seat),
    hasWon: accepted === isPeace,
  }));
}

export function LastVote({ state, perspective }: Pick<ImperialProps, "state" | "perspective">) {
  const { t, nameOf } = perspective;
  const vote = lastVote(state.events);
  if (vote === null) return null;
  const country = vote.type === "VOTE_RESOLVED" ? vote.payload.country : vote.payload.targetCountry;
  return (
    <section className="last-vote" aria-label={t("imperial:vote.last")}>
      <h2 className="sub row">
        <NationMark country={country} perspective={perspective} />
        {t("imperial:vote.last")}
      </h2>
      <ul>
        {sidesOf(vote, perspective).map((side) => (
          <li key={side.label} className={side.hasWon ? "won" : undefined}>
            <span>
              {side.label}
              {side.hasWon ? ` · ${t("imperial:vote.won")}` : ""}
            </span>
            <span className="num">{t("imperial:vote.has", { count: side.votes })}</span>
            <span className="sides">
              {side.seats.length === 0
                ? t("imperial:text.nobody")
                : side.seats.map((seat) => (
                    <SeatDot key={seat} seat={seat}>
                      {nameOf(seat)}
                    </SeatDot>
                  ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
