import type { LeftBehindProject } from '#generated/model/index.ts';
import { mustFind } from '../../problem.ts';
import type { Stores } from '../../stores.ts';

/** Where people are removed from: an organisation, or one project of it. */
export interface Place {
  orgId: string;
  projectId?: string;
}

/** People, and where something is that they made. */
export interface MadeBy {
  userIds: readonly string[];
  orgId: string;
  /** Undefined for the whole organisation. */
  projectId: string | undefined;
  /** The project, or all of the organisation's, those included that can still be restored. */
  projects: readonly LeftBehindProject[];
}

/** What people made at a place. */
export async function madeBy(
  { project }: Pick<Stores, 'project'>,
  { orgId, projectId }: Place,
  userIds: readonly string[],
): Promise<MadeBy> {
  const { allProjects } = project;
  const rows =
    projectId === undefined
      ? await allProjects.list({ where: { org_id: orgId } })
      : [await mustFind(allProjects.find({ id: projectId, org_id: orgId }))];
  return { userIds, orgId, projectId, projects: rows.map(({ id, name }) => ({ id, name })) };
}

/** The condition on rows of these projects. */
export function inProjects({ projects }: MadeBy): { project_id: { in: readonly string[] } } {
  return { project_id: { in: projects.map(({ id }) => id) } };
}

/** The condition on rows that these people made. */
export function byThem({ userIds }: MadeBy): { created_by_id: { in: readonly string[] } } {
  return { created_by_id: { in: userIds } };
}
