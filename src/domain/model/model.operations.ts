import type { OperationsOf } from '../call.ts';
import type { Domain } from '../domain.ts';
import { createEndpointTests } from './endpoint-test.service.ts';
import { createModelService } from './model.service.ts';

/** The operations of models. */
export function modelOperations(domain: Domain): OperationsOf<'model'> {
  const models = createModelService(domain);
  const tests = createEndpointTests(domain);
  return {
    listModels: ({ query }) => models.list(query),
    async listModelEndpoints() {
      const results = await domain.model.endpoints();
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
