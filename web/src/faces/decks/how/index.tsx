/** How the Deck Planner is used, with pictures from the Views of its lesson. */
import { useMemo } from "react";
import type { How, Looking } from "../../../play/face";
import { pictured, type Recorded } from "../../../play/how";
import { Hand } from "../Board";
import type { Given } from "../given";
import { viewOf } from "../words";
import de from "./de";
import en from "./en";
import views from "./views.json";
import "../decks.css";

const RECORDED: Record<string, Recorded> = views;

function Picture({ of, looking }: { of: string; looking: Looking }) {
  const table = useMemo(() => pictured("decks", RECORDED[of] ?? { view: null, legal: [] }), [of]);
  const given: Given = {
    table,
    state: table.state,
    view: viewOf(table.state),
    looking,
    act: () => undefined,
  };
  return (
    <div className="decks">
      <Hand {...given} />
    </div>
  );
}

const how: How = { chapters: { en, de }, Picture };

export default how;
