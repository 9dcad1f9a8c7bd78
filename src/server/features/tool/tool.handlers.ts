import { actorOf } from '#domain/principal.ts';
import type { RouteHandlers } from '#generated/server/fastify.gen.ts';
import type { ToolService } from './tool.service.ts';

export type ToolHandlers = Pick<
  RouteHandlers,
  | 'getToolSecret'
  | 'rotateToolSecret'
  | 'listToolCredentials'
  | 'replaceToolCredential'
  | 'deleteToolCredential'
  | 'getMcpServer'
>;

export function createToolHandlers({ tools }: { tools: ToolService }): ToolHandlers {
  return {
    getToolSecret: async ({ params }, reply) =>
      reply.code(200).send(await tools.secret(params.projectId)),
    rotateToolSecret: async ({ params, body }, reply) =>
      reply.code(200).send(await tools.rotate(params.projectId, body)),
    listToolCredentials: async ({ params, query }, reply) =>
      reply.code(200).send(await tools.listCredentials(params.projectId, query)),
    replaceToolCredential: async ({ params, body, principal }, reply) =>
      reply
        .code(200)
        .send(await tools.replaceCredential(params.projectId, body, actorOf(principal))),
    deleteToolCredential: async ({ params }, reply) => {
      await tools.deleteCredential(params.projectId, params.credentialId);
      return reply.code(204).send();
    },
    getMcpServer: async ({ params, body }, reply) =>
      reply.code(200).send(await tools.getMcpServer(params.projectId, body)),
  };
}
