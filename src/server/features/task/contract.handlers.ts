import type { RouteHandlers } from '#generated/server/fastify.gen.ts';
import type { ContractService } from './contract.service.ts';

export type ContractHandlers = Pick<RouteHandlers, 'getTaskOpenApi' | 'getTaskClient'>;

/** What a task promises, as files: callers fetch them in their own CI. */
export function createContractHandlers({
  contracts,
}: {
  contracts: ContractService;
}): ContractHandlers {
  return {
    async getTaskOpenApi(request, reply) {
      const { name, body } = await contracts.document(request.params, request.query?.revision);
      reply.header('content-disposition', `attachment; filename="${name}"`);
      await reply.type('application/json').code(200).send(body);
    },
    async getTaskClient(request, reply) {
      const { name, body } = await contracts.client(request.params, request.query?.revision);
      reply.header('content-disposition', `attachment; filename="${name}"`);
      await reply.type('text/plain; charset=utf-8').code(200).send(body);
    },
  };
}
