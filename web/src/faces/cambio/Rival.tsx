import { memo } from "react";
import type { Looking } from "../../play/face";
import type { TableState } from "../../table";
import { useLeft } from "../../ui/Clock";
import { Dot } from "../../ui/parts";
import type { View } from "../../wire/cambio";
import type { Given } from "./given";
import { Place } from "./Place";

/** Another player: the name, the cards, and what is to be said of them. */
export const Rival = memo(function Rival({ seat, ...given }: Given & { seat: number }) {
  const { view, state, looking, act } = given;
  const { say, name } = looking;
  const player = view.players[seat];
  if (player === undefined) return null;
  const isTurn = view.currentTurnSeat === seat && view.status === "active" && view.step !== "snap_window";
  const count = player.slots.filter((slot) => slot.visibility !== "empty").length;
  return (
    <li className={`rival${isTurn ? " rival-turn" : ""}`} data-seat={seat}>
      <div className="rival-who">
        <Dot isOn={player.isConnected} label={player.isConnected ? "" : say("cambio:seat.away")} />
        <b>{name(seat)}</b>
        {isTurn ? <span className="vh">{say("cambio:seat.turn")}</span> : null}
      </div>
      <div className="hand22">
        {player.slots.map((seen, at) => (
          <Place
            key={at}
            given={given}
            slot={{ seat, position: at }}
            seen={seen}
            isShown
            onPress={({ action }) => act(action)}
          />
        ))}
      </div>
      <div className="rival-meta">
        {player.isCambioCaller ? <span className="tag">{say("cambio:final.caller")}</span> : null}
        {player.hasTakenFinalTurn && !player.isCambioCaller ? <span>{say("cambio:final.taken")}</span> : null}
        {player.controller === "bot" && player.kind === "human" ? (
          <span>{say("cambio:seat.botPlays")}</span>
        ) : null}
        {player.isConnected && player.kind === "human" && state.here?.includes(seat) === false ? (
          <Waiting seat={seat} state={state} looking={looking} />
        ) : null}
        {player.isConnected || player.controller === "bot" ? null : (
          <Away seat={seat} view={view} looking={looking} />
        )}
        <span className="rival-count">{say("cambio:seat.cards", { count })}</span>
      </div>
    </li>
  );
});

/** Somebody has lost the connection: how long that makes no difference. */
function Waiting({ seat, state, looking }: { seat: number; state: TableState; looking: Looking }) {
  const { say } = looking;
  const left = useLeft(state.away.find((one) => one.seat === seat)?.until ?? null);
  return (
    <Gone
      text={say(isCounting(left) ? "cambio:seat.graceFor" : "cambio:seat.grace")}
      left={left}
      {...looking}
    />
  );
}

/** Somebody is away: what the table will do about it, and when. */
function Away({ seat, view, looking }: { seat: number; view: View; looking: Looking }) {
  const { say, name } = looking;
  const left = useLeft(view.players[seat]?.botAt ?? null);
  const text = isCounting(left) ? say("cambio:seat.awayBot", { name: name(seat) }) : say("cambio:seat.away");
  return <Gone text={text} left={left} {...looking} />;
}

/** Where there is little room one word is seen instead of the sentence, which is still read out. */
function Gone({ text, left, say }: Looking & { text: string; left: number | null }) {
  return (
    <span className="tag tag-bad" title={text}>
      <span className="tag-text">{text}</span>
      <span className="tag-word" aria-hidden="true">
        {say("cambio:seat.away")}
      </span>
      {isCounting(left) ? <span className="num"> {Math.ceil(left / 1000)} s</span> : null}
    </span>
  );
}

const isCounting = (left: number | null): left is number => left !== null && left > 0;
