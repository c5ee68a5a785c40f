/** The Cambio table. What may be done is what `legal` lists; nothing here knows a rule. */
import { memo, useCallback, useState } from "react";
import { titleNamed } from "../../play/about";
import type { Perspective } from "../../play/face";
import { Rematch } from "../../play/Rematch";
import { type Table, useBoardState } from "../../table";
import { Clock } from "../../ui/Clock";
import { Dialog } from "../../ui/Dialog";
import { Button, LinkButton, Rich } from "../../ui/parts";
import { useSettings } from "../../ui/settings";
import type { Action } from "../../wire/cambio";
import { Bar } from "./Bar";
import { useChoosing } from "./choosing";
import { Hand } from "./Hand";
import { Happenings } from "./Happenings";
import { useKeys } from "./keys";
import { Marks } from "./marks";
import { PeekDialog } from "./Peek";
import { Piles } from "./Piles";
import { paceOf } from "./pace";
import { allOf, describe, legalOf, strip, viewOf } from "./phrases";
import type { CambioProps } from "./props";
import { Results } from "./Results";
import { Rival } from "./Rival";

export function Board({ table, perspective }: { table: Table; perspective: Perspective }) {
  const state = useBoardState(table);
  const view = viewOf(state);
  const act = useCallback((action: Action) => void table.act(action), [table]);
  const [isCalling, setCalling] = useState(false);
  const [marks] = useState(() => new Marks());
  const around = { table, state, view, perspective, marks, act };
  const choosing = useChoosing(around);
  const props: CambioProps = { ...around, choosing };
  const isOver = view.phase === "completed" || view.status !== "active";
  const legal = legalOf(state);
  const canCall = allOf(legal, "CALL_CAMBIO").length > 0;
  const seats = view.players.map((_, seat) => seat);
  const own = perspective.mySeat;
  const rivals = own === null ? seats : [...seats.slice(own + 1), ...seats.slice(0, own)];
  const isSure = useSettings((settings) => settings.confirm[paceOf(view)] === "never");
  const call = () => {
    const [action] = allOf(legal, "CALL_CAMBIO");
    if (isSure && action) act(action);
    else setCalling(true);
  };
  useKeys(props, call);
  return (
    <section
      className="cambio"
      data-hand={own !== null && !isOver}
      data-choosing={choosing !== null || undefined}
      aria-label={titleNamed("cambio")}
    >
      <TurnStrip {...props} />
      {isOver ? null : <Last {...props} />}
      {isOver && view.scores.length > 0 ? (
        <Results view={view} perspective={perspective} fresh={state.fresh} />
      ) : (
        <>
          <ul className="rivals" data-count={rivals.length}>
            {rivals.map((seat) => (
              <Rival key={seat} {...props} seat={seat} />
            ))}
          </ul>
          <Piles {...props} />
          {own === null ? null : <Hand {...props} seat={own} />}
        </>
      )}
      {isOver ? (
        <div className="bar bar-over" id="actions">
          <Rematch table={table} />
          <LinkButton href="/">{perspective.t("action.lobby")}</LinkButton>
        </div>
      ) : own === null ? null : (
        <Bar {...props} onCall={call} />
      )}
      <PeekDialog {...props} />
      {isCalling && canCall ? <CallDialog {...props} onClose={() => setCalling(false)} /> : null}
      <Happenings {...props} />
    </section>
  );
}

/** What happened last, in words, for as long as nothing else has. */
const Last = memo(function Last({ state, perspective }: CambioProps) {
  const last = state.events.findLast((event) => describe(event, perspective) !== null);
  const step = state.events.filter((event) => event.version === last?.version);
  return (
    <p className="last">
      <span>
        <Rich text={step.flatMap((event) => describe(event, perspective) ?? []).join(" ")} />
      </span>
    </p>
  );
});

function CallDialog({ onClose, ...props }: CambioProps & { onClose: () => void }) {
  const { state, view, perspective, act } = props;
  const { t } = perspective;
  const call = allOf(legalOf(state), "CALL_CAMBIO")[0];
  const { penalty } = view.options;
  return (
    <Dialog title={t("cambio:call.title")} onClose={onClose}>
      <p>{t("cambio:call.text")}</p>
      {penalty === "double" || penalty === "plus10" ? (
        <p className="mut">{t(penalty === "double" ? "cambio:call.warnDouble" : "cambio:call.warnPlus10")}</p>
      ) : null}
      <div className="actions">
        <Button onClick={onClose}>{t("cambio:call.no")}</Button>
        <Button
          kind="primary"
          onClick={() => {
            onClose();
            if (call) act(call);
          }}
        >
          {t("cambio:call.yes")}
        </Button>
      </div>
    </Dialog>
  );
}

const TurnStrip = memo(function TurnStrip({ state, view, perspective }: CambioProps) {
  const { t, nameOf, mySeat } = perspective;
  const prompt = strip(state, perspective);
  const caller = view.cambioCallerSeat;
  const left = view.finalTurnsLeft.map(nameOf);
  if (prompt === null) return null;
  return (
    <div className={`strip${prompt.isMine ? " strip-mine" : ""}`}>
      <div className="sp">
        <b>
          {prompt.notice ? <span className="tag">{prompt.notice}</span> : null}
          {prompt.title}
        </b>
        {prompt.text && view.phase !== "completed" ? <span className="strip-text">{prompt.text}</span> : null}
        {view.phase === "final_round" && caller !== null ? (
          <span className="strip-final">
            {prompt.isMine && view.currentTurnSeat === mySeat && view.snap === null
              ? t("cambio:final.mine", { name: nameOf(caller) })
              : `${t("cambio:final.banner", {
                  name: nameOf(caller),
                  ...(caller === mySeat ? { context: "you" } : {}),
                })} ${left.length > 0 ? t("cambio:final.left", { names: left.join(", ") }) : ""}`}
          </span>
        ) : null}
      </div>
      <Clock
        until={state.isPast || state.status !== "active" ? null : (prompt.until ?? null)}
        isMine={prompt.isMine}
        {...(prompt.startMs ? { startMs: prompt.startMs } : {})}
      />
    </div>
  );
});
