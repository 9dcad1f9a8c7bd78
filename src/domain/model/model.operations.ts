import type { OperationsOf } from '../call.ts';
import type { Domain } from '../domain.ts';
import { createModelService } from './model.service.ts';

/** The operations of models. */
export function modelOperations(domain: Domain): OperationsOf<'model'> {
  const models = createModelService(domain);
  return {
    listModels: ({ query }) => models.list(query),
    async listModelEndpoints() {
      const results = await domain.model.endpoints();
      return { results, pagination: { has_next: false, next_cursor: null } };
    },
    async listEmbeddingModels() {
      const models = await domain.collection.embedding.models();
      const results = models
        .filter(({ isUnpriced }) => !isUnpriced)
        .map(({ id, price }) => ({ id, price }));
      return { results, pagination: { has_next: false, next_cursor: null } };
    },
  };
}
