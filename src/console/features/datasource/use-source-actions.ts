import { useState } from 'react';
import { mutate } from '#console/api/query/calls.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import {
  cancelDatasourceSync,
  connectDatasource,
  syncDatasource,
  updateDatasource,
} from '#generated/api/datasource/datasource.ts';
import type { Datasource } from '#generated/model/index.ts';
import { leaveToConnect } from './connect/connection.ts';

/** The actions on a data source. Failures are shown as toasts. */
export function useSourceActions(collectionId: string) {
  const { orgId, projectId } = useActiveProject();
  const [pending, setPending] = useState<string | null>(null);
  const at = [orgId, projectId, collectionId] as const;

  async function perform(id: string, action: () => Promise<unknown>, sync = false) {
    setPending(id);
    const isDone = await attempt(action, sync ? 'datasource.sync' : undefined);
    setPending(null);
    return isDone;
  }

  return {
    /** The ID of the source with a pending action. */
    pending,
    sync: ({ id }: Datasource) => perform(id, () => mutate(syncDatasource, ...at, id), true),
    cancel: ({ id, name, last_sync }: Datasource) =>
      perform(id, async () => {
        if (!last_sync) return;
        await mutate(cancelDatasourceSync, ...at, id, last_sync.id);
        toast.success(`Sync of ${name} cancelled`);
      }),
    setPaused: ({ id, name }: Datasource, is_paused: boolean) =>
      perform(id, async () => {
        await mutate(updateDatasource, ...at, id, { is_paused });
        toast.success(`${name} ${is_paused ? 'paused' : 'resumed'}`);
      }),
    /** Redirects to the provider, which redirects back. */
    connect: ({ id, name }: Pick<Datasource, 'id' | 'name'>) =>
      perform(id, async () => {
        const { url } = await mutate(connectDatasource, ...at, id);
        leaveToConnect(url, { orgId, projectId, collectionId, datasourceId: id, name });
      }),
  };
}

export type SourceActions = ReturnType<typeof useSourceActions>;
