import type { Perspective } from "../../play/face";
import type { Choosing } from "./choosing";
import type { useDrag } from "./drag";
import type { Stage } from "./stage";
import type { Wording } from "./wording";

/** Props of every part of the board. */
export interface SceneProps {
  perspective: Perspective;
  wording: Wording;
  stage: Stage;
  choosing: Choosing;
  drag: ReturnType<typeof useDrag>;
}
