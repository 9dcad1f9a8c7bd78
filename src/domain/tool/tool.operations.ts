import type { OperationsOf } from '../call.ts';
import type { Domain } from '../domain.ts';
import { actorOf } from '../principal.ts';
import { createToolService } from './tool.service.ts';

/** The operations of tools: the secret that signs their calls, credentials, and MCP servers. */
export function toolOperations(domain: Domain): OperationsOf<'tool'> {
  const tools = createToolService(domain);
  return {
    getToolSecret: ({ params }) => tools.secret(params.projectId),
    rotateToolSecret: ({ params, body }) => tools.rotate(params.projectId, body),
    listToolCredentials: ({ params, query }) => tools.listCredentials(params.projectId, query),
    replaceToolCredential: ({ params, body, principal }) =>
      tools.replaceCredential(params.projectId, body, actorOf(principal)),
    deleteToolCredential: ({ rows }) => tools.deleteCredential(rows.credential),
    getMcpServer: ({ params, body }) => tools.getMcpServer(params.projectId, body),
  };
}
