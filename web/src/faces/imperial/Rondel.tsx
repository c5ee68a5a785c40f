/** The rondel, drawn from the wheel the server tells; what is within reach has its price. */
import { type KeyboardEvent, useId, useRef, useState } from "react";
import type { Perspective } from "../../play/board";
import type { View } from "../../wire/imperial";
import { chosenSpot, type ImperialProps } from "./acts";
import { listed } from "./log/common";
import { nationClass } from "./marks";
import { allOf, isMine, legalOf, money, nation, nationsOf, type Spot, spotKind, spotName } from "./view";

const [MIDDLE, INNER, PATH, OUTER, MIDWAY, RIM] = [150, 50, 60, 132, 94, 134];

const ICONS: Record<string, { d: string; colour: string; isOpen?: boolean }> = {
  Factory: { d: "M-7 6V-1l5-4v4l5-4V-7h4V6z", colour: "#4b7f9e" },
  Produce: { d: "M0-7L6.5-3.5v7L0 7-6.5 3.5v-7z", colour: "#8a8577" },
  Maneuver: { d: "M-7-3h8v-4l7 7-7 7V3h-8z", colour: "#5d8a63" },
  Investor: { d: "M-7-5h14v10h-14zM-4.5-2.5h9M-4.5 0h9M-4.5 2.5h5", colour: "#3d8a83", isOpen: true },
  Import: { d: "M0-7v8M-4-2.5L0 1.5l4-4M-7 2v5H7V2", colour: "#b0694c", isOpen: true },
  Taxation: { d: "M-5.5-7h11v14l-2.75-2-2.75 2-2.75-2-2.75 2z", colour: "#c79a35" },
};

function point(radius: number, angle: number): [number, number] {
  return [MIDDLE + radius * Math.sin(angle), MIDDLE - radius * Math.cos(angle)];
}

function slice(index: number, count: number): string {
  const part = (2 * Math.PI) / count;
  const [from, to] = [(index - 0.5) * part + 0.018, (index + 0.5) * part - 0.018];
  const text = ([x, y]: [number, number]) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  return (
    `M${text(point(OUTER, from))}A${OUTER} ${OUTER} 0 0 1 ${text(point(OUTER, to))}` +
    `L${text(point(INNER, to - 0.02))}A${INNER} ${INNER} 0 0 0 ${text(point(INNER, from + 0.02))}z`
  );
}

/** How many places a nation goes to get there; from the centre it goes anywhere at once. */
export function stepsTo(wheel: readonly string[], from: string, to: string): number {
  const at = wheel.indexOf(from);
  if (at < 0) return 0;
  return (wheel.indexOf(to) - at + wheel.length) % wheel.length || wheel.length;
}

export interface RondelGiven {
  view: View;
  perspective: Perspective;
  /** The places that may be chosen now. */
  reach: Set<Spot>;
  chosen: Spot | null;
  onChoose: (spot: Spot) => void;
  /** Somebody points at a place, or goes there by keys, to read about it. */
  onRead?: (spot: Spot) => void;
  /** The id of what is then read. */
  about?: string;
}

export function Rondel({ view, perspective, reach, chosen, onChoose, onRead, about }: RondelGiven) {
  const { t } = perspective;
  const ring = useRef<SVGSVGElement>(null);
  const { wheel } = view;
  const part = (2 * Math.PI) / wheel.length;
  const up = view.countryUp;
  const stands = up ? (view.countryInfo[up]?.wheelSpot ?? "center") : null;
  const near = wheel.filter((spot) => reach.has(spot));
  const first = chosen ?? near[0] ?? wheel[0];
  const [over, setOver] = useState<Spot | null>(null);
  const goal = over !== null && reach.has(over) ? over : chosen;
  const read = (spot: Spot) => {
    setOver(spot);
    onRead?.(spot);
  };
  const walk = (event: KeyboardEvent, index: number) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (index + step + wheel.length) % wheel.length;
    ring.current?.querySelectorAll<SVGElement>("[data-spot]")[next]?.focus();
  };
  return (
    <svg
      ref={ring}
      className="rondel"
      viewBox="0 0 300 300"
      role="group"
      aria-label={t("imperial:rondel.title")}
    >
      {wheel.map((spot, index) => {
        const icon = ICONS[spotKind(spot)] ?? { d: "", colour: "#8a8577" };
        const canGo = reach.has(spot);
        const [x, y] = point(MIDWAY, index * part);
        const looks = [
          "r-slice",
          canGo && "r-reach",
          spot === chosen && "r-chosen",
          spot === stands && "r-here",
        ];
        const inside = (
          <>
            <path
              className="r-shape"
              d={slice(index, wheel.length)}
              style={{ "--r": icon.colour } as object}
            />
            <g transform={`translate(${x.toFixed(1)} ${(y - (canGo ? 14 : 9)).toFixed(1)})`}>
              <path
                className={icon.isOpen ? "r-icon r-icon-open" : "r-icon"}
                d={icon.d}
                style={{ "--r": icon.colour } as object}
              />
            </g>
          </>
        );
        const className = looks.filter(Boolean).join(" ");
        if (reach.size === 0 && onRead === undefined)
          return (
            <g key={spot} className={className}>
              <title>{sliceLabel(view, spot, false, perspective)}</title>
              {inside}
            </g>
          );
        return (
          <g
            key={spot}
            className={className}
            data-spot={spot}
            role="button"
            tabIndex={spot === first ? 0 : -1}
            aria-disabled={!canGo}
            aria-pressed={spot === chosen}
            aria-describedby={about}
            aria-label={sliceLabel(view, spot, canGo, perspective)}
            onClick={() => canGo && onChoose(spot)}
            onPointerEnter={() => read(spot)}
            onPointerLeave={() => setOver(null)}
            onFocus={() => read(spot)}
            onBlur={() => setOver(null)}
            onKeyDown={(event) => {
              walk(event, index);
              if ((event.key === "Enter" || event.key === " ") && canGo) {
                event.preventDefault();
                onChoose(spot);
              }
            }}
          >
            {inside}
          </g>
        );
      })}
      <Words view={view} perspective={perspective} reach={reach} />
      {goal && stands ? <Path view={view} from={stands} to={goal} /> : null}
      <Pins view={view} perspective={perspective} />
      <Hub view={view} perspective={perspective} chosen={goal} />
    </svg>
  );
}

export function priceOf(view: View, spot: Spot, { t }: Perspective): string {
  const fee = view.fees[spot] ?? 0;
  return fee === 0 ? t("imperial:rondel.free") : money(fee);
}

function sliceLabel(view: View, spot: Spot, canGo: boolean, perspective: Perspective): string {
  const { t } = perspective;
  const here = nationsOf(view).flatMap(([country, info]) =>
    info.wheelSpot === spot ? [nation(country, perspective)] : [],
  );
  const name = spotName(spot, perspective);
  const price = priceOf(view, spot, perspective);
  const steps = stepsTo(view.wheel, view.countryInfo[view.countryUp ?? ""]?.wheelSpot ?? "center", spot);
  const walk = steps > 0 ? `${name}, ${t("imperial:rondel.steps", { count: steps })}` : name;
  const label = canGo ? t("imperial:rondel.choose", { spot: walk, price }) : name;
  return here.length > 0
    ? t("imperial:rondel.here", { spot: label, nations: listed(here, perspective) })
    : t("imperial:rondel.plain", { spot: label });
}

/** The way to a place: an arc, and a number for each step; steps that cost are filled. */
function Path({ view, from, to }: { view: View; from: string; to: Spot }) {
  const { wheel } = view;
  const part = (2 * Math.PI) / wheel.length;
  const at = (wheel as string[]).indexOf(from);
  const steps = stepsTo(wheel, from, to);
  if (steps === 0) return null;
  const dots = Array.from({ length: steps }, (_, index) => index + 1);
  const text = (step: number) =>
    point(PATH, (at + step) * part)
      .map((one) => one.toFixed(1))
      .join(" ");
  const line = dots.map((step) => `A${PATH} ${PATH} 0 0 1 ${text(step)}`).join("");
  return (
    <g className="r-path" aria-hidden="true">
      <path d={`M${text(0)}${line}`} />
      {dots.map((step) => {
        const spot = wheel[(at + step) % wheel.length] ?? to;
        return (
          <g
            key={step}
            className={(view.fees[spot] ?? 0) > 0 ? "r-step r-step-paid" : "r-step"}
            transform={`translate(${text(step)})`}
          >
            <circle r="7" />
            <text y="3.4">{step}</text>
          </g>
        );
      })}
    </g>
  );
}

/** What stands on the slices, to be seen; their labels say the same. */
function Words({ view, perspective, reach }: { view: View; perspective: Perspective; reach: Set<Spot> }) {
  const part = (2 * Math.PI) / view.wheel.length;
  return (
    <g className="r-words" aria-hidden="true">
      {view.wheel.map((spot, index) => {
        const [x, y] = point(MIDWAY, index * part);
        const canGo = reach.has(spot);
        return (
          <g key={spot} transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
            <text className="r-word" y={canGo ? 7 : 13}>
              {spotName(spot, perspective)}
            </text>
            {canGo ? (
              <text className="r-price" y="20">
                {priceOf(view, spot, perspective)}
              </text>
            ) : null}
          </g>
        );
      })}
    </g>
  );
}

/** Whose nation stands where; on the rim, so that no word is covered. */
function Pins({ view, perspective }: { view: View; perspective: Perspective }) {
  const { wheel } = view;
  const at = new Map<string, string[]>();
  for (const [country, info] of nationsOf(view))
    at.set(info.wheelSpot, [...(at.get(info.wheelSpot) ?? []), country]);
  const part = (2 * Math.PI) / wheel.length;
  return (
    <g aria-hidden="true">
      {wheel.flatMap((spot, index) =>
        (at.get(spot) ?? []).map((country, place, all) => {
          const [x, y] = point(RIM, index * part + (place - (all.length - 1) / 2) * 0.195);
          return (
            <g
              key={country}
              className={`${nationClass(country)} r-pin${country === view.countryUp ? " r-pin-up" : ""}`}
              transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}
            >
              <circle r="12.5" />
              <text y="3.5">{perspective.t(`imperial:code.${country}`)}</text>
            </g>
          );
        }),
      )}
    </g>
  );
}

function Hub({ view, perspective, chosen }: { view: View; perspective: Perspective; chosen: Spot | null }) {
  const { t } = perspective;
  const up = view.countryUp;
  if (up === null) return null;
  const stands = view.countryInfo[up]?.wheelSpot ?? "center";
  const shown = chosen ?? stands;
  const steps = chosen ? stepsTo(view.wheel, stands, chosen) : 0;
  const small = chosen
    ? [
        ...(steps > 0 ? [t("imperial:rondel.steps", { count: steps })] : []),
        priceOf(view, chosen, perspective),
      ].join(", ")
    : "";
  return (
    <g aria-hidden="true">
      <circle className="r-hub" cx={MIDDLE} cy={MIDDLE} r="45" />
      <text className="r-hub-small" x={MIDDLE} y={MIDDLE - 10}>
        {t(`imperial:rondel.${shown !== stands ? "to" : stands === "center" ? "from" : "on"}`, {
          nation: nation(up, perspective),
        })}
      </text>
      <text className="r-hub-word" x={MIDDLE} y={MIDDLE + 8}>
        {spotName(shown, perspective)}
      </text>
      <text className="r-hub-small" x={MIDDLE} y={MIDDLE + 24}>
        {small}
      </text>
    </g>
  );
}

/** The rondel of the table: what the server lists can be chosen. */
export function RondelPane(props: ImperialProps) {
  const { view, state, perspective, draft, setDraft, open } = props;
  const isChoosing =
    (view.mode === "proposal" || view.mode === "proposal-opp") && isMine(view, perspective.mySeat);
  const reach = new Set<Spot>(
    isChoosing ? allOf(legalOf(state), "PROPOSE").map(({ payload }) => payload.wheelSpot) : [],
  );
  const [read, setRead] = useState<Spot | null>(null);
  const about = useId();
  const shown = read ?? draft.spot ?? null;
  return (
    <div className="rondel-pane">
      <Rondel
        view={view}
        perspective={perspective}
        reach={reach}
        chosen={isChoosing ? (draft.spot ?? null) : (view.currentManeuver?.wheelSpot ?? null)}
        onChoose={(spot) => {
          setDraft(chosenSpot(spot));
          open("turn");
        }}
        onRead={setRead}
        about={about}
      />
      <p className="rondel-help" id={about}>
        {shown ? (
          <>
            <b>{spotName(shown, perspective)}</b> {perspective.t(`imperial:help.${spotKind(shown)}`)}
          </>
        ) : (
          perspective.t("imperial:help.read")
        )}
      </p>
    </div>
  );
}
