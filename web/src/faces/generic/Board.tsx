/** Any game as a table, drawn from its Scenes. It knows no game and no rule. */
import { useCallback, useLayoutEffect, useRef } from "react";
import { useConfirm } from "../../play/Confirm";
import type { BoardProps, Perspective } from "../../play/face";
import { Rematch } from "../../play/Rematch";
import { UndoButton } from "../../play/Undo";
import { type Action, type BoardState, type Event, useBoardState } from "../../table";
import { useGames, useSchemas } from "../../table/session";
import { Clock } from "../../ui/Clock";
import { LinkButton, Rich } from "../../ui/parts";
import { AreaView, Middle } from "./AreaView";
import { Bar } from "./Bar";
import { ChoiceDialog, useDialog, usePlays } from "./ChoiceDialog";
import { useChoosing } from "./choosing";
import { useDrag } from "./drag";
import { useKeys } from "./keys";
import type { SceneProps } from "./props";
import { Results } from "./Results";
import { type Stage, useStage } from "./stage";
import { isEnded, stripOf } from "./strip";
import { useTight } from "./tight";
import type { Wording } from "./wording";

const NOTHING: Action[] = [];
const NOWHERE: SceneProps["choosing"]["live"] = new Map();

export function Board({ table, perspective, summary, wording }: BoardProps & { wording: Wording }) {
  const state = useBoardState(table);
  const played = useGames()?.find((one) => one.name === state.game);
  const schemas = useSchemas(state.game);
  const root = useRef<HTMLElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  useTight(root); // before anything is measured that travels
  const stage = useStage(root, layer, table);
  const legal = stage.isBehind || state.isPast ? NOTHING : state.legal;
  const [ask, confirming] = useConfirm({
    act: useCallback((action: Action) => void table.act(action), [table]),
    legal: state.legal,
    pace: "live",
    weigh: wording.weigh,
    text: (action: Action) => wording.action(action, perspective),
  });
  const choosing = useChoosing(stage.tracked, legal, ask, stage.press);
  const isInDialog = useDialog({ stage, choosing });
  const drag = useDrag(choosing);
  useKeys(root, choosing.clear);
  useCountedKeys(root);
  const { scene } = stage.tracked;
  const { seats = [], middle = {} } = scene;
  const onBoard: SceneProps = { perspective, wording, stage, choosing, drag };
  // what a dialog is about blocks the table below it
  const props = isInDialog ? { ...onBoard, choosing: { ...choosing, live: NOWHERE } } : onBoard;
  usePlays(table, state, onBoard);
  const own = perspective.mySeat !== null && seats[perspective.mySeat] ? perspective.mySeat : null;
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
      <TurnStrip state={state} perspective={perspective} stage={stage} wording={wording} />
      <div className="gen-felt" onPointerDown={stage.isBehind ? stage.skip : undefined}>
        {isOver && summary ? <Results summary={summary} perspective={perspective} /> : null}
        <ul className="gen-rivals" data-count={rivals.length}>
          {rivals.map((seat) => (
            <AreaView key={seat} {...props} seat={seat} area={seats[seat] ?? {}} isOwn={false} />
          ))}
        </ul>
        <Middle {...props} area={middle} />
      </div>
      <div className="gen-bottom">
        {own === null ? null : (
          <ul className="gen-home">
            <AreaView {...props} seat={own} area={seats[own] ?? {}} isOwn />
          </ul>
        )}
        {isEnded(state) ? (
          <div className="gen-bar" id="actions" tabIndex={-1}>
            <Rematch table={table} />
            <LinkButton href="/">{perspective.t("action.lobby")}</LinkButton>
          </div>
        ) : own === null || state.isPast ? null : isInDialog ? (
          <div className="gen-bar" id="actions" tabIndex={-1} />
        ) : (
          <Bar
            {...props}
            isBusy={state.pending !== null}
            schema={schemas?.Action}
            idle={perspective.t(stage.isBehind ? "generic:shown" : "generic:wait")}
            undo={played?.hasUndo ? <UndoButton table={table} /> : null}
          />
        )}
      </div>
      {isInDialog ? (
        <ChoiceDialog {...onBoard}>
          <Bar {...onBoard} isInDialog isBusy={state.pending !== null} schema={schemas?.Action} />
        </ChoiceDialog>
      ) : null}
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
function lastText({ events }: BoardState, stage: Stage, t: (event: Event) => string | null): string | null {
  const until = stage.isBehind && stage.event ? events.indexOf(stage.event) + 1 : events.length;
  for (const event of events.slice(0, until).toReversed()) {
    const text = t(event);
    if (text !== null) return text;
  }
  return null;
}

interface StripProps {
  state: BoardState;
  perspective: Perspective;
  stage: Stage;
  wording: Wording;
}

function TurnStrip({ state, perspective, stage, wording }: StripProps) {
  const strip = stripOf({ ...state, scene: stage.tracked.scene }, perspective, wording, stage.isBehind);
  const text = state.isPast ? null : lastText(state, stage, (event) => wording.event(event, perspective));
  return (
    <div className="gen-top">
      <div className={`gen-strip${strip.isMine ? " gen-strip-mine" : ""}`}>
        <div className="sp">
          <b>{strip.title}</b>
          {strip.text ? <span className="gen-prompt">{strip.text}</span> : null}
        </div>
        <Clock
          until={state.isPast || state.status !== "active" ? null : (strip.until ?? null)}
          isMine={strip.isMine}
        />
      </div>
      <p className="gen-last">{text ? <Rich text={text} /> : null}</p>
    </div>
  );
}
