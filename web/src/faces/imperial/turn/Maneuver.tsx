/** A maneuver, unit by unit. */
import { Check } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/parts";
import type { Forecast, View } from "../../../wire/imperial";
import { chooseWay, type ImperialProps, sameFor, WHOLE_TURN, waysTo } from "../acts";
import { homeOf } from "../board";
import { draftedAction, useForecast } from "../forecast";
import { groupsOf, groupText } from "../log/areas";
import { listed } from "../log/common";
import { didText, doesText, stepText } from "../log/plan";
import { UnitIcon } from "../marks";
import {
  allOf,
  boardAfter,
  legalOf,
  place,
  planSteps,
  spotName,
  type Unit,
  unitsLeft,
  unitsToPick,
  warOf,
} from "../view";
import { ForecastText } from "./Forecast";
import { Peace } from "./Peace";

export function Maneuver({ isOwn, ...props }: ImperialProps & { isOwn: boolean }) {
  const { view, perspective } = props;
  const { t } = perspective;
  const plan = view.currentManeuver;
  if (plan === null) return null;
  const offer = view.peaceVote ?? plan.pendingPeace;
  const isMoving = isOwn && !offer;
  return (
    <>
      {isMoving ? <Chosen {...props} /> : null}
      {offer ? <Peace {...props} isOwn={isOwn} /> : null}
      <Steps {...props} isMoving={isMoving} />
      {isMoving ? <Reach {...props} /> : null}
      {isMoving ? <p className="sm mut pane">{t("imperial:move.last")}</p> : null}
    </>
  );
}

/** A place is chosen: what may be said of it comes into sight, wherever it was chosen from. */
function Chosen(props: ImperialProps) {
  const box = useRef<HTMLDivElement>(null);
  const { destination } = props.draft;
  const action = draftedAction(props);
  const forecast = useForecast(props, action);
  useEffect(() => {
    if (destination) box.current?.scrollIntoView?.({ block: "nearest" });
  }, [destination]);
  return (
    <div ref={box}>
      <Codes {...props} />
      <Ways {...props} forecast={forecast} />
      <ForecastText
        {...props}
        action={action}
        forecast={forecast}
        title={props.perspective.t("imperial:forecast.title")}
        waits="imperial:forecast"
      />
      <Same {...props} />
    </div>
  );
}

/** What happens where the unit goes, if there is a choice. */
function Codes(props: ImperialProps) {
  const { state, view, perspective, draft, setDraft } = props;
  const { t } = perspective;
  const plan = view.currentManeuver;
  const [unit] = plan ? unitsLeft(plan) : [];
  const ways = waysTo(legalOf(state), draft.destination);
  if (!draft.destination || ways.length < 2) return null;
  const isStaying = unit?.territory === draft.destination;
  return (
    <fieldset className="codes">
      <legend>{t("imperial:move.choose", { place: place(draft.destination, perspective) })}</legend>
      {ways.map(({ payload }) => {
        const note = noteOf(props, payload.destination, payload.actionCode);
        return (
          <label key={payload.actionCode} className={warOf(payload.actionCode) ? "war" : undefined}>
            <input
              type="radio"
              name="code"
              checked={draft.code === payload.actionCode}
              onChange={() => setDraft({ code: payload.actionCode })}
            />
            <span>
              {doesText(payload.actionCode, isStaying, perspective)}
              {note ? <small>{note}</small> : null}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

/** What comes of it, where that is certain. */
function noteOf({ view, perspective }: ImperialProps, destination: string, code: string): string {
  const { t } = perspective;
  if (warOf(code)) return t("imperial:does.warText");
  if (code.startsWith("blow")) return t("imperial:does.blowText");
  const owner = boardAfter(view, "maneuver").countryInfo[homeOf(destination) ?? ""];
  const stops = code === "hostile" && owner?.factories.includes(destination);
  return stops ? t("imperial:does.hostileText") : "";
}

/** Rule 8.7: the ways that an army can take, where the server names several; they stay while another forecast comes. */
function Ways({ perspective, draft, setDraft, forecast }: ImperialProps & { forecast: Forecast | null }) {
  const { t } = perspective;
  const to = `${draft.step} ${draft.destination}`;
  const [known, setKnown] = useState<{ to: string; ways: string[][] } | null>(null);
  if (forecast !== null && known?.to !== to) setKnown({ to, ways: forecast.ways ?? [] });
  const ways = known?.to === to ? known.ways : [];
  if (ways.length < 2) return null;
  const chosen = draft.via ?? ways[0];
  return (
    <fieldset className="picks ways">
      <legend>{t("imperial:move.ways")}</legend>
      {ways.map((seas, index) => (
        <Button
          key={seas.join()}
          isSmall
          aria-pressed={seas.join() === chosen?.join()}
          onClick={() => setDraft({ via: index === 0 ? undefined : seas })}
        >
          {seas.length === 0 ? t("imperial:move.byLand") : seasText(seas, perspective)}
        </Button>
      ))}
    </fieldset>
  );
}

function seasText(seas: string[], perspective: ImperialProps["perspective"]): string {
  const names = seas.map((sea) => place(sea, perspective));
  return listed(names, perspective);
}

/** What was chosen for this unit, for all of its kind that are left. */
function Same({ state, view, perspective, draft, begin }: ImperialProps) {
  const same = sameFor(view, legalOf(state), draft);
  if (same === null) return null;
  return (
    <p className="pane same">
      <Button isSmall data-press="same" onClick={() => begin(same)}>
        {perspective.t("imperial:move.same")}
      </Button>
      <span className="sm mut">{perspective.t("imperial:move.sameText")}</span>
    </p>
  );
}

function Steps({ isMoving, ...props }: ImperialProps & { isMoving: boolean }) {
  const { view, state, perspective, begin, act } = props;
  const { t, mySeat } = perspective;
  const plan = view.currentManeuver;
  if (plan === null) return null;
  const done = planSteps(plan);
  const left = unitsLeft(plan);
  const offer = view.peaceVote ?? plan.pendingPeace;
  const from = view.countryInfo[plan.country]?.wheelSpot ?? "center";
  const canUndo = view.undo === mySeat && mySeat !== null && plan.player === mySeat;
  const reach = new Set(allOf(legalOf(state), "MOVE_UNIT").map(({ payload }) => payload.destination)).size;
  const [defer] = allOf(legalOf(state), "DEFER_UNIT");
  const free = unitsToPick(plan);
  const isAlike = (one: Unit | undefined, other: Unit | undefined) =>
    one?.type === other?.type && one?.territory === other?.territory;
  // one button for all that are alike, and none for those that are alike to the one that moves now
  const canBeFirst = (index: number) =>
    index > 0 && index < free.length && free.findIndex((unit) => isAlike(unit, left[index])) === index;
  const unitText = (type: "army" | "fleet") =>
    t(type === "army" ? "imperial:unit.Army" : "imperial:unit.Fleet");
  return (
    <ol className="steps" aria-label={t("imperial:move.title")}>
      <li className="done">
        <span className="i" aria-hidden="true">
          <Check size={14} />
        </span>
        <div>
          {t("imperial:move.rondel", {
            from: spotName(from, perspective),
            to: spotName(plan.wheelSpot, perspective),
          })}
        </div>
        {canUndo ? (
          <UndoStep
            label={t("imperial:move.undoTurn")}
            perspective={perspective}
            onUndo={() => begin({ kind: "undo", left: WHOLE_TURN })}
          />
        ) : null}
      </li>
      {done.map((step, index) => (
        <li key={index} className="done">
          <span className="i" aria-hidden="true">
            <Check size={14} />
          </span>
          <div>
            {stepText(step, perspective)}
            {step.code ? <small>{didText(step.code, perspective)}</small> : null}
          </div>
          {canUndo ? (
            <UndoStep
              label={t("imperial:move.undoLabel", { step: stepText(step, perspective) })}
              perspective={perspective}
              onUndo={() => begin({ kind: "undo", left: index })}
            />
          ) : null}
        </li>
      ))}
      {left.map((unit, index) => (
        <li key={index} className={index === 0 ? "now" : undefined}>
          <span className="i num" aria-hidden="true">
            {done.length + index + 1}
          </span>
          <div>
            {t(index === 0 ? "imperial:move.now" : "imperial:move.next", {
              unit: unitText(unit.type),
              place: place(unit.territory, perspective),
            })}
            {index === 0 && offer ? <small>{t("imperial:move.waiting")}</small> : null}
            {index === 0 && isMoving ? <small>{t("imperial:move.reach", { count: reach })}</small> : null}
          </div>
          {isMoving && defer && canBeFirst(index) ? (
            <Button
              isSmall
              kind="quiet"
              aria-label={t("imperial:move.firstLabel", {
                unit: unitText(unit.type),
                place: place(unit.territory, perspective),
              })}
              onClick={() =>
                begin({ kind: "pick", country: plan.country, phase: unit.type, territory: unit.territory })
              }
            >
              {t("imperial:move.first")}
            </Button>
          ) : null}
          {index === 0 && defer ? (
            <Button isSmall kind="quiet" title={t("imperial:move.deferText")} onClick={() => act(defer)}>
              {t("imperial:move.defer")}
            </Button>
          ) : null}
        </li>
      ))}
    </ol>
  );
}

function UndoStep({
  label,
  perspective,
  onUndo,
}: {
  label: string;
  perspective: ImperialProps["perspective"];
  onUndo: () => void;
}) {
  return (
    <Button isSmall kind="quiet" aria-label={label} onClick={onUndo}>
      {perspective.t("imperial:move.undo")}
    </Button>
  );
}

/** The same as the marked places on the map, in a list. */
function Reach({ state, view, perspective, draft, setDraft }: ImperialProps) {
  const { t } = perspective;
  const plan = view.currentManeuver;
  const [unit] = plan ? unitsLeft(plan) : [];
  const board = boardAfter(view, "maneuver");
  const names = [...new Set(allOf(legalOf(state), "MOVE_UNIT").map(({ payload }) => payload.destination))];
  return (
    <fieldset className="picks reach">
      <legend>{t("imperial:move.places")}</legend>
      {names
        .filter((name) => name !== unit?.territory || waysTo(legalOf(state), name).length > 1)
        .map((name) => (
          <Button
            key={name}
            isSmall
            data-territory={name}
            aria-pressed={draft.destination === name}
            onClick={() => setDraft(chooseWay(state, name))}
          >
            {place(name, perspective)}
            <Others board={board} name={name} country={plan?.country ?? ""} perspective={perspective} />
          </Button>
        ))}
    </fieldset>
  );
}

/** Whose units one would meet there. */
function Others({
  board,
  name,
  country,
  perspective,
}: Pick<ImperialProps, "perspective"> & { board: View; name: string; country: string }) {
  return groupsOf(board, name)
    .filter((group) => group.country !== country)
    .map((group) => (
      <span key={`${group.country} ${group.type} ${group.hostile}`} className="others">
        <span className="vh">, {groupText(group, perspective)}</span>
        <UnitIcon country={group.country} type={group.type} count={group.count} />
      </span>
    ));
}
