import { created, type OperationsOf } from '../call.ts';
import type { Domain } from '../domain.ts';
import { userOf } from '../principal.ts';
import { createApiKeyService } from './api-key.service.ts';

/** The operations of API keys. */
export function keyOperations(domain: Domain): OperationsOf<'key'> {
  const apiKeys = createApiKeyService(domain);
  return {
    listApiKeys: ({ params, query }) => apiKeys.list(params.projectId, query),
    async createApiKey(call) {
      const made = await apiKeys.create(call.params.projectId, call.body, userOf(call));
      return created(call, made.api_key.id, made);
    },
    updateApiKey: ({ rows, body }) => apiKeys.update(rows.apiKey, body),
    rotateApiKey: ({ rows, body }) => apiKeys.rotate(rows.apiKey, body),
    deleteApiKey: ({ rows }) => apiKeys.delete(rows.apiKey),
  };
}
