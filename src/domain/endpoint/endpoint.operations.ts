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
    getEndpoint: ({ params }) => endpoints.get(params.orgId, params.endpointId),
    updateEndpoint: ({ params, body, headers }) =>
      endpoints.update(params.orgId, params.endpointId, body, headers['if-match']),
    deleteEndpoint: ({ params }) => endpoints.delete(params.orgId, params.endpointId),
    replaceEndpointKey: ({ params, body }) =>
      endpoints.replaceKey(params.orgId, params.endpointId, body),
    listEndpointModels: ({ params, query }) => models.list(params.orgId, params.endpointId, query),
    updateEndpointModels: ({ params, body, principal }) =>
      models.update(params.orgId, params.endpointId, body, actorOf(principal)),
    getEndpointUses: ({ params }) => endpoints.uses(params.orgId, params.endpointId),
  };
}
