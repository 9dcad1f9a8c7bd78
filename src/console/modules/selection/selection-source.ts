import type { QueryClient } from '@tanstack/react-query';
import { listOrgs } from '#generated/api/org/org.ts';
import { getGetProjectQueryKey, getProject, listProjects } from '#generated/api/project/project.ts';
import type { Org, Project } from '#generated/model/index.ts';
import { isApiError } from '../../api/api-error.ts';
import { ORG_PAGE_LIMIT } from './page-limits.ts';
import type { SelectionSource } from './resolve-selection.ts';

async function orNull<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request;
  } catch (error) {
    if (isApiError(error, 403, 404)) return null;
    throw error;
  }
}

/** Queries the API. Projects that were found stay in the query cache for the pages. */
export function selectionSource(client: QueryClient, signal: AbortSignal): SelectionSource {
  const remember = (project: Project) => {
    client.setQueryData(getGetProjectQueryKey(project.org_id, project.id), project);
    return project;
  };

  /** Those that the person belongs to come before those in which only projects are shared. */
  async function* orgs(): AsyncGenerator<Org> {
    for (const membership of ['member', 'shared'] as const) {
      let cursor: string | undefined;
      do {
        const query = { page_limit: ORG_PAGE_LIMIT, membership, cursor };
        const page = await listOrgs(query, { signal });
        yield* page.results;
        cursor = page.pagination.has_next ? (page.pagination.next_cursor ?? undefined) : undefined;
      } while (cursor !== undefined);
    }
  }

  return {
    orgs,
    project: (orgId, projectId) => {
      const known = client.getQueryData<Project>(getGetProjectQueryKey(orgId, projectId));
      if (known) return Promise.resolve(known);
      return orNull(getProject(orgId, projectId, { signal }).then(remember));
    },
    // Only its guests need this code.
    sharedProject: async (projectId) =>
      (await import('../sharing/find-shared.ts')).findSharedProject(projectId, signal),
    firstProject: async (orgId) => {
      const page = await orNull(listProjects(orgId, { page_limit: 1 }, { signal }));
      const first = page?.results[0];
      return first ? remember(first) : null;
    },
  };
}
