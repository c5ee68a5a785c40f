/** What stands for Imperial on a tile: its rondel. */
import { Wheel } from "../../ui/art";

export default function Emblem({ size }: { size: number }) {
  return <Wheel size={size} />;
}
