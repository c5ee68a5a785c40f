/** Pictures of Cambio from the Views of its lesson. */
import { useMemo, useState } from "react";
import type { Perspective, Pictures } from "../../../play/face";
import { pictured, type Recorded } from "../../../play/pictured";
import type { View } from "../../../wire/cambio";
import { Hand } from "../Hand";
import { Marks } from "../marks";
import { Piles } from "../Piles";
import type { CambioProps } from "../props";
import { Results } from "../Results";
import { Rival } from "../Rival";
import views from "./views.json";
import "../cambio.css";
import "./pictures.css";

const RECORDED: Record<string, Recorded> = views;

function Picture({ of, perspective }: { of: string; perspective: Perspective }) {
  const table = useMemo(() => pictured("cambio", RECORDED[of] ?? { view: null, legal: [] }), [of]);
  const view = table.state.view as View;
  const [marks] = useState(() => new Marks());
  const props: CambioProps = {
    table,
    state: table.state,
    view,
    perspective,
    marks,
    choosing: null,
    act: () => undefined,
  };
  if (view.phase === "completed")
    return (
      <div className="cambio cambio-picture">
        <Results view={view} perspective={perspective} fresh={[]} />
      </div>
    );
  return (
    <div className="cambio cambio-picture" data-hand>
      <ul className="rivals" data-count={1}>
        <Rival {...props} seat={1} />
      </ul>
      <Piles {...props} />
      <Hand {...props} seat={0} />
    </div>
  );
}

const pictures: Pictures = { Picture };

export default pictures;
