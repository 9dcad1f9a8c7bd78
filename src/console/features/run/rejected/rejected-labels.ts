import type { ProblemCode, RejectedCallGroup } from '#generated/model/index.ts';
import { PROBLEMS } from '#generated/problems/problems.ts';

/** `Invalid request`. The server may return newer codes, which have no title here. */
export function reasonOf(code: ProblemCode): string {
  return PROBLEMS[code]?.[1] ?? code;
}

/** The names of the inputs, fields and headers that were wrong. */
export function wrongPart(pointer: string): string {
  const [, part = '', name] = pointer.split('/');
  if (pointer === '') return 'the body';
  if (part === '*') return 'unknown field';
  if (name === '*') return part === 'query' ? 'unknown parameter' : `unknown ${one(part)}`;
  return name ?? part;
}

function one(part: string): string {
  return part === 'inputs' ? 'input' : part;
}

/** The requested revision, and the one that rejected the call: `staging (r3)`, `r3`, `draft`. */
export function targetOf({ target, revision }: RejectedCallGroup): string {
  const own = revision === null ? null : `r${revision}`;
  const named = target !== null && /^\d/.test(target) ? `r${target}` : target;
  if (named === null || named === own) return own ?? '–';
  return own === null ? named : `${named} (${own})`;
}

/** The task's name; calls of unknown tasks are grouped, so their group may have none. */
export function taskOf({ task_id, task_name }: RejectedCallGroup): string {
  return task_name ?? (task_id === null ? 'Multiple or invalid' : 'Unknown task');
}
