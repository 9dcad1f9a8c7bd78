import type { Task } from '#generated/model/index.ts';

const NAME = /^[a-z][a-z0-9-]{1,31}$/;
/** Names that mean something else where a call says which revision it wants. */
const TAKEN = ['active', 'draft'];

/** What is wrong with the name of an environment; undefined when nothing is. */
export function environmentNameProblem(name: string): string | undefined {
  if (!NAME.test(name)) return 'Two to 32 lower-case letters, digits and hyphens, a letter first';
  return TAKEN.includes(name) ? `“${name}” means something else in calls` : undefined;
}

/** The revision of an environment; undefined when there is none of this name, which may be that of any property. */
export function revisionOfEnvironment(
  environments: Readonly<Record<string, number>>,
  name: string,
): number | undefined {
  return Object.hasOwn(environments, name) ? environments[name] : undefined;
}

/** The revision that a target of a call stands for; null for the draft and for what stands for none. */
export function revisionOfTarget(
  task: Pick<Task, 'active_revision' | 'environments'>,
  target: string,
): number | null {
  if (target === 'draft') return null;
  if (target === 'active') return task.active_revision;
  if (/^\d/.test(target)) return Number(target);
  return task.environments.find(({ name }) => name === target)?.revision ?? null;
}
