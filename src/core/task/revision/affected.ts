import type { TaskAffectedCaller } from '#generated/model/index.ts';

const MAX_CALLERS = 100;

/**
 * The affected callers, and the pinned ones: those who would be affected if they didn't use another revision or
 * environment.
 */
export function worstFirst(callers: readonly TaskAffectedCaller[]): TaskAffectedCaller[] {
  return callers
    .filter((one) => isAffected(one) || isUnchecked(one) || one.elsewhere.length > 0)
    .sort((a, b) => callsAffected(b) - callsAffected(a) || b.runs - a.runs)
    .slice(0, MAX_CALLERS);
}

/** Whether a change affects a caller's calls, including calls that the next revision has already rejected. */
export function isAffected(caller: TaskAffectedCaller): boolean {
  return callsAffected(caller) > 0;
}

/** Whether none of a caller's calls were checked, because other callers' inputs used up the limit. */
export function isUnchecked({ runs, checked_runs }: TaskAffectedCaller): boolean {
  return runs > 0 && checked_runs === 0;
}

function callsAffected({ affected_runs, rejected_calls }: TaskAffectedCaller): number {
  return affected_runs + rejected_calls;
}
