import type { GameModule, Perspective } from "../../play/face";
import type { BoardState } from "../../table";
import { spanText } from "../../ui/Clock";
import { Board } from "./Board";
import { paceOf } from "./pace";
import { keep, part } from "./parts";
import { actionText, describe, sections, standing, strip, viewOf } from "./phrases";
import { sound, soundAfterMs } from "./sound";
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
  round: (state, { t }) => {
    const { turnNumber } = viewOf(state);
    return turnNumber > 0 ? t("cambio:turn", { number: turnNumber }) : null;
  },
  pace: (state) => paceOf(viewOf(state)),
  leaving,
  weigh: ({ type }) => (type === "CALL_CAMBIO" ? "big" : "plain"),
  turn: (event, { t }) =>
    event.type === "TURN_STARTED"
      ? t("cambio:turn", { number: (event.payload as { turnNumber: number }).turnNumber })
      : null,
  settings: ["fourColours"],
  keys: ["draw", "take", "card", "skip", "call", "ok"],
  part,
  keep,
  Rules,
};

/** What happens to the seat of somebody who goes now, as the table's own options have it. */
function leaving(state: BoardState, { t, mySeat }: Perspective): string {
  const { phase, options, players } = viewOf(state);
  const isAlone = players.every(
    ({ kind, isConnected }, seat) => seat === mySeat || kind === "bot" || !isConnected,
  );
  if (phase === "final_round") return t("cambio:leave.final");
  const next = isAlone ? "alone" : options.botTakeover ? "bot" : "wait";
  const time = spanText((isAlone ? options.abandonAfterMs : options.botTakeoverMs) ?? 0);
  return ["now", next, "back"].map((line) => t(`cambio:leave.${line}`, { time })).join(" ");
}

function Rules({ perspective }: { state: BoardState; perspective: Perspective }) {
  const { t } = perspective;
  return (
    <div className="stack">
      <p>
        <b>{t("cambio:rules.aim")}</b> {t("cambio:rules.points")}
      </p>
      <p>{t("cambio:rules.turn")}</p>
      <p>{t("cambio:rules.powers")}</p>
      <ul className="sentences">
        {["p7", "p9", "pj", "pk"].map((line) => (
          <li key={line}>{t(`cambio:rules.${line}`)}</li>
        ))}
      </ul>
      <p>{t("cambio:rules.call")}</p>
    </div>
  );
}

export default cambio;
