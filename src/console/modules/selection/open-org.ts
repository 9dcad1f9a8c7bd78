import type { QueryClient } from '@tanstack/react-query';
import { getGetProjectQueryKey } from '#generated/api/project/project.ts';
import type { Project } from '#generated/model/index.ts';
import { lastProject } from './last-project.ts';
import { isProjectId } from './project-id.ts';
import { projectIn } from './resolve-selection.ts';
import { selectionSource } from './selection-source.ts';

/**
 * The project to open when a person chooses an organisation: the one that they had open there last, if they may still
 * see it, or else the first.
 * @returns null if they may see no project there
 * @throws ApiError, or an error of the network
 */
export function projectToOpen(
  client: QueryClient,
  orgId: string,
  signal: AbortSignal,
): Promise<Project | null> {
  const last = lastProject(orgId);
  // It may have been deleted since it was cached.
  if (isProjectId(last)) client.removeQueries({ queryKey: getGetProjectQueryKey(orgId, last) });
  return projectIn(selectionSource(client, signal), orgId, last);
}
