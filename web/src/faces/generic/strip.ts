/** What is asked of whom. */
import type { Looking, Strip } from "../../play/face";
import type { TableState } from "../../table";
import type { Wording } from "./wording";

export function isEnded({ status, isPast }: TableState): boolean {
  return !isPast && (status === "completed" || status === "abandoned");
}

/** `isBehind`: something is still to be shown, so nothing is asked yet. */
export function stripOf(state: TableState, looking: Looking, wording: Wording, isBehind = false): Strip {
  const { say, name, you } = looking;
  const { scene, legal, status, deadline } = state;
  const isMine = legal.length > 0 && !isBehind && !state.isPast;
  const turns = (scene?.seats ?? []).flatMap(({ isTurn }, seat) =>
    isTurn && seat !== you ? [name(seat)] : [],
  );
  const title = () => {
    if (status !== "active") return say("generic:over");
    if (isMine) return say("generic:yours");
    return turns.length > 0 ? say("generic:waiting", { names: turns.join(", ") }) : say("generic:wait");
  };
  return {
    title: title(),
    text: wording.prompt(scene?.prompt, looking),
    isMine,
    until: deadline,
  };
}
