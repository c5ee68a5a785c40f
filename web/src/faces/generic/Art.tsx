/** Pictures that a game may name, drawn by us; it may also bring a path of its own, in 24 by 24. */
import {
  Anchor,
  Bird,
  Cat,
  Coins,
  Crown,
  Droplet,
  Eye,
  Fish,
  Flame,
  Flower2,
  Gem,
  Heart,
  Key,
  Leaf,
  type LucideIcon,
  Moon,
  Mountain,
  Shield,
  Ship,
  Skull,
  Snowflake,
  Sprout,
  Star,
  Sun,
  Sword,
  Tent,
  TreePine,
  Wheat,
  Zap,
} from "lucide-react";

const NAMED: Record<string, LucideIcon> = {
  anchor: Anchor,
  bird: Bird,
  cat: Cat,
  coins: Coins,
  crown: Crown,
  drop: Droplet,
  eye: Eye,
  fish: Fish,
  flame: Flame,
  flower: Flower2,
  gem: Gem,
  heart: Heart,
  key: Key,
  leaf: Leaf,
  lightning: Zap,
  moon: Moon,
  mountain: Mountain,
  shield: Shield,
  ship: Ship,
  skull: Skull,
  snow: Snowflake,
  sprout: Sprout,
  star: Star,
  sun: Sun,
  sword: Sword,
  tent: Tent,
  tree: TreePine,
  wheat: Wheat,
};

/** The names that a game may give; docs and tests list them. */
export const ART_NAMES = Object.keys(NAMED);

/** Commands and numbers of an SVG path, and nothing else. */
const PATH = /^\s*[Mm][\d\s.,eE+\-MmLlHhVvCcSsQqTtAaZz]{1,4000}$/;

export function isArt(name: string | null | undefined): name is string {
  return name != null && (Object.hasOwn(NAMED, name) || PATH.test(name));
}

export function Art({ name }: { name: string }) {
  const Named = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
  if (Named) return <Named className="gen-art" aria-hidden="true" strokeWidth={1.8} />;
  if (!PATH.test(name)) return null;
  return (
    <svg className="gen-art" viewBox="0 0 24 24" aria-hidden="true">
      <path d={name} fill="currentColor" />
    </svg>
  );
}
