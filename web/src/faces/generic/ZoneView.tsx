import type { CSSProperties } from "react";
import type { Perspective } from "../../play/face";
import { PieceView } from "./PieceView";
import { Press } from "./Press";
import type { SceneProps } from "./props";
import { pieceId, type Zone, zoneId } from "./scene";
import type { Placed } from "./track";
import type { Wording } from "./wording";

/** A place for pieces: one picture in words, or a group whose pieces can be pressed. */
export function ZoneView({
  zone,
  owner,
  isCopy = false,
  ...props
}: SceneProps & { zone: Zone; owner: string; isCopy?: boolean }) {
  const { perspective, wording, stage, choosing } = props;
  const row = stage.tracked.zones.get(zone.id) ?? [];
  const { layout = "row", kind = "card", count, columns } = zone;
  const thing = zoneId(zone);
  const isLive = choosing.live.get(thing) != null;
  const hasLive = row.some(({ id }) => choosing.live.get(pieceId(id)) != null);
  const isPicked = choosing.isPicked(thing);
  const summary = zoneText(zone, row, wording, perspective);
  const isHeap = count != null && count > row.length;
  const counted = count ?? countOf(layout, row.length);
  const style = {
    "--n": Math.max(1, row.length),
    "--columns": columns ?? Math.min(row.length || 1, 4),
  } as CSSProperties;
  return (
    <div className="gen-zone" data-empty={row.length === 0 && !count ? true : undefined}>
      <div
        className={`gen-row gen-${layout}${isLive ? " gen-zone-live" : ""}${isPicked ? " gen-zone-picked" : ""}`}
        data-zone={isCopy ? undefined : zone.id}
        data-kind={kind}
        data-drop={isLive && !isCopy ? thing : undefined}
        style={style}
        {...(isLive && !hasLive
          ? {}
          : {
              role: hasLive ? "group" : "img",
              "aria-label": hasLive ? wording.label(zone.label || owner) : summary,
            })}
      >
        {isHeap ? <Heap zone={zone} isBare={row.length === 0} /> : null}
        {row.map((placed, index) => (
          <PieceView
            key={placed.id}
            {...props}
            placed={placed}
            zone={zone}
            index={index}
            isNamed={hasLive}
            isCopy={isCopy}
          />
        ))}
        {row.length === 0 && !count ? <span className={`gen-gap gen-${kind}`} aria-hidden="true" /> : null}
        <Press {...props} id={thing} label={`${owner}, ${summary}`} />
      </div>
      {zone.label || counted !== null ? (
        <span className="gen-label" aria-hidden="true">
          {zone.label ? <span>{wording.label(zone.label)}</span> : null}
          {counted === null ? null : <b className="num">{counted}</b>}
        </span>
      ) : null}
    </div>
  );
}

/** Up to so many pieces of a stack lie so far apart that they can be counted. */
const MOST_APART = 4;

/** How many lie there, where that is hard to see. */
function countOf(layout: string, pieces: number): number | null {
  const most = layout === "stack" ? MOST_APART : layout === "pile" ? 1 : Number.POSITIVE_INFINITY;
  return pieces > most ? pieces : null;
}

/** More pieces than are shown one by one: those below, or a back where none is shown. */
function Heap({ zone, isBare }: { zone: Zone; isBare: boolean }) {
  const kind = zone.kind ?? "card";
  return (
    <span className={`gen-heap${isBare ? " gen-heap-bare" : ""}`} aria-hidden="true">
      <span className={`gen-piece gen-${kind}`}>
        <span className="gen-sides" data-up={kind === "cell" || kind === "token"}>
          <span className="gen-front" data-tone="plain" />
          <span className="gen-back" />
        </span>
      </span>
    </span>
  );
}

/** "Stack: rose, 2 face down". */
export function zoneText(
  zone: Zone,
  row: readonly Placed[],
  wording: Wording,
  perspective: Perspective,
): string {
  const counts = new Map<string, number>();
  for (const { piece } of row) {
    const isEmpty = piece.face == null && (piece.kind ?? zone.kind) === "cell" && !piece.label;
    const text = isEmpty ? perspective.t("generic:empty") : wording.piece(piece, perspective);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const parts = [...counts].map(([text, times]) => (times > 1 ? `${times} × ${text}` : text));
  const more = zone.count == null ? 0 : zone.count - row.length;
  if (more > 0)
    parts.push(row.length > 0 ? perspective.t("generic:more", { count: more }) : String(zone.count));
  const inside = parts.join(", ") || perspective.t("generic:empty");
  return zone.label ? `${wording.label(zone.label)}: ${inside}` : inside;
}
