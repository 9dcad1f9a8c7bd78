import type { DiffOptions } from './policy.ts';

export const DAY = 86_400_000;

/**
 * Whether the removal was announced to callers long enough ago: it is deprecated, and either its `x-sunset` is in the
 * past, or its `x-deprecated-since` is further back than the policy's grace period.
 */
export function wasAnnounced(options: DiffOptions, value: Record<string, unknown>): boolean {
  if (value.deprecated !== true) return false;
  const sunset = timeOf(value['x-sunset']);
  if (sunset !== undefined) return sunset <= nowOf(options);
  const since = timeOf(value['x-deprecated-since']);
  return since !== undefined && since + graceOf(options) <= nowOf(options);
}

export function timeOf(text: unknown): number | undefined {
  const time = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

export function graceOf({ deprecationGraceDays = 90 }: DiffOptions): number {
  return deprecationGraceDays * DAY;
}

export function nowOf({ now = new Date() }: DiffOptions): number {
  return now.getTime();
}
