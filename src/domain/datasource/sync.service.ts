import type {
  DatasourceSync,
  DatasourceSyncEntryList,
  DatasourceSyncList,
  DatasourceSyncResult,
} from '#generated/model/index.ts';
import { DETAIL } from '../details.ts';
import { listPage, type PageQuery } from '../paging.ts';
import { mustFind, ProblemError } from '../problem.ts';
import type { DatasourcePlace } from './datasource.service.ts';
import type { DatasourceRow, DatasourceSyncRow } from './datasource.store.ts';
import { toEntry, toSync } from './datasource-views.ts';
import type { DatasourceDomain } from './source-context.ts';
import { endSync, isUnconnected, startSync } from './sync.ts';

type SyncPlace = DatasourcePlace & { syncId: string };

/** The syncs of data sources, with their logs. */
export function createSyncService({ stores, datasource: port }: DatasourceDomain) {
  const { sources, syncs, entries } = stores.datasource;

  function mustFindSource({ collectionId, datasourceId }: DatasourcePlace): Promise<DatasourceRow> {
    return mustFind(sources.find({ id: datasourceId, collection_id: collectionId }));
  }

  function mustFindSync({ syncId, ...place }: SyncPlace): Promise<DatasourceSyncRow> {
    const { collectionId, datasourceId } = place;
    return mustFind(
      syncs.find({ id: syncId, datasource_id: datasourceId, collection_id: collectionId }),
    );
  }

  return {
    async list(place: DatasourcePlace, query: PageQuery): Promise<DatasourceSyncList> {
      const { id } = await mustFindSource(place);
      return listPage(
        syncs,
        { where: { datasource_id: id }, order: ['id'], descending: true },
        query,
        toSync,
      );
    },

    async get(place: SyncPlace): Promise<DatasourceSync> {
      return toSync(await mustFindSync(place));
    },

    /** Starts a sync, or returns the one in progress. */
    async start(place: DatasourcePlace): Promise<DatasourceSync> {
      const { id } = await mustFindSource(place);
      const sync = await stores.transaction(async (inner) => {
        const source = await mustFind(inner.datasource.sources.lock({ id }));
        if (isUnconnected(source)) throw new ProblemError('datasource_unauthorized');
        return startSync(inner, source, 'manual');
      });
      port.kick();
      return toSync(sync);
    },

    /** Cancels a sync. Changes made so far are kept. @throws ProblemError 409 if it has ended */
    async cancel(place: SyncPlace): Promise<DatasourceSync> {
      const { id } = await mustFindSync(place);
      const isCancelled = await stores.transaction((inner) =>
        endSync(inner, id, { status: 'cancelled' }),
      );
      if (!isCancelled) throw new ProblemError('datasource_not_ready', DETAIL.syncEnded);
      return toSync(await mustFindSync(place));
    },

    async entries(
      place: SyncPlace,
      { result, ...query }: PageQuery & { result?: DatasourceSyncResult },
    ): Promise<DatasourceSyncEntryList> {
      const { id } = await mustFindSync(place);
      return listPage(entries, { where: { sync_id: id }, filter: { result } }, query, toEntry);
    },
  };
}
