import { same } from '../canonical.ts';

/** The result of merging two versions, and how often both changed the same thing. */
export interface Merged<T> {
  value: T;
  clashes: number;
}

/** Merges two values that can only change as a whole. */
export function mergeValue<T>(base: T, mine: T, theirs: T): Merged<T> {
  if (same(mine, theirs) || same(theirs, base)) return { value: mine, clashes: 0 };
  if (same(mine, base)) return { value: theirs, clashes: 0 };
  return { value: mine, clashes: 1 };
}

/** Merges two objects key by key. */
export function mergeObject<T extends object>(base: T, mine: T, theirs: T): Merged<T> {
  const value: Record<string, unknown> = {};
  let clashes = 0;
  const [b, m, t] = [base, mine, theirs] as Record<string, unknown>[];
  for (const key of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const merged = mergeValue(b?.[key], m?.[key], t?.[key]);
    clashes += merged.clashes;
    if (merged.value !== undefined) value[key] = merged.value;
  }
  return { value: value as T, clashes };
}

/** Merges two lists of named items: additions from either side are kept, removals from either side apply. */
export function mergeNamed<T extends { name: string }>(
  base: readonly T[],
  mine: readonly T[],
  theirs: readonly T[],
): Merged<T[]> {
  return mergeItems(base, mine, theirs, ({ name }) => name);
}

/** The same for items with IDs. */
export function mergeById<T extends { id: string }>(
  base: readonly T[],
  mine: readonly T[],
  theirs: readonly T[],
): Merged<T[]> {
  return mergeItems(base, mine, theirs, ({ id }) => id);
}

function mergeItems<T extends object>(
  base: readonly T[],
  mine: readonly T[],
  theirs: readonly T[],
  keyOf: (item: T) => string,
): Merged<T[]> {
  const find = (list: readonly T[], key: string) => list.find((one) => keyOf(one) === key);
  const value: T[] = [];
  let clashes = 0;
  for (const key of new Set([...mine, ...theirs].map(keyOf))) {
    const [b, m, t] = [find(base, key), find(mine, key), find(theirs, key)];
    if (m && t) {
      const merged = mergeObject(b ?? ({} as T), m, t);
      clashes += merged.clashes;
      value.push(merged.value);
      continue;
    }
    const left = m ?? t;
    if (!left) continue;
    if (b && same(b, left)) continue;
    // Removed on one side, changed on the other: kept, because it can still be removed.
    if (b) clashes++;
    value.push(left);
  }
  return { value, clashes };
}
