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
    getOAuthClient: ({ rows }) => clients.get(rows.oauthClient),
    updateOAuthClient: ({ rows, body, headers }) =>
      clients.update(rows.oauthClient, body, headers['if-match']),
    deleteOAuthClient: ({ rows }) => clients.delete(rows.oauthClient),
    rotateOAuthClientSecret: ({ rows, body }) => clients.rotate(rows.oauthClient, body),
    listOAuthClientGrants: ({ rows, query }) => clients.grants(rows.oauthClient, query),
    openOAuthRequest: (call) => requests.open(call.body.request, userOf(call)),
    getOAuthRequest: (call) => requests.get(call.params.oauthRequestId, userOf(call)),
    acceptOAuthRequest: (call) =>
      requests.accept(call.params.oauthRequestId, call.body, userOf(call)),
    cancelOAuthRequest: (call) => requests.cancel(call.params.oauthRequestId, userOf(call)),
    listUserGrants: (call) => grants.list(userOf(call).userId, call.query),
    revokeUserGrant: ({ rows }) => grants.revoke(rows.grant),
  };
}
