import { DETAIL } from '../details.ts';
import type { Access } from '../principal.ts';
import { invalidRequest } from '../problem.ts';

/** Whether the caller has no role in the project: only the one thing is shared with them, and nothing beside it. */
export function isGuest({ projectRole }: Access): boolean {
  return projectRole === null;
}

/**
 * Whether the caller sees the datasets and evaluations of a task. Their cases repeat what others wrote in runs and chats,
 * which guests don't see unless they may edit the task, and thereby see all of its runs.
 */
export function seesCases(access: Access): boolean {
  return !isGuest(access) || access.shared?.permissions.includes('edit') === true;
}

/**
 * Guests can't reach other collections and tasks of the project by adding them to what is shared with them. What is in
 * it already stays.
 * @throws ProblemError 400
 */
export function requireNoNewReference(
  access: Access,
  before: readonly string[],
  after: readonly string[],
  pointer: (index: number) => string,
): void {
  if (!isGuest(access)) return;
  const errors = after.flatMap((id, at) =>
    before.includes(id) ? [] : [{ pointer: pointer(at), message: DETAIL.guestReference }],
  );
  if (errors.length > 0) throw invalidRequest(errors);
}
