import { same } from '../canonical.ts';
import type { DraftSync } from '../draft-sync.ts';
import type { DraftConflict } from '../draft-types.ts';
import type { Merged } from './merge.ts';

export type Choice = 'mine' | 'theirs' | 'merged';

/** How one part of a draft is compared and merged. */
export interface PartRule<V> {
  label: string;
  /** Whether it is a text that is merged word by word in an editor. */
  isText?: boolean;
  /** Merges two versions. Without it, one of them has to be chosen. */
  merge?: (base: V, mine: V, theirs: V) => Merged<V>;
  /** The part as lines of text, for display. */
  lines: (value: V) => string[];
}

/** The parts of a draft, in the editor's order. */
export type PartTable<T> = { readonly [K in keyof T]-?: PartRule<T[K]> };

export interface ConflictDialogProps<T> {
  draft: DraftSync<T>;
  conflict: DraftConflict<T>;
  onClose: () => void;
}

/** A part in which two versions differ. */
export interface Part<T> {
  key: keyof T & string;
  rule: PartRule<unknown>;
  /** Which side changed it since the common base. */
  changedBy: 'mine' | 'theirs' | 'both';
  /** Both changes merged; null where they can't be. */
  merged: Merged<unknown> | null;
  /** The suggested choice; null when the user has to decide. */
  suggestion: Choice | null;
}

/** The parts in which two versions differ, in the order of the table. */
export function compareParts<T extends object>(
  table: PartTable<T>,
  base: T,
  mine: T,
  theirs: T,
): Part<T>[] {
  const keys = Object.keys(table) as (keyof T & string)[];
  return keys
    .filter((key) => !same(mine[key], theirs[key]))
    .map((key) => {
      const rule = table[key] as PartRule<unknown>;
      if (same(theirs[key], base[key]))
        return { key, rule, changedBy: 'mine', merged: null, suggestion: 'mine' };
      if (same(mine[key], base[key]))
        return { key, rule, changedBy: 'theirs', merged: null, suggestion: 'theirs' };
      const merged = rule.merge?.(base[key], mine[key], theirs[key]) ?? null;
      const suggestion = merged?.clashes === 0 ? 'merged' : null;
      return { key, rule, changedBy: 'both', merged, suggestion };
    });
}

/** The decision for each part: one of the versions, or edited text. */
export type Decisions<T> = Partial<Record<keyof T & string, { choice: Choice; text?: string }>>;

/** Whether every part has a decision. */
export function allDecided<T>(parts: readonly Part<T>[], decisions: Decisions<T>): boolean {
  return parts.every(({ key }) => decisions[key] !== undefined);
}

/** The result of the decisions. Undecided parts keep mine. */
export function resolveWith<T extends object>(
  parts: readonly Part<T>[],
  decisions: Decisions<T>,
  mine: T,
  theirs: T,
): T {
  const result: T = { ...mine };
  for (const { key, merged } of parts) {
    const decision = decisions[key];
    if (!decision) continue;
    const chosen =
      decision.text ??
      (decision.choice === 'theirs'
        ? theirs[key]
        : decision.choice === 'merged'
          ? (merged?.value ?? mine[key])
          : mine[key]);
    Object.assign(result, { [key]: chosen });
  }
  return result;
}
