import { memo } from "react";
import type { Perspective } from "../../play/face";
import type { BoardState } from "../../table";
import { useLeft } from "../../ui/Clock";
import { Dot } from "../../ui/parts";
import type { View } from "../../wire/cambio";
import { Place } from "./Place";
import type { CambioProps } from "./props";

/** Another player: the name, the cards, and what is to be said of them. */
export const Rival = memo(function Rival({ seat, ...props }: CambioProps & { seat: number }) {
  const { view, state, perspective, act } = props;
  const { t, nameOf } = perspective;
  const player = view.players[seat];
  if (player === undefined) return null;
  const isTurn = view.currentTurnSeat === seat && view.status === "active" && view.step !== "snap_window";
  const count = player.slots.filter((slot) => slot.visibility !== "empty").length;
  return (
    <li className={`rival${isTurn ? " rival-turn" : ""}`} data-seat={seat}>
      <div className="rival-who">
        <Dot isOn={player.isConnected} label={player.isConnected ? "" : t("cambio:seat.away")} />
        <b>{nameOf(seat)}</b>
        {isTurn ? <span className="vh">{t("cambio:seat.turn")}</span> : null}
      </div>
      <div className="hand22">
        {player.slots.map((seen, at) => (
          <Place
            key={at}
            props={props}
            slot={{ seat, position: at }}
            seen={seen}
            isShown
            onPress={({ action }) => act(action)}
          />
        ))}
      </div>
      <div className="rival-meta">
        {player.isCambioCaller ? <span className="tag">{t("cambio:final.caller")}</span> : null}
        {player.hasTakenFinalTurn && !player.isCambioCaller ? <span>{t("cambio:final.taken")}</span> : null}
        {player.controller === "bot" && player.kind === "human" ? (
          <span>{t("cambio:seat.botPlays")}</span>
        ) : null}
        {player.isConnected && player.kind === "human" && state.here?.includes(seat) === false ? (
          <Waiting seat={seat} state={state} perspective={perspective} />
        ) : null}
        {player.isConnected || player.controller === "bot" ? null : (
          <Away seat={seat} view={view} perspective={perspective} />
        )}
        <span className="rival-count">{t("cambio:seat.cards", { count })}</span>
      </div>
    </li>
  );
});

/** Somebody has lost the connection: how long that makes no difference. */
function Waiting({
  seat,
  state,
  perspective,
}: {
  seat: number;
  state: BoardState;
  perspective: Perspective;
}) {
  const { t } = perspective;
  const left = useLeft(state.away.find((one) => one.seat === seat)?.until ?? null);
  return (
    <Gone
      text={t(isCounting(left) ? "cambio:seat.graceFor" : "cambio:seat.grace")}
      left={left}
      {...perspective}
    />
  );
}

/** Somebody is away: what the table will do about it, and when. */
function Away({ seat, view, perspective }: { seat: number; view: View; perspective: Perspective }) {
  const { t, nameOf } = perspective;
  const left = useLeft(view.players[seat]?.botAt ?? null);
  const text = isCounting(left) ? t("cambio:seat.awayBot", { name: nameOf(seat) }) : t("cambio:seat.away");
  return <Gone text={text} left={left} {...perspective} />;
}

/** Where there is little room one word is seen instead of the sentence, which is still read out. */
function Gone({ text, left, t }: Perspective & { text: string; left: number | null }) {
  return (
    <span className="tag tag-bad" title={text}>
      <span className="tag-text">{text}</span>
      <span className="tag-word" aria-hidden="true">
        {t("cambio:seat.away")}
      </span>
      {isCounting(left) ? <span className="num"> {Math.ceil(left / 1000)} s</span> : null}
    </span>
  );
}

const isCounting = (left: number | null): left is number => left !== null && left > 0;
