/** Players as marks: a colour of the seat's own with a letter in it, round where a nation's mark has corners. */
import type { ReactNode } from "react";
import type { Perspective } from "../../play/board";

/** Far apart from each other, and dark enough for a white letter. */
const COLOURS = ["#00697f", "#a3480f", "#6f3fa0", "#4c6a12", "#ab2f6b", "#4a52a3"];

export function seatColour(seat: number): string {
  return COLOURS[seat % COLOURS.length] ?? "#555";
}

const initial = (name: string): string => Array.from(name)[0]?.toUpperCase() ?? "?";

/** The first letter of a name; with the number of the seat where another name begins with it, too. */
export function letterOf(seat: number, seats: number, { nameOf }: Perspective): string {
  const letter = initial(nameOf(seat));
  const isShared = Array.from({ length: seats }, (_, other) => other).some(
    (other) => other !== seat && initial(nameOf(other)) === letter,
  );
  return isShared ? `${letter}${seat + 1}` : letter;
}

/** The name is said beside it, or by whoever shows it. */
export function SeatMark({
  seat,
  seats,
  perspective,
}: {
  seat: number;
  seats: number;
  perspective: Perspective;
}) {
  return (
    <span
      className="seat-mark"
      style={{ backgroundColor: seatColour(seat) }}
      title={perspective.nameOf(seat)}
      aria-hidden="true"
    >
      {letterOf(seat, seats, perspective)}
    </span>
  );
}

/** A name with its seat's colour before it. */
export function SeatDot({ seat, children }: { seat: number; children: ReactNode }) {
  return (
    <span className="seat-name">
      <span className="seat-dot" style={{ backgroundColor: seatColour(seat) }} aria-hidden="true" />
      {children}
    </span>
  );
}
