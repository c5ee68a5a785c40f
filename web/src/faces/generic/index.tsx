/** The face of every game that has none of its own here: drawn from Scenes, in the game's own words. */
import type { BoardProps, GameModule } from "../../play/face";
import type { FaceResponse } from "../../wire/calls";
import { Board } from "./Board";
import { sectionsOf, standingOf } from "./sections";
import { stripOf } from "./strip";
import { Wording } from "./wording";
import "./generic.css";

/** A board that speaks as this game does; made once for each game. */
function boardWith(wording: Wording): GameModule["Board"] {
  return (props: BoardProps) => <Board {...props} wording={wording} />;
}

/** What a lesson speaks of: `actions`, `results`, an area (`seat.0`), or a zone by its name. */
function partAt(at: string): HTMLElement | null {
  const [, seat] = /^seat\.(\d+)$/.exec(at) ?? [];
  if (seat !== undefined) return document.querySelector(`.gen-area[data-seat="${Number(seat) % 8}"]`);
  const selectors: Record<string, string> = { actions: ".gen-bar", results: ".gen-results" };
  return document.querySelector(selectors[at] ?? `[data-zone="${CSS.escape(at)}"]`);
}

export function faceFor(response: FaceResponse): GameModule {
  const wording = new Wording(response);
  return {
    Board: boardWith(wording),
    strip: (state, perspective) => (state.scene === null ? null : stripOf(state, perspective, wording)),
    describe: (event, perspective) => wording.event(event, perspective),
    actionText: (action, _, perspective) => wording.action(action, perspective),
    sections: (state, perspective) => sectionsOf(state, perspective, wording),
    standing: (seat, { scene }) => standingOf(scene, seat, wording),
    sound: () => null,
    round: () => null,
    weigh: wording.weigh,
    settings: ["fourColours"],
    keys: ["number", "arrows", "clear"],
    part: partAt,
    needsScene: true,
    catalogue: "generic",
  };
}
