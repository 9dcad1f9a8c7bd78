import type {
  DatasourceSync,
  DatasourceSyncEntryList,
  DatasourceSyncList,
  DatasourceSyncResult,
} from '#generated/model/index.ts';
import { DETAIL } from '../details.ts';
import { listPage, type PageQuery } from '../paging.ts';
import { mustFind, ProblemError } from '../problem.ts';
import type { DatasourceRow, DatasourceSyncRow } from './datasource.tables.ts';
import { toEntry, toSync } from './datasource-views.ts';
import type { DatasourceDomain } from './source-context.ts';
import { endSync, isUnconnected, startSync } from './sync.ts';

/** The syncs of data sources, with their logs. */
export function createSyncService({ stores, datasource: port }: DatasourceDomain) {
  const { syncs, entries } = stores.datasource;

  return {
    list({ id }: DatasourceRow, query: PageQuery): Promise<DatasourceSyncList> {
      return listPage(
        syncs,
        { where: { datasource_id: id }, order: ['id'], descending: true },
        query,
        toSync,
      );
    },

    get: toSync,

    /** Starts a sync, or returns the one in progress. */
    async start({ id }: DatasourceRow): Promise<DatasourceSync> {
      const sync = await stores.transaction(async (inner) => {
        const source = await mustFind(inner.datasource.sources.lock({ id }));
        if (isUnconnected(source)) throw new ProblemError('datasource_unauthorized');
        return startSync(inner, source, 'manual');
      });
      port.kick();
      return toSync(sync);
    },

    /** Cancels a sync. Changes made so far are kept. @throws ProblemError 409 if it has ended */
    async cancel({ id }: DatasourceSyncRow): Promise<DatasourceSync> {
      const isCancelled = await stores.transaction((inner) =>
        endSync(inner, id, { status: 'cancelled' }),
      );
      if (!isCancelled) throw new ProblemError('datasource_not_ready', DETAIL.syncEnded);
      return toSync(await mustFind(syncs.find({ id })));
    },

    entries(
      { id }: DatasourceSyncRow,
      { result, ...query }: PageQuery & { result?: DatasourceSyncResult },
    ): Promise<DatasourceSyncEntryList> {
      return listPage(entries, { where: { sync_id: id }, filter: { result } }, query, toEntry);
    },
  };
}
