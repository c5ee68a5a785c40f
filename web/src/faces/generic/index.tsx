/** The face of every game that has none of its own here: drawn from Scenes, in the game's own words. */
import type { BoardGiven, GameModule } from "../../play/face";
import type { FaceTold } from "../../wire/calls";
import { Board } from "./Board";
import { sectionsOf, standingOf } from "./sections";
import { stripOf } from "./strip";
import { Wording } from "./wording";
import "./generic.css";

/** A board that speaks as this game does; made once for each game. */
function boardWith(wording: Wording): GameModule["Board"] {
  return (given: BoardGiven) => <Board {...given} wording={wording} />;
}

export function faceFor(told: FaceTold): GameModule {
  const wording = new Wording(told);
  return {
    Board: boardWith(wording),
    strip: (state, looking) => (state.scene === null ? null : stripOf(state, looking, wording)),
    describe: (event, looking) => wording.event(event, looking),
    actionText: (action, _, looking) => wording.action(action, looking),
    sections: (state, looking) => sectionsOf(state, looking, wording),
    standing: (seat, { scene }) => standingOf(scene, seat, wording),
    sound: () => null,
    round: () => null,
    weigh: wording.weigh,
    settings: ["fourColours"],
    keys: ["number", "arrows", "clear"],
    needsScene: true,
    catalogue: "generic",
  };
}
