import { created, type OperationsOf } from '../call.ts';
import type { Domain } from '../domain.ts';
import { actorOf } from '../principal.ts';
import { createEndpointService } from './endpoint.service.ts';
import { createEndpointModelService } from './endpoint-model.service.ts';

/** The operations of organisations' own model endpoints. */
export function endpointOperations(domain: Domain): OperationsOf<'endpoint'> {
  const endpoints = createEndpointService(domain);
  const models = createEndpointModelService(domain);
  return {
    listOwnEndpoints: ({ params }) => endpoints.list(params.orgId),
    async createEndpoint(call) {
      const made = await endpoints.create(call.params.orgId, call.body, actorOf(call.principal));
      return created(call, made.endpoint.id, made);
    },
    getEndpoint: ({ rows }) => endpoints.get(rows.endpoint),
    updateEndpoint: ({ rows, body, headers }) =>
      endpoints.update(rows.endpoint, body, headers['if-match']),
    deleteEndpoint: ({ rows }) => endpoints.delete(rows.endpoint),
    replaceEndpointKey: ({ rows, body }) => endpoints.replaceKey(rows.endpoint, body),
    listEndpointModels: ({ rows, query }) => models.list(rows.endpoint, query),
    updateEndpointModels: ({ rows, body, principal }) =>
      models.update(rows.endpoint, body, actorOf(principal)),
    getEndpointUses: ({ rows }) => endpoints.uses(rows.endpoint),
  };
}
