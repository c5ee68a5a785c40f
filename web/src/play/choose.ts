/**
 * Choosing one of the legal actions bit by bit. An action is read as a bag of picks, each a field and a value; what is
 * picked narrows the list. It knows no rule: what can be picked next is what an action that still fits has beside.
 */

export interface Pick {
  field: string;
  value: unknown;
}

export interface Choice<A> {
  /** The actions that have all that is picked, in the order of the list. */
  fitting: A[];
  /** What can be picked beside: each of these leaves an action that fits. */
  next: Pick[];
  /** The action that has what is picked and nothing else. */
  complete: A | null;
}

/** Narrow the list by what is picked, in whatever order; a pick that stands twice must be in an action twice. */
export function choose<A>(
  legal: readonly A[],
  read: (action: A) => Pick[],
  picked: readonly Pick[],
): Choice<A> {
  const wanted = picked.map(keyOf);
  const next = new Map<string, Pick>();
  const fitting: A[] = [];
  let complete: A | null = null;
  for (const action of legal) {
    const left = without(read(action), wanted);
    if (left === null) continue;
    fitting.push(action);
    if (left.length === 0) complete ??= action;
    for (const pick of left) next.set(keyOf(pick), pick);
  }
  return { fitting, next: [...next.values()], complete };
}

/** Whether this can be picked beside what is picked. */
export function canPick(choice: Choice<unknown>, field: string, value: unknown): boolean {
  const key = keyOf({ field, value });
  return choice.next.some((pick) => keyOf(pick) === key);
}

/** The values of one field that can be picked beside. */
export function nextOf<T>(choice: Choice<unknown>, field: string): T[] {
  return choice.next.flatMap((pick) => (pick.field === field ? [pick.value as T] : []));
}

/** Every element of a list, as a pick of the same field. */
export function picksOf(field: string, values: readonly unknown[]): Pick[] {
  return values.map((value) => ({ field, value }));
}

function keyOf({ field, value }: Pick): string {
  return `${field} ${JSON.stringify(value, inOrder)}`;
}

/** The fields of an object come in whatever order: the same ones are the same value. */
function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** What is left of a bag when these are taken out of it; null if one of them is not in it. */
function without(bag: Pick[], wanted: readonly string[]): Pick[] | null {
  if (wanted.length > bag.length) return null;
  const left = [...bag];
  for (const key of wanted) {
    const at = left.findIndex((pick) => keyOf(pick) === key);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}
