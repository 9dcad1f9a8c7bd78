import type { Stores } from '../stores.ts';

/** At most so many owners are told, so that a change doesn't write thousands of notifications. */
const OWNERS_MAX = 100;

/** The owners of an organisation: those who have been it the longest, if there are very many. */
export async function ownersOf({ org }: Pick<Stores, 'org'>, org_id: string): Promise<string[]> {
  const owners = await org.members.list({
    where: { org_id, role: 'owner' },
    order: ['created_at', 'user_id'],
    limit: OWNERS_MAX,
  });
  return owners.map(({ user_id }) => user_id);
}

/** Those who may let people into an organisation: its owners, then its editors. */
export async function managersOf({ org }: Pick<Stores, 'org'>, org_id: string): Promise<string[]> {
  const found = await org.members.list({
    where: { org_id, role: { in: ['owner', 'editor'] } },
    order: ['role', 'user_id'],
    descending: true,
    limit: OWNERS_MAX,
  });
  return found.map(({ user_id }) => user_id);
}

/** Whether somebody still has access to a project. False for anyone who isn't a person, such as an API key. */
export async function hasAccess(
  { org, project }: Pick<Stores, 'org' | 'project'>,
  project_id: string,
  user_id: string,
): Promise<boolean> {
  const found = await project.projects.find({ id: project_id });
  if (!found) return false;
  const member = await org.members.find({ org_id: found.org_id, user_id });
  return Boolean(member ?? (await project.members.find({ project_id, user_id })));
}
