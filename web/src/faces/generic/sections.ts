/** A Scene in words, for the text view. */
import type { Perspective, Section } from "../../play/face";
import type { BoardState } from "../../table";
import { plain } from "../../ui/locales";
import type { Area, Scene } from "./scene";
import { type Tracked, track } from "./track";
import type { Wording } from "./wording";
import { zoneText } from "./ZoneView";

export function sectionsOf({ scene }: BoardState, perspective: Perspective, wording: Wording): Section[] {
  if (scene === null) return [];
  const tracked = track(null, scene);
  const { t, nameOf } = perspective;
  const middle = scene.middle ? linesOf(scene.middle, tracked, perspective, wording) : [];
  const seats = (scene.seats ?? []).map((area, seat) => ({
    title: nameOf(seat),
    lines: linesOf(area, tracked, perspective, wording),
  }));
  return [...(middle.length > 0 ? [{ title: t("generic:middle"), lines: middle }] : []), ...seats];
}

function linesOf(area: Area, { zones }: Tracked, perspective: Perspective, wording: Wording): string[] {
  const { t } = perspective;
  const facts = (area.facts ?? []).map((fact) => `${wording.label(fact.label)}: ${wording.fact(fact)}`);
  const lying = (area.zones ?? []).map((zone) =>
    zoneText(zone, zones.get(zone.id) ?? [], wording, perspective),
  );
  const is = [...(area.isTurn ? [t("generic:toMove")] : []), ...(area.isOut ? [t("generic:out")] : [])];
  return [...is, ...facts, ...lying, ...(area.marks ?? []).map((mark) => wording.label(mark))].map(plain);
}

/** How it stands, beside a name: the first fact of its area. */
export function standingOf(scene: Scene | null, seat: number, wording: Wording): string {
  const [fact] = scene?.seats?.[seat]?.facts ?? [];
  return fact ? `${wording.label(fact.label)} ${wording.fact(fact)}` : "";
}
