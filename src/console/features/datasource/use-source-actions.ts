import { mutate } from '#console/api/query/calls.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import {
  cancelDatasourceSync,
  connectDatasource,
  syncDatasource,
  updateDatasource,
} from '#generated/api/datasource/datasource.ts';
import type { Datasource, DatasourceSync } from '#generated/model/index.ts';
import { leaveToConnect } from './connect/connection.ts';

/** The actions on a data source. Failures are shown as toasts. */
export function useSourceActions(collectionId: string) {
  const { orgId, projectId } = useActiveProject();
  const at = [orgId, projectId, collectionId] as const;
  return {
    sync: ({ id }: Datasource) =>
      attempt(() => mutate(syncDatasource, ...at, id), 'datasource.sync'),
    cancel: ({ id, name }: Datasource, sync: DatasourceSync) =>
      attempt(() => mutate(cancelDatasourceSync, ...at, id, sync.id), {
        success: `Sync of ${name} cancelled`,
      }),
    setPaused: ({ id, name }: Datasource, is_paused: boolean) =>
      attempt(() => mutate(updateDatasource, ...at, id, { is_paused }), {
        success: `${name} ${is_paused ? 'paused' : 'resumed'}`,
      }),
    /** Redirects to the provider, which redirects back. */
    connect: ({ id, name }: Pick<Datasource, 'id' | 'name'>) =>
      attempt(async () => {
        const { url } = await mutate(connectDatasource, ...at, id);
        leaveToConnect(url, { orgId, projectId, collectionId, datasourceId: id, name });
      }),
  };
}

export type SourceActions = ReturnType<typeof useSourceActions>;
