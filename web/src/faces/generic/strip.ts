/** What is asked of whom. */
import type { Perspective, Strip } from "../../play/face";
import type { BoardState } from "../../table";
import type { Wording } from "./wording";

export function isEnded({ status, isPast }: BoardState): boolean {
  return !isPast && (status === "completed" || status === "abandoned");
}

/** `isBehind`: something is still to be shown, so nothing is asked yet. */
export function stripOf(
  state: BoardState,
  perspective: Perspective,
  wording: Wording,
  isBehind = false,
): Strip {
  const { t, nameOf, mySeat } = perspective;
  const { scene, legal, status, deadline } = state;
  const isMine = legal.length > 0 && !isBehind && !state.isPast;
  const turns = (scene?.seats ?? []).flatMap(({ isTurn }, seat) =>
    isTurn && seat !== mySeat ? [nameOf(seat)] : [],
  );
  const title = () => {
    if (status !== "active") return t("generic:over");
    if (isMine) return t("generic:yours");
    return turns.length > 0 ? t("generic:waiting", { names: turns.join(", ") }) : t("generic:wait");
  };
  return {
    title: title(),
    text: wording.prompt(scene?.prompt, perspective),
    isMine,
    until: scene?.until ?? deadline,
  };
}
