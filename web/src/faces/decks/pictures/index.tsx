/** Pictures of the Deck Planner from the Views of its lesson. */
import { useMemo } from "react";
import { type Perspective, type Pictures, pictured, type Recorded } from "../../../play/board";
import { Hand } from "../Board";
import { viewOf } from "../phrases";
import type { DecksProps } from "../props";
import views from "./views.json";
import "../decks.css";

const RECORDED: Record<string, Recorded> = views;

function Picture({ of, perspective }: { of: string; perspective: Perspective }) {
  const table = useMemo(() => pictured("decks", RECORDED[of] ?? { view: null, legal: [] }), [of]);
  const props: DecksProps = {
    table,
    state: table.state,
    view: viewOf(table.state),
    perspective,
    act: () => undefined,
  };
  return (
    <div className="decks">
      <Hand {...props} />
    </div>
  );
}

const pictures: Pictures = { Picture };

export default pictures;
