import type { GameModule, Looking } from "../../play/face";
import type { TableState } from "../../table";
import type { CountryStarted } from "../../wire/imperial";
import { Board } from "./Board";
import { NationMark } from "./marks";
import { paceOf } from "./pace";
import { keep, part } from "./parts";
import { sound } from "./sound";
import { actionText } from "./tell/actions";
import { answer } from "./tell/areas";
import { describe } from "./tell/events";
import { filters, isAbout, isIn, landmark, nationIn } from "./tell/filters";
import { sections, standing } from "./tell/state";
import { strip } from "./tell/strip";
import { OrdersInWords } from "./turn/StandingOrders";
import { nation, viewOf } from "./view";
import { weigh } from "./weigh";
import "./imperial.css";

const imperial: GameModule = {
  Board,
  strip,
  describe,
  actionText,
  sections,
  standing,
  sound,
  weigh,
  pace: (state) => paceOf(viewOf(state)),
  round: (state, { say }) => {
    const { round, mode } = viewOf(state);
    return mode === null ? null : say("imperial:round", { number: round });
  },
  mark: (event, looking) => {
    const country = nationIn(event);
    return country ? (
      <>
        <NationMark country={country} looking={looking} />{" "}
      </>
    ) : null;
  },
  filters,
  isIn,
  isAbout,
  landmark,
  answer,
  settings: ["patterns"],
  turn: (event, looking) =>
    event.type === "COUNTRY_STARTED" ? countryTurn(event.payload as CountryStarted, looking) : null,
  tableActions: ["PAUSE_CLOCK", "RESUME_CLOCK"],
  keys: ["map", "rondel", "jump", "stay", "ok", "undo", "zoom"],
  hasOwnSide: true,
  part,
  keep,
  Rules,
  Orders: OrdersInWords,
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
