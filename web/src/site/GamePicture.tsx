/** What a game looks like, in a corner or on a tile: as its package says, or as its own board draws it. */
import { lazy, type ReactNode, Suspense } from "react";
import { emblems } from "../faces";
import { useGames } from "../table/session";
import { GameArt } from "../ui/art";

const Emblem = lazy(() => import("../faces/generic/Emblem"));

export function GamePicture({ game, isTile = false }: { game: string; isTile?: boolean }) {
  const emblem = useGames()?.find((one) => one.name === game)?.emblem ?? [];
  const { ground, Picture } = (Object.hasOwn(emblems, game) ? emblems[game] : undefined) ?? {};
  const drawn = (picture: (size: number) => ReactNode) => (size: number) => (
    <Suspense fallback={null}>{picture(size)}</Suspense>
  );
  if (Picture) {
    const own = drawn((size) => <Picture size={size} />);
    return <GameArt isTile={isTile} ground={ground ?? "plain"} own={own} />;
  }
  if (emblem.length === 0) return <GameArt isTile={isTile} />;
  const own = drawn((size) => <Emblem emblem={emblem} size={size} />);
  return <GameArt isTile={isTile} ground="felt" own={own} />;
}
