/** Where a bubble goes: beside what it speaks of, never over it, and inside the window. */

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Placed {
  left: number;
  top: number;
  /** Where the arrow sits, and along which edge of the bubble. */
  side: "above" | "below" | "left" | "right" | "none";
  arrow: number;
}

const GAP = 14;
const EDGE = 8;

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));

/** How much of one box the other hides. */
export function overlap(one: Box, other: Box): number {
  const width = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left);
  const height = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top);
  return Math.max(0, width) * Math.max(0, height);
}

function around(boxes: Box[]): Box {
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.left + box.width));
  const bottom = Math.max(...boxes.map((box) => box.top + box.height));
  return { left, top, width: right - left, height: bottom - top };
}

interface Size {
  width: number;
  height: number;
}

/** The sides of a box that have room for a bubble of this size. */
function beside(target: Box, { width, height }: Size, view: Size): Placed[] {
  const most = { left: view.width - width - EDGE, top: view.height - height - EDGE };
  const middle = { x: target.left + target.width / 2, y: target.top + target.height / 2 };
  const left = clamp(middle.x - width / 2, EDGE, Math.max(EDGE, most.left));
  const top = clamp(middle.y - height / 2, EDGE, Math.max(EDGE, most.top));
  const alongX = clamp(middle.x - left, 18, width - 18);
  const alongY = clamp(middle.y - top, 18, height - 18);
  const above = target.top - GAP - height;
  const below = target.top + target.height + GAP;
  const after = target.left + target.width + GAP;
  const before = target.left - GAP - width;
  const found: Placed[] = [];
  const isInX = (x: number) => x >= EDGE && x <= most.left;
  const isInY = (y: number) => y >= EDGE && y <= most.top; // a target may be out of sight itself
  if (isInY(above)) found.push({ left, top: above, side: "above", arrow: alongX });
  if (isInY(below)) found.push({ left, top: below, side: "below", arrow: alongX });
  if (isInX(after)) found.push({ left: after, top, side: "right", arrow: alongY });
  if (isInX(before)) found.push({ left: before, top, side: "left", arrow: alongY });
  return found;
}

/** Beside the target, where it hides least of what is to be kept in sight; it may move away from the target for that. */
export function placed(target: Box | null, size: Size, view: Size, keep: Box[] = []): Placed {
  const bottom = view.height - size.height - EDGE;
  if (target === null)
    return { left: Math.max(EDGE, (view.width - size.width) / 2), top: bottom, side: "none", arrow: 0 };
  const hidden = (where: Placed) =>
    keep.reduce((sum, box) => sum + overlap(box, { ...size, left: where.left, top: where.top }), 0);
  const near = beside(target, size, view);
  const far = keep.length > 0 ? beside(around([target, ...keep]), size, view) : [];
  const [best] = [...near, ...far].sort((one, other) => hidden(one) - hidden(other));
  if (best) return best;
  const isLow = target.top + target.height / 2 > view.height / 2;
  return { left: EDGE, top: isLow ? EDGE : bottom, side: "none", arrow: 0 };
}
