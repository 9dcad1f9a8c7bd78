import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { TaskAddress } from '#console/modules/task/task-address.ts';
import { saveBeforeSignOut } from '#console/modules/user/local-work.ts';
import type { TaskDraft } from '#generated/model/index.ts';
import { createDraftKeeper } from './draft-keeper.ts';
import { createDraftServer } from './draft-server.ts';
import { createDraftSync, type DraftSync } from './draft-sync.ts';
import { createDraftTabs } from './draft-tabs.ts';

/**
 * Opens a draft while the component is mounted.
 * @param fresh whether the draft was just fetched rather than taken from the cache
 */
export function useDraftSync(address: TaskAddress, loaded: TaskDraft, fresh: boolean): DraftSync {
  const queryClient = useQueryClient();
  const [draft] = useState(() => {
    const tabs = createDraftTabs(address.taskId);
    const keeper = createDraftKeeper(address.taskId, tabs.name);
    return createDraftSync({
      draft: loaded,
      server: createDraftServer(address, queryClient),
      keeper,
      tabs,
    });
  });
  const [wasFresh] = useState(fresh);

  useEffect(() => {
    const stop = draft.start();
    if (!wasFresh) void draft.check();
    const unregister = saveBeforeSignOut(draft.flush);
    return () => {
      unregister();
      stop();
    };
  }, [draft, wasFresh]);

  return draft;
}
