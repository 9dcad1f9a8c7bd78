import type { TaskDefinition } from '#generated/model/index.ts';
import { ProblemError } from '../problem.ts';
import { type ContractChanges, contractChanges } from './contract-changes.ts';
import type { Differ } from './task.port.ts';

/**
 * Rejects replacing a revision other than the one the caller expects.
 * @param believed undefined when the caller did not say
 * @param said the current state, as the beginning of a sentence
 * @throws ProblemError 409
 */
export function requireReplaced(
  believed: number | null | undefined,
  now: number | null,
  said: string,
): void {
  if (believed === undefined || believed === now) return;
  throw new ProblemError('active_revision_changed', `${said}. Review it and try again.`);
}

/**
 * Rejects an unconfirmed breaking change.
 * @returns the changes for callers, for webhook events
 * @throws ProblemError 409 with the changes
 */
export function requireConfirmed(
  differ: Differ,
  task: { name: string },
  [base, next]: [TaskDefinition, TaskDefinition],
  confirm: string | undefined,
): ContractChanges {
  const found = contractChanges(differ, base, next);
  if (found.verdict !== 'breaking' || confirm?.trim() === task.name) return found;
  const count = found.changes.filter(({ level }) => level === 'breaking').length;
  const wrong = confirm === undefined ? '' : " The value of `confirm` isn't its name.";
  throw new ProblemError(
    'contract_breaks',
    `${count === 1 ? 'One change breaks' : `${count} changes break`} callers of “${task.name}”. Review the changes; to continue, send the task's name as \`confirm\`.${wrong}`,
    { changes: found.changes },
  );
}
