/** A choice or a look that stands before the table: some of its zones once more, and a button for all else. */
import { type ReactNode, useEffect, useState } from "react";
import type { BoardState, Table } from "../../table";
import { choose } from "../../table/choose";
import { Clock, useLeft } from "../../ui/Clock";
import { Dialog } from "../../ui/Dialog";
import { useSettings } from "../../ui/settings";
import type { SceneProps } from "./props";
import { type Where, zonesIn } from "./scene";
import { ZoneView } from "./ZoneView";

/** Whether the Scene asks in a dialog now: not when its time is over, nor for who chooses on the table. */
export function useDialog({ stage, choosing }: Pick<SceneProps, "stage" | "choosing">): boolean {
  const { dialog, until } = stage.tracked.scene;
  const isWanted = useSettings(({ choices }) => choices !== "table");
  const left = useLeft(dialog && until != null ? until : null);
  return dialog != null && isWanted && left !== 0 && choosing.legal.length > 0;
}

/** Where there is nothing to choose, the move is made without asking, once; if it came to nothing, the player can. */
export function usePlays(table: Table, state: BoardState, { stage, choosing }: SceneProps): void {
  const plays = stage.tracked.scene.dialog?.plays ?? null;
  const whole = plays ? choose(choosing.legal, [[plays]]).complete : null;
  const isBot = state.seats.some(({ seat, level }) => seat === state.seat && level != null);
  const [sentAt, setSentAt] = useState<number | null>(null);
  const isDue = whole !== null && !isBot && state.pending === null && sentAt !== state.version;
  useEffect(() => {
    if (!isDue || whole === null) return;
    setSentAt(state.version);
    table.actByItself(whole);
  }, [isDue, whole, state.version, table]);
}

export function ChoiceDialog({ children, ...props }: SceneProps & { children: ReactNode }) {
  const { perspective, wording, stage, choosing } = props;
  const { scene } = stage.tracked;
  const offered = scene.dialog?.zones ?? [];
  const hands = bySeat(offered.flatMap((id) => zonesIn(scene).find(({ zone }) => zone.id === id) ?? []));
  return (
    <Dialog title={wording.prompt(scene.prompt, perspective)} onClose={choosing.clear} kind="wide">
      <div className="gen-choice" data-count={hands.length}>
        {hands.map(([seat, zones]) => {
          const name = seat === null ? perspective.t("generic:middle") : perspective.nameOf(seat);
          return (
            <section key={seat} className="gen-area" data-seat={(seat ?? 0) % 8} aria-label={name}>
              <b className="gen-who">{name}</b>
              <div className="gen-zones">
                {zones.map((zone) => (
                  <ZoneView key={zone.id} {...props} zone={zone} owner={name} isCopy />
                ))}
              </div>
            </section>
          );
        })}
      </div>
      {children}
      {scene.until == null ? null : (
        <p className="gen-until">
          {perspective.t("generic:closes")} <Clock until={scene.until} isMine />
        </p>
      )}
    </Dialog>
  );
}

/** The zones of each seat, in the order in which the game names them. */
function bySeat(all: readonly Where[]): [number | null, Where["zone"][]][] {
  const found = new Map<number | null, Where["zone"][]>();
  for (const { zone, seat } of all) found.set(seat, [...(found.get(seat) ?? []), zone]);
  return [...found];
}
