/** The map in its place: what it shows of the turn, and what a press on it means. */
import { X } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { canPick, isDoublePress } from "../../play/board";
import { ImportMenu, UnitMenu } from "./AreaMenu";
import { chooseWay, type ImperialProps, wayOf, waysTo } from "./acts";
import { chosenOf, entriesFor, formOf, mostMade, unitsToBuy } from "./draft";
import { areaNotes } from "./log/areas";
import { useMarches } from "./marches";
import { type Scene, sceneOf } from "./scene";
import { isGentle, legalOf, place, unitsLeft } from "./view";

const EuropeMap = lazy(() => import("./map/Map"));

/** Something that was opened at a territory, for one step of the table. */
interface Opened {
  name: string;
  step: string;
}

export function MapPane(props: ImperialProps) {
  const { view, state, perspective, draft } = props;
  const [info, setInfo] = useState<string | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const scene = sceneOf(view, legalOf(state), draft, perspective);
  const marches = useMarches(state);
  const takeUp = useUnit(props, setInfo);
  const menu = opened?.step === draft.step ? opened.name : null;
  const close = () => {
    setInfo(null);
    setOpened(null);
  };
  const pick = (name: string) => {
    close();
    const isTarget = scene.targets.has(name);
    if (isImport(props, name)) setOpened({ name, step: draft.step });
    if (isTarget && scene.movable.has(name) && draft.destination !== name)
      setOpened({ name, step: draft.step });
    else if (isTarget) chooseArea(props, name);
    else if (scene.movable.has(name)) takeUp(name);
    else setInfo(name);
  };
  return (
    <section
      className="im-map"
      aria-label={perspective.t("imperial:map.label")}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || (info === null && menu === null)) return;
        event.preventDefault();
        close();
      }}
    >
      <Suspense fallback={<p className="map-wait">{perspective.t("imperial:map.loading")}</p>}>
        <EuropeMap
          view={view}
          perspective={perspective}
          {...scene}
          marches={marches}
          onPick={pick}
          onLift={(from) => {
            close();
            takeUp(from);
          }}
          onDrop={(from, to) => to !== null && to !== from && takeUp(from, to)}
          menu={menu === null ? null : { at: menu, content: menuAt(props, scene, menu, close, takeUp) }}
        />
      </Suspense>
      {info && menu === null ? <AreaNote {...props} name={info} onClose={() => setInfo(null)} /> : null}
    </section>
  );
}

/** Take up a unit, which may have to be deferred to; once its turn has come, let it go to where it was dropped. */
function useUnit(
  props: ImperialProps,
  onNowhere: (name: string) => void,
): (from: string, to?: string) => void {
  const { view, state, setDraft, begin, open } = props;
  const [wish, setWish] = useState<{ from: string; to: string } | null>(null);
  const plan = view.currentManeuver;
  const unit = plan ? unitsLeft(plan)[0] : undefined;
  const isThere = wish !== null && state.pending === null && unit?.territory === wish.from;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the unit is there
  useEffect(() => {
    if (!isThere) return;
    setWish(null);
    if (waysTo(legalOf(state), wish.to).length === 0) return onNowhere(wish.to);
    setDraft(chooseWay(state, wish.to));
    open("turn");
  }, [isThere]);
  return (from, to) => {
    if (plan === null) return;
    setWish(to === undefined ? null : { from, to });
    if (unit?.territory !== from)
      begin({ kind: "pick", country: plan.country, phase: plan.phase, territory: from });
  };
}

/** Whether units are being bought, and some can be or are bought here. */
function isImport({ state, draft }: ImperialProps, name: string): boolean {
  const entries = entriesFor(legalOf(state), draft);
  return formOf(entries) === "bought" && unitsToBuy(entries).units.some((one) => one.territory === name);
}

function menuAt(
  props: ImperialProps,
  { movable }: Scene,
  name: string,
  onClose: () => void,
  takeUp: (from: string) => void,
): ReactNode {
  if (!movable.has(name)) return <ImportMenu {...props} name={name} onClose={onClose} />;
  const pickUnit = () => {
    onClose();
    takeUp(name);
  };
  return <UnitMenu {...props} name={name} onClose={onClose} onPickUnit={pickUnit} />;
}

/** What stands in a territory; of a unit that cannot be moved now, why. */
function AreaNote({ name, onClose, ...props }: ImperialProps & { name: string; onClose: () => void }) {
  const { view, perspective } = props;
  const why = whyNot(props, name);
  return (
    <div className="area-note" role="status">
      <span>
        <b>{place(name, perspective)}</b> {areaNotes(view, name, perspective).join(", ")}
        {why ? <small>{why}</small> : null}
      </span>
      <button type="button" aria-label={perspective.t("action.close")} onClick={onClose}>
        <X size={16} aria-hidden="true" />
      </button>
    </div>
  );
}

function whyNot({ view, perspective }: ImperialProps, name: string): string | null {
  const plan = view.currentManeuver;
  if (plan === null || plan.player !== perspective.mySeat) return null;
  const [unit, ...others] = unitsLeft(plan);
  const here = others.find(({ territory }) => territory === name);
  if (unit === undefined || here === undefined || unit.territory === name) return null;
  if (here.type !== unit.type) return perspective.t("imperial:move.fleetsFirst");
  return perspective.t("imperial:move.waits", {
    unit: perspective.t(`imperial:unit.${unit.type}`),
    place: place(unit.territory, perspective),
  });
}

/** A marked place was pressed: it is chosen; pressed again, it is done, unless that means war. */
function chooseArea(props: ImperialProps, name: string): void {
  const { view, state, draft, setDraft, act, open } = props;
  const legal = legalOf(state);
  if (view.currentManeuver) {
    const way = draft.destination === name ? wayOf(legal, draft) : null;
    if (way && isGentle(way.payload.actionCode)) act(way);
    else setDraft(chooseWay(state, name));
    open("turn");
    return;
  }
  const entries = entriesFor(legal, draft);
  switch (formOf(entries)) {
    case "site":
      setDraft({ site: name });
      break;
    case "made": {
      if (isDoublePress(name)) break;
      const made = draft.made ?? mostMade(entries);
      if (made.includes(name)) setDraft({ made: made.filter((one) => one !== name) });
      else if (canPick(chosenOf(entries, draft), "made", name)) setDraft({ made: [...made, name] });
      break;
    }
    case "bought": {
      const here = unitsToBuy(entries).units.filter((one) => one.territory === name);
      const [only] = here;
      if (here.length === 1 && only) setDraft({ bought: [...(draft.bought ?? []), only], destination: name });
      else setDraft({ destination: name });
    }
  }
  open("turn");
}
