import { can } from '#core/access/permissions.ts';
import type { OperationsOf } from '../call.ts';
import type { Domain } from '../domain.ts';
import { endpointSummaries } from '../endpoint/endpoint-views.ts';
import { createEndpointTests } from './endpoint-test.service.ts';
import { createModelService } from './model.service.ts';

/** The operations of models. */
export function modelOperations(domain: Domain): OperationsOf<'model'> {
  const models = createModelService(domain);
  const tests = createEndpointTests(domain);
  return {
    listModels: ({ params, query }) => models.list(params.orgId, query),
    async listModelEndpoints({ params, access }) {
      const mayEdit = can('organization', access.orgRole, 'edit');
      const [general, own] = await Promise.all([
        domain.model.endpoints(),
        endpointSummaries(domain.stores, params.orgId, mayEdit),
      ]);
      const results = [...general, ...own];
      return { results, pagination: { has_next: false, next_cursor: null } };
    },
    testModelEndpoint: ({ params, body }) => tests.test(params.orgId, params.endpointId, body),
    async listEmbeddingModels() {
      const models = await domain.collection.embedding.models();
      const results = models
        .filter(({ isUnpriced }) => !isUnpriced)
        .map(({ id, price }) => ({ id, price }));
      return { results, pagination: { has_next: false, next_cursor: null } };
    },
  };
}
