import type { GameModule, Looking } from "../../play/face";
import type { TableState } from "../../table";
import { spanText } from "../../ui/Clock";
import { Board } from "./Board";
import { paceOf } from "./pace";
import { keep, part } from "./parts";
import { sound, soundAfterMs } from "./sound";
import { actionText, describe, sections, standing, strip, viewOf } from "./words";
import "./cambio.css";

const cambio: GameModule = {
  Board,
  strip,
  describe,
  actionText,
  sections,
  standing,
  sound,
  soundAfterMs,
  round: (state, { say }) => {
    const { turnNumber } = viewOf(state);
    return turnNumber > 0 ? say("cambio:turn", { number: turnNumber }) : null;
  },
  pace: (state) => paceOf(viewOf(state)),
  leaving,
  weigh: ({ type }) => (type === "CALL_CAMBIO" ? "big" : "plain"),
  turn: (event, { say }) =>
    event.type === "TURN_STARTED"
      ? say("cambio:turn", { number: (event.payload as { turnNumber: number }).turnNumber })
      : null,
  settings: ["fourColours"],
  keys: ["draw", "take", "card", "skip", "call", "ok"],
  part,
  keep,
  Rules,
};

/** What happens to the seat of somebody who goes now, as the table's own options have it. */
function leaving(state: TableState, { say, you }: Looking): string {
  const { phase, options, players } = viewOf(state);
  const isAlone = players.every(
    ({ kind, isConnected }, seat) => seat === you || kind === "bot" || !isConnected,
  );
  if (phase === "final_round") return say("cambio:leave.final");
  const next = isAlone ? "alone" : options.botTakeover ? "bot" : "wait";
  const time = spanText((isAlone ? options.abandonAfterMs : options.botTakeoverMs) ?? 0);
  return ["now", next, "back"].map((line) => say(`cambio:leave.${line}`, { time })).join(" ");
}

function Rules({ looking }: { state: TableState; looking: Looking }) {
  const { say } = looking;
  return (
    <div className="stack">
      <p>
        <b>{say("cambio:rules.aim")}</b> {say("cambio:rules.points")}
      </p>
      <p>{say("cambio:rules.turn")}</p>
      <p>{say("cambio:rules.powers")}</p>
      <ul className="sentences">
        {["p7", "p9", "pj", "pk"].map((line) => (
          <li key={line}>{say(`cambio:rules.${line}`)}</li>
        ))}
      </ul>
      <p>{say("cambio:rules.call")}</p>
    </div>
  );
}

export default cambio;
