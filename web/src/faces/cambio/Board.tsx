/** The Cambio table. What may be done is what `legal` lists; nothing here knows a rule. */
import { memo, useCallback, useState } from "react";
import type { Looking } from "../../play/face";
import { useGuard } from "../../play/guard";
import { Rematch } from "../../play/Rematch";
import { type Table, useTableState } from "../../table";
import { Clock } from "../../ui/Clock";
import { Dialog } from "../../ui/Dialog";
import { Button, LinkButton, Rich } from "../../ui/parts";
import { useSettings } from "../../ui/settings";
import type { Action } from "../../wire/cambio";
import { Bar } from "./Bar";
import { useChoosing } from "./choosing";
import type { Given } from "./given";
import { Hand } from "./Hand";
import { Happenings } from "./Happenings";
import { useKeys } from "./keys";
import { Marks } from "./marks";
import { PeekDialog } from "./Peek";
import { Piles } from "./Piles";
import { paceOf } from "./pace";
import { Results } from "./Results";
import { Rival } from "./Rival";
import { allOf, describe, legalOf, strip, viewOf } from "./words";

export function Board({ table, looking }: { table: Table; looking: Looking }) {
  const state = useTableState(table, (one) => one);
  const view = viewOf(state);
  const act = useGuard(useCallback((action: Action) => table.act(action), [table]));
  const [isCalling, setCalling] = useState(false);
  const [marks] = useState(() => new Marks());
  const around = { table, state, view, looking, marks, act };
  const choosing = useChoosing(around);
  const given: Given = { ...around, choosing };
  const isOver = view.phase === "completed" || view.status !== "active";
  const legal = legalOf(state);
  const canCall = allOf(legal, "CALL_CAMBIO").length > 0;
  const seats = view.players.map((_, seat) => seat);
  const own = looking.you;
  const rivals = own === null ? seats : [...seats.slice(own + 1), ...seats.slice(0, own)];
  const isSure = useSettings((settings) => settings.confirm[paceOf(view)] === "never");
  const call = () => {
    const [action] = allOf(legal, "CALL_CAMBIO");
    if (isSure && action) act(action);
    else setCalling(true);
  };
  useKeys(given, call);
  return (
    <section
      className="cambio"
      data-hand={own !== null && !isOver}
      data-choosing={choosing !== null || undefined}
      aria-label={looking.say("cambio:title")}
    >
      <TurnStrip {...given} />
      {isOver ? null : <Last {...given} />}
      {isOver && view.scores.length > 0 ? (
        <Results view={view} looking={looking} fresh={state.fresh} />
      ) : (
        <>
          <ul className="rivals" data-count={rivals.length}>
            {rivals.map((seat) => (
              <Rival key={seat} {...given} seat={seat} />
            ))}
          </ul>
          <Piles {...given} />
          {own === null ? null : <Hand {...given} seat={own} />}
        </>
      )}
      {isOver ? (
        <div className="bar bar-over" id="actions">
          <Rematch table={table} />
          <LinkButton href="/">{looking.say("action.lobby")}</LinkButton>
        </div>
      ) : own === null ? null : (
        <Bar {...given} onCall={call} />
      )}
      <PeekDialog {...given} />
      {isCalling && canCall ? <CallDialog {...given} onClose={() => setCalling(false)} /> : null}
      <Happenings {...given} />
    </section>
  );
}

/** What happened last, in words, for as long as nothing else has. */
const Last = memo(function Last({ state, looking }: Given) {
  const last = state.events.findLast((event) => describe(event, looking) !== null);
  const step = state.events.filter((event) => event.version === last?.version);
  return (
    <p className="last">
      <span>
        <Rich text={step.flatMap((event) => describe(event, looking) ?? []).join(" ")} />
      </span>
    </p>
  );
});

function CallDialog({ onClose, ...given }: Given & { onClose: () => void }) {
  const { state, view, looking, act } = given;
  const { say } = looking;
  const call = allOf(legalOf(state), "CALL_CAMBIO")[0];
  const { penalty } = view.options;
  return (
    <Dialog title={say("cambio:call.title")} onClose={onClose}>
      <p>{say("cambio:call.text")}</p>
      {penalty === "double" || penalty === "plus10" ? (
        <p className="mut">
          {say(penalty === "double" ? "cambio:call.warnDouble" : "cambio:call.warnPlus10")}
        </p>
      ) : null}
      <div className="actions">
        <Button onClick={onClose}>{say("cambio:call.no")}</Button>
        <Button
          kind="primary"
          onClick={() => {
            onClose();
            if (call) act(call);
          }}
        >
          {say("cambio:call.yes")}
        </Button>
      </div>
    </Dialog>
  );
}

const TurnStrip = memo(function TurnStrip({ state, view, looking }: Given) {
  const { say, name, you } = looking;
  const told = strip(state, looking);
  const caller = view.cambioCallerSeat;
  const left = view.finalTurnsLeft.map(name);
  if (told === null) return null;
  return (
    <div className={`strip${told.isMine ? " strip-mine" : ""}`}>
      <div className="sp">
        <b>
          {told.notice ? <span className="tag">{told.notice}</span> : null}
          {told.title}
        </b>
        {told.text && view.phase !== "completed" ? <span className="strip-text">{told.text}</span> : null}
        {view.phase === "final_round" && caller !== null ? (
          <span className="strip-final">
            {told.isMine && view.currentTurnSeat === you && view.snap === null
              ? say("cambio:final.mine", { name: name(caller) })
              : `${say("cambio:final.banner", {
                  name: name(caller),
                  ...(caller === you ? { context: "you" } : {}),
                })} ${left.length > 0 ? say("cambio:final.left", { names: left.join(", ") }) : ""}`}
          </span>
        ) : null}
      </div>
      <Clock
        until={state.isPast || state.status !== "active" ? null : (told.until ?? null)}
        isMine={told.isMine}
        {...(told.startMs ? { startMs: told.startMs } : {})}
      />
    </div>
  );
});
