/** How Cambio is played, with pictures from the Views of its lesson. */
import { useMemo, useState } from "react";
import type { How, Looking } from "../../../play/face";
import { pictured, type Recorded } from "../../../play/how";
import type { View } from "../../../wire/cambio";
import type { Given } from "../given";
import { Hand } from "../Hand";
import { Marks } from "../marks";
import { Piles } from "../Piles";
import { Results } from "../Results";
import { Rival } from "../Rival";
import de from "./de";
import en from "./en";
import views from "./views.json";
import "../cambio.css";
import "./how.css";

const RECORDED: Record<string, Recorded> = views;

function Picture({ of, looking }: { of: string; looking: Looking }) {
  const table = useMemo(() => pictured("cambio", RECORDED[of] ?? { view: null, legal: [] }), [of]);
  const view = table.state.view as View;
  const [marks] = useState(() => new Marks());
  const given: Given = {
    table,
    state: table.state,
    view,
    looking,
    marks,
    choosing: null,
    act: () => undefined,
  };
  if (view.phase === "completed")
    return (
      <div className="cambio cambio-picture">
        <Results view={view} looking={looking} fresh={[]} />
      </div>
    );
  return (
    <div className="cambio cambio-picture" data-hand>
      <ul className="rivals" data-count={1}>
        <Rival {...given} seat={1} />
      </ul>
      <Piles {...given} />
      <Hand {...given} seat={0} />
    </div>
  );
}

const how: How = { chapters: { en, de }, Picture };

export default how;
