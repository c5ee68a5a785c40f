/** What a game looks like, in a corner or on a tile: drawn here, or by what the game says of its looks. */
import { lazy, Suspense } from "react";
import { useFaceTold } from "../table/session";
import { GameArt, PICTURED } from "../ui/art";

const Emblem = lazy(() => import("../faces/generic/Emblem"));

export function GamePicture({ game, isTile = false }: { game: string; isTile?: boolean }) {
  const told = useFaceTold(PICTURED.includes(game) ? null : game);
  const hasOwn = told !== null && Object.values(told.looks).some(({ art }) => art);
  if (!hasOwn) return <GameArt game={game} isTile={isTile} />;
  const own = (size: number) => (
    <Suspense fallback={null}>
      <Emblem told={told} size={size} />
    </Suspense>
  );
  return <GameArt game={game} isTile={isTile} own={own} />;
}
