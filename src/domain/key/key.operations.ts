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
    updateApiKey: ({ params, body }) => apiKeys.update(params.projectId, params.apiKeyId, body),
    rotateApiKey: ({ params, body }) => apiKeys.rotate(params.projectId, params.apiKeyId, body),
    deleteApiKey: ({ params }) => apiKeys.delete(params.projectId, params.apiKeyId),
  };
}
