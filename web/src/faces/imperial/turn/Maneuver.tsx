/** A maneuver, unit by unit. */
import { Check } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "../../../ui/parts";
import type { View } from "../../../wire/imperial";
import { chooseWay, type Given, sameFor, WHOLE_TURN, waysTo } from "../acts";
import { homeOf } from "../board";
import { UnitIcon } from "../marks";
import { boardAfter, consentFor, seasAfter } from "../planned";
import { groupsOf, groupText } from "../tell/areas";
import { listed } from "../tell/common";
import { didText, doesText, stepText } from "../tell/plan";
import {
  allOf,
  legalOf,
  nation,
  place,
  planSteps,
  spotName,
  type Unit,
  unitsLeft,
  unitsToPick,
  warOf,
} from "../view";
import { ForecastPanel } from "./Forecast";
import { Peace } from "./Peace";

export function Maneuver({ isOwn, ...given }: Given & { isOwn: boolean }) {
  const { view, looking } = given;
  const { say } = looking;
  const plan = view.currentManeuver;
  if (plan === null) return null;
  const offer = view.peaceVote ?? plan.pendingPeace;
  const isMoving = isOwn && !offer;
  return (
    <>
      {isMoving ? <Chosen {...given} /> : null}
      {offer ? <Peace {...given} isOwn={isOwn} /> : null}
      <Steps {...given} isMoving={isMoving} />
      {isMoving ? <Reach {...given} /> : null}
      {isMoving ? <p className="sm mut pane">{say("imperial:move.last")}</p> : null}
    </>
  );
}

/** A place is chosen: what may be said of it comes into sight, wherever it was chosen from. */
function Chosen(given: Given) {
  const box = useRef<HTMLDivElement>(null);
  const { destination } = given.draft;
  useEffect(() => {
    if (destination) box.current?.scrollIntoView?.({ block: "nearest" });
  }, [destination]);
  return (
    <div ref={box}>
      <Codes {...given} />
      <Convoy {...given} />
      <ForecastPanel {...given} />
      <Same {...given} />
    </div>
  );
}

/** What happens where the unit goes, if there is a choice. */
function Codes(given: Given) {
  const { state, view, looking, draft, setDraft } = given;
  const { say } = looking;
  const plan = view.currentManeuver;
  const [unit] = plan ? unitsLeft(plan) : [];
  const ways = waysTo(legalOf(state), draft.destination);
  if (!draft.destination || ways.length < 2) return null;
  const isStaying = unit?.territory === draft.destination;
  return (
    <fieldset className="codes">
      <legend>{say("imperial:move.choose", { place: place(draft.destination, looking) })}</legend>
      {ways.map(({ payload }) => {
        const note = noteOf(given, payload.destination, payload.actionCode);
        return (
          <label key={payload.actionCode} className={warOf(payload.actionCode) ? "war" : undefined}>
            <input
              type="radio"
              name="code"
              checked={draft.code === payload.actionCode}
              onChange={() => setDraft({ code: payload.actionCode })}
            />
            <span>
              {doesText(payload.actionCode, isStaying, looking)}
              {note ? <small>{note}</small> : null}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

/** What comes of it; nothing is said of an answer that nobody gives, or of a factory that is not there. */
function noteOf({ view, looking }: Given, destination: string, code: string): string {
  const { say } = looking;
  if (warOf(code)) return say("imperial:does.warText");
  if (code.startsWith("blow")) return say("imperial:does.blowText");
  const plan = view.currentManeuver;
  if (plan === null) return "";
  const board = boardAfter(view, plan.country, planSteps(plan));
  const owner = board.countryInfo[homeOf(destination) ?? ""];
  if (code === "hostile")
    return owner?.factories.includes(destination) ? say("imperial:does.hostileText") : "";
  const [unit] = unitsLeft(plan);
  if (code !== "peace" || unit?.territory === destination) return "";
  const { asked, refused } = consentFor(view, plan, board, destination);
  const names = listed(
    asked.map((name) => nation(name, looking)),
    looking,
  );
  if (asked.length > 0) return say("imperial:does.peaceAsk", { count: asked.length, nations: names });
  return refused ? say("imperial:does.peaceRefused", { nation: nation(refused, looking) }) : "";
}

/** Rule 8.7: the seas that an army is carried over, if the shortest way is not wanted. */
function Convoy({ view, looking, draft, setDraft }: Given) {
  const { say } = looking;
  const plan = view.currentManeuver;
  const [unit] = plan ? unitsLeft(plan) : [];
  if (plan === null || unit?.type !== "army" || !draft.destination || draft.destination === unit.territory)
    return null;
  const via = draft.via ?? [];
  const seas = seasAfter(via, plan, boardAfter(view, plan.country, planSteps(plan)));
  if (seas.length + via.length === 0) return null;
  const chosen = listed(
    via.map((sea) => place(sea, looking)),
    looking,
  );
  return (
    <fieldset className="picks">
      <legend>
        {via.length > 0 ? say("imperial:move.via", { seas: chosen }) : say("imperial:move.route")}
      </legend>
      {seas.map((sea) => (
        <Button key={sea} isSmall onClick={() => setDraft({ via: [...via, sea] })}>
          {place(sea, looking)}
        </Button>
      ))}
      {via.length > 0 ? (
        <Button isSmall kind="quiet" onClick={() => setDraft({ via: undefined })}>
          {say("imperial:move.shortest")}
        </Button>
      ) : null}
    </fieldset>
  );
}

/** What was chosen for this unit, for all of its kind that are left. */
function Same({ state, view, looking, draft, begin }: Given) {
  const same = sameFor(view, legalOf(state), draft);
  if (same === null) return null;
  return (
    <p className="pane same">
      <Button isSmall data-press="same" onClick={() => begin(same)}>
        {looking.say("imperial:move.same")}
      </Button>
      <span className="sm mut">{looking.say("imperial:move.sameText")}</span>
    </p>
  );
}

function Steps({ isMoving, ...given }: Given & { isMoving: boolean }) {
  const { view, state, looking, begin, act } = given;
  const { say, you } = looking;
  const plan = view.currentManeuver;
  if (plan === null) return null;
  const done = planSteps(plan);
  const left = unitsLeft(plan);
  const offer = view.peaceVote ?? plan.pendingPeace;
  const from = view.countryInfo[plan.country]?.wheelSpot ?? "center";
  const canUndo = view.undo === you && you !== null && plan.player === you;
  const reach = new Set(allOf(legalOf(state), "MOVE_UNIT").map(({ payload }) => payload.destination)).size;
  const [defer] = allOf(legalOf(state), "DEFER_UNIT");
  const free = unitsToPick(plan);
  const isAlike = (one: Unit | undefined, other: Unit | undefined) =>
    one?.type === other?.type && one?.territory === other?.territory;
  // one button for all that are alike, and none for those that are alike to the one that moves now
  const canBeFirst = (index: number) =>
    index > 0 && index < free.length && free.findIndex((unit) => isAlike(unit, left[index])) === index;
  const unitText = (type: "army" | "fleet") =>
    say(type === "army" ? "imperial:unit.Army" : "imperial:unit.Fleet");
  return (
    <ol className="steps" aria-label={say("imperial:move.title")}>
      <li className="done">
        <span className="i" aria-hidden="true">
          <Check size={14} />
        </span>
        <div>
          {say("imperial:move.rondel", {
            from: spotName(from, looking),
            to: spotName(plan.wheelSpot, looking),
          })}
        </div>
        {canUndo ? (
          <UndoStep
            label={say("imperial:move.undoTurn")}
            looking={looking}
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
            {stepText(step, looking)}
            {step.code ? <small>{didText(step.code, looking)}</small> : null}
          </div>
          {canUndo ? (
            <UndoStep
              label={say("imperial:move.undoLabel", { step: stepText(step, looking) })}
              looking={looking}
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
            {say(index === 0 ? "imperial:move.now" : "imperial:move.next", {
              unit: unitText(unit.type),
              place: place(unit.territory, looking),
            })}
            {index === 0 && offer ? <small>{say("imperial:move.waiting")}</small> : null}
            {index === 0 && isMoving ? <small>{say("imperial:move.reach", { count: reach })}</small> : null}
          </div>
          {isMoving && defer && canBeFirst(index) ? (
            <Button
              isSmall
              kind="quiet"
              aria-label={say("imperial:move.firstLabel", {
                unit: unitText(unit.type),
                place: place(unit.territory, looking),
              })}
              onClick={() =>
                begin({ kind: "pick", country: plan.country, phase: unit.type, territory: unit.territory })
              }
            >
              {say("imperial:move.first")}
            </Button>
          ) : null}
          {index === 0 && defer ? (
            <Button isSmall kind="quiet" title={say("imperial:move.deferText")} onClick={() => act(defer)}>
              {say("imperial:move.defer")}
            </Button>
          ) : null}
        </li>
      ))}
    </ol>
  );
}

function UndoStep({
  label,
  looking,
  onUndo,
}: {
  label: string;
  looking: Given["looking"];
  onUndo: () => void;
}) {
  return (
    <Button isSmall kind="quiet" aria-label={label} onClick={onUndo}>
      {looking.say("imperial:move.undo")}
    </Button>
  );
}

/** The same as the marked places on the map, in a list. */
function Reach({ state, view, looking, draft, setDraft }: Given) {
  const { say } = looking;
  const plan = view.currentManeuver;
  const [unit] = plan ? unitsLeft(plan) : [];
  const board = plan ? boardAfter(view, plan.country, planSteps(plan)) : view;
  const names = [...new Set(allOf(legalOf(state), "MOVE_UNIT").map(({ payload }) => payload.destination))];
  return (
    <fieldset className="picks reach">
      <legend>{say("imperial:move.places")}</legend>
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
            {place(name, looking)}
            <Others board={board} name={name} country={plan?.country ?? ""} looking={looking} />
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
  looking,
}: Pick<Given, "looking"> & { board: View; name: string; country: string }) {
  return groupsOf(board, name)
    .filter((group) => group.country !== country)
    .map((group) => (
      <span key={`${group.country} ${group.type} ${group.hostile}`} className="others">
        <span className="vh">, {groupText(group, looking)}</span>
        <UnitIcon country={group.country} type={group.type} count={group.count} />
      </span>
    ));
}
