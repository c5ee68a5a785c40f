import type { TableState } from "../../table";
import type { CountryStarted } from "../../wire/imperial";
import type { GameModule, Looking } from "..";
import { Board } from "./Board";
import { sound } from "./sound";
import { actionText } from "./tell/actions";
import { describe } from "./tell/events";
import { sections, standing } from "./tell/state";
import { strip } from "./tell/strip";
import { nation, viewOf } from "./view";
import "./imperial.css";

const imperial: GameModule = {
  Board,
  strip,
  describe,
  actionText,
  sections,
  standing,
  sound,
  round: (state, { say }) => {
    const { round, mode } = viewOf(state);
    return mode === null ? null : say("imperial:round", { number: round });
  },
  turn: (event, looking) =>
    event.type === "COUNTRY_STARTED" ? countryTurn(event.payload as CountryStarted, looking) : null,
  tableActions: ["PAUSE_CLOCK", "RESUME_CLOCK"],
  keys: ["map", "rondel", "stay", "ok", "undo", "zoom"],
  hasOwnSide: true,
  Rules,
};

/** "Round 3, Italy". */
function countryTurn({ round, country }: CountryStarted, looking: Looking): string {
  return `${looking.say("imperial:round", { number: round })}, ${nation(country, looking)}`;
}

function Rules({ looking }: { state: TableState; looking: Looking }) {
  return (
    <div className="stack">
      {["aim", "turn", "power", "vote", "buy"].map((line) => (
        <p key={line}>{looking.say(`imperial:rules.${line}`)}</p>
      ))}
    </div>
  );
}

export default imperial;
