import { Press } from "./Press";
import type { SceneProps } from "./props";
import { type Area, areaId, type Fact } from "./scene";
import type { Wording } from "./wording";
import { ZoneView } from "./ZoneView";

/** What belongs to a seat: its name, what is known of it, and its zones. */
export function AreaView({
  seat,
  area,
  isOwn,
  ...props
}: SceneProps & { seat: number; area: Area; isOwn: boolean }) {
  const { perspective, wording, choosing } = props;
  const { t, nameOf } = perspective;
  const { zones = [], facts = [], marks = [], isTurn = false, isOut = false } = area;
  const id = areaId(seat);
  const live = choosing.live.get(id) ?? null;
  const classes = `gen-area${isOwn ? " gen-own" : ""}${isTurn ? " gen-turn" : ""}${isOut ? " gen-out" : ""}`;
  return (
    <li
      className={`${classes}${live ? " gen-area-live" : ""}${choosing.isPicked(id) ? " gen-area-picked" : ""}`}
      data-seat={seat % 8}
      data-drop={live ? id : undefined}
    >
      <div className="gen-plate">
        <span className="gen-dot" aria-hidden="true">
          {seat + 1}
        </span>
        <b className="gen-who">{nameOf(seat)}</b>
        {isTurn ? <span className="vh">{t(isOwn ? "generic:yours" : "generic:toMove")}</span> : null}
        {isTurn ? <span className="gen-turn-mark" aria-hidden="true" /> : null}
        {facts.map((fact) => (
          <FactView key={fact.label} fact={fact} wording={wording} />
        ))}
        {isOut ? <span className="gen-tag">{t("generic:out")}</span> : null}
        {marks.map((mark) => (
          <span key={mark} className="gen-tag gen-tag-mark">
            {wording.label(mark)}
          </span>
        ))}
        <Press {...props} id={id} label={nameOf(seat)} />
      </div>
      {zones.length > 0 ? (
        <div className="gen-zones">
          {zones.map((zone) => (
            <ZoneView key={zone.id} {...props} zone={zone} owner={nameOf(seat)} />
          ))}
        </div>
      ) : null}
    </li>
  );
}

/** What belongs to nobody. */
export function Middle({ area, ...props }: SceneProps & { area: Area }) {
  const { zones = [], facts = [], marks = [] } = area;
  if (zones.length + facts.length + marks.length === 0) return <div className="gen-middle" />;
  return (
    <section className="gen-middle" aria-label={props.perspective.t("generic:middle")}>
      {facts.length + marks.length > 0 ? (
        <ul className={zones.length === 0 ? "gen-facts gen-facts-big" : "gen-facts"}>
          {facts.map((fact) => (
            <li key={fact.label}>
              <span>{props.wording.label(fact.label)}</span> <b className="num">{props.wording.fact(fact)}</b>
            </li>
          ))}
          {marks.map((mark) => (
            <li key={mark}>{props.wording.label(mark)}</li>
          ))}
        </ul>
      ) : null}
      {zones.length > 0 ? (
        <div className="gen-zones">
          {zones.map((zone) => (
            <ZoneView key={zone.id} {...props} zone={zone} owner={props.perspective.t("generic:middle")} />
          ))}
        </div>
      ) : null}
      <span className="gen-middle-press">
        <Press {...props} id={areaId(null)} label={props.perspective.t("generic:middle")} />
      </span>
    </section>
  );
}

/** Up to so many are drawn one by one. */
const MOST_DOTS = 6;

function FactView({ fact, wording }: { fact: Fact; wording: Wording }) {
  const { value, of } = fact;
  const isCounted = of != null && of <= MOST_DOTS && typeof value === "number";
  const [label, shown] = [wording.label(fact.label), wording.fact(fact)];
  return (
    <span className="gen-fact">
      <span className={isCounted ? "vh" : ""}>{label} </span>
      <b className={isCounted ? "vh" : "num"}>{shown}</b>
      {isCounted ? (
        <span className="gen-dots" aria-hidden="true" title={`${label}: ${shown}`}>
          {Array.from({ length: of }, (_, at) => (
            <span key={at} data-on={at < value} />
          ))}
        </span>
      ) : null}
    </span>
  );
}
