import type { Looking } from "../../play/face";
import type { Choosing } from "./choosing";
import type { useDrag } from "./drag";
import type { Stage } from "./stage";
import type { Wording } from "./wording";

/** What every part of the board is given. */
export interface Given {
  looking: Looking;
  wording: Wording;
  stage: Stage;
  choosing: Choosing;
  drag: ReturnType<typeof useDrag>;
}
