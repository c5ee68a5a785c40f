/** A Scene in words, for the text view. */
import type { Looking, Section } from "../../play/face";
import type { TableState } from "../../table";
import { plain } from "../../ui/words";
import type { Area, Scene } from "./scene";
import { type Tracked, track } from "./track";
import type { Wording } from "./wording";
import { zoneText } from "./ZoneView";

export function sectionsOf({ scene }: TableState, looking: Looking, wording: Wording): Section[] {
  if (scene === null) return [];
  const tracked = track(null, scene);
  const { say, name } = looking;
  const middle = scene.middle ? linesOf(scene.middle, tracked, looking, wording) : [];
  const seats = (scene.seats ?? []).map((area, seat) => ({
    title: name(seat),
    lines: linesOf(area, tracked, looking, wording),
  }));
  return [...(middle.length > 0 ? [{ title: say("generic:middle"), lines: middle }] : []), ...seats];
}

function linesOf(area: Area, { zones }: Tracked, looking: Looking, wording: Wording): string[] {
  const { say } = looking;
  const facts = (area.facts ?? []).map((fact) => `${wording.label(fact.label)}: ${wording.fact(fact)}`);
  const lying = (area.zones ?? []).map((zone) => zoneText(zone, zones.get(zone.id) ?? [], wording, looking));
  const is = [...(area.isTurn ? [say("generic:toMove")] : []), ...(area.isOut ? [say("generic:out")] : [])];
  return [...is, ...facts, ...lying, ...(area.marks ?? []).map((mark) => wording.label(mark))].map(plain);
}

/** How it stands, beside a name: the first fact of its area. */
export function standingOf(scene: Scene | null, seat: number, wording: Wording): string {
  const [fact] = scene?.seats?.[seat]?.facts ?? [];
  return fact ? `${wording.label(fact.label)} ${wording.fact(fact)}` : "";
}
