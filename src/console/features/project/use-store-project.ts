import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '#console/api/query/query-keys.ts';
import type { Resolved } from '#console/modules/selection/resolve-selection.ts';
import { getGetProjectQueryKey } from '#generated/api/project/project.ts';
import type { Project } from '#generated/model/index.ts';

/** Updates a changed project in every cache that shows it, including the frame's resolved selection. */
export function useStoreProject(): (project: Project) => void {
  const client = useQueryClient();
  return (project) => {
    client.setQueryData(getGetProjectQueryKey(project.org_id, project.id), project);
    client.setQueriesData<Resolved>({ queryKey: queryKeys.selections() }, (resolved) =>
      resolved?.project?.id === project.id ? { ...resolved, project } : resolved,
    );
  };
}
