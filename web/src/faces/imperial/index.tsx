import type { BoardState, GameModule, Perspective } from "../../play/board";
import type { CountryStarted } from "../../wire/imperial";
import { Board } from "./Board";
import { weigh } from "./confirmWeight";
import { actionText } from "./log/actions";
import { answer } from "./log/areas";
import { describe } from "./log/events";
import { filters, isAbout, isIn, landmark, nationIn } from "./log/filters";
import { sections, standing } from "./log/state";
import { strip } from "./log/strip";
import { NationMark } from "./marks";
import { paceOf } from "./pace";
import { keep, part } from "./parts";
import { sound } from "./sound";
import { OrdersInWords } from "./turn/StandingOrders";
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
  weigh,
  pace: (state) => paceOf(viewOf(state)),
  round: (state, { t }) => {
    const { round, mode } = viewOf(state);
    return mode === null ? null : t("imperial:round", { number: round });
  },
  mark: (event, perspective) => {
    const country = nationIn(event);
    return country ? (
      <>
        <NationMark country={country} perspective={perspective} />{" "}
      </>
    ) : null;
  },
  filters,
  isIn,
  isAbout,
  landmark,
  answer,
  settings: ["patterns"],
  turn: (event, perspective) =>
    event.type === "COUNTRY_STARTED" ? countryTurn(event.payload as CountryStarted, perspective) : null,
  tableActions: ["PAUSE_CLOCK", "RESUME_CLOCK"],
  keys: ["map", "rondel", "jump", "stay", "ok", "undo", "zoom"],
  hasOwnSide: true,
  part,
  keep,
  Rules,
  Orders: OrdersInWords,
};

/** "Round 3, Italy". */
function countryTurn({ round, country }: CountryStarted, perspective: Perspective): string {
  return `${perspective.t("imperial:round", { number: round })}, ${nation(country, perspective)}`;
}

function Rules({ perspective }: { state: BoardState; perspective: Perspective }) {
  return (
    <div className="stack">
      {["aim", "turn", "power", "vote", "buy"].map((line) => (
        <p key={line}>{perspective.t(`imperial:rules.${line}`)}</p>
      ))}
    </div>
  );
}

export default imperial;
