/** The map in its place: what it shows of the turn, and what a press on it means. */
import { X } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { chooseWay, entriesFor, type Given, isGentle, wayOf } from "./acts";
import { canMake, formOf, mostMade, unitsToBuy } from "./draft";
import { sceneOf } from "./scene";
import { areaNotes } from "./tell/areas";
import { legalOf, place } from "./view";

const EuropeMap = lazy(() => import("./map/Map"));

export function MapPane(given: Given) {
  const { view, state, looking, draft } = given;
  const [info, setInfo] = useState<string | null>(null);
  const scene = sceneOf(view, legalOf(state), draft, looking);
  const pick = (name: string) => {
    setInfo(scene.targets.has(name) ? null : name);
    if (scene.targets.has(name)) chooseArea(given, name);
  };
  return (
    <section
      className="im-map"
      aria-label={looking.say("imperial:map.label")}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || info === null) return;
        event.preventDefault();
        setInfo(null);
      }}
    >
      <Suspense fallback={<p className="map-wait">{looking.say("imperial:map.loading")}</p>}>
        <EuropeMap view={view} looking={looking} {...scene} onPick={pick} />
      </Suspense>
      {info ? (
        <div className="area-note" role="status">
          <span>
            <b>{place(info, looking)}</b> {areaNotes(view, info, looking).join(", ")}
          </span>
          <button type="button" aria-label={looking.say("action.close")} onClick={() => setInfo(null)}>
            <X size={16} aria-hidden="true" />
          </button>
        </div>
      ) : null}
    </section>
  );
}

/** A marked place was pressed: it is chosen; pressed again, it is done, unless that means war. */
function chooseArea(given: Given, name: string): void {
  const { view, state, draft, setDraft, act, open } = given;
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
      const made = draft.made ?? mostMade(entries);
      if (made.includes(name)) setDraft({ made: made.filter((one) => one !== name) });
      else if (canMake(entries, [...made, name])) setDraft({ made: [...made, name] });
      break;
    }
    case "bought": {
      const here = unitsToBuy(entries).units.filter((one) => one.territory === name);
      const [only] = here;
      if (here.length === 1 && only) setDraft({ bought: [...(draft.bought ?? []), only] });
      else setDraft({ destination: name });
    }
  }
  open("turn");
}
