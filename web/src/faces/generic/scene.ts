/** What a Scene is made of, and its parts in the order in which they are drawn. */
import type { Offer } from "../../table/choose";
import { type Face as Card, faceOf } from "../../ui/PlayingCard";
import type { Area, EventScene, Fact, Move, Piece, Scene, Zone } from "../../wire/protocol";

export type { Area, EventScene, Fact, Move, Piece, Scene, Zone };

export type Kind = NonNullable<Zone["kind"]>;
export type Tone = NonNullable<Piece["tone"]>;

/** A zone, and whose it is; null in the middle. */
export interface Where {
  zone: Zone;
  seat: number | null;
}

export function zonesIn({ seats = [], middle }: Scene): Where[] {
  const own = seats.flatMap((area, seat) => (area.zones ?? []).map((zone) => ({ zone, seat })));
  return [...own, ...(middle?.zones ?? []).map((zone) => ({ zone, seat: null }))];
}

export function kindOf(piece: Piece, zone: Zone): Kind {
  return piece.kind ?? zone.kind ?? "card";
}

/** Whether its face is in sight of everybody. */
export function isUp({ face, isDown }: Piece): boolean {
  return face != null && !isDown;
}

/** The playing card that a face names: "10♥", "Joker". */
export function cardOf(face: string): Card | null {
  return face === "Joker" ? { rank: "X", suit: null } : faceOf(face);
}

/** Something on the board that may be pressed: its name among all of them, and what a press may mean. */
export interface Thing {
  id: string;
  offer: Offer;
}

export const areaId = (seat: number | null): string => `area ${seat ?? "middle"}`;
export const zoneId = (zone: Zone): string => `zone ${zone.id}`;
export const pieceId = (track: number): string => `piece ${track}`;
