/** Who asks for the end of a table: the lines of the House tell it. */
import type { ChatLine } from "../wire/protocol";

export function askingForEnd(chat: Pick<ChatLine, "name" | "text">[]): Set<number> {
  const asking = new Set<number>();
  for (const { name, text } of chat) {
    const [code, seat] = text.split(" ");
    if (name !== "House" || seat === undefined) continue;
    if (code === "END_ASKED") asking.add(Number(seat));
    if (code === "END_NOT_ASKED" || code === "SEAT_TAKEN") asking.delete(Number(seat));
  }
  return asking;
}
