import type { Place } from '../member/left-behind/place.ts';
import type { Stores } from '../stores.ts';

/** Where a person comes in: organisations, and projects of others in which they have a role or something is shared. */
export async function placesOf(
  { org, project, share }: Pick<Stores, 'org' | 'project' | 'share'>,
  user_id: string,
): Promise<Place[]> {
  const where = { user_id };
  const [members, guests, shares] = await Promise.all([
    org.members.list({ where, order: ['org_id'] }),
    project.members.list({ where, order: ['project_id'] }),
    share.shares.list({ where, order: ['id'] }),
  ]);
  const orgs = new Set(members.map(({ org_id }) => org_id));
  const id = { in: [...new Set([...guests, ...shares].map(({ project_id }) => project_id))] };
  const projects = await project.allProjects.list({ where: { id }, order: ['id'] });
  return [
    ...[...orgs].map((orgId) => ({ orgId })),
    ...projects
      .filter(({ org_id }) => !orgs.has(org_id))
      .map((one) => ({ orgId: one.org_id, projectId: one.id })),
  ];
}
