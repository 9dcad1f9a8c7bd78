import { presentableDiff } from '@codemirror/merge';
import { same } from '../draft/canonical.ts';

/** The result of merging two versions. Where both changed the same thing, ours wins and the clash is counted. */
export interface Merged<T> {
  value: T;
  clashes: number;
}

/** Merges two edited texts word by word. */
export function mergeText(base: string, mine: string, theirs: string): Merged<string> {
  if (mine === theirs || theirs === base) return { value: mine, clashes: 0 };
  if (mine === base) return { value: theirs, clashes: 0 };
  const ours = presentableDiff(base, mine);
  const others = presentableDiff(base, theirs);
  let value = '';
  let clashes = 0;
  let at = 0;
  let next = 0;
  for (const change of ours) {
    for (; (others[next]?.fromA ?? Number.POSITIVE_INFINITY) < change.fromA; next++) {
      const other = others[next];
      // Adjacent changes count as clashing: their order can't be inferred.
      if (!other || other.toA >= change.fromA) break;
      value += base.slice(at, other.fromA) + theirs.slice(other.fromB, other.toB);
      at = other.toA;
    }
    let clash = false;
    for (; (others[next]?.fromA ?? Number.POSITIVE_INFINITY) <= change.toA; next++) {
      const other = others[next];
      if (!other) break;
      const alike =
        other.fromA === change.fromA &&
        other.toA === change.toA &&
        theirs.slice(other.fromB, other.toB) === mine.slice(change.fromB, change.toB);
      clash ||= !alike;
    }
    if (clash) clashes++;
    value += base.slice(at, change.fromA) + mine.slice(change.fromB, change.toB);
    at = Math.max(at, change.toA);
  }
  for (; next < others.length; next++) {
    const other = others[next];
    if (!other || other.fromA < at) continue;
    value += base.slice(at, other.fromA) + theirs.slice(other.fromB, other.toB);
    at = other.toA;
  }
  return { value: value + base.slice(at), clashes };
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
  const find = (list: readonly T[], name: string) => list.find((one) => one.name === name);
  const names = new Set([...mine, ...theirs].map((one) => one.name));
  const value: T[] = [];
  let clashes = 0;
  for (const name of names) {
    const [b, m, t] = [find(base, name), find(mine, name), find(theirs, name)];
    if (m && t) {
      const merged = mergeObject(b ?? ({ name } as T), m, t);
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
