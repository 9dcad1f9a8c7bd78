import { can } from '#core/access/permissions.ts';
import { isOperator } from '../billing/price/is-operator.ts';
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
      const [general, own, isTheirs] = await Promise.all([
        domain.model.endpoints(),
        endpointSummaries(domain.stores, params.orgId, mayEdit),
        isOperator(domain, params.orgId),
      ]);
      const corrects_prices = mayEdit && isTheirs;
      const results = [...general.map((one) => ({ ...one, corrects_prices })), ...own];
      return { results, pagination: { has_next: false, next_cursor: null } };
    },
    testModelEndpoint: ({ params, body }) => tests.test(params.orgId, params.modelEndpointId, body),
    async listEmbeddingModels() {
      const models = await domain.collection.embedding.models();
      const results = models
        .filter(({ isUnpriced }) => !isUnpriced)
        .map(({ id, price }) => ({ id, price }));
      return { results, pagination: { has_next: false, next_cursor: null } };
    },
  };
}
