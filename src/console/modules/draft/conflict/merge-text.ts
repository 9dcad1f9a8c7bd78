import { type Change, presentableDiff } from '@codemirror/merge';
import type { Merged } from './merge.ts';

/**
 * Merges two edited texts word by word. Where both changed the same words, the lines around them are kept twice, mine
 * first: whatever either side wrote is in the result.
 */
export function mergeText(base: string, mine: string, theirs: string): Merged<string> {
  const ours = presentableDiff(base, mine);
  const others = presentableDiff(base, theirs);
  const toRegion = (byMe: boolean) => (change: Change) => ({
    from: change.fromA,
    to: change.toA,
    byMe,
    byThem: !byMe,
  });
  let regions = union([...ours.map(toRegion(true)), ...others.map(toRegion(false))]);
  const versionsOf = (region: Region) =>
    [textIn(region, ours, mine), textIn(region, others, theirs)] as const;
  const isClash = (region: Region) => {
    const [left, right] = versionsOf(region);
    return region.byMe && region.byThem && left !== right;
  };
  for (let count = 0; count !== regions.length; ) {
    count = regions.length;
    regions = union(regions.map((region) => (isClash(region) ? wholeLines(base, region) : region)));
  }
  let value = '';
  let at = 0;
  for (const region of regions) {
    const [left, right] = versionsOf(region);
    const text = region.byMe && region.byThem ? keepBoth(left, right) : region.byMe ? left : right;
    value += base.slice(at, region.from) + text;
    at = region.to;
  }
  return { value: value + base.slice(at), clashes: regions.filter(isClash).length };
}

/** A part of the base that was changed by one side or both. */
interface Region {
  from: number;
  to: number;
  byMe: boolean;
  byThem: boolean;
}

/** Joins regions that touch: the order of adjacent changes can't be inferred. */
function union(regions: Region[]): Region[] {
  const joined: Region[] = [];
  for (const region of regions.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    const last = joined.at(-1);
    if (!last || region.from > last.to) joined.push({ ...region });
    else {
      last.to = Math.max(last.to, region.to);
      last.byMe ||= region.byMe;
      last.byThem ||= region.byThem;
    }
  }
  return joined;
}

function wholeLines(base: string, region: Region): Region {
  const end = base.indexOf('\n', region.to);
  const from = region.from === 0 ? 0 : base.lastIndexOf('\n', region.from - 1) + 1;
  return { ...region, from, to: end === -1 ? base.length : end };
}

/**
 * The text that replaced a region of the base in an edited version. Each change lies either inside the region or
 * outside it.
 */
function textIn({ from, to }: Region, changes: readonly Change[], edited: string): string {
  const before = changes.findLast((change) => change.toA < from);
  const last = changes.findLast((change) => change.toA <= to);
  const start = from + (before ? before.toB - before.toA : 0);
  return edited.slice(start, to + (last ? last.toB - last.toA : 0));
}

function keepBoth(left: string, right: string): string {
  if (left.includes(right)) return left;
  if (right.includes(left)) return right;
  return `${left}\n${right}`;
}
