import type { LinkLevel, SharedType, ShareLevel } from '#generated/model/index.ts';

/** What levels are called. */
export const LEVEL_LABELS: Readonly<Record<ShareLevel, string>> = {
  view: 'Can view',
  run: 'Can run',
  edit: 'Can edit',
  full: 'Full access',
};

/** What running means for a type of thing. */
const RUN: Readonly<Record<SharedType, string>> = {
  task: 'Can run',
  collection: 'Can search',
  chat: 'Can write',
};

/** The levels to choose from for a type of thing. */
export function levelOptions(type: SharedType): { value: ShareLevel; label: string }[] {
  // Whoever may view a collection may search it.
  const levels: ShareLevel[] =
    type === 'collection' ? ['view', 'edit', 'full'] : ['view', 'run', 'edit', 'full'];
  return levels.map((value) => ({ value, label: levelLabel(type, value) }));
}

/** What a level of a thing is called. */
export function levelLabel(type: SharedType, level: ShareLevel): string {
  if (type === 'collection' && level === 'view') return RUN.collection;
  return level === 'run' ? RUN[type] : LEVEL_LABELS[level];
}

/** The levels that a link can give. */
export function linkOptions(type: SharedType): { value: LinkLevel; label: string }[] {
  return levelOptions(type).flatMap(({ value, label }) =>
    value === 'view' || value === 'run' ? [{ value, label }] : [],
  );
}
