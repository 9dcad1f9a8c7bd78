import type { ResourcePermission, ShareLevel } from '#generated/model/index.ts';

/** What somebody may do with a thing that is shared with them. Each level includes the ones before it. */
export const SHARE_LEVELS: Readonly<Record<ShareLevel, readonly ResourcePermission[]>> = {
  view: ['view'],
  run: ['view', 'run'],
  edit: ['view', 'run', 'edit'],
  full: ['view', 'run', 'edit', 'delete', 'share'],
};

/** The levels that somebody may give who has these permissions: nobody gives more than they have. */
export function levelsToGive(held: readonly ResourcePermission[]): ShareLevel[] {
  if (!held.includes('share')) return [];
  const levels = Object.keys(SHARE_LEVELS) as ShareLevel[];
  return levels.filter((level) => SHARE_LEVELS[level].every((name) => held.includes(name)));
}

/** The higher one of two levels. */
export function higherLevel(a: ShareLevel, b: ShareLevel): ShareLevel {
  return SHARE_LEVELS[a].length >= SHARE_LEVELS[b].length ? a : b;
}
