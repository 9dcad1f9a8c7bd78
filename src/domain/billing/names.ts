import { isId } from '#core/ids.ts';
import { PRIVATE_CHAT } from '#core/messages.ts';
import { viewableChats } from '../access/visible.ts';
import type { Domain } from '../domain.ts';
import type { Principal } from '../principal.ts';
import type { Stores } from '../stores.ts';

/** The names of projects by ID. Deleted projects are missing. */
export async function namesOfProjects(
  { project }: Stores,
  ids: readonly (string | null | undefined)[],
): Promise<Map<string, string>> {
  const known = [...new Set(ids.filter((id) => id !== null && id !== undefined && id !== ''))];
  if (known.length === 0) return new Map();
  const rows = await project.projects.list({ where: { id: { in: known as string[] } } });
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The names of callers (people and API keys) by ID. Deleted ones are missing. */
export async function namesOfCallers(
  { access, user }: Stores,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const known = [...new Set(ids)].filter((id) => id !== '');
  if (known.length === 0) return new Map();
  const where = { id: { in: known } };
  const found = await Promise.all([user.users.list({ where }), access.apiKeys.list({ where })]);
  return new Map(found.flat().map(({ id, name }) => [id, name]));
}

/**
 * What chats among the given tasks are called for somebody who may not view them. Answers in chats are paid like runs of
 * tasks, under the chat's ID and title.
 */
export async function namesOfHiddenChats(
  domain: Pick<Domain, 'standing' | 'stores'>,
  principal: Principal,
  taskIds: readonly (string | null | undefined)[],
): Promise<Map<string, string>> {
  const ids = taskIds.filter((id): id is string => typeof id === 'string' && isId('chat', id));
  const viewable = await viewableChats(domain, principal, ids);
  return new Map(ids.filter((id) => !viewable.has(id)).map((id) => [id, PRIVATE_CHAT]));
}
