import type { Task } from '#generated/model/index.ts';

const NAME = /^[a-z][a-z0-9-]{1,31}$/;
/** Names with a special meaning as the `revision` of a call. */
const TAKEN = ['active', 'draft'];

/** What is wrong with an environment's name, or undefined. */
export function environmentNameProblem(name: string): string | undefined {
  if (!NAME.test(name))
    return 'Use 2 to 32 lower-case letters, digits and hyphens, starting with a letter';
  return TAKEN.includes(name) ? `“${name}” has a special meaning in calls` : undefined;
}

/** The revision of an environment, or undefined; the name may be that of any object property. */
export function revisionOfEnvironment(
  environments: Readonly<Record<string, number>>,
  name: string,
): number | undefined {
  return Object.hasOwn(environments, name) ? environments[name] : undefined;
}

/** The revision that a call's target resolves to; null for the draft and for unknown targets. */
export function revisionOfTarget(
  task: Pick<Task, 'active_revision' | 'environments'>,
  target: string,
): number | null {
  if (target === 'draft') return null;
  if (target === 'active') return task.active_revision;
  if (/^\d/.test(target)) return Number(target);
  return task.environments.find(({ name }) => name === target)?.revision ?? null;
}
