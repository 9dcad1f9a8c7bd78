import { PROBLEMS } from '#core/problem/problems.ts';
import type { ProblemCode, RejectedCallGroup } from '#generated/model/index.ts';

/** `Invalid request`. New codes may come before their titles do. */
export function reasonOf(code: ProblemCode): string {
  return PROBLEMS[code]?.[1] ?? code;
}

/** What was wrong, in words: names of inputs, fields and headers. */
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

/** The revision that was named, and the one that rejected the call: `staging (r3)`, `r3`, `draft`. */
export function targetOf({ target, revision }: RejectedCallGroup): string {
  const own = revision === null ? null : `r${revision}`;
  const named = target !== null && /^\d/.test(target) ? `r${target}` : target;
  if (named === null || named === own) return own ?? '–';
  return own === null ? named : `${named} (${own})`;
}

/** The task's name; of tasks that don't exist, what is known of them. */
export function taskOf({ task_id, task_name }: RejectedCallGroup): string {
  return task_name ?? (task_id === null ? 'Several or none' : 'Unknown task');
}
