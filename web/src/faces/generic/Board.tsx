/** Any game as a table, drawn from its Scenes. It knows no game and no rule. */
import { useCallback, useLayoutEffect, useRef } from "react";
import { useConfirm } from "../../play/Confirm";
import type { BoardGiven, Looking } from "../../play/face";
import { useGuard } from "../../play/guard";
import { Rematch } from "../../play/Rematch";
import { UndoButton } from "../../play/Undo";
import { type Action, type Event, type TableState, useTableState } from "../../table";
import { useGames } from "../../table/session";
import { Clock } from "../../ui/Clock";
import { LinkButton, Rich } from "../../ui/parts";
import { AreaView, Middle } from "./AreaView";
import { Bar } from "./Bar";
import { useChoosing } from "./choosing";
import { useDrag } from "./drag";
import type { Given } from "./given";
import { useKeys } from "./keys";
import { Results } from "./Results";
import { type Stage, useStage } from "./stage";
import { isEnded, stripOf } from "./strip";
import { useTight } from "./tight";
import type { Wording } from "./wording";

const NOTHING: Action[] = [];
export function Board({ table, looking, told, wording }: BoardGiven & { wording: Wording }) {
  const state = useTableState(table, (one) => one);
  const played = useGames()?.find((one) => one.name === state.game);
  const root = useRef<HTMLElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  useTight(root); // before anything is measured that travels
  const stage = useStage(root, layer, table);
  const legal = stage.isBehind || state.isPast ? NOTHING : state.legal;
  const [ask, confirming] = useConfirm({
    act: useGuard(useCallback((action: Action) => table.act(action), [table])),
    legal: state.legal,
    pace: "live",
    weigh: wording.weigh,
    text: (action: Action) => wording.action(action, looking),
  });
  const isBusy = useCallback(() => table.state.pending !== null, [table]);
  const choosing = useChoosing(stage.tracked, legal, isBusy, ask, stage.press);
  const drag = useDrag(choosing);
  useKeys(root, choosing.clear);
  useCountedKeys(root);
  const { scene } = stage.tracked;
  const { seats = [], middle = {} } = scene;
  const given: Given = { looking, wording, stage, choosing, drag };
  const own = looking.you !== null && seats[looking.you] ? looking.you : null;
  const all = seats.map((_, seat) => seat);
  const rivals = own === null ? all : [...all.slice(own + 1), ...all.slice(0, own)];
  const isOver = isEnded(state) && !stage.isBehind;
  return (
    <section
      ref={root}
      className="generic"
      aria-label={played?.title ?? state.game}
      data-busy={state.pending !== null || undefined}
    >
      <TurnStrip state={state} looking={looking} stage={stage} wording={wording} />
      <div className="gen-felt" onPointerDown={stage.isBehind ? stage.skip : undefined}>
        {isOver && told ? <Results told={told} looking={looking} wording={wording} /> : null}
        <ul className="gen-rivals" data-count={rivals.length}>
          {rivals.map((seat) => (
            <AreaView key={seat} {...given} seat={seat} area={seats[seat] ?? {}} isOwn={false} />
          ))}
        </ul>
        <Middle {...given} area={middle} />
      </div>
      <div className="gen-bottom">
        {own === null ? null : (
          <ul className="gen-home">
            <AreaView {...given} seat={own} area={seats[own] ?? {}} isOwn />
          </ul>
        )}
        {isEnded(state) ? (
          <div className="gen-bar" id="actions" tabIndex={-1}>
            <Rematch table={table} />
            <LinkButton href="/">{looking.say("action.lobby")}</LinkButton>
          </div>
        ) : own === null || state.isPast ? null : (
          <Bar
            {...given}
            isBusy={state.pending !== null}
            schema={played?.schemas.Action}
            idle={looking.say(stage.isBehind ? "generic:shown" : "generic:wait")}
            undo={played?.hasUndo ? <UndoButton table={table} /> : null}
          />
        )}
      </div>
      {confirming}
      <div className="gen-layer" ref={layer} aria-hidden="true" />
    </section>
  );
}

/** Numbers are shown on what can be pressed as long as there is a key for each, and no key means a value. */
function useCountedKeys(root: React.RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const live = [...(root.current?.querySelectorAll("[data-live]") ?? [])];
    const isNumbered =
      live.length > 0 && live.length <= 9 && !live.some((one) => one.hasAttribute("data-key"));
    root.current?.toggleAttribute("data-numbered", isNumbered);
  });
}

/** What happened last, as far as it is shown. */
function lastText({ events }: TableState, stage: Stage, say: (event: Event) => string | null): string | null {
  const until = stage.isBehind && stage.event ? events.indexOf(stage.event) + 1 : events.length;
  for (const event of events.slice(0, until).toReversed()) {
    const text = say(event);
    if (text !== null) return text;
  }
  return null;
}

interface StripProps {
  state: TableState;
  looking: Looking;
  stage: Stage;
  wording: Wording;
}

function TurnStrip({ state, looking, stage, wording }: StripProps) {
  const strip = stripOf({ ...state, scene: stage.tracked.scene }, looking, wording, stage.isBehind);
  const text = state.isPast ? null : lastText(state, stage, (event) => wording.event(event, looking));
  return (
    <div className="gen-top">
      <div className={`gen-strip${strip.isMine ? " gen-strip-mine" : ""}`}>
        <div className="sp">
          <b>{strip.title}</b>
          {strip.text ? <span className="gen-prompt">{strip.text}</span> : null}
        </div>
        <Clock
          until={state.isPast || state.status !== "active" ? null : state.deadline}
          isMine={strip.isMine}
        />
      </div>
      <p className="gen-last">{text ? <Rich text={text} /> : null}</p>
    </div>
  );
}
