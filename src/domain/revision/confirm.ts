import type { TaskDefinition } from '#generated/model/index.ts';
import { ProblemError } from '../problem.ts';
import type { ContractChanges } from './contract-changes.ts';
import type { Compare } from './while-comparing.ts';

/**
 * Rejects replacing a revision other than the one the caller expects.
 * @param expected undefined if the caller did not specify it
 * @param state the current state, as the beginning of a sentence
 * @throws ProblemError 409
 */
export function requireReplaced(
  expected: number | null | undefined,
  now: number | null,
  state: string,
): void {
  if (expected === undefined || expected === now) return;
  throw new ProblemError('active_revision_changed', `${state}. Review it and try again.`);
}

/**
 * Rejects an unconfirmed breaking change.
 * @returns the changes, for webhook events
 * @throws ProblemError 409 with the changes
 */
export function requireConfirmed(
  compare: Compare,
  task: { name: string; org_id: string },
  [base, next]: [TaskDefinition, TaskDefinition],
  confirm: string | undefined,
): ContractChanges {
  const found = compare(task.org_id, base, next);
  if (found.verdict !== 'breaking' || confirm?.trim() === task.name) return found;
  const count = found.changes.filter(({ level }) => level === 'breaking').length;
  const wrong = confirm === undefined ? '' : " The value of `confirm` isn't its name.";
  throw new ProblemError(
    'contract_breaks',
    `${count === 1 ? 'One change breaks' : `${count} changes break`} callers of “${task.name}”. Review the changes; to continue, send the task's name as \`confirm\`.${wrong}`,
    { changes: found.changes },
  );
}
