/** What can be pressed is covered by a button; the thing below stays the same element, so that it can travel. */
import { choose } from "../../table/choose";
import { canDrag } from "./drag";
import type { SceneProps } from "./props";

interface Props extends SceneProps {
  id: string;
  /** What it is; what a press does is added. */
  label: string;
  isDraggable?: boolean;
}

export function Press({ id, label, isDraggable = false, choosing, wording, perspective, drag }: Props) {
  const live = choosing.live.get(id) ?? null;
  if (live === null) return null;
  const isPicked = choosing.isPicked(id);
  const others = choosing.picked.filter((one) => one.id !== id).map(({ offer }) => offer);
  const offers = live === "next" ? others : [];
  const { complete } = choose(choosing.legal, [...offers, choosing.offerOf(id)]);
  const does = complete && !isPicked ? `. ${wording.action(complete, perspective)}` : "";
  const canGo = isDraggable && canDrag(choosing, id);
  return (
    <button
      type="button"
      className={`gen-press${canGo ? " gen-drag" : ""}`}
      data-live={live}
      aria-pressed={complete ? undefined : isPicked}
      onClick={() => choosing.press(id)}
      onPointerDown={canGo ? (event) => drag(event, id) : undefined}
    >
      <span className="vh">
        {label}
        {does}
      </span>
    </button>
  );
}
