import type { Change, ContractDiff, Level } from './types.ts';

/** One difference that is accepted on purpose, until a day. */
export interface IgnoreEntry {
  /** A rule, or `*`. */
  rule: string;
  /** As in `Change.operation`, or `*`; absent means every operation. */
  operation?: string;
  /** The change's pointer starts with it. */
  pointer?: string;
  /** Why this is all right; without it nothing is ignored. */
  reason: string;
  /** The last day on which it holds, `2026-12-31`. */
  expires: string;
}

export interface DiffOptions {
  /** Levels by rule (`field-removed`), by direction and rule (`response:field-removed`); `off` hides. */
  severity?: Readonly<Record<string, Level | 'off'>>;
  ignore?: readonly IgnoreEntry[];
  /** Days between announcing a `x-sunset` and the day itself; 0 asks for none. */
  deprecationGraceDays?: number;
  /** Whether to say what the version must go up by, and to warn when it did not. */
  semver?: boolean;
  /** Operations with these values of `x-stability-level` may break: they are drafts. */
  unstable?: readonly string[];
  /** The day to compare sunsets and expiries with. */
  now?: Date;
}

const WORST: Record<Level, number> = { info: 0, warning: 1, breaking: 2 };

/** Applies the policy, puts the worst first and draws the verdict. */
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
    wrong ? [`The entry for ${entry.rule} ignores nothing: ${wrong}.`] : [],
  );
  return { verdict: verdictOf(sorted), changes: sorted, ...(notices.length > 0 && { notices }) };
}

/** Why an entry ignores nothing: it has no reason, no day, or its day is past. */
function flawOf({ reason, expires }: Partial<IgnoreEntry>, today: string): string | undefined {
  if (!reason?.trim()) return 'it gives no reason';
  if (!expires || !/^\d{4}-\d{2}-\d{2}/.test(expires)) return 'it has no day on which it ends';
  return expires.slice(0, 10) < today ? `it ended on ${expires}` : undefined;
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
