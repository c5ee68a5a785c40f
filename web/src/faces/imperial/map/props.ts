/** Props of the map. */
import type { ReactNode } from "react";
import type { Perspective } from "../../../play/board";
import type { View } from "../../../wire/imperial";
import type { March } from "../marches";

/** A unit or a factory that is planned: where it would be, and where from. */
export interface Ghost {
  country: string;
  type: "army" | "fleet" | "factory";
  to: string;
  from?: string;
  /** It does not come back. */
  isLost?: boolean;
  /** It comes in peace to the home of another nation. */
  isGuest?: boolean;
  /** It is not decided yet: on the board the unit still stands where it comes from. */
  isOpen?: boolean;
}

export interface MapGiven {
  view: View;
  /** What stands where, once all that is planned is done; those that have moved are `ghosts`. */
  board: View;
  perspective: Perspective;
  /** What may be chosen now. */
  targets: Set<string>;
  chosen: string | null;
  /** Where the unit stands that moves now. */
  source: string | null;
  /** Where other units stand that may be moved first instead. */
  movable: Set<string>;
  ghosts: Ghost[];
  marches: March[];
  /** What to bring into sight, when `step` changes. */
  frame: string[];
  step: string;
  onPick: (name: string) => void;
  /** A unit was taken up by hand, and let go over a territory; `to` is null where it lies on none. */
  onLift: (from: string) => void;
  onDrop: (from: string, to: string | null) => void;
  /** What can be chosen at a territory, beside it. */
  menu: { at: string; content: ReactNode } | null;
}
