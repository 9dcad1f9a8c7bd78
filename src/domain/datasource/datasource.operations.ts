import { created, type OperationsOf } from '../call.ts';
import type { Domain } from '../domain.ts';
import { createConnectionService } from './connection.service.ts';
import { createDatasourceService } from './datasource.service.ts';
import { createSyncService } from './sync.service.ts';

/** The operations of data sources and their syncs. */
export function datasourceOperations(domain: Domain): OperationsOf<'datasource'> {
  const sources = createDatasourceService(domain);
  const syncs = createSyncService(domain);
  const connections = createConnectionService(domain);
  return {
    listDatasources: ({ params, query }) => sources.list(params.collectionId, query),
    async createDatasource(call) {
      const made = await sources.create(await call.rows.collection, call.body, call.principal);
      return created(call, made.id, made);
    },
    previewWebsite: ({ body }) => sources.preview(body),
    testDatasource: ({ params, body }) => sources.test(params.collectionId, body),
    getDatasource: ({ rows }) => sources.get(rows.datasource),
    updateDatasource: ({ rows, body, headers }) =>
      sources.update(rows.datasource, body, headers['if-match']),
    deleteDatasource: ({ rows, query }) =>
      sources.delete(rows.datasource, query.keep_documents ?? false),
    browseDatasource: ({ rows, query }) => sources.browse(rows.datasource, query),
    connectDatasource: ({ rows, principal }) => connections.connect(rows.datasource, principal),
    completeDatasourceConnection: ({ rows, body, principal }) =>
      connections.complete(rows.datasource, body, principal),

    listDatasourceSyncs: ({ rows, query }) => syncs.list(rows.datasource, query),
    syncDatasource: ({ rows }) => syncs.start(rows.datasource),
    getDatasourceSync: ({ rows }) => syncs.get(rows.sync),
    cancelDatasourceSync: ({ rows }) => syncs.cancel(rows.sync),
    listDatasourceSyncEntries: ({ rows, query }) => syncs.entries(rows.sync, query),
  };
}
