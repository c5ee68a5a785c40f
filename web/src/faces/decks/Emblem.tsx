/** What stands for Deck Planner on a tile: three cards in their order. */
import { type Face, PlayingCard } from "../../ui/PlayingCard";

const PLAN: Face[] = [
  { rank: "5", suit: "clubs" },
  { rank: "9", suit: "diamonds" },
  { rank: "J", suit: "hearts" },
];

export default function Emblem() {
  return (
    <span className="plan">
      {PLAN.map((face, index) => (
        <span key={face.rank}>
          <PlayingCard face={face} isCompact label={false} />
          <b>{index + 1}</b>
        </span>
      ))}
    </span>
  );
}
