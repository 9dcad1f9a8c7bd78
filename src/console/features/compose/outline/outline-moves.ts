import type { ArticleHeading } from '#generated/model/index.ts';

type Outline = readonly ArticleHeading[];

const TOP = 2;
const DEEPEST = 4;

/** The index after a heading and its subheadings. */
export function blockEnd(outline: Outline, index: number): number {
  const level = outline[index]?.level ?? TOP;
  const next = outline.findIndex((one, at) => at > index && one.level <= level);
  return next === -1 ? outline.length : next;
}

/**
 * Corrects levels: the first heading is a section, and no heading is more than one level deeper than the one before it.
 */
function settled(outline: Outline): ArticleHeading[] {
  let above = TOP - 1;
  return outline.map((one) => {
    const level = Math.max(TOP, Math.min(one.level, above + 1, DEEPEST));
    above = level;
    return level === one.level ? one : { ...one, level };
  });
}

/**
 * Moves a heading and its subheadings one place up or down.
 * @returns null if it can't move any further
 */
export function moved(outline: Outline, index: number, by: -1 | 1): ArticleHeading[] | null {
  const heading = outline[index];
  if (!heading) return null;
  const end = blockEnd(outline, index);
  const block = outline.slice(index, end);
  const rest = [...outline.slice(0, index), ...outline.slice(end)];
  let to: number;
  if (by === -1) {
    // Moves above the previous sibling; a first child moves to the end of its parent's previous sibling.
    to = index - 1;
    while (to >= 0 && (outline[to]?.level ?? TOP) > heading.level) to--;
    if (to < 0) return null;
    // The first heading of the outline is a section.
    if (to === 0 && heading.level > TOP && (outline[0]?.level ?? TOP) < heading.level) return null;
  } else {
    const next = outline[end];
    if (!next) return null;
    // Moves below the next sibling and its subheadings; a last child becomes the first child of the next parent.
    const passed = next.level === heading.level ? blockEnd(outline, end) - end : 1;
    to = index + passed;
  }
  return settled([...rest.slice(0, to), ...block, ...rest.slice(to)]);
}

/**
 * Changes the level of a heading and its subheadings.
 * @returns null if that isn't possible
 */
export function indented(outline: Outline, index: number, by: -1 | 1): ArticleHeading[] | null {
  const heading = outline[index];
  if (!heading) return null;
  const end = blockEnd(outline, index);
  const deepest = Math.max(...outline.slice(index, end).map(({ level }) => level));
  const above = outline[index - 1];
  if (by === 1 && (!above || above.level < heading.level || deepest >= DEEPEST)) return null;
  if (by === -1 && heading.level === TOP) return null;
  return settled(
    outline.map((one, at) => (at >= index && at < end ? { ...one, level: one.level + by } : one)),
  );
}

/** Adds a heading after another and its subheadings, on the same level. */
export function added(outline: Outline, after: number, id: string): ArticleHeading[] {
  const level = outline[after]?.level ?? TOP;
  const at = after < 0 ? 0 : blockEnd(outline, after);
  return [...outline.slice(0, at), { id, heading: '', level, notes: '' }, ...outline.slice(at)];
}

/** Removes one heading. Its subheadings move up a level. */
export function removed(outline: Outline, index: number): ArticleHeading[] {
  const end = blockEnd(outline, index);
  return settled(
    outline.flatMap((one, at) => {
      if (at === index) return [];
      return at > index && at < end ? [{ ...one, level: one.level - 1 }] : [one];
    }),
  );
}

/**
 * Drops a heading and its subheadings in the place of another.
 * @param level the level at which it is dropped
 */
export function dropped(
  outline: Outline,
  from: number,
  over: number,
  level: number,
): ArticleHeading[] {
  const heading = outline[from];
  const target = outline[over];
  if (!heading || !target) return [...outline];
  const end = blockEnd(outline, from);
  const shift = level - heading.level;
  const block = outline
    .slice(from, end)
    .map((one) => ({ ...one, level: Math.min(DEEPEST, one.level + shift) }));
  const rest = [...outline.slice(0, from), ...outline.slice(end)];
  const isBelow = over >= from;
  const place = rest.indexOf(target);
  // Dropped on itself: only the level changes.
  const to = place === -1 ? from : isBelow ? place + 1 : place;
  return settled([...rest.slice(0, to), ...block, ...rest.slice(to)]);
}

/** The level at which a heading is dropped, from how far it was dragged sideways. */
export function draggedLevel(level: number, steps: number): number {
  return Math.max(TOP, Math.min(DEEPEST, level + steps));
}
