import { created, type OperationsOf } from '../call.ts';
import type { Domain } from '../domain.ts';
import { actorOf, userOf } from '../principal.ts';
import { createOAuthClientService } from './oauth-client.service.ts';
import { createOAuthGrantService } from './oauth-grant.service.ts';
import { createOAuthRequestService } from './oauth-request.service.ts';

/** The operations of OAuth clients, and of the people who allow them something. */
export function oauthOperations(domain: Domain): OperationsOf<'oauth'> {
  const clients = createOAuthClientService(domain);
  const requests = createOAuthRequestService(domain);
  const grants = createOAuthGrantService(domain);
  return {
    listOAuthClients: ({ params, query }) => clients.list(params.projectId, query),
    async createOAuthClient(call) {
      const made = await clients.create(call.params.projectId, call.body, actorOf(call.principal));
      return created(call, made.client.id, made);
    },
    getOAuthClient: ({ params }) => clients.get(params.projectId, params.oauthClientId),
    updateOAuthClient: ({ params, body, headers }) =>
      clients.update(params.projectId, params.oauthClientId, body, headers['if-match']),
    deleteOAuthClient: ({ params }) => clients.delete(params.projectId, params.oauthClientId),
    rotateOAuthClientSecret: ({ params, body }) =>
      clients.rotate(params.projectId, params.oauthClientId, body),
    listOAuthClientGrants: ({ params, query }) =>
      clients.grants(params.projectId, params.oauthClientId, query),
    openOAuthRequest: (call) => requests.open(call.body.request, userOf(call)),
    getOAuthRequest: (call) => requests.get(call.params.oauthRequestId, userOf(call)),
    acceptOAuthRequest: (call) =>
      requests.accept(call.params.oauthRequestId, call.body, userOf(call)),
    cancelOAuthRequest: (call) => requests.cancel(call.params.oauthRequestId, userOf(call)),
    listUserGrants: (call) => grants.list(userOf(call).userId, call.query),
    revokeUserGrant: (call) => grants.revoke(userOf(call).userId, call.params.grantId),
  };
}
