import type { TaskDefinition } from '#generated/model/index.ts';
import { ProblemError } from '../problem.ts';
import { type ContractChanges, contractChanges } from './contract-changes.ts';
import type { Differ } from './task.port.ts';

/**
 * Refuses to replace a revision other than the one that the caller believes is there.
 * @param believed undefined when the caller said nothing about it
 * @param said what is there now, as the start of a sentence
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
 * Refuses a breaking change that nobody confirmed.
 * @returns what changes for callers, for the events of webhooks
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
