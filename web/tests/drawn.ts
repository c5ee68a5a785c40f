/** Which components React draws while something happens: read from the tree that it keeps beside the page. */

interface Fiber {
  child: Fiber | null;
  sibling: Fiber | null;
  flags: number;
  type: unknown;
}

/** React's mark on a component that was called, and not only passed on the way to another. */
const WAS_DRAWN = 1;

function fibersIn(container: HTMLElement): Set<Fiber> {
  const key = Object.keys(container).find((name) => name.startsWith("__reactContainer$"));
  const { stateNode } = (container as never)[key as never] as { stateNode: { current: Fiber } };
  const found = new Set<Fiber>();
  const look = (fiber: Fiber | null) => {
    for (let one = fiber; one !== null; one = one.sibling) {
      found.add(one);
      look(one.child);
    }
  };
  look(stateNode.current);
  return found;
}

/** A component is a function, or one wrapped by `memo` or `forwardRef`. */
function nameOf(type: unknown): string | null {
  if (typeof type === "function") return type.name;
  if (type === null || typeof type !== "object") return null;
  const { type: memoed, render } = type as { type?: unknown; render?: unknown };
  return nameOf(memoed ?? render ?? null);
}

/** The names of the components that are drawn while this happens, which is one change at most. */
export async function drawnIn(container: HTMLElement, happens: () => Promise<unknown>): Promise<string[]> {
  const before = fibersIn(container);
  await happens();
  const fresh = [...fibersIn(container)].filter((fiber) => !before.has(fiber) && fiber.flags & WAS_DRAWN);
  return fresh.map(({ type }) => nameOf(type)).filter((name) => name !== null);
}
