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
      const made = await sources.create(call.params.collectionId, call.body, call.principal);
      return created(call, made.id, made);
    },
    previewWebsite: ({ body }) => sources.preview(body),
    testDatasource: ({ params, body }) => sources.test(params.collectionId, body),
    getDatasource: ({ params }) => sources.get(params),
    updateDatasource: ({ params, body, headers }) =>
      sources.update(params, body, headers['if-match']),
    deleteDatasource: ({ params, query }) => sources.delete(params, query.keep_documents ?? false),
    browseDatasource: ({ params, query }) => sources.browse(params, query),
    connectDatasource: ({ params, principal }) => connections.connect(params, principal),
    completeDatasourceConnection: ({ params, body, principal }) =>
      connections.complete(params, body, principal),

    listDatasourceSyncs: ({ params, query }) => syncs.list(params, query),
    syncDatasource: ({ params }) => syncs.start(params),
    getDatasourceSync: ({ params }) => syncs.get(params),
    cancelDatasourceSync: ({ params }) => syncs.cancel(params),
    listDatasourceSyncEntries: ({ params, query }) => syncs.entries(params, query),
  };
}
