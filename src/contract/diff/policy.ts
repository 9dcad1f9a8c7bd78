import type { Change, ContractDiff, Level } from './types.ts';

/** A difference accepted on purpose, until a date. */
export interface IgnoreEntry {
  /** A rule, or `*`. */
  rule: string;
  /** As in `Change.operation`, or `*`; all operations by default. */
  operation?: string;
  /** The beginning of the change's pointer. */
  pointer?: string;
  /** Why this is acceptable; an entry without a reason is not applied. */
  reason: string;
  /** The last day on which it applies, `2026-12-31`. */
  expires: string;
}

export interface DiffOptions {
  /** Levels by rule (`field-removed`) or by direction and rule (`response:field-removed`); `off` hides the change. */
  severity?: Readonly<Record<string, Level | 'off'>>;
  ignore?: readonly IgnoreEntry[];
  /** Days required between announcing an `x-sunset` and the sunset itself; 0 requires none. */
  deprecationGraceDays?: number;
  /** Whether to compute the required version bump, and to warn when `info.version` was not raised. */
  semver?: boolean;
  /** Operations with these values of `x-stability-level` are drafts and may break. */
  unstable?: readonly string[];
  /** The date against which sunsets and expiry dates are checked. */
  now?: Date;
}

const WORST: Record<Level, number> = { info: 0, warning: 1, breaking: 2 };

/** Applies the policy, sorts the worst first and determines the verdict. */
export function judge(changes: readonly Change[], options: DiffOptions): ContractDiff {
  const today = (options.now ?? new Date()).toISOString().slice(0, 10);
  const entries = (options.ignore ?? []).map((entry) => ({ entry, wrong: flawOf(entry, today) }));
  const sound = entries.flatMap(({ entry, wrong }) => (wrong ? [] : [entry]));
  const judged = changes.flatMap((change) => {
    const level = levelOf(change, options);
    return level === 'off' || isIgnored(change, sound) ? [] : [{ ...change, level }];
  });
  const sorted = judged.toSorted((a, b) => WORST[b.level] - WORST[a.level]);
  const notices = entries.flatMap(({ entry, wrong }) =>
    wrong ? [`The entry for ${entry.rule} is not applied: ${wrong}.`] : [],
  );
  return { verdict: verdictOf(sorted), changes: sorted, ...(notices.length > 0 && { notices }) };
}

/** Why an entry is not applied: it has no reason or no expiry date, or it has expired. */
function flawOf({ reason, expires }: Partial<IgnoreEntry>, today: string): string | undefined {
  if (!reason?.trim()) return 'it has no reason';
  if (!expires || !/^\d{4}-\d{2}-\d{2}/.test(expires)) return 'it has no expiry date';
  return expires.slice(0, 10) < today ? `it expired on ${expires}` : undefined;
}

function levelOf(change: Change, { severity = {} }: DiffOptions): Level | 'off' {
  return severity[`${change.direction}:${change.rule}`] ?? severity[change.rule] ?? change.level;
}

export function verdictOf(changes: readonly Change[]): ContractDiff['verdict'] {
  if (changes.some((change) => change.level === 'breaking')) return 'breaking';
  return changes.some((change) => change.level === 'warning') ? 'risky' : 'compatible';
}

function isIgnored(change: Change, entries: readonly IgnoreEntry[]): boolean {
  return entries.some(
    (entry) =>
      (entry.rule === '*' || entry.rule === change.rule) &&
      (entry.operation === undefined ||
        entry.operation === '*' ||
        entry.operation === change.operation) &&
      change.pointer.startsWith(entry.pointer ?? ''),
  );
}
