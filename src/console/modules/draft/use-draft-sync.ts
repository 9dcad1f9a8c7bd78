import { useEffect, useState } from 'react';
import { saveBeforeSignOut } from '../user/local-work.ts';
import { createDraftKeeper } from './draft-keeper.ts';
import { createDraftSync, type DraftOptions, type DraftSync } from './draft-sync.ts';
import { createDraftTabs } from './draft-tabs.ts';
import type { DraftServer, ServerDraft } from './draft-types.ts';

interface DraftSyncOptions<T> {
  /** The draft's name on this device, one of `localWork` followed by an id. */
  name: string;
  loaded: ServerDraft<T>;
  /** Whether the draft was just fetched rather than taken from the cache. */
  fresh: boolean;
  /** Called once. */
  server: () => DraftServer<T>;
  /** Whether a stored value is valid and can be edited. */
  isContent: (value: unknown) => value is T;
  merge?: DraftOptions<T>['merge'];
}

/** Opens a draft while the component is mounted. */
export function useDraftSync<T>(options: DraftSyncOptions<T>): DraftSync<T> {
  const [{ draft, wasFresh }] = useState(() => {
    const { name, loaded, fresh, server, isContent, merge } = options;
    const tabs = createDraftTabs(name);
    const keeper = createDraftKeeper(name, tabs.name, isContent);
    return {
      draft: createDraftSync({ draft: loaded, server: server(), keeper, tabs, merge }),
      wasFresh: fresh,
    };
  });

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
